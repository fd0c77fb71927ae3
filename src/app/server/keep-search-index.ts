import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { entities } from '#app/entities.server.ts'
import { changeContent } from '#server/database/content-version.ts'
import { claimWork, readStoredValue, storeValue } from '#server/database/rows.ts'
import { searchRule, searchRuleName } from '#server/database/search-terms.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { afterFirstAnswer } from '#server/runtime/after-first-answer.ts'

/** How long one process claims the work, in milliseconds. If it takes longer, another may do it too, which is harmless. */
const claimTime = 10 * 60_000
/** How long to wait for another process, in milliseconds. */
const pause = 5_000
const claimName = 'indexing for the search'

/** Indexes all records again, in the background after the start, if another rule has made the terms of the index. Of several processes, one does it. */
export function keepSearchIndex(
  app: FastifyInstance,
  { config, database }: Pick<AppContext, 'config' | 'database'>,
): void {
  const stop = new AbortController()
  const { signal } = stop
  afterFirstAnswer(app, () =>
    renew().catch((error) => {
      if (!signal.aborted) logFailure(app.log, error, 'The search index could not be renewed')
    }),
  )
  app.addHook('preClose', async () => stop.abort())

  async function renew(): Promise<void> {
    const { db } = database
    for (;;) {
      if ((await readStoredValue(db, searchRuleName)) === searchRule) return
      if (await claimWork(db, claimName, claimTime, database.clock())) break
      await setTimeout(pause, undefined, { signal })
    }
    for (const { reindex } of entities) if (!signal.aborted) await reindex?.(database, config, signal)
    if (!signal.aborted) {
      await storeValue(db, searchRuleName, searchRule)
      // Discards cached results.
      await changeContent(database, async () => {})
    }
    await db.deleteFrom('settings').where('name', '=', claimName).execute()
  }
}
