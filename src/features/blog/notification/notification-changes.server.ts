import { rememberNotes } from '#server/activity/activity.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import type { Staff } from '#server/identity/staff.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { changeRecord } from '#server/record/change-record.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { blogs } from '../blog.table.ts'
import { findNotification, messagesOf } from './notification-status.server.ts'
import type { Notification } from './notifications.table.ts'

async function change(
  database: Database,
  blogId: string,
  work: (trx: Transaction, notification: Notification) => Promise<void>,
): Promise<void> {
  await database.transaction(async (trx) => {
    const notification = await findNotification({ db: trx }, blogId)
    if (!notification) throw new HttpError(409, 'There is no newsletter about this post.')
    await work(trx, notification)
  })
}

/**
 * Cancels a notification as if it had never been requested, so that it can still be sent later.
 * @throws HttpError 409 once the first message was sent
 */
export const undoNotification = (database: Database, blogId: string, by: Staff) =>
  change(database, blogId, async (trx, notification) => {
    await trx.selectFrom('blogs').select('id').where('id', '=', blogId).forUpdate().execute()
    if (!(await cancel(trx, notification, by)))
      throw new HttpError(409, 'The first messages have been sent already. You can pause the others.')
  })

/**
 * Cancels a notification before its first message is sent, and clears the post's flag for it, which the history shows. The caller has locked the
 * post's row.
 * @returns false if one was sent; the caller must then roll back
 */
async function cancel(trx: Transaction, { id, blogId }: Notification, by: Staff): Promise<boolean> {
  const { count } = await trx
    .selectFrom('deliveries')
    .where(({ and }) => and(messagesOf(id)))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  // A message that is being sent at this moment is not deleted, so the counts differ.
  const { numDeletedRows } = await trx
    .deleteFrom('deliveries')
    .where(({ and }) => and(messagesOf(id)))
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .executeTakeFirstOrThrow()
  if (Number(numDeletedRows) !== count) return false
  await trx.deleteFrom('notifications').where('id', '=', id).execute()
  const post = { table: blogs, id: blogId }
  if (!(await changeRecord(trx, post, by, () => ({ sendNotification: false }), { isEdit: false })))
    throw notFound('Blog post not found')
  return true
}

/**
 * Stops the notification of a post that moves to the trash: cancels it before its first message, and pauses it
 * afterwards, so that no one is notified twice about a restored post.
 * Call it in that transaction, after the post's row was locked.
 */
export async function stopNotification(trx: Transaction, blogId: string, by: Staff): Promise<void> {
  await deleteDeliveries(trx, { kind: 'notificationTest', subjectId: blogId })
  const notification = await findNotification({ db: trx }, blogId)
  if (!notification) return
  const begun = await trx
    .selectFrom('deliveries')
    .where(({ and }) => and(messagesOf(notification.id)))
    .where(({ eb, or }) => or([eb('state', '!=', 'waiting'), eb('attempts', '>', 0)]))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (begun) return pause(trx, notification)
  const restoreNotes = rememberNotes(trx)
  if (!(await cancel(trx, notification, by)))
    throw new HttpError(409, 'Its newsletter is being sent at this moment. Please try again.')
  // The activity log has one entry, of the removal.
  restoreNotes()
}

/** Deletes the notification of a post. Call it in the transaction that deletes the post, after the post's row was locked. */
export async function deleteNotification(trx: Transaction, blogId: string): Promise<void> {
  await deleteDeliveries(trx, { kind: 'notificationTest', subjectId: blogId })
  const notification = await findNotification({ db: trx }, blogId)
  if (!notification) return
  await deleteDeliveries(trx, messagesOf(notification.id))
  await trx.deleteFrom('notifications').where('id', '=', notification.id).execute()
}

/** Stops sending. Messages that are already on their way still arrive. */
export const pauseNotification = (database: Database, blogId: string) => change(database, blogId, pause)

const pause = async (trx: Transaction, { id }: Notification) => {
  const pausedAt = new Date().toISOString()
  await trx.updateTable('notifications').set({ pausedAt }).where('id', '=', id).where('pausedAt', 'is', null).execute()
}

export const resumeNotification = (database: Database, blogId: string) =>
  change(database, blogId, async (trx, { id }) => {
    await trx.updateTable('notifications').set({ pausedAt: null }).where('id', '=', id).execute()
  })

/** Sends the failed messages again, also to addresses that were marked as bounced for it. */
export const retryFailed = (database: Database, blogId: string) =>
  change(database, blogId, async (trx, { id }) => {
    const failed = trx
      .selectFrom('deliveries')
      .where(({ and }) => and(messagesOf(id)))
      .where('state', '=', 'failed')
    await trx
      .updateTable('subscribers')
      .set({ state: 'confirmed', stateSince: new Date().toISOString(), stateReason: null })
      .where('state', '=', 'bounced')
      .where('id', 'in', failed.select('recipientId').$castTo<{ recipientId: string }>())
      .execute()
    await trx
      .updateTable('deliveries')
      .set({ state: 'waiting', attempts: 0, reason: null, settledAt: null, dueAt: new Date().toISOString() })
      .where(({ and }) => and(messagesOf(id)))
      .where('state', '=', 'failed')
      .execute()
  })
