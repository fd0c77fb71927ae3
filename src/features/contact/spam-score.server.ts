import type { FormSignals } from '#contract/bot-signals.ts'
import type { Database } from '#server/database/connect.ts'
import { isSuspicious } from '#server/security/bot-signals.ts'

/** Number of links from which a message looks like an advertisement. */
const manyLinks = 3

/** Whether a message goes into Spam, where staff still find it. The number of other messages plays no part. */
export async function looksLikeSpam(
  database: Database,
  { message, ...signals }: { message: string } & FormSignals,
): Promise<boolean> {
  const links = message.match(/https?:\/\//gi)?.length ?? 0
  return isSuspicious(database, signals, links >= manyLinks ? 1 : 0)
}
