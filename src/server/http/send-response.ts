import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bestEncoding, isNotModified } from './negotiation.ts'
import { bytesIn, type Form, type PreparedResponse } from './response-cache.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The prepared response that this reply sends. */
    prepared: { response: PreparedResponse; form: Form } | null
  }
}

/** Sends a prepared response in the best encoding that the client accepts, or 304 if the client has it. */
export async function sendResponse(request: FastifyRequest, reply: FastifyReply, response: PreparedResponse) {
  const { status, etag, location } = response
  reply.header('vary', 'accept-encoding')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', response.cacheControl)
  if (location) return reply.redirect(location, status)
  if (status === 200) {
    reply.header('etag', etag)
    if (isNotModified(request.headers, etag)) {
      reply.prepared = { response, form: 'notModified' }
      return reply.code(304).send()
    }
  }
  const encoding = bestEncoding(request.headers['accept-encoding'])
  const bytes = await bytesIn(response, encoding)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.prepared = { response, form: encoding }
  return reply.code(status).type(response.type).send(bytes)
}

/** The `Server-Timing` of a response from the cache. */
export const timingOfHit = 'cache;desc=hit'

/** Headers that belong to one request and not to the response. */
const ofOneRequest = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'connection', 'server-timing']

/** Node writes the headers and a text in one piece, which takes a tenth less time than two pieces, up to about so many bytes. */
const shortBody = 8 * 1024

/** Stores with each prepared response the headers and the body that Fastify has sent, so that the fast path can send the same. */
export function recordHeaders(app: FastifyInstance): void {
  app.decorateReply('prepared', null)
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.prepared && request.method === 'GET') record(reply, reply.prepared)
    done()
  })
}

function record(reply: FastifyReply, { response, form }: NonNullable<FastifyReply['prepared']>) {
  if (response.status !== 200 || response.sent[form]) return
  const headers = Object.entries(reply.getHeaders())
    .filter(([name]) => !ofOneRequest.includes(name))
    .flatMap(([name, value]) => [name, String(value)])
  if (response.timing !== undefined) headers.push('server-timing', timingOfHit)
  const bytes = form === 'notModified' ? undefined : response.bytes[form]
  const body = bytes && bytes.length <= shortBody ? bytes.toString('latin1') : bytes
  response.sent[form] = { headers, body }
}
