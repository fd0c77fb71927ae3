import { randomInt, randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '#server/database/connect.ts'
import { readPostMail } from '../post-mails.shared.server.ts'
import { type Mailed, type Notification, notifications } from './notifications.table.ts'
import { fixRecipients } from './recipients.shared.server.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the notification, its recipient the subscriber. */
    newsletter: true
  }
}

/** Without letters and digits that look alike. */
const codeLetters = 'abcdefghijkmnpqrstuvwxyz23456789'
const codeLength = 8
const newCode = () => Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')

type NewNotification = Mailed &
  Pick<Notification, 'holdUntil'> &
  Partial<Pick<Notification, 'audience' | 'content' | 'createdBy' | 'createdAt'>>

/**
 * Adds the notification about a post or a letter, without recipients.
 * @returns its id; undefined if there is one already
 */
export async function addNotification(trx: Transaction, values: NewNotification): Promise<string | undefined> {
  const id = randomUUIDv7()
  const row = { id, code: newCode(), recipients: 0, createdAt: new Date().toISOString(), ...values }
  const column = 'blogId' in values ? 'blogId' : 'letterId'
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('notifications')
    .values(notifications.encode(row))
    .onConflict((conflict) => conflict.column(column).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 0n ? undefined : id
}

/** The part of a saved post that decides about its notification. */
type SavedPost = { id: string; published: boolean; sendNotification: boolean }

/**
 * Queues the notification about a published post, with a delivery for each recipient, in the transaction that saves the post. It does so once
 * for each post, however often it is saved.
 * @param hold seconds until the first message may leave
 * @param by the name of the member of staff who saved it
 * @returns whether this call queued the notification
 */
export async function queueNotification(
  trx: Transaction,
  post: SavedPost,
  { hold, by }: { hold: number; by?: string | undefined },
): Promise<boolean> {
  if (!post.published || !post.sendNotification) return false
  const now = Date.now()
  const createdAt = new Date(now).toISOString()
  const holdUntil = new Date(now + hold * 1_000).toISOString()
  const id = await addNotification(trx, { blogId: post.id, holdUntil, createdBy: by, createdAt })
  if (id === undefined) return false
  const audience = (await readPostMail(trx, post.id))?.audience
  await fixRecipients(trx, { id, audience, blogId: post.id }, createdAt)
  return true
}
