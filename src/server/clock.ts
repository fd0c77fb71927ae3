/**
 * How far the clocks of two processes may be apart, in milliseconds. A stored time that lies further ahead than it can was written while a
 * clock was wrong, and is not to be waited for.
 */
export const clockSkew = 60_000
