import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { describeTrouble, StorageError, storageTroubleOf, troubleWords } from '#server/database/storage-trouble.ts'

/** How long the database may take to answer, in milliseconds. */
const answerWithin = 2_000
/** How long probes share one look at the database, in milliseconds. */
const lookEvery = 1_000
/** How often a look tries whether a write is kept, in milliseconds. */
const writeEvery = 10_000

/**
 * For whoever watches the process: `/healthz` says that it runs, `/readyz` that its database can be read and written too (503 with one
 * plain line when not). What exactly is wrong goes to the log, once.
 */
export async function health(app: FastifyInstance, { database }: { database: Database }): Promise<void> {
  const schema = { hide: true }
  const look = createLook(app, database)
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.get('/healthz', { schema }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema }, async (_request, reply) => {
    const message = await look()
    return message === null ? { status: 'ok' } : reply.code(503).send({ status: 'unavailable', message })
  })
}

/** @returns looks at the database; answers in words for strangers what is wrong, or null. Probes that come together share one look. */
function createLook({ log }: Pick<FastifyInstance, 'log'>, database: Database): () => Promise<string | null> {
  let writtenAt = Number.NEGATIVE_INFINITY
  let lookedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<string | null> = Promise.resolve(null)
  let told: string | null = null

  async function tryDatabase() {
    await database.db.selectFrom('contentVersions').select('version').executeTakeFirstOrThrow()
    database.inspect()
    if (performance.now() - writtenAt < writeEvery) return
    const value = new Date().toISOString()
    const row = database.db.insertInto('settings').values({ name: 'lastProbe', value })
    await row.onConflict((conflict) => conflict.column('name').doUpdateSet({ value })).execute()
    writtenAt = performance.now()
  }

  /** Once for each change, however often anybody asks. */
  function tell(state: string | null, error?: unknown) {
    if (state === told) return
    told = state
    const trouble = storageTroubleOf(error)
    if (state === null) log.warn('The database can be read and written again')
    else if (trouble) log.error(`Not ready: ${describeTrouble(trouble, error)}`)
    else log.error(error, 'Not ready: the database does not answer')
  }

  async function lookNow(): Promise<string | null> {
    try {
      await withinTime(tryDatabase())
      tell(null)
      return null
    } catch (error) {
      const trouble = storageTroubleOf(error)
      tell(trouble ?? 'no answer', error)
      return trouble ? troubleWords[trouble] : 'The database does not answer'
    }
  }

  // A big file is checked while the site runs; whoever probes nothing reads of it in the log.
  database.damage.then((found) => {
    if (found) tell(found.trouble, new StorageError(found))
  })

  return () => {
    if (performance.now() - lookedAt < lookEvery) return answer
    lookedAt = performance.now()
    answer = lookNow()
    return answer
  }
}

async function withinTime(answer: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${answerWithin} ms`)), answerWithin)
  await Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}
