import { sql } from 'kysely'
import type { NotificationStatus } from '#features/newsletters/ground/notifications.contract.ts'
import {
  cancelNotification,
  deleteNotification,
  queueNotification,
  readPostMail,
  stopNotification,
} from '#features/newsletters/sending/notification-changes.shared.server.ts'
import {
  findNotification,
  type Notification,
  noStatus,
  statusOf,
  unsentNotifications,
} from '#features/newsletters/sending/notification-status.shared.server.ts'
import { missingIn } from '#features/newsletters/sending/recipients.shared.server.ts'
import { topicsIn } from '#features/subscribers/ground/subscribers.shared.server.ts'
import { rememberNotes } from '#server/activity/activity.ts'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { forEachRecord } from '#server/database/each-record.ts'
import type { Job } from '#server/database/jobs.ts'
import type { Log } from '#server/database/storage-errors.ts'
import type { AppContext } from '#server/feature.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { changeRecord } from '#server/record/change-record.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { isPresentPost, isPublicPost } from '../blog.shared.server.ts'
import { blogs } from '../blog.table.ts'

/** Cancels a notification before its first message, and clears the post's flag for it, which the history shows. The caller has locked the post's row. */
export async function cancelPostNotification(
  trx: Transaction,
  notification: Notification,
  actor: Staff,
): Promise<boolean> {
  if (!(await cancelNotification(trx, notification))) return false
  const post = { table: blogs, id: notification.blogId ?? '', access: { write: 'sendNewsletters' } as const }
  if (!(await changeRecord(trx, post, actor, () => ({ sendNotification: false }), { isEdit: false })))
    throw notFound('Blog post not found')
  return true
}

/** Stops the notification of a post that moves to the trash. Call it in that transaction, after the post's row was locked. */
export async function stopPostNotification(trx: Transaction, blogId: string, actor: Staff): Promise<void> {
  await deleteDeliveries(trx, [blogId], { kind: 'notificationTest' })
  const restoreNotes = rememberNotes(trx)
  await stopNotification(trx, { blogId }, 'Its newsletter', (_, one) => cancelPostNotification(trx, one, actor))
  // The activity log has one entry, of the removal.
  restoreNotes()
}

/** Deletes the notification of a post. Call it in the transaction that deletes the post, after the post's row was locked. */
export async function deletePostNotification(trx: Transaction, blogId: string): Promise<void> {
  await deleteDeliveries(trx, [blogId], { kind: 'notificationTest' })
  await deleteNotification(trx, { blogId })
}

/** @throws HttpError 404 when there is no such post */
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
  const { title, published, sendNotification, publishAt } = post
  const about = { blogId, title, isLive: Boolean(post.isLive) }
  const notification = await findNotification(database, { blogId })
  if (notification) return statusOf(database, about, notification)
  if (!published || !sendNotification || publishAt === null) return noStatus(about)
  const problem = await missingForPost(database.db, blogId)
  const planned = publishAt > database.now() ? { state: 'scheduled' as const, holdUntil: publishAt } : {}
  return { ...noStatus(about), ...planned, ...(problem && { problem }) }
}

/** Notifications about posts with something left to send, the newest first. */
export async function readUnderWay(database: Database): Promise<NotificationStatus[]> {
  const rows = await unsentNotifications(database)
    .innerJoin('blogs', 'blogs.id', 'notifications.blogId')
    .where(isPresentPost)
    .select('blogs.id')
    .execute()
  return Promise.all(rows.map(({ id }) => readStatus(database, id)))
}

/** Why a post is sent to nobody: the audience that staff have chosen is gone. */
async function missingForPost(db: Db, blogId: string): Promise<string | undefined> {
  const audience = (await readPostMail(db, blogId))?.audience
  return audience && missingIn(db, audience, await topicsIn(db))
}

type Context = Pick<AppContext, 'config' | 'database'>

/** Queues the notifications about scheduled posts that are public now. Several processes may do so at once. @returns how many */
export async function queueDueNotifications({ config, database }: Context, log: Log): Promise<number> {
  const due = (db: Db) =>
    db
      .selectFrom('blogs')
      .select(['blogs.id', 'blogs.updatedBy'])
      .where(isPublicPost(database.now()))
      .where('blogs.publishAt', 'is not', null)
      .where('blogs.sendNotification', '=', true)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('notifications').select('notifications.id').whereRef('notifications.blogId', '=', 'blogs.id'),
          ),
        ),
      )
  const ids = (await due(database.db).execute()).map(({ id }) => id)
  return forEachRecord(log, 'The notification about a post could not be queued', ids, (id) =>
    database.transaction(async (trx) => {
      // It may have been changed or deleted since.
      const post = await due(trx).where('blogs.id', '=', id).forUpdate('blogs').executeTakeFirst()
      if (!post) return false
      // Its status says why. It is sent when staff save it with another audience.
      if (await missingForPost(trx, id)) return false
      const options = { hold: config.newsletter.hold, createdBy: post.updatedBy ?? undefined }
      return queueNotification(trx, { id, published: true, sendNotification: true }, options)
    }),
  )
}

export const scheduledPosts: Job<Context> = {
  name: 'Announce scheduled posts',
  once: 'process',
  every: 20_000,
  work: queueDueNotifications,
  async next({ database }, after) {
    const { next } = await database.db
      .selectFrom('blogs')
      .where('publishAt', '>', after)
      .select(({ fn }) => fn.min('publishAt').as('next'))
      .executeTakeFirstOrThrow()
    return next
  },
}
