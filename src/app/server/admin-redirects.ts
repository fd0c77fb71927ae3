import type { FastifyInstance } from 'fastify'
import { readTarget } from '#app/ssr/address.ts'
import { notFound } from '#server/runtime/http-error.ts'

/** The back office exists in the fragment only; its clean addresses redirect there. */
export async function adminRedirects(app: FastifyInstance) {
  for (const url of ['/admin', '/admin/*', '/subscribers']) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      const target = readTarget(request.url)
      if (!target) throw notFound()
      const { pathname, search } = target
      const path = pathname === '/subscribers' ? '/admin/subscribers' : pathname.replace(/\/+$/, '')
      return reply.header('cache-control', 'no-cache').redirect(`/#${path}${search}`, 302)
    })
  }
}
