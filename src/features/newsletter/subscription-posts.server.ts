import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { internalHeaders } from '#server/http/internal-request.ts'

/** The body that a mail program posts to unsubscribe its reader (RFC 8058), in either of the two encodings that it may choose. */
const oneClick = /List-Unsubscribe\s*(=|"\s+)\s*One-Click/i
const largestBody = 16 * 1024

/**
 * Handles the buttons of the pages that messages link to, for browsers without JavaScript, and the one-click unsubscription of mail programs.
 * Opening such a page changes nothing; only a POST does.
 */
export async function serveSubscriptionLinks(app: FastifyInstance): Promise<void> {
  // Mail programs send multipart or no particular type, so the body is read as text and searched.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largestBody }, (_request, body, done) =>
    done(null, body),
  )

  const tokenOf = (request: FastifyRequest) => (request.query as { token?: string }).token ?? ''
  // Large mail providers unsubscribe their readers from a few addresses, so the rate limits for visitors do not apply.
  const call = (path: string, payload: object) =>
    app.inject({ method: 'POST', url: `/api/newsletter/${path}`, headers: internalHeaders, payload })
  // The page always shows the current state, and reloading it does not post again.
  const back = (reply: FastifyReply, page: string, token: string, done: string) =>
    reply.redirect(`${page}?${new URLSearchParams({ token, done })}`, 303)

  for (const purpose of ['unsubscribe', 'confirm'] as const) {
    const page = `/newsletter/${purpose}`
    app.post(page, { schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      const token = tokenOf(request)
      reply.header('cache-control', 'no-store')
      if (purpose === 'unsubscribe' && oneClick.test(body)) {
        const { statusCode, body: answer } = await call('subscription', { purpose, token, action: 'unsubscribe' })
        return reply
          .code(statusCode)
          .type('text/plain; charset=utf-8')
          .send(statusCode === 200 ? 'Unsubscribed' : messageOf(answer))
      }
      const fields = new URLSearchParams(body)
      const action = fields.get('action') ?? purpose
      const reason = fields.get('reason') ?? undefined
      await call('subscription', { purpose, token, action, reason })
      return back(reply, page, token, reason ? 'reason' : action)
    })
  }

  const page = '/newsletter/preferences'
  app.post(page, { schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
    const fields = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    const token = tokenOf(request)
    const action = fields.get('action') ?? 'save'
    const reason = fields.get('reason') ?? undefined
    const topics = action === 'save' ? fields.getAll('topics') : undefined
    const { statusCode } = await call('preferences', { token, action, topics, reason })
    reply.header('cache-control', 'no-store')
    return back(reply, page, token, statusCode === 422 ? 'none' : reason ? 'reason' : action)
  })
}

const messageOf = (answer: string) => String(JSON.parse(answer).message ?? '')
