import type { FastifyInstance } from 'fastify'

/** The back office lives in the fragment alone; its clean addresses, as typed or bookmarked, lead there. */
export async function serveOfficeDoor(app: FastifyInstance) {
  for (const url of ['/admin', '/admin/*', '/subscribers']) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      const { pathname, search } = new URL(request.url, 'http://site.invalid')
      const path = pathname === '/subscribers' ? '/admin/subscribers' : pathname.replace(/\/+$/, '')
      return reply.header('cache-control', 'no-cache').redirect(`/#${path}${search}`, 302)
    })
  }
}
