import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'

/** The form of proxies' ids: UUIDs and hexadecimal numbers. Others are ignored, because the id is written to the log. */
const wellFormed = /^[\w-]{8,64}$/

/** Names each request in the log: by the `X-Request-Id` of a trusted proxy, otherwise by our own id. */
export const requestIds =
  ({ trustProxy }: Pick<Config, 'trustProxy'>) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = headers['x-request-id']
    return trustProxy > 0 && typeof given === 'string' && wellFormed.test(given) ? given : randomUUID()
  }

/**
 * Sends the id with the answers to writes, and `error-handler.ts` with errors: answers that someone may report.
 * Cacheable answers have none, because it would name another visitor's request.
 */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET') reply.header('x-request-id', request.id)
    done()
  })
}
