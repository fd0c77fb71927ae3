import type { FastifyInstance } from 'fastify'
import { notShownIn } from '#content/render/rendered-content.ts'
import { may } from '#contract/roles.ts'
import {
  expectSameMail,
  queueNotification,
  readPostMail,
  storePostMail,
} from '#features/newsletters/sending/notification-changes.shared.server.ts'
import { expectChosen } from '#features/newsletters/sending/recipients.shared.server.ts'
import { columnsOfFlags, columnsToSave, sendStaffList } from '#features/published/published-routes.shared.server.ts'
import { topicsIn } from '#features/subscribers/ground/subscribers.shared.server.ts'
import { signedAs } from '#server/activity/signed-as.ts'
import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import { isLiveRow } from '#server/database/lifecycle.ts'
import type { Row } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import type { Step } from '#server/record/change-record.ts'
import { acceptForms } from '#server/resource/read-form.ts'
import type { PrepareContext } from '#server/resource/resource.ts'
import { resourceRoutes } from '#server/resource/resource-routes.ts'
import { invalid } from '#server/runtime/http-error.ts'
import {
  authorList,
  type BlogInput,
  blogInput,
  type StaffPost,
  staffPost,
  staffPostList,
  staffPostListQuery,
  staffPostSummary,
} from './blog.contract.ts'
import { postContent } from './blog.shared.server.ts'
import { blogs } from './blog.table.ts'
import { stopPostNotification } from './notification/post-notification.server.ts'

type Context = Pick<AppContext, 'database' | 'config' | 'fetchOutside'>

export async function staffBlogRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { database, config } = context
  const { newsletter } = config
  /** A notification is queued exactly when the post is saved. That of a planned post is queued when its time comes. */
  const tellSubscribers: Step<Row<typeof blogs>> = async (trx, { after, by }) => {
    if (isLiveRow('published', after, nowIn(trx)))
      await queueNotification(trx, after, { hold: newsletter.hold, createdBy: signedAs(by) })
  }
  /** How its message differs is stored with each save of a post, as it is not a part of the post. */
  const storeMail = (trx: Transaction, id: string, { mail }: PostDraft) => storePostMail(trx, id, mail)
  await acceptForms(app)
  authorRoute(app, database)

  route(app, 'GET /blogs/adminblogs', {
    access: 'staff',
    summary: 'List all posts including drafts, newest first',
    description:
      '`search` looks in title and category; `status` is `published`, `draft`, `scheduled`, `ended`, `review` for those in review or `proposed` for proposals of assistants; `sort` is `title`, `category` or `createdAt`, or one of them with `-` before it. With any parameter, the header `X-Total-Count` says how many match.',
    query: staffPostListQuery,
    answer: staffPostList,
    handler: ({ query }, reply) =>
      sendStaffList(reply, postContent, database, { query, item: staffPostSummary, field: 'blogs' }),
  })

  resourceRoutes(app, database, {
    path: '/blogs',
    readAt: '/id',
    label: 'Blog post',
    table: blogs,
    steps: [...postContent.steps, async (trx, { id, draft }) => draft && storeMail(trx, id, draft), tellSubscribers],
    // The message about a live or a scheduled post is part of what is sent.
    alongside: async (trx, id, draft, by) =>
      may(by, 'sendNewsletters') ? storeMail(trx, id, draft) : expectSameMail(trx, id, draft.mail),
    input: blogInput,
    takesForms: true,
    record: staffPost,
    duplicate: { path: 'slug', message: 'This slug is already used by another post' },
    prepare: prepareIn(context),
    notShown: ({ content = '' }) => notShownIn([content]),
    reads: ['content', 'published'],
    bulk: { publish: { published: true }, unpublish: { published: false } },
    flagColumns: columnsOfFlags(postContent, context),
    flagsAreEdits: true,
    copy: {
      nameField: 'title',
      values: () => ({
        published: false,
        sendNotification: false,
        dateShown: null,
        authorId: undefined,
        readTime: 0,
        mail: undefined,
      }),
    },
    columnsOfDraft({ post }) {
      const shown = post.dateShown ?? post.publishAt
      return { ...post, ...(shown && { createdAt: shown }) }
    },
    async find(id) {
      const found = await postContent.findForStaff(database, id)
      return found && { ...found, mail: await readPostMail(database.db, id) }
    },
    newRow: async (_trx, { post }, actor) => ({
      published: false,
      sendNotification: false,
      content: '',
      ...post,
      authorId: post.authorId ?? actor.profileId,
    }),
    changes: async (_trx, { post }) => post,
    beforeRemoval: (trx, { id }, actor) => stopPostNotification(trx, id, actor),
  })
}

type PostDraft = Pick<BlogInput, 'mail'>

/** The slow part of saving a post, done before the transaction: its picture, rendering, search text and read time. */
const prepareIn =
  (context: Context) =>
  async (
    { imageUrl, imageAlt, readTime, mail, ...input }: BlogInput,
    { stored, upload, isDraft }: PrepareContext<StaffPost>,
  ) => {
    const { database } = context
    if (input.authorId !== undefined) await expectAuthor(database, input.authorId)
    const audience = { chosen: mail?.audience, stored: stored?.mail?.audience ?? undefined, path: 'mail.audience' }
    await expectChosen(database.db, audience, await topicsIn(database.db))
    const written = { ...input, imageUrl, imageAlt }
    const saved = await columnsToSave(postContent, context, written, { stored, initially: false, upload, isDraft })
    return { text: saved.text, mail, post: { ...input, ...saved.columns, readTime: readTime || saved.readTime } }
  }

/** The authors that staff can choose. They include colleagues who have left, as do their bylines. */
function authorRoute(app: FastifyInstance, { db }: Database) {
  route(app, 'GET /authors', {
    access: 'staff',
    summary: 'List the authors of posts by name',
    answer: authorList,
    handler: () =>
      db.selectFrom('authorProfiles').select(['id as _id', 'name']).orderBy('name').orderBy('id').execute(),
  })
}

async function expectAuthor({ db }: Database, id: string): Promise<void> {
  const found = await db.selectFrom('authorProfiles').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw invalid('authorId', 'This author does not exist')
}
