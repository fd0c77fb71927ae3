import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { sendResponse, timingOfHit } from '#server/http/cached-routes.ts'
import { toErrorResponse } from '#server/http/errors.ts'
import type { PreparedResponse } from '#server/http/response-cache.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { cacheLookups } from '#server/runtime/measurements.ts'
import type { FormResult } from '#web/form-result.tsx'
import { brokenDocument, type FormAgain, noticeDocument } from './document.ts'

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

/** The texts for visitors if the API's message is meant for programs. */
const notices: Record<number, { title: string; text?: string }> = {
  413: {
    title: 'That is too large',
    text: 'The request is larger than this page accepts. Go back: your text is still there.',
  },
  415: { title: 'That did not work', text: 'This page does not accept this request.' },
  429: { title: 'Too many requests' },
  503: { title: 'One moment, please' },
  507: { title: 'That cannot be saved' },
}

/**
 * Answers an error with a document: the problem and a link, but nothing internal.
 * @param again a posted form, which the document offers to send again as it was typed
 */
export function sendPageError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { company, again }: { company: Config['company']; again?: FormAgain },
) {
  const { status, body, retryAfter } = toErrorResponse(error)
  // An overload is not an error of ours, and a flood must not fill the log.
  if (status >= 500 && !(error instanceof HttpError)) logFailure(request.log, error)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const { title = 'That did not work', text = body.message } = notices[status] ?? {}
  const html =
    status >= 500 && !(status in notices) ? brokenDocument(company) : noticeDocument(company, { title, text, again })
  reply.headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
  return reply.code(status).type('text/html; charset=utf-8').send(html)
}

/** Renders a page for one visitor, counted against the visitor's rate limit. */
export type RenderFor = (request: FastifyRequest, url: string, form: FormResult | null) => Promise<PreparedResponse>

export type SendMade = (
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  text: () => Promise<string>,
) => Promise<FastifyReply>
