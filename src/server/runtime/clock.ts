import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * How far the clocks of two processes may differ, in milliseconds. A stored time further in the future than possible was written while a clock
 * was wrong, so it is ignored.
 */
export const clockSkew = 60_000

/** The present time, in milliseconds since 1970. */
export type Clock = () => number

// Reads `Date` at each call, because tests replace it.
export const systemClock: Clock = () => Date.now()

const chosen = new AsyncLocalStorage<string>()

/**
 * Does work as of another time, which decides what is public.
 * @param time ISO 8601 in UTC
 */
export const asOfTime = <Result>(time: string, work: () => Result): Result => chosen.run(time, work)

/** The time that `asOfTime` has chosen for this request, if it has. */
export const chosenTime = (): string | undefined => chosen.getStore()
