import * as z from 'zod/mini'
import { renewRenderings } from '#content/render/renew-renderings.ts'
import type { FeatureRoutes } from '#server/feature.ts'
import { notFound } from '#server/http/errors.ts'
import { post, postList, postListQuery } from './blog.contract.ts'
import { blogs } from './blog.table.ts'
import { findCurrentSlug, findPost, listPosts, relatedPosts } from './blog-queries.server.ts'
import { staffBlogRoutes } from './blog-staff.server.ts'

/** Posts offered below a post. */
const relatedCount = 3

export const blogRoutes: FeatureRoutes = async (app, { config, database }) => {
  const tags = ['Blog']
  await staffBlogRoutes(app, database, config)
  renewRenderings(app, { config, database }, blogs, 'content')

  app.get(
    '/blogs',
    {
      config: { access: 'open' },
      schema: {
        tags,
        summary: 'Published posts, newest first, page by page',
        description:
          'With `search`, only posts that hold every word (as a beginning of a word), the best first. Staff get drafts too, and all posts when they name no page.',
        querystring: postListQuery,
        response: { 200: postList },
      },
    },
    async ({ query, staff }) => listPosts(database, query, staff ? 'staff' : 'visitor'),
  )

  app.get(
    '/blogs/:id',
    {
      config: { access: 'open' },
      schema: {
        tags,
        summary: 'A published post, by id or by slug',
        description: 'A slug that the post had before answers 301 with its present address. Staff get drafts too.',
        params: z.object({ id: z.string() }),
        response: { 200: post, 301: z.void() },
      },
    },
    async ({ params, staff }, reply) => {
      const found = await findPost(database, params.id, staff ? 'staff' : 'visitor')
      if (found) return { ...found, related: await relatedPosts(database, found, relatedCount) }
      const slug = await findCurrentSlug(database, params.id)
      if (slug === undefined) throw notFound('Blog post not found')
      return reply.redirect(`/api/blogs/${encodeURIComponent(slug)}`, 301)
    },
  )
}

export { listPublicPosts, newestPosts } from './blog-queries.server.ts'
