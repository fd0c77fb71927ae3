import type { FormSignals } from '#contract/form-signals.ts'
import type { Database } from '#server/database/connect.ts'
import { isSuspicious } from '#server/security/form-signals.ts'

/** Addresses in a message beyond which it looks like an advertisement. */
const manyLinks = 3
/** Messages in one hour from one e-mail address, and in ten minutes from everybody, beyond which more look like a flood. */
const manyFromOne = 5
const manyFromAll = 60

type Message = { email: string; message: string } & FormSignals

/** Whether a message belongs in Spam, where staff still find it. */
export async function looksLikeSpam(database: Database, { email, message, ...signals }: Message): Promise<boolean> {
  const links = message.match(/https?:\/\//gi)?.length ?? 0
  const [fromOne, fromAll] = await Promise.all([countSince(database, 60, email), countSince(database, 10)])
  const flood = fromOne >= manyFromOne || fromAll >= manyFromAll ? 2 : 0
  return isSuspicious(database, signals, flood + (links >= manyLinks ? 1 : 0))
}

async function countSince({ db }: Database, minutes: number, email?: string): Promise<number> {
  const { count } = await db
    .selectFrom('contactRequests')
    .where('createdAt', '>', new Date(Date.now() - minutes * 60_000).toISOString())
    .$if(email !== undefined, (query) => query.where('email', '=', email ?? ''))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
