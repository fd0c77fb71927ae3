import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { staffListQuery } from '#contract/common.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { errorAnswers } from '#server/errors.ts'
import type { Staff } from '#server/identity/staff.ts'
import { staffPart } from '#server/paging.ts'
import { measuredContent } from '#server/rendered-content.ts'
import { pictureFields } from '#server/staff/picture-fields.ts'
import { takeForms } from '#server/staff/read-form.ts'
import type { Given } from '#server/staff/resource.ts'
import { resourceRoutes } from '#server/staff/resource-routes.ts'
import { type BlogInput, blogInput, staffPost, staffPostList } from './blog.contract.ts'
import { blogs } from './blog.table.ts'
import { findStaffPost, staffPosts, toSummary } from './blog-queries.server.ts'
import { createPost, deletePost, updatePost } from './blog-writes.server.ts'

type Draft = Awaited<ReturnType<ReturnType<typeof prepareIn>>>

/** What staff call to write posts. */
export async function staffBlogRoutes(app: FastifyInstance, database: Database): Promise<void> {
  const { kind } = database
  await takeForms(app)

  app.withTypeProvider<ZodTypeProvider>().get(
    '/blogs/adminblogs',
    {
      schema: {
        tags: ['Blog'],
        summary: 'All posts, drafts too, newest first',
        description:
          '`search` looks in title and category, `status` is `published` or `draft`. A part has the number of all in `X-Total-Count`.',
        querystring: staffListQuery,
        response: { 200: staffPostList, ...errorAnswers(400, 401, 403, 422, 429) },
      },
    },
    async ({ query }, reply) => ({ blogs: (await staffPart(reply, query, staffPosts(database, query))).map(toSummary) }),
  )

  resourceRoutes(app, database, {
    path: '/blogs',
    readAt: '/id',
    tag: 'Blog',
    word: 'Blog post',
    table: blogs,
    input: blogInput,
    takesForms: true,
    record: staffPost,
    taken: { path: 'slug', message: 'This slug is already used by another post' },
    prepare: prepareIn(database),
    find: (id) => findStaffPost(database, id),
    create: (trx: Transaction, { words, post }: Draft, by: Staff) =>
      createPost(
        trx,
        kind,
        { published: false, sendNotification: false, content: '', ...post, authorId: by.profileId, updatedBy: by.name },
        words,
      ),
    update: (trx, id, { words, post }, by) => updatePost(trx, kind, id, { ...post, updatedBy: by.name }, words),
    remove: (trx, id) => deletePost(trx, kind, id),
  })
}

/** The slow part of writing a post: its picture, its words for the search, the time it takes to read. */
const prepareIn =
  (database: Database) =>
  async ({ imageUrl, imageAlt, readTime, ...input }: BlogInput, { id, upload }: Given) => {
    const content = input.content ?? (id && (await findStaffPost(database, id))?.content) ?? ''
    const measured = await measuredContent(content)
    return {
      words: measured.text,
      post: {
        ...input,
        ...(await pictureFields(database, { imageUrl, imageAlt }, upload)),
        readTime: readTime || measured.readTime,
      },
    }
  }
