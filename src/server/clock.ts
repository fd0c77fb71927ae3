/**
 * How far the clocks of two processes may differ, in milliseconds. A stored time further in the future than possible was written while a clock
 * was wrong, so nothing waits for it.
 */
export const clockSkew = 60_000
