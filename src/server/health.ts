import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from './database/connect.ts'

/** How long the database may take to answer, in milliseconds. */
const answerWithin = 2_000

/** For whoever watches the process: `/healthz` says that it runs, `/readyz` that its database answers too (503 when not). */
export async function health(app: FastifyInstance, { database }: { database: Database }): Promise<void> {
  const schema = { hide: true }
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  app.get('/healthz', { schema }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema }, async (request, reply) => {
    try {
      await withinTime(sql`select 1`.execute(database.db))
      return { status: 'ok' }
    } catch (error) {
      request.log.error(error, 'The database does not answer')
      return reply.code(503).send({ status: 'unavailable', message: 'The database does not answer' })
    }
  })
}

async function withinTime(answer: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`No answer within ${answerWithin} ms`)), answerWithin)
  await Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}
