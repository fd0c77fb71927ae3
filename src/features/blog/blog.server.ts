import * as z from 'zod/mini'
import { renewRenderings } from '#content/render/renew-renderings.ts'
import { visibleText } from '#content/render/stored-rendering.ts'
import { feature, idParams } from '#server/feature.ts'
import { sendWholeList } from '#server/http/whole-list.ts'
import { defineEntity } from '#server/record/entity.ts'
import { gone, notFound } from '#server/runtime/http-error.ts'
import { highlights, listedPost, post, postList, postListQuery } from './blog.contract.ts'
import { blogs } from './blog.table.ts'
import {
  allListedPosts,
  findHighlights,
  findPost,
  listPosts,
  publicPosts,
  relatedPosts,
  toSummary,
} from './blog-queries.server.ts'
import { staffBlogRoutes } from './blog-staff.server.ts'
import { erasePost, findCurrentSlug, isGone, reindexPosts } from './blog-writes.server.ts'
import { deleteNotification } from './notification/notification-changes.server.ts'
import { postLinkRoute } from './post-link.server.ts'

/** Number of related posts shown below a post. */
const relatedCount = 3

export const blogRoutes = feature('Blog', async (app, { config, database, fetchOutside }) => {
  await staffBlogRoutes(app, { config, database, fetchOutside })
  postLinkRoute(app, { config, database })
  renewRenderings(app, { config, database }, blogs, 'content')

  app.get(
    '/blogs',
    {
      config: { access: 'open', cache: 'content' },
      schema: {
        summary: 'List published posts, newest first, page by page',
        description:
          'With `search`, only posts in which every search term begins a word, best matches first. Staff also get drafts, and all posts unless they name a page.',
        querystring: postListQuery,
        response: { 200: postList },
      },
    },
    async ({ query, staff }, reply) => {
      const { search, category } = query
      if (!staff || query.page !== undefined || search?.trim())
        return listPosts(database, query, staff ? 'staff' : 'visitor')
      return sendWholeList(reply, await allListedPosts(database, category), ['blogs.createdAt', 'blogs.id'], {
        item: listedPost,
        toItem: toSummary,
        field: 'blogs',
        after: (empty) => ({ totalPages: empty ? 0 : 1 }),
      })
    },
  )

  app.get(
    '/blog-highlights',
    {
      config: { access: 'public', cache: 'content' },
      schema: {
        summary: 'List the newest published posts, and the newest of each category',
        response: { 200: highlights },
      },
    },
    async () => ({ blogs: await findHighlights(database) }),
  )

  app.get(
    '/blogs/:id',
    {
      config: { access: 'open', cache: 'content' },
      schema: {
        summary: 'Get a published post by id or slug',
        description: 'A former slug redirects to the current one with 301. Staff also get drafts.',
        params: idParams,
        response: { 200: post, 301: z.void() },
      },
    },
    async ({ params, staff }, reply) => {
      const found = await findPost(database, params.id, staff ? 'staff' : 'visitor')
      if (found) return { ...found, related: await relatedPosts(database, found, relatedCount) }
      const slug = await findCurrentSlug(database, params.id)
      if (slug === undefined)
        throw (await isGone(database, params.id)) ? gone('Blog post not found') : notFound('Blog post not found')
      return reply.redirect(`/api/blogs/${encodeURIComponent(slug)}`, 301)
    },
  )
})

export const postEntity = defineEntity(blogs, {
  label: 'Blog post',
  plural: 'Posts',
  path: '/blog',
  addresses: publicPosts,
  reindex: (database, config) => reindexPosts(database, ({ content }) => visibleText(database, config, content)),
  async erase(trx, id) {
    await deleteNotification(trx, id)
    return erasePost(trx, id)
  },
})

export { newestPosts, publicPosts } from './blog-queries.server.ts'
