import { sql } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { Job } from '#server/database/jobs.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { minute } from '#server/security/counters.ts'
import { tokens, tokenUses } from './tokens.table.ts'

type Use = { tokenId: string; day: string; count: number; at: string; from: string }
type Memory = { uses: Map<string, Use>; writing: Promise<unknown> }
const memories = new WeakMap<Database, Memory>()
const memoryOf = (database: Database) =>
  memories.getOrInsertComputed(database, () => ({ uses: new Map(), writing: Promise.resolve() }))

/** Counts a call of a token in memory, so that it costs no write. @param from the network address */
export function noteTokenUse(
  database: Database,
  { timeZone }: Pick<Config, 'timeZone'>,
  tokenId: string,
  from: string,
) {
  const now = database.clock()
  const day = dayIn(timeZone)(now)
  const { uses } = memoryOf(database)
  const key = `${day} ${tokenId}`
  uses.set(key, { tokenId, day, count: (uses.get(key)?.count ?? 0) + 1, at: new Date(now).toISOString(), from })
}

/** Writes what this process has counted, and the last use of each token. @throws the error of the database, and the counts stay in memory */
export async function writeTokenUses({ database }: { database: Database }): Promise<void> {
  const memory = memoryOf(database)
  const written = memory.writing.then(async () => {
    const taken = memory.uses
    memory.uses = new Map()
    try {
      if (taken.size > 0) await write(database, [...taken.values()])
    } catch (error) {
      for (const [key, use] of taken) {
        const later = memory.uses.get(key)
        memory.uses.set(key, later ? { ...later, count: later.count + use.count } : use)
      }
      throw error
    }
  })
  memory.writing = written.catch(() => {})
  await written
}

const write = (database: Database, uses: Use[]) =>
  database.transaction(async (trx) => {
    for (const { tokenId, day, count, at, from } of uses) {
      const updated = await trx
        .updateTable('tokens')
        .set(tokens.encode({ lastUsedAt: at, lastUsedFrom: from }))
        .where('id', '=', tokenId)
        .returning('id')
        .executeTakeFirst()
      // The token was deleted since.
      if (!updated) continue
      await trx
        .insertInto('tokenUses')
        .values(tokenUses.encode({ tokenId, day, count }))
        .onConflict((conflict) =>
          conflict
            .columns(['tokenId', 'day'])
            .doUpdateSet({ count: sql<number>`"tokenUses"."count" + excluded."count"` }),
        )
        .execute()
    }
  })

export const countedTokenUses: Job<{ database: Database }> = {
  name: 'Count the calls of tokens',
  once: 'process',
  every: minute,
  atClose: true,
  work: writeTokenUses,
}
