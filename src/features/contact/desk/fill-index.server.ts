import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { type AnyRows, readPages } from '#server/database/long-reads.ts'
import { claimWork, readStoredValue, storeValue } from '#server/database/rows.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { afterFirstAnswer } from '#server/runtime/after-first-answer.ts'
import { contactRequests } from '../contact.table.ts'
import { indexRequests } from './events.shared.server.ts'

/** How many requests one transaction indexes. With SQLite nothing else is answered meanwhile. */
const batchSize = 20
/** How long one process claims the work, in milliseconds. It is longer than any batch takes, and each batch renews it. */
const claimTime = 60_000
/** How long to wait for another process, in milliseconds. */
const pause = 5_000
const claimName = 'indexing requests'
const doneName = 'requests indexed'

/** Indexes all requests, those in the trash too, oldest first: the search finds those that were indexed last first. @returns how many there are */
export const reindexRequests = (database: Database): Promise<number> =>
  indexAll(database, database.db.selectFrom('contactRequests').select('id'))

/** @param onBatch called after each batch; false ends the work */
async function indexAll(database: Database, requests: AnyRows<{ id: string }>, onBatch = async () => true) {
  let count = 0
  for await (const rows of readPages(requests, ['id'], { size: batchSize, direction: 'asc' })) {
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
  const stop = new AbortController()
  afterFirstAnswer(app, () =>
    fill().catch((error) => {
      if (!stop.signal.aborted) logFailure(app.log, error, 'The requests could not be indexed')
    }),
  )
  app.addHook('preClose', async () => stop.abort())

  async function fill(): Promise<void> {
    for (;;) {
      if ((await readStoredValue(database.db, doneName)) !== undefined) return
      if (await claimWork(database.db, claimName, claimTime)) break
      await setTimeout(pause, undefined, { signal: stop.signal })
    }
    const missing = database.db
      .selectFrom('contactRequests')
      .select('id')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('searchDocuments')
              .select('searchDocuments.id')
              .where('source', '=', contactRequests.name)
              .whereRef('ref', '=', 'contactRequests.id'),
          ),
        ),
      )
    await indexAll(database, missing, async () => {
      await storeValue(database.db, claimName, new Date(Date.now() + claimTime).toISOString())
      return !stop.signal.aborted
    })
    if (!stop.signal.aborted) await storeValue(database.db, doneName, database.now())
    await database.db.deleteFrom('settings').where('name', '=', claimName).execute()
  }
}
