import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { columnsOfFlags, columnsToSave, sendStaffList } from '#features/published/published-routes.shared.server.ts'
import { nowIn } from '#server/database/connect.ts'
import { isLiveRow } from '#server/database/lifecycle.ts'
import type { Row } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'
import type { Step } from '#server/record/change-record.ts'
import type { Cleared } from '#server/record/schedule.ts'
import { acceptForms } from '#server/resource/read-form.ts'
import type { PrepareContext } from '#server/resource/resource.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { authorRoute, expectAuthor } from './author-choice.server.ts'
import {
  type BlogInput,
  blogInput,
  type StaffPost,
  staffPost,
  staffPostList,
  staffPostListQuery,
  staffPostSummary,
} from './blog.contract.ts'
import { blogs } from './blog.table.ts'
import { postContent } from './blog-queries.server.ts'
import { postSteps } from './blog-writes.server.ts'
import { stopNotification } from './notification/notification-changes.server.ts'
import { queueNotification } from './notification/notification-queue.server.ts'
import { dateOf } from './post-date.server.ts'

type Parts = Pick<AppContext, 'database' | 'config' | 'fetchOutside'>

/** The calls of staff for posts. */
export async function staffBlogRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { database, config } = parts
  const { newsletter } = config
  /** A notification is queued exactly when the post is saved. That of a planned post is queued when its time comes. */
  const tellSubscribers: Step<Row<typeof blogs>> = async (trx, { after, by }) =>
    isLiveRow('published', after, nowIn(trx)) && queueNotification(trx, after, { hold: newsletter.hold, by: by.name })
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
    steps: [...postSteps, tellSubscribers],
    input: blogInput,
    takesForms: true,
    record: staffPost,
    duplicate: { path: 'slug', message: 'This slug is already used by another post' },
    prepare: prepareIn(parts),
    bulk: { publish: { published: true }, unpublish: { published: false } },
    flagColumns: columnsOfFlags(postContent, parts),
    flagsAreEdits: true,
    copy: {
      nameField: 'title',
      values: () => ({ published: false, sendNotification: false, dateShown: null, authorId: undefined, readTime: 0 }),
    },
    columnsOfDraft: ({ post }) => post,
    find: (id) => postContent.findForStaff(database, id),
    newRow: async (_trx, { post }, by) => ({
      published: false,
      sendNotification: false,
      content: '',
      ...post,
      authorId: post.authorId ?? by.profileId,
    }),
    changes: async (_trx, { post }) => post,
    beforeRemoval: (trx, { id }, by) => stopNotification(trx, id, by),
  })
}

/** The slow part of saving a post, done before the transaction: its picture, rendering, search text and read time. */
const prepareIn =
  (parts: Parts) =>
  async (
    { imageUrl, imageAlt, readTime, ...input }: Cleared<BlogInput>,
    { stored, upload }: PrepareContext<StaffPost>,
  ) => {
    const { database } = parts
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
