import { sql } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { countsInMemory } from '#server/database/counts.ts'
import type { Job } from '#server/database/jobs.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { minute } from '#server/security/counters.ts'
import { tokens, tokenUses } from './tokens.table.ts'

type Use = { tokenId: string; day: string; count: number; at: string; from: string }
type Uses = Map<string, Use>
const counts = countsInMemory(
  (): Uses => new Map(),
  (earlier, later) => {
    for (const use of later.values()) add(earlier, use)
  },
)

function add(uses: Uses, use: Use): void {
  const key = `${use.day} ${use.tokenId}`
  uses.set(key, { ...use, count: use.count + (uses.get(key)?.count ?? 0) })
}

/** Counts a call of a token in memory. @param from the network address */
export function noteTokenUse(
  database: Database,
  { timeZone }: Pick<Config, 'timeZone'>,
  tokenId: string,
  from: string,
) {
  const now = database.clock()
  add(counts.of(database), { tokenId, day: dayIn(timeZone)(now), count: 1, at: new Date(now).toISOString(), from })
}

/** Writes what this process has counted, and the last use of each token. @throws the error of the database */
export const writeTokenUses = ({ database }: { database: Database }): Promise<void> =>
  counts.write(database, async (uses) => {
    if (uses.size > 0) await write(database, [...uses.values()])
  })

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
