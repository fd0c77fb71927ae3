import type { FormSignals } from '#contract/visit.ts'
import type { Database } from '#server/database/connect.ts'
import { readToken, signToken } from './signed-tokens.ts'

const purpose = 'form'
/** People need longer than this to read and fill in a form, in milliseconds. */
const shortestFill = 2_500
/** How long a form may stay open, in milliseconds. */
const longestFill = 24 * 3_600_000
/** The score from which a sender counts as suspicious. Each signal is weak: only the hidden field is sufficient. */
const threshold = 2

/** A signed token with the time at which a form was first touched. A script fetches it, so that it is in no cached page. */
export const formToken = (database: Database) =>
  signToken(database, purpose, database.clock().toString(36), database.clock() + longestFill)

/** @param otherScore the score of signals that the caller has found itself */
export async function isSuspicious(database: Database, signals: FormSignals, otherScore = 0): Promise<boolean> {
  return otherScore + (signals.website ? 2 : 0) + (await scoreOfToken(database, signals.formToken)) >= threshold
}

async function scoreOfToken(database: Database, token: string | undefined): Promise<number> {
  if (token === undefined) return 0
  const signed = await readToken(database, purpose, token)
  if (!signed || signed.expired) return 1
  return database.clock() - Number.parseInt(signed.value, 36) < shortestFill ? 1 : 0
}
