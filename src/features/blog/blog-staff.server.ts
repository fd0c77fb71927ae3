import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { columnsOfFlags, columnsToSave, sendStaffList } from '#features/published/published-routes.shared.server.ts'
import type { Transaction } from '#server/database/connect.ts'
import { updateRow } from '#server/database/rows.ts'
import type { AppContext } from '#server/feature.ts'
import type { Staff } from '#server/identity/staff.ts'
import type { Cleared } from '#server/record/schedule.ts'
import { moveToTrash } from '#server/record/trash.ts'
import { acceptForms } from '#server/resource/read-form.ts'
import type { PrepareContext } from '#server/resource/resource.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { authorRoute, expectAuthor } from './author-choice.server.ts'
import {
  type BlogInput,
  blogInput,
  staffPost,
  staffPostList,
  staffPostListQuery,
  staffPostSummary,
} from './blog.contract.ts'
import { blogs } from './blog.table.ts'
import { postContent } from './blog-queries.server.ts'
import { createPost, updatePost } from './blog-writes.server.ts'
import { stopNotification } from './notification/notification-changes.server.ts'
import { queueNotification } from './notification/notification-queue.server.ts'
import { dateOf } from './post-date.server.ts'
import { isPublicPost } from './posts.shared.server.ts'

type Parts = Pick<AppContext, 'database' | 'config' | 'fetchOutside'>
type Draft = Awaited<ReturnType<ReturnType<typeof prepareIn>>>

/** The calls with which staff manage posts. */
export async function staffBlogRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { database, config } = parts
  const { newsletter } = config
  /** Runs in the transaction that saves the post, so that a notification is queued exactly when the post is saved. */
  const tellSubscribers = async (trx: Transaction, id: string, by: Staff) => {
    const saved = await trx
      .selectFrom('blogs')
      .select(['id', 'published', 'sendNotification'])
      .where('id', '=', id)
      // That of a planned post is queued when its time comes.
      .where(isPublicPost(database.now()))
      .executeTakeFirst()
    if (saved) await queueNotification(trx, blogs.decode(saved), { hold: newsletter.hold, by: by.name })
  }
  await acceptForms(app)
  authorRoute(app, database)

  app.withTypeProvider<ZodTypeProvider>().get(
    '/blogs/adminblogs',
    {
      config: { access: 'staff' },
      schema: {
        summary: 'List all posts including drafts, newest first',
        description:
          '`search` looks in title and category; `status` is `published`, `draft`, `scheduled` or `ended`; `sort` is `title`, `category` or `createdAt`, or one of them with `-` before it. With any parameter, the header `X-Total-Count` says how many match.',
        querystring: staffPostListQuery,
        response: { 200: staffPostList },
      },
    },
    ({ query }, reply) =>
      sendStaffList(reply, postContent, database, { query, item: staffPostSummary, field: 'blogs' }),
  )

  resourceRoutes(app, database, {
    path: '/blogs',
    readAt: '/id',
    tag: 'Blog',
    label: 'Blog post',
    table: blogs,
    input: blogInput,
    takesForms: true,
    record: staffPost,
    duplicate: { path: 'slug', message: 'This slug is already used by another post' },
    prepare: prepareIn(parts),
    bulk: { publish: { published: true }, unpublish: { published: false } },
    flagColumns: columnsOfFlags(postContent, parts),
    setFlags: async (trx, id, columns, by) => {
      await updateRow(trx, blogs, id, { ...columns, updatedBy: by.name })
      await tellSubscribers(trx, id, by)
    },
    copy: {
      nameField: 'title',
      values: () => ({ published: false, sendNotification: false, dateShown: null, authorId: undefined, readTime: 0 }),
    },
    columnsOfDraft: ({ post }) => post,
    find: (id) => postContent.findForStaff(database, id),
    create: async (trx: Transaction, { text, post }: Draft, by: Staff) => {
      const draft = {
        published: false,
        sendNotification: false,
        content: '',
        ...post,
        authorId: post.authorId ?? by.profileId,
        updatedBy: by.name,
      }
      const created = await createPost(trx, draft, text)
      await tellSubscribers(trx, created.id, by)
      return created
    },
    update: async (trx, id, { text, post }, by) => {
      const updated = await updatePost(trx, id, { ...post, updatedBy: by.name }, text)
      if (updated) await tellSubscribers(trx, id, by)
      return updated
    },
    async remove(trx, id, by) {
      await stopNotification(trx, id, by)
      return moveToTrash(trx, blogs, id, { by, at: database.now() })
    },
  })
}

/** The slow part of saving a post, done before the transaction: its picture, rendering, search text and read time. */
const prepareIn =
  (parts: Parts) =>
  async ({ imageUrl, imageAlt, readTime, ...input }: Cleared<BlogInput>, { id, upload }: PrepareContext) => {
    const { database } = parts
    const stored = id === undefined ? undefined : await postContent.findForStaff(database, id)
    if (input.authorId !== undefined) await expectAuthor(database, input.authorId)
    const written = { ...input, imageUrl, imageAlt }
    const saved = await columnsToSave(postContent, parts, written, { stored, initially: false, upload })
    return {
      text: saved.text,
      post: {
        ...input,
        ...dateOf(input, stored, database.now()),
        ...saved.columns,
        readTime: readTime || saved.readTime,
      },
    }
  }
