import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { entities } from '#app/entities.server.ts'
import { changeContent } from '#server/database/content-version.ts'
import { readStoredValue, storeValue, whileClaimed } from '#server/database/rows.ts'
import { searchRule, searchRuleName } from '#server/database/search-terms.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import { afterFirstAnswer } from '#server/runtime/after-first-answer.ts'

/** How long one process claims the work, in milliseconds, which it renews. */
const claimTime = 2 * 60_000
/** How long to wait for another process, in milliseconds. */
const pause = 5_000

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
    while (!signal.aborted && (await readStoredValue(db, searchRuleName)) !== searchRule) {
      const isDone = await whileClaimed(database, 'indexing for the search', claimTime, async () => {
        for (const { reindex } of entities) if (!signal.aborted) await reindex?.(database, config, signal)
        if (signal.aborted) return
        await storeValue(db, searchRuleName, searchRule)
        // Discards cached results.
        await changeContent(database, async () => {})
        return true
      })
      if (!isDone) await setTimeout(pause, undefined, { signal })
    }
  }
}
