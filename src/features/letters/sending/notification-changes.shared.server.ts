import type { Transaction } from '#server/database/connect.ts'
import { deleteDeliveries } from '#server/mail/queue.ts'
import { findNotification, messagesOf } from './notification-status.shared.server.ts'
import type { Mailed, Notification } from './notifications.table.ts'

/**
 * Cancels a notification before its first message is sent, as if it had never been requested.
 * @returns false if one was sent; the caller must then roll back
 */
export async function cancelNotification(trx: Transaction, { id }: Notification): Promise<boolean> {
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
  return true
}

/** Whether a message of a notification has been sent, or was tried. */
export async function hasBegun(trx: Transaction, { id }: Notification): Promise<boolean> {
  const begun = await trx
    .selectFrom('deliveries')
    .where(({ and }) => and(messagesOf(id)))
    .where(({ eb, or }) => or([eb('state', '!=', 'waiting'), eb('attempts', '>', 0)]))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return begun !== undefined
}

/** Deletes the notification of a record with its messages. Call it in the transaction that deletes the record, after its row was locked. */
export async function deleteNotification(trx: Transaction, about: Mailed): Promise<void> {
  const notification = await findNotification({ db: trx }, about)
  if (!notification) return
  await deleteDeliveries(trx, messagesOf(notification.id))
  await trx.deleteFrom('notifications').where('id', '=', notification.id).execute()
}

/** Stops sending. Messages that are already on their way still arrive. */
export async function pauseNotification(trx: Transaction, { id }: Notification): Promise<void> {
  const pausedAt = new Date().toISOString()
  await trx.updateTable('notifications').set({ pausedAt }).where('id', '=', id).where('pausedAt', 'is', null).execute()
}

export async function resumeNotification(trx: Transaction, { id }: Notification): Promise<void> {
  await trx.updateTable('notifications').set({ pausedAt: null }).where('id', '=', id).execute()
}

/** Sends the failed messages again, also to addresses that were marked as bounced for it. */
export async function retryFailed(trx: Transaction, { id }: Notification): Promise<void> {
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
}
