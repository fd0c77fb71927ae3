import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chosenTime } from '#server/runtime/clock.ts'
import { cacheLookups } from '#server/runtime/measurements.ts'
import {
  bestEncoding,
  bytesIn,
  type Form,
  isNotModified,
  type MadeResponse,
  type PreparedResponse,
  prepareResponse,
  type ResponseCache,
} from './response-cache.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `content`: the answer to a visitor depends only on the address and the public content (all writes through
     * `changeContent`), so it is cached until that changes. Unset: not cached.
     */
    cache?: 'content'
  }
  interface FastifyReply {
    /** The prepared response that this reply sends. */
    prepared: { response: PreparedResponse; form: Form } | null
  }
}

export type CacheOptions = { cache: ResponseCache; readVersion: () => Promise<string | null> }

const json = 'application/json; charset=utf-8'

/** An address without a query or encoded characters; visitors can invent any number of the others. */
const ordinaryAddress = /^\/[\w/.~-]*$/

/** Thrown for an answer that must not be cached, such as a redirect. */
const notCached = new Error('This answer is not cached')

/** Caches the answers of the routes that are registered afterwards with `config.cache`, for calls without a token. */
export function cacheAnswers(app: FastifyInstance, { cache, readVersion }: CacheOptions): void {
  app.addHook('onRoute', (route) => {
    const { config, handler, url } = route
    if (config?.cache !== 'content') return
    if (!isForVisitors(config.access) || config.rateLimit)
      throw new Error(`${url}: only what everyone may read, with the common rate limit, can be cached`)
    route.handler = async function (request, reply) {
      // The version is read before the content, so that a cached answer is never older than its version.
      const forAll = request.headers.authorization === undefined && chosenTime() === undefined
      const version = forAll ? await readVersion() : null
      if (version === null) return handler.call(this, request, reply)
      let own: { answer: unknown } | undefined
      const make = async (): Promise<MadeResponse> => {
        // Awaiting a sent reply yields nothing, so the reply itself reports that it was sent.
        const answer = await handler.call(this, request, reply)
        if (reply.sent || reply.statusCode !== 200) {
          own = { answer }
          throw notCached
        }
        return {
          response: prepareResponse({ text: String(reply.serialize(answer)), type: json, counted: true }),
          keep: ordinaryAddress.test(request.url) ? 'ordinary' : 'invented',
        }
      }
      try {
        const { url: key } = request
        const found = cache.find(key, version)
        if (found) cacheLookups.report({ result: 'hit' })
        const response = found ?? (await (cache.underWay(key, version) ?? cache.make(key, version, make)))
        return sendResponse(request, reply, response)
      } catch (error) {
        if (error !== notCached) throw error
        return own ? own.answer : handler.call(this, request, reply)
      }
    }
  })
}

/** Whether visitors may make a call with this `access`, perhaps in addition to staff. */
export const isForVisitors = (access: string | undefined) => access === 'public' || access === 'open'

/** Sends a prepared response in the best encoding that the client accepts, or 304 if the client has it. */
export async function sendResponse(request: FastifyRequest, reply: FastifyReply, response: PreparedResponse) {
  const { status, etag, location, headers: { vary, ...headers } = {} } = response
  reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding').headers(headers)
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

/** The headers that every visitor may receive again. All others belong to the visitor who came first, such as cookies and counts of limits. */
const ofEveryVisitor = new Set([
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'etag',
  'link',
  'vary',
  'x-robots-tag',
  // Those of `security/headers.ts`.
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'reporting-endpoints',
  'strict-transport-security',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
])

/** Node writes the headers and a text in one piece, which takes a tenth less time than two pieces, up to about this many bytes. */
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
    .filter(([name]) => ofEveryVisitor.has(name))
    .flatMap(([name, value]) => [name, String(value)])
  if (response.timing !== undefined) headers.push('server-timing', timingOfHit)
  const bytes = form === 'notModified' ? undefined : response.bytes[form]
  const body = bytes && bytes.length <= shortBody ? bytes.toString('latin1') : bytes
  response.sent[form] = { headers, body }
}
