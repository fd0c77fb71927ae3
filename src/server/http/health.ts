import type { FastifyInstance } from 'fastify'
import { programVersion } from '#server/config/program-files.ts'
import { type Database, nowIn } from '#server/database/connect.ts'
import { storeValue } from '#server/database/rows.ts'
import {
  describeStorageError,
  StorageError,
  storageErrorKind,
  storageErrorMessages,
} from '#server/database/storage-errors.ts'
import { withinTime } from '#server/runtime/clock.ts'

/** How long the database may take to answer, in milliseconds. */
const answerWithin = 2_000
/** How long probes share the result of one check, in milliseconds. */
const checkEvery = 1_000
/** How often a check also writes, in milliseconds. */
const writeEvery = 10_000

type Options = { database: Database; stopping: AbortSignal }

/**
 * For monitoring: `/healthz` answers while the process runs, `/readyz` while its database can be read and written too and the process is not
 * about to stop (otherwise 503 with one line). The details go to the log, once.
 */
export async function health(app: FastifyInstance, { database, stopping }: Options): Promise<void> {
  const check = createCheck(app, database)
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.get('/healthz', async () => ({ status: 'ok', version: programVersion }))
  app.get('/readyz', async (_request, reply) => {
    if (stopping.aborted) return reply.code(503).send({ status: 'stopping', message: 'The process is about to stop' })
    const message = await check()
    return message === null ? { status: 'ok' } : reply.code(503).send({ status: 'unavailable', message })
  })
}

/** @returns checks the database; resolves with a message that is safe to publish, or null if healthy. Concurrent probes share one check. */
function createCheck({ log }: Pick<FastifyInstance, 'log'>, database: Database): () => Promise<string | null> {
  let writtenAt = Number.NEGATIVE_INFINITY
  let checkedAt = Number.NEGATIVE_INFINITY
  let result: Promise<string | null> = Promise.resolve(null)
  let lastLogged: string | null = null

  async function tryDatabase() {
    await database.db.selectFrom('contentVersions').select('version').executeTakeFirstOrThrow()
    database.inspect()
    if (performance.now() - writtenAt < writeEvery) return
    await storeValue(database.db, 'lastProbe', nowIn(database.db))
    writtenAt = performance.now()
  }

  /** Logs each change of state once, however often it is probed. */
  function logChange(state: string | null, error?: unknown) {
    if (state === lastLogged) return
    lastLogged = state
    const kind = storageErrorKind(error)
    if (state === null) log.warn('The database can be read and written again')
    else if (kind) log.error(`Not ready: ${describeStorageError(kind, error)}`)
    else log.error(error, 'Not ready: the database does not answer')
  }

  async function checkNow(): Promise<string | null> {
    try {
      await withinTime(tryDatabase(), answerWithin)
      logChange(null)
      return null
    } catch (error) {
      const kind = storageErrorKind(error)
      logChange(kind ?? 'no answer', error)
      return kind ? storageErrorMessages[kind] : 'The database does not answer'
    }
  }

  // A big database file is checked while the site runs. The result is also logged, for sites without probes.
  database.damage.then((found) => {
    if (found) logChange(found.kind, new StorageError(found))
  })

  return () => {
    if (performance.now() - checkedAt < checkEvery) return result
    checkedAt = performance.now()
    result = checkNow()
    return result
  }
}
