import { AsyncLocalStorage } from 'node:async_hooks'
import { formatIn } from '#contract/zoned-format.ts'

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

/** Waits for an answer of the database. @throws when there is none within `limit` milliseconds */
export async function withinTime<Answer>(answer: Promise<Answer>, limit: number): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${limit} ms`)), limit)
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}

// Sweden writes a date as ISO 8601 does.
const formatOf = formatIn('sv-SE', {})

/** Returns a function that gives the day of a moment in a time zone, YYYY-MM-DD. */
export const dayIn =
  (timeZone: string) =>
  (moment: string | number): string =>
    formatOf(timeZone).format(new Date(moment))
