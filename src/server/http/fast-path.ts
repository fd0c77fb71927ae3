import { lookup } from 'node:dns/promises'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import type { FastifyHttpOptions, FastifyServerFactory } from 'fastify'
import { cacheLookups, requests } from '#server/runtime/measurements.ts'
import { nodeHttp } from '#server/runtime/node-http.ts'
import { asOfTokenOf } from '#server/security/signed-tokens.ts'
import { markdownAddress, prefersMarkdown } from './markdown-form.ts'
import { type CountRead, isInternal } from './rate-limits.ts'
import { bestEncoding, isNotModified, type ResponseCache } from './response-cache.ts'

type Options = {
  cache: ResponseCache
  /** The current content version, or null if it has to be read, or if Fastify is to answer everything. */
  currentVersion: () => string | null
  countRead: CountRead
}

/**
 * Answers a request for a cached response without Fastify, whose routing, hooks and reply cost several times more than sending the bytes.
 * It sends the headers that Fastify sent with the same response, and leaves every other request to Fastify.
 * @returns whether the request is answered
 */
export function createFastPath({ cache, currentVersion, countRead }: Options) {
  return function answer(request: IncomingMessage, reply: ServerResponse): boolean {
    const { method, url = '', headers } = request
    if (method !== 'GET') return false
    // Staff may get another answer, and Fastify handles requests with a body.
    if (headers.authorization !== undefined || asOfTokenOf(headers.cookie) !== undefined) return false
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
    const version = currentVersion()
    const key = prefersMarkdown(headers.accept) ? markdownAddress(url) : url
    const response = version === null ? undefined : cache.find(key, version)
    if (!response) return false
    const form = isNotModified(headers, response.etag) ? 'notModified' : bestEncoding(headers['accept-encoding'])
    const sent = response.sent[form]
    if (!sent) return false
    const reported = requests.wanted && !isInternal(request)
    if (reported && response.route === undefined) return false
    const limit = response.counted ? countRead(request) : []
    if (!limit) return false
    if (reported) report(method, response.route ?? '', reply)
    reply.writeHead(form === 'notModified' ? 304 : 200, limit.length > 0 ? [...sent.headers, ...limit] : sent.headers)
    reply.end(sent.body, 'latin1')
    return true
  }
}

function report(method: string, route: string, reply: ServerResponse) {
  const start = performance.now()
  cacheLookups.report({ result: 'hit' })
  reply.once('finish', () =>
    requests.report({ method, route, status: reply.statusCode, seconds: (performance.now() - start) / 1_000 }),
  )
}

/**
 * Creates the server as Fastify does, with a fast path before Fastify's handler.
 * @param host the name that the server listens at
 */
export const serverWith =
  (answer: (request: IncomingMessage, reply: ServerResponse) => boolean, host: string): FastifyServerFactory =>
  (handler, options) => {
    const { http, keepAliveTimeout, requestTimeout, connectionTimeout = 0 } = options as FastifyHttpOptions<Server>
    const listener: RequestListener = (request, reply) => {
      // Node sends no body in answer to HEAD, whatever a handler writes, so no route needs a second one for it.
      if (request.method === 'HEAD') request.method = 'GET'
      const answered = answer(request, reply)
      // A timer for each request costs 3 % of its time, so it is only set if the answer is not sent at once. Node removes it with the next request.
      if (!answered || reply.writableLength > 0) request.socket.setTimeout(connectionTimeout)
      if (!answered) handler(request, reply)
    }
    const server = nodeHttp.createServer({ ...http, keepAliveTimeout, requestTimeout }, listener)
    // Without a server factory Fastify listens at all addresses of `localhost`.
    if (host === 'localhost') server.once('listening', () => void listenAtOthers(server, host))
    return server
  }

/** Calls that are answered without Fastify, by their path: those that come so often that its hooks would cost more than their work. */
export type FastCalls = Map<string, RequestListener>

/** Answers a POST to one of these paths. @returns whether the request is answered */
export const answerFastCall = (calls: FastCalls) => (request: IncomingMessage, reply: ServerResponse) => {
  const call = request.method === 'POST' ? calls.get(request.url ?? '') : undefined
  call?.(request, reply)
  return call !== undefined
}

/** Listens at the other addresses of a host too, and hands their connections to the server. */
async function listenAtOthers(server: Server, host: string) {
  const { address, port } = server.address() as AddressInfo
  const others = (await lookup(host, { all: true })).filter((other) => other.address !== address)
  for (const other of others) {
    const second = createNetServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    )
    // Best effort: the first address already serves.
    second.on('error', () => {})
    second.listen({ host: other.address, port })
    server.once('close', () => second.close())
  }
}
