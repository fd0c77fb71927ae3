import type { FormSignals } from '#contract/bot-signals.ts'
import type { Database } from '#server/database/connect.ts'
import { readLink, signLink } from './signed-tokens.ts'

const purpose = 'form'
/** Nobody reads and fills in a form in less, in milliseconds. */
const quickest = 2_500
/** How long a form may stay open, in milliseconds. */
const longest = 24 * 3_600_000
/** From here on a sender counts as suspicious. Each signal is weak: only the field that nobody sees is enough by itself. */
const threshold = 2

/** Says when a form was first touched. It is fetched by script, so it stands in no page that is kept. */
export const formToken = (database: Database) =>
  signLink(database, purpose, Date.now().toString(36), Date.now() + longest)

/** @param more what else speaks against the sender, from 0 */
export async function isSuspicious(database: Database, signals: FormSignals, more = 0): Promise<boolean> {
  return more + (signals.website ? 2 : 0) + (await doubtOfToken(database, signals.formToken)) >= threshold
}

async function doubtOfToken(database: Database, token: string | undefined): Promise<number> {
  if (token === undefined) return 0
  const link = await readLink(database, purpose, token)
  if (!link || link.expired) return 1
  return Date.now() - Number.parseInt(link.value, 36) < quickest ? 1 : 0
}
