import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { renderingOrPlain, renderToSave } from '#content/render/stored-rendering.ts'
import { storedVideos } from '#content/render/stored-videos.ts'
import { otherCover } from '#media/server/cover-focus.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { findPerson, findPreviewOf } from '#server/record/preview-links.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { previewedPost } from './blog.contract.ts'
import { blogs } from './blog.table.ts'
import { findPost } from './blog-queries.server.ts'

/** The call behind a preview link: anyone with its token sees the post, with the changes that wait. */
export function postLinkRoute(
  app: FastifyInstance,
  { database, config }: { database: Database; config: Config },
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/previews/blogs/:token',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Get the post of a preview link',
        description: 'Never cached. A link that has ended, was revoked or never existed answers 404.',
        params: z.object({ token: z.string() }),
        response: { 200: previewedPost },
      },
    },
    async ({ params }, reply) => {
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow')
      const { id, by, until, copy } = await findPreviewOf(database, blogs, params.token)
      const stored = await findPost(database, id, 'staff')
      if (!stored) throw notFound('This preview has ended.')
      return {
        by,
        until,
        waiting: copy !== undefined,
        post: copy ? { ...stored, ...otherCover(stored, copy), ...(await shown(copy)) } : stored,
      }
    },
  )

  async function shown({ slug: _, ...fields }: Record<string, unknown>) {
    const source = String(fields['content'] ?? '')
    const videos = await storedVideos(database, source)
    const { rendering } = await renderToSave(source, config, { isPublic: false, field: 'content', videos })
    const { html: contentHtml, headings } = renderingOrPlain(source, rendering)
    const author = await findPerson(database, 'authorProfiles', fields['authorId'])
    return { ...fields, ...(author && { author }), contentHtml, headings }
  }
}
