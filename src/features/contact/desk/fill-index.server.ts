import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { type AnyRows, readPages } from '#server/database/long-reads.ts'
import { claimWork, readStoredValue, storeValue } from '#server/database/rows.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { afterFirstAnswer } from '#server/runtime/after-first-answer.ts'
import { contactRequests } from '../contact.table.ts'
import { indexRequests } from './events.shared.server.ts'

const batchSize = 200
/** How long one process claims the work, in milliseconds. It is longer than any batch takes, and each batch renews it. */
const claimTime = 60_000
const claimName = 'indexing requests'
const doneName = 'requests indexed'

/**
 * Indexes all requests, those in the trash too, oldest first: the search finds those that were indexed last first.
 * @param onBatch called after each batch; false ends the work
 * @returns how many there are
 */
export async function reindexRequests(database: Database, onBatch = async () => true): Promise<number> {
  let count = 0
  const all: AnyRows<{ id: string }> = database.db.selectFrom('contactRequests').select('id')
  for await (const rows of readPages(all, ['id'], { size: batchSize, direction: 'asc' })) {
    const ids = rows.map(({ id }) => id)
    await database.transaction((trx) => indexRequests(trx, ids))
    count += ids.length
    if (!(await onBatch())) break
    // Visitors go first.
    await setImmediate()
  }
  return count
}

/** Indexes the requests of an older version once, in the background after the start. Of several processes, one does it. */
export function fillRequestIndex(app: FastifyInstance, database: Database): void {
  let stopped = false
  afterFirstAnswer(app, () =>
    fill().catch((error) => logFailure(app.log, error, `${contactRequests.name}: not indexed`)),
  )
  app.addHook('preClose', async () => {
    stopped = true
  })

  async function fill(): Promise<void> {
    if ((await readStoredValue(database.db, doneName)) !== undefined) return
    if (!(await claimWork(database.db, claimName, claimTime))) return
    await reindexRequests(database, async () => {
      await storeValue(database.db, claimName, new Date(Date.now() + claimTime).toISOString())
      return !stopped
    })
    if (!stopped) await storeValue(database.db, doneName, database.now())
    await database.db.deleteFrom('settings').where('name', '=', claimName).execute()
  }
}
