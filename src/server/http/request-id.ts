import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'

/** What proxies use as ids: UUIDs and hexadecimal numbers. Nothing else is taken over, since it is written to the log. */
const wellFormed = /^[\w-]{8,64}$/

/** Names each request in the log: by the `X-Request-Id` of a trusted proxy, otherwise by an id of our own. */
export const requestIds =
  ({ trustProxy }: Pick<Config, 'trustProxy'>) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = headers['x-request-id']
    return trustProxy > 0 && typeof given === 'string' && wellFormed.test(given) ? given : randomUUID()
  }

/**
 * Sends the id with the answers to writes, and `error-handler.ts` with errors: what someone may ask about. What a cache may store has none, as
 * there it would name another visitor's request.
 */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET') reply.header('x-request-id', request.id)
    done()
  })
}
