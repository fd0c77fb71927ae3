import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { StaffListQuery } from '#contract/fields.ts'
import type { Database } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { paginate } from '#server/http/paging.ts'
import { deliveries } from '#server/mail/deliveries.table.ts'
import { longestHold } from '#server/mail/queue.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { isPresentPost, isPublicPost } from '../posts.shared.server.ts'
import type { NotificationState, NotificationStatus, Recipient, RecipientState } from './notifications.contract.ts'
import { type Notification, notifications } from './notifications.table.ts'

const reasonsListed = 5
const underWayListed = 20
const noCounts = { waiting: 0, retrying: 0, sending: 0, sent: 0, skipped: 0, failed: 0 } satisfies Record<
  RecipientState,
  number
>

export const messagesOf = (notificationId: string) => ({ kind: 'newsletter' as const, subjectId: notificationId })

/** A waiting row that was tried before is shown as `retrying`. */
const recipientState = sql<RecipientState>`case when "deliveries"."state" = 'waiting' and "deliveries"."attempts" > 0 then 'retrying' else "deliveries"."state" end`

/**
 * The status of a post's notification.
 * @throws HttpError 404 when there is no such post
 */
export async function readStatus(database: Database, blogId: string): Promise<NotificationStatus> {
  const post = await database.db
    .selectFrom('blogs')
    .select((post) => [
      'title',
      'published',
      'sendNotification',
      'publishAt',
      sql<boolean>`${isPublicPost(database.now())(post)}`.as('isLive'),
    ])
    .where('id', '=', blogId)
    .where(isPresentPost)
    .executeTakeFirst()
  if (!post) throw notFound('Blog post not found')
  const about = { blogId, title: post.title }
  const none = { recipients: 0, removed: 0, counts: noCounts, failures: [] }
  const notification = await findNotification(database, blogId)
  if (!notification) {
    const { published, sendNotification, publishAt } = post
    if (!published || !sendNotification || publishAt === null || publishAt <= database.now())
      return { ...about, ...none, state: 'none' }
    return { ...about, ...none, state: 'planned', holdUntil: publishAt }
  }

  const [groups, failures] = await Promise.all([
    countStates(database, notification.id),
    countReasons(database, notification.id),
  ])
  const counts = { ...noCounts, ...Object.fromEntries(groups.map(({ state, count }) => [state, count])) }
  const { recipients, holdUntil, createdAt, createdBy } = notification
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const state = stateOf(notification, Boolean(post.isLive), counts)
  const finishedAt = groups
    .flatMap(({ last }) => last ?? [])
    .toSorted()
    .at(-1)
  return {
    ...about,
    state,
    recipients,
    removed: Math.max(0, recipients - all),
    counts,
    holdUntil,
    createdAt,
    createdBy,
    ...(state === 'sent' && finishedAt ? { finishedAt } : {}),
    failures,
  }
}

/** Notifications with something left to send, the newest first. */
export async function readUnderWay(database: Database): Promise<NotificationStatus[]> {
  const rows = await database.db
    .selectFrom('notifications')
    .innerJoin('blogs', 'blogs.id', 'notifications.blogId')
    .where(isPresentPost)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries')
          .where('deliveries.kind', '=', 'newsletter')
          .whereRef('deliveries.subjectId', '=', 'notifications.id')
          .where('deliveries.state', 'in', ['waiting', 'sending'])
          .select('deliveries.id'),
      ),
    )
    .select('blogId')
    .orderBy('notifications.createdAt', 'desc')
    .limit(underWayListed)
    .execute()
  return Promise.all(rows.map(({ blogId }) => readStatus(database, blogId)))
}

function stateOf({ holdUntil, pausedAt }: Notification, isLive: boolean, counts: typeof noCounts): NotificationState {
  const { waiting, retrying, sending } = counts
  if (waiting + retrying + sending === 0) return 'sent'
  if (!isLive) return 'draft'
  if (pausedAt) return 'paused'
  const left = Date.parse(holdUntil) - Date.now()
  return left > 0 && left <= longestHold + clockSkew ? 'held' : 'sending'
}

export async function findNotification(
  { db }: Pick<Database, 'db'>,
  blogId: string,
): Promise<Notification | undefined> {
  const row = await db.selectFrom('notifications').selectAll().where('blogId', '=', blogId).executeTakeFirst()
  return row && notifications.decode(row)
}

const countStates = async (database: Database, notificationId: string) =>
  (await readerFor(database, 'deliveries'))
    .selectFrom('deliveries')
    .where(({ and }) => and(messagesOf(notificationId)))
    .select(({ fn }) => [recipientState.as('state'), fn.countAll<number>().as('count'), fn.max('settledAt').as('last')])
    .groupBy(recipientState)
    .execute()

async function countReasons(database: Database, notificationId: string) {
  const rows = await (await readerFor(database, 'deliveries'))
    .selectFrom('deliveries')
    .where(({ and }) => and(messagesOf(notificationId)))
    .where('state', '=', 'failed')
    .select(({ fn }) => ['reason', fn.countAll<number>().as('count')])
    .groupBy('reason')
    .orderBy('count', 'desc')
    .orderBy('reason')
    .limit(reasonsListed)
    .execute()
  return rows.map(({ reason, count }) => ({ reason: reason ?? '', count }))
}

/** A page of the recipients of a notification, failures first. `status` is a recipient's state, `search` a part of the address. */
export async function listRecipients(
  database: Database,
  notificationId: string,
  query: StaffListQuery,
  reply: FastifyReply,
): Promise<Recipient[]> {
  const { search, status } = query
  const db = await readerFor(database, 'deliveries')
  const rows = db
    .selectFrom('deliveries')
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.recipientId')
    .where(({ and }) => and(messagesOf(notificationId)))
    .$if(Boolean(status), (query) => query.where(recipientState, '=', status as RecipientState))
    .$if(Boolean(search), (query) => query.where(contains({ db }, ['subscribers.email'], search ?? '')))
    .select([
      'deliveries.id',
      'subscribers.email',
      'attempts',
      'reason',
      'settledAt',
      'dueAt',
      recipientState.as('state'),
    ])
    .orderBy(
      sql`case ${recipientState} when 'failed' then 0 when 'retrying' then 1 when 'sending' then 2 when 'skipped' then 3 when 'sent' then 4 else 5 end`,
    )
    .orderBy('subscribers.email')
  return (await paginate(reply, query, rows)).map(({ state, email, ...row }) => {
    const { id, attempts, reason, settledAt, dueAt } = deliveries.decode(row)
    return { _id: id, email, state, attempts, reason, at: settledAt ?? dueAt }
  })
}
