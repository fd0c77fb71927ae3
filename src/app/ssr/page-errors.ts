import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { toErrorResponse } from '#server/http/errors.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { brokenDocument, type FormAgain, noticeDocument } from './document.ts'

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

/** The Retry-After of an overloaded server, in seconds. */
const retryAfter = 5

/**
 * Answers an error with a document: the problem and a link, but nothing internal.
 * @param again a posted form, which the document offers to send once more as it was typed
 */
export function sendPageError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { company, again }: { company: Config['company']; again?: FormAgain },
) {
  const { status, body } = toErrorResponse(error)
  // An overload is not an error of ours, and a flood must not fill the log.
  if (status >= 500 && !(error instanceof HttpError)) logFailure(request.log, error)
  if ((status === 503 || status === 507) && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter)
  const { title = 'That did not work', text = body.message } = notices[status] ?? {}
  const html =
    status >= 500 && !(status in notices) ? brokenDocument(company) : noticeDocument(company, { title, text, again })
  reply.headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
  return reply.code(status).type('text/html; charset=utf-8').send(html)
}
