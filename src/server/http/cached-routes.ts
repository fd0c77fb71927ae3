import type { FastifyInstance } from 'fastify'
import { chosenTime } from '#server/runtime/clock.ts'
import { cacheLookups } from '#server/runtime/measurements.ts'
import { type MadeResponse, prepareResponse, type ResponseCache } from './response-cache.ts'
import { sendResponse } from './send-response.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `content`: the answer to a visitor depends only on the address and the public content (all writes through
     * `changeContent`), so it is cached until that changes. Unset: not cached.
     */
    cache?: 'content'
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

/** Whether visitors may make a call with this `config.access`, perhaps in addition to staff. */
export const isForVisitors = (access: string | undefined) => access === 'public' || access === 'open'
