import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from './connect.ts'

/** For how long another process's change may go unseen, in milliseconds. */
const trustedFor = 1_000

type Known = { version: string; until: number }
const known = new WeakMap<Database, Known>()
const changes = new WeakMap<Database, number>()

/** A word that is another one after every change to what the public can see. Cheap; at most a second behind other processes. */
export async function readContentVersion(database: Database): Promise<string> {
  const cached = known.get(database)
  if (cached && cached.until > performance.now()) return cached.version
  const change = changes.get(database)
  const { version } = await database.db.selectFrom('contentVersions').select('version').executeTakeFirstOrThrow()
  // What was read before a change of our own ended may be the version before it.
  if (changes.get(database) === change) known.set(database, { version, until: performance.now() + trustedFor })
  return version
}

/**
 * Every change to public content goes through here: `work` and a new content version are kept together, and this process sees the new
 * version at once.
 */
export async function changeContent<Answer>(
  database: Database,
  work: (trx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const answer = await database.transaction(async (trx) => {
    const result = await work(trx)
    await trx.updateTable('contentVersions').set({ version: randomUUID() }).execute()
    return result
  })
  changes.set(database, (changes.get(database) ?? 0) + 1)
  known.delete(database)
  return answer
}
