import type { Expression } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { isStorable } from '#server/database/storage-errors.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import { type Delivery, type DeliveryKind, readDelivery } from './deliveries.table.ts'
import type { MailMessage } from './mail.ts'
import type { RenderMail } from './templates.ts'

/** A message ready to send, or the reason not to send it. */
export type Composed = { message: Omit<MailMessage, 'messageId'> } | { skip: string }

/**
 * A kind of message, named as in `DeliveryKinds`: what the queue needs to know of it. `docs/adding-a-mail.md` adds one.
 * @param context the services that it composes with
 */
export type MailKind<Kind extends DeliveryKind, Context = MailContext> = (context: Context) => Composer<Kind>

export type Composer<Kind extends DeliveryKind = DeliveryKind> = {
  /** Composes the message of a delivery when it is sent. */
  compose(delivery: Delivery<Kind>): Promise<Composed>
  /** Called in the transaction that settles the delivery, when the mail server took the message. */
  sent?(trx: Transaction, delivery: Delivery<Kind>): Promise<void>
  /** Called in the transaction that settles the delivery, when the mail server refused the address for good. */
  refused?(trx: Transaction, delivery: Delivery<Kind>, reason: string): Promise<void>
  /** Called in the transaction that stores that a message was not delivered: refused, given up, skipped, or reported as bounced later. */
  undelivered?(trx: Transaction, delivery: Delivery<Kind>, reason: string): Promise<void>
  /** The ids of the subjects whose messages may be sent now, for a kind whose messages can be paused. */
  sendableSubjects?(db: Database['db']): Expression<string>
  /** The longest time that a new message waits until it is due, in milliseconds; a day when left out. */
  longestWait?: number
  /**
   * The lifetime of the message, in milliseconds: an older one is not sent, and its row is deleted later. Without it
   * the message never expires, and its row stays.
   */
  lifetime?: number
}
export type Composers = { [Kind in DeliveryKind]: Composer }

export type MailContext = { config: Config; database: Database; site: SiteConfig; render: RenderMail }

/** The context of a message to a member of staff. */
export type StaffMailContext = MailContext & {
  /** The address of a member of staff; undefined when they have no access any more. */
  findStaffAddress(database: Database, id: string): Promise<string | undefined>
}

/**
 * Marks a sent message as failed, since it has bounced.
 * @param messageId with or without its angle brackets
 * @returns whether a sent message has this id
 */
export async function markUndelivered(
  trx: Transaction,
  composers: Composers,
  messageId: string,
  reason: string,
): Promise<boolean> {
  const id = deliveryOf(messageId)
  if (!isStorable(id)) return false
  const row = await trx
    .updateTable('deliveries')
    .set({ state: 'failed', reason })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .returningAll()
    .executeTakeFirst()
  if (!row) return false
  const delivery = readDelivery(row)
  await composers[delivery.kind]?.undelivered?.(trx, delivery, reason)
  return true
}

const deliveryOf = (messageId: string) => messageId.trim().replace(/^<|@.*$/g, '')

/**
 * The address to which a message went that counts as sent; undefined for any other, and where nobody is told that it failed. The queue has no
 * addresses, so the message is composed again.
 */
export async function recipientOf(
  { db }: Database,
  composers: Composers,
  messageId: string,
): Promise<string | undefined> {
  const id = deliveryOf(messageId)
  if (!isStorable(id)) return undefined
  const found = db.selectFrom('deliveries').selectAll().where('id', '=', id).where('state', '=', 'sent')
  const row = await found.executeTakeFirst()
  if (!row) return undefined
  const delivery = readDelivery(row)
  const composer = composers[delivery.kind]
  if (!composer.undelivered && !composer.refused) return undefined
  const composed = await composer.compose(delivery)
  return 'message' in composed ? composed.message.to : undefined
}
