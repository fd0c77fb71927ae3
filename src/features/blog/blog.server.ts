import * as z from 'zod/mini'
import { renewRenderings } from '#content/render/renew-renderings.ts'
import { visibleText } from '#content/render/stored-rendering.ts'
import { refuseIfNamed } from '#features/newsletters/sending/recipients.shared.server.ts'
import { previewedContent, previewRoute, redirectFormer } from '#features/published/published-routes.shared.server.ts'
import { feature } from '#server/feature.ts'
import { sendWholeList } from '#server/http/long-lists.ts'
import { route } from '#server/http/route.ts'
import { defineEntity } from '#server/record/entity.ts'
import { highlights, listedPost, post, postList, postListQuery, previewedPost, staffPost } from './blog.contract.ts'
import { findHighlights, postContent, publicPosts, relatedPosts } from './blog.shared.server.ts'
import { authorProfiles, blogPastSlugs, blogs } from './blog.table.ts'
import { staffBlogRoutes } from './blog-staff.server.ts'
import { deletePostNotification } from './notification/post-notification.server.ts'

const relatedCount = 3

export const blogRoutes = feature('Blog', async (app, context) => {
  const { config, database } = context
  await staffBlogRoutes(app, context)
  previewRoute(app, database, previewedContent(postContent, context), { one: 'post', answer: previewedPost })
  renewRenderings(app, { config, database }, blogs, ['content'])

  route(app, 'GET /blogs', {
    access: 'open',
    cache: 'content',
    summary: 'List published posts, newest first, page by page',
    description:
      'With `search`, only posts in which every search term begins a word, best matches first. Staff also get drafts, and all posts unless they name a page.',
    query: postListQuery,
    answer: postList,
    handler: async ({ query, staff }, reply) => {
      const { search, category } = query
      if (!staff || query.page !== undefined || search?.trim()) {
        const { items, ...counts } = await postContent.listPage(database, query, staff ? 'staff' : 'visitor')
        return { blogs: items, ...counts }
      }
      return sendWholeList(reply, await postContent.allListed(database, { category }), postContent.keys, {
        item: listedPost,
        toItem: postContent.toSummary,
        field: 'blogs',
        after: (empty) => ({ totalPages: empty ? 0 : 1 }),
      })
    },
  })

  route(app, 'GET /blog-highlights', {
    access: 'public',
    cache: 'content',
    summary: 'List the newest published posts, and the newest of each category',
    answer: highlights,
    handler: async () => ({ blogs: await findHighlights(database) }),
  })

  route(app, 'GET /blogs/:id', {
    access: 'open',
    cache: 'content',
    summary: 'Get a published post by id or slug',
    description: 'A former slug redirects to the current one with 301. Staff also get drafts.',
    answer: { 200: post, 301: z.void() },
    handler: async ({ params: { id }, staff }, reply) => {
      const found = await postContent.find(context, id, staff ? 'staff' : 'visitor')
      if (found) return { ...found, related: await relatedPosts(database, found, relatedCount) }
      return redirectFormer(reply, postContent, { database, path: '/blogs', label: 'Blog post', slug: id })
    },
  })
})

export const postEntity = defineEntity(blogs, {
  label: 'Blog post',
  record: staffPost,
  sides: [
    { table: authorProfiles, key: 'id' },
    { table: blogPastSlugs, key: 'slug', parts: { blogId: 'blogs' } },
  ],
  plural: 'Posts',
  path: '/blog',
  reviewed: true,
  addresses: publicPosts,
  formerSlugs: postContent.formerSlugs,
  reindex: (database, config, signal) =>
    postContent.reindex(database, ({ content }) => visibleText(database, config, content), signal),
  refuseErasure: (trx, id) => refuseIfNamed(trx, { blogId: id }),
  async erase(trx, id) {
    await deletePostNotification(trx, id)
    return postContent.remove(trx, id)
  },
})
