import { randomInt, randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { decodeSubscriber, topicsIn } from '#features/subscribers/ground/subscribers.shared.server.ts'
import { tellReturned } from '#features/subscribers/subscription/subscription.shared.server.ts'
import { type Db, nowIn, type Transaction } from '#server/database/connect.ts'
import { databaseTime } from '#server/database/dialect.ts'
import { deleteDeliveries, noteDue, takeBack } from '#server/mail/queue.ts'
import { HttpError, roleForbidden } from '#server/runtime/http-error.ts'
import type { PostMail } from '../ground/newsletters.contract.ts'
import { type MailedRecord, type Notification, notifications, postMails } from '../ground/newsletters.table.ts'
import { findNotification, messagesOf } from './notification-status.shared.server.ts'
import { expectAudience, fixRecipients } from './recipients.shared.server.ts'

/** Cancels a notification before its first message. @returns false if one was sent; the caller must then roll back */
export async function cancelNotification(trx: Transaction, { id }: Notification): Promise<boolean> {
  if ((await takeBack(trx, { kind: 'newsletter', subjectId: id })) === undefined) return false
  await trx.deleteFrom('notifications').where('id', '=', id).execute()
  return true
}

/** Whether a message of a notification has been sent, or was tried. */
async function hasBegun(trx: Transaction, { id }: Notification): Promise<boolean> {
  const begun = messagesOf(trx, id).where(({ eb, or }) => or([eb('state', '!=', 'waiting'), eb('attempts', '>', 0)]))
  return (await begun.select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Deletes the notification of a record with its messages. Call it in the transaction that deletes the record, after its row was locked. */
export async function deleteNotification(trx: Transaction, about: MailedRecord): Promise<void> {
  const notification = await findNotification({ db: trx }, about)
  if (!notification) return
  await deleteDeliveries(trx, [notification.id], { kind: 'newsletter' })
  await trx.deleteFrom('notifications').where('id', '=', notification.id).execute()
}

/**
 * Stops the notification of a record that moves to the trash: cancels it before its first message, and pauses it afterwards, so that no one gets it
 * twice when the record is restored. Call it in that transaction, after the record's row was locked.
 * @param name of the message, for the answer: 'Its newsletter'
 * @throws HttpError 409 while the first message is being sent
 */
export async function stopNotification(
  trx: Transaction,
  about: MailedRecord,
  name: string,
  cancel: typeof cancelNotification = cancelNotification,
): Promise<void> {
  const notification = await findNotification({ db: trx }, about)
  if (!notification) return
  if (await hasBegun(trx, notification)) await pauseNotification(trx, notification)
  else if (!(await cancel(trx, notification)))
    throw new HttpError(409, `${name} is being sent at this moment. Please try again.`)
}

/** Stops sending. Messages that are already on their way still arrive. */
export async function pauseNotification(trx: Transaction, { id }: Notification): Promise<void> {
  const pausedAt = nowIn(trx)
  await trx.updateTable('notifications').set({ pausedAt }).where('id', '=', id).where('pausedAt', 'is', null).execute()
}

export async function resumeNotification(trx: Transaction, { id }: Notification): Promise<void> {
  await trx.updateTable('notifications').set({ pausedAt: null }).where('id', '=', id).execute()
  noteDue(trx)
}

/** Sends the failed messages again, also to addresses that were marked as bounced for it. */
export async function retryFailed(trx: Transaction, { id }: Notification): Promise<void> {
  const failed = messagesOf(trx, id).where('state', '=', 'failed')
  const back = await trx
    .updateTable('subscribers')
    .set({ state: 'confirmed', stateSince: nowIn(trx), stateReason: null })
    .where('state', '=', 'bounced')
    .where('id', 'in', failed.select('recipientId').$castTo<{ recipientId: string }>())
    .returningAll()
    .execute()
  if (back.length > 0) await tellReturned(trx, back.map(decodeSubscriber))
  await trx
    .updateTable('deliveries')
    .set({ state: 'waiting', attempts: 0, reason: null, settledAt: null, dueAt: databaseTime(trx) })
    .where('kind', '=', 'newsletter')
    .where('subjectId', '=', id)
    .where('state', '=', 'failed')
    .execute()
  noteDue(trx)
}

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its subject is the notification, its recipient the subscriber. */
    newsletter: undefined
  }
}

/** Without newsletters and digits that look alike. */
const codeLetters = 'abcdefghijkmnpqrstuvwxyz23456789'
const codeLength = 8
const newCode = () => Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')

type NewNotification = MailedRecord &
  Pick<Notification, 'holdUntil'> &
  Partial<Pick<Notification, 'audience' | 'content' | 'createdBy' | 'createdAt'>>

/** Adds the notification about a post or a newsletter, without recipients. @returns its id; undefined if there is one already */
export async function addNotification(trx: Transaction, values: NewNotification): Promise<string | undefined> {
  const id = randomUUIDv7()
  const row = { id, code: newCode(), recipients: 0, createdAt: nowIn(trx), ...values }
  const column = 'blogId' in values ? 'blogId' : 'newsletterId'
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('notifications')
    .values(notifications.encode(row))
    .onConflict((conflict) => conflict.column(column).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 0n ? undefined : id
}

type SavedPost = { id: string; published: boolean; sendNotification: boolean }

/**
 * Queues the notification about a published post, once, with a delivery for each recipient, in the transaction that saves the post.
 * @param hold seconds until the first message may leave
 * @returns whether this call queued it
 * @throws HttpError 422 when its audience does not exist any more
 */
export async function queueNotification(
  trx: Transaction,
  post: SavedPost,
  { hold, createdBy }: { hold: number; createdBy?: string | undefined },
): Promise<boolean> {
  if (!post.published || !post.sendNotification) return false
  const now = Date.now()
  const createdAt = new Date(now).toISOString()
  const holdUntil = new Date(now + hold * 1_000).toISOString()
  const id = await addNotification(trx, { blogId: post.id, holdUntil, createdBy, createdAt })
  if (id === undefined) return false
  const audience = (await readPostMail(trx, post.id))?.audience
  if (audience) await expectAudience(trx, audience, await topicsIn(trx), 'mail.audience')
  await fixRecipients(trx, { id, audience, blogId: post.id, holdUntil }, createdAt)
  return true
}

/** The own texts and audience of the message about a post; undefined when it has none. */
export async function readPostMail(db: Db, blogId: string): Promise<PostMail | undefined> {
  const row = await db.selectFrom('postMails').selectAll().where('blogId', '=', blogId).executeTakeFirst()
  if (!row) return undefined
  const { blogId: _, audience, ...mail } = postMails.decode(row)
  return { ...mail, audience: audience ?? undefined }
}

/**
 * Stores it with a save of the post: `undefined` keeps it, null or one with nothing in it makes the message the usual one.
 * @throws HttpError 409 for other texts once the first message was sent, and for another audience once its recipients are fixed
 */
export async function storePostMail(trx: Transaction, blogId: string, mail: PostMail | null | undefined) {
  if (mail === undefined) return
  const { texts, whole, audience } = typedMail(mail)
  await refuseIfMailed(trx, blogId, { ...texts, whole, audience: audience ?? undefined })
  const isUsual = Object.values(texts).every((text) => text === undefined) && !whole && audience === null
  if (isUsual) {
    await trx.deleteFrom('postMails').where('blogId', '=', blogId).execute()
    return
  }
  const row = postMails.encode({ blogId, ...texts, whole, audience })
  await trx
    .insertInto('postMails')
    .values(row)
    .onConflict((conflict) => conflict.column('blogId').doUpdateSet(row))
    .execute()
}

function typedMail(mail: PostMail | null) {
  const { subject, preheader, greeting, whole = false, audience = null } = mail ?? {}
  const texts = Object.fromEntries(
    Object.entries({ subject, preheader, greeting }).map(([name, text]) => [name, text?.trim() || undefined]),
  )
  return { texts, whole, audience }
}

/** @throws HttpError 403 for a message that differs from the stored one, from someone who may not send it */
export async function expectSameMail(trx: Transaction, blogId: string, mail: PostMail | null | undefined) {
  if (mail === undefined) return
  const { texts, whole, audience } = typedMail(mail)
  const stored = await readPostMail(trx, blogId)
  if (isSameText({ ...texts, whole }, stored) && isDeepStrictEqual(audience ?? undefined, stored?.audience)) return
  throw roleForbidden('Your role cannot change the newsletter about a post that is live or scheduled.')
}

type StoredMail = Awaited<ReturnType<typeof readPostMail>>

const isSameText = (texts: PostMail, stored: StoredMail): boolean =>
  (['subject', 'preheader', 'greeting'] as const).every((name) => texts[name] === stored?.[name]) &&
  texts.whole === (stored?.whole ?? false)

async function refuseIfMailed(trx: Transaction, blogId: string, { audience, ...texts }: PostMail): Promise<void> {
  const notification = await findNotification({ db: trx }, { blogId })
  if (!notification) return
  const stored = await readPostMail(trx, blogId)
  if (!isDeepStrictEqual(audience, stored?.audience))
    throw new HttpError(409, 'The recipients of this newsletter are fixed. Undo it to choose other ones.')
  if (!isSameText(texts, stored) && (await hasBegun(trx, notification)))
    throw new HttpError(409, 'The newsletter about this post was sent, so its own texts stay as they are.')
}
