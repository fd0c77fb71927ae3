import type { FormSignals } from '#contract/bot-signals.ts'
import type { Database } from '#server/database/connect.ts'
import { isSuspicious } from '#server/security/bot-signals.ts'

/** Addresses in a message beyond which it looks like an advertisement. */
const manyLinks = 3

/** Whether a message belongs in Spam, where staff still find it. How many come in says nothing about any one of them. */
export async function looksLikeSpam(
  database: Database,
  { message, ...signals }: { message: string } & FormSignals,
): Promise<boolean> {
  const links = message.match(/https?:\/\//gi)?.length ?? 0
  return isSuspicious(database, signals, links >= manyLinks ? 1 : 0)
}
