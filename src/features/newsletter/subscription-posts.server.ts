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

  const act = async (purpose: string, action: string, request: FastifyRequest) => {
    const { token = '' } = request.query as { token?: string }
    // Large mail providers unsubscribe their readers from a few addresses, so the rate limits for visitors do not apply.
    const payload = { purpose, token, action }
    return app.inject({ method: 'POST', url: '/api/newsletter/subscription', headers: internalHeaders, payload })
  }

  for (const purpose of ['unsubscribe', 'confirm'] as const) {
    const page = `/newsletter/${purpose}`
    app.post(page, { schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      reply.header('cache-control', 'no-store')
      if (purpose === 'unsubscribe' && oneClick.test(body)) {
        const { statusCode, body: answer } = await act(purpose, 'unsubscribe', request)
        return reply
          .code(statusCode)
          .type('text/plain; charset=utf-8')
          .send(statusCode === 200 ? 'Unsubscribed' : messageOf(answer))
      }
      const action = new URLSearchParams(body).get('action') ?? purpose
      await act(purpose, action, request)
      // The page always shows the current state, and reloading it does not post again.
      const { token = '' } = request.query as { token?: string }
      return reply.redirect(`${page}?${new URLSearchParams({ token, done: action })}`, 303)
    })
  }
}

const messageOf = (answer: string) => String(JSON.parse(answer).message ?? '')
