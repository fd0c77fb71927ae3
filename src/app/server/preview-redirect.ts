import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { findPreview } from '#server/record/preview-links.ts'
import { notFound } from '#server/runtime/http-error.ts'

/** Preview links do not name their record. Their address redirects to the page for this kind of record. */
export async function previewRedirect(app: FastifyInstance, { database }: { database: Database }) {
  app.get<{ Params: { token: string } }>('/preview/:token', { schema: { hide: true } }, async (request, reply) => {
    const { token } = request.params
    const found = await findPreview(database, token)
    if (!found) throw notFound()
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex, nofollow')
      .redirect(`/preview/${found.entity}/${encodeURIComponent(token)}`, 302)
  })
}
