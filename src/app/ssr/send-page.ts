import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import type { PreparedResponse } from '#server/http/response-cache.ts'
import { sendResponse, timingOfHit } from '#server/http/send-response.ts'
import { cacheLookups } from '#server/runtime/measurements.ts'

/** Browsers ask each time whether a page has changed. So do CDNs, unless they may keep it for a while. */
export const pageCacheControl = ({ cdnMaxAge }: Pick<Config, 'cdnMaxAge'>) =>
  cdnMaxAge > 0 ? `public, max-age=0, s-maxage=${cdnMaxAge}, stale-while-revalidate=${cdnMaxAge}` : 'no-cache'

/** `hit`: the page was in the cache. */
export type ProvidedPage = { page: PreparedResponse; hit: boolean }

/** Sends a page, and says in `Server-Timing` where it came from. Browsers show that to the site's own scripts only. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, { page, hit }: ProvidedPage) {
  if (hit) cacheLookups.report({ result: 'hit' })
  const { timing } = page
  if (timing !== undefined) reply.header('server-timing', hit ? timingOfHit : `cache;desc=miss, ${timing}`)
  return sendResponse(request, reply, page)
}
