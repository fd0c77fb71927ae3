import { HttpError } from '#server/runtime/http-error.ts'

type Columns = Record<string, unknown>

/** Slow work before a transaction has read something that somebody else changed before the transaction began. */
class Overtaken extends Error {}

/** How often work is repeated: more often than people save one record at the same moment. */
const mostTries = 8

/**
 * Repeats work that was overtaken: a text that is rendered before the transaction must be the one that is stored at its end.
 * @throws HttpError 409 if it is overtaken each time
 */
export async function untilNotOvertaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      if (tries === mostTries) throw new HttpError(409, 'Others are changing this at the moment. Please try again.')
    }
}

/**
 * @param read the columns that the preparation has read
 * @param row as it is stored now
 * @param written the columns that are written; of these it does not matter
 * @throws Overtaken when one of the others is another one now
 */
export function expectAsRead(read: Columns, row: Columns, written: Columns): void {
  if (Object.entries(read).some(([name, value]) => !(name in written) && row[name] !== value)) throw new Overtaken()
}
