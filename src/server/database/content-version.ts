import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from './connect.ts'

/** How long the version is cached, in milliseconds: for so long a change by another process may go unnoticed. */
const cacheLifetime = 1_000

type CachedVersion = { version: string; until: number }
const cache = new WeakMap<Database, CachedVersion>()
const changes = new WeakMap<Database, number>()

/** Identifies the state of the public content: it differs after every change. Cheap; at most a second behind other processes. */
export async function readContentVersion(database: Database): Promise<string> {
  const cached = cache.get(database)
  if (cached && cached.until > performance.now()) return cached.version
  const change = changes.get(database)
  const { version } = await database.db.selectFrom('contentVersions').select('version').executeTakeFirstOrThrow()
  // If this process has changed content meanwhile, this may be the version before that change, so it is not cached.
  if (changes.get(database) === change) cache.set(database, { version, until: performance.now() + cacheLifetime })
  return version
}

/**
 * Runs a change to public content in a transaction with a new content version, which this process sees at once. Every such change must go
 * through here.
 */
export async function changeContent<Result>(
  database: Database,
  work: (trx: Transaction) => Promise<Result>,
): Promise<Result> {
  const answer = await database.transaction(async (trx) => {
    const result = await work(trx)
    await trx.updateTable('contentVersions').set({ version: randomUUID() }).execute()
    return result
  })
  changes.set(database, (changes.get(database) ?? 0) + 1)
  cache.delete(database)
  return answer
}
