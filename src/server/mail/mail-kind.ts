import type { Expression } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Config } from '#server/config/config.ts'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { affectsRows } from '#server/database/rows.ts'
import { isStorable } from '#server/database/storage-errors.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import { type Delivery, type DeliveryKind, readDelivery } from './deliveries.table.ts'
import type { MailMessage, RenderMail } from './mail.ts'

/** The kinds of the queue that are mail. */
export type MailKindName = Exclude<DeliveryKind, 'hook'>

export type MailDraft = Omit<MailMessage, 'messageId'>
/** A message ready to send, or the reason not to send it. `held`: its recipient cannot have it now (see `heldRecipients`). */
export type Composed<Message = MailDraft> = { message: Message } | { skip: string } | { held: true }
type Unaddressed = Omit<MailMessage, 'messageId' | 'to'>

/**
 * A kind of message, named as in `DeliveryKinds`: what the queue needs to know of it. `docs/adding-a-mail.md` adds one.
 * @param context the services that it composes with
 */
export type MailKind<Kind extends DeliveryKind, Context = MailContext> = (context: Context) => Composer<Kind>

export type Composer<Kind extends DeliveryKind = DeliveryKind, Message = MailDraft> = {
  /** Composes the message of a delivery when it is sent. */
  compose(delivery: Delivery<Kind>): Promise<Composed<Message>>
  /** Called in the transaction that settles the delivery, when the mail server took the message. */
  sent?(trx: Transaction, delivery: Delivery<Kind>): Promise<void>
  /** Called in the transaction that settles the delivery, when the mail server refused the address for good. */
  refused?(trx: Transaction, delivery: Delivery<Kind>, reason: string): Promise<void>
  /** Called in the transaction that stores that a message was not delivered: refused, given up, skipped, or reported as bounced later. */
  undelivered?(trx: Transaction, delivery: Delivery<Kind>, reason: string): Promise<void>
  /** The ids of the subjects whose messages may be sent now, for a kind whose messages can be paused. */
  sendableSubjects?(db: Db): Expression<string>
  /** The ids of the recipients who cannot have a message now. Theirs wait, without an attempt. */
  heldRecipients?(db: Db): Expression<string>
  /** The longest time that a new message waits until it is due, in milliseconds; a day when left out. */
  longestWait?: number
  /**
   * The lifetime of the message, in milliseconds: an older one is not sent, and its row is deleted later. Without it
   * the message never expires, and its row stays.
   */
  lifetime?: number
}
/** What a loop sends, by kind: mail, unless it is a loop of its own. */
export type Composers<Message = MailDraft> = { [Kind in DeliveryKind]?: Composer<DeliveryKind, Message> }

export type MailContext = { config: Config; database: Database; site: SiteConfig; render: RenderMail }

/** The headers of a message that no person has written. */
export const automatic = { 'Auto-Submitted': 'auto-generated' }

/** The context of a message to a member of staff. */
export type StaffMailContext = MailContext & {
  /** A member of staff; undefined when they have no access any more. */
  findColleague(id: string): Promise<Colleague | undefined>
}
type Colleague = { name: string; email: string; role: Role }

/**
 * A kind of message to the member of staff who is its recipient.
 * @param lifetime that of `Composer`
 * @param compose returns the message, or why it is not sent
 */
export const toColleague =
  <Kind extends DeliveryKind, Context extends StaffMailContext = StaffMailContext>(
    lifetime: number,
    compose: (context: Context, delivery: Delivery<Kind>, to: Colleague) => Promise<Unaddressed | { skip: string }>,
  ): MailKind<Kind, Context> =>
  (context) => ({
    longestWait: 0,
    lifetime,
    async compose(delivery) {
      const colleague = await context.findColleague(delivery.recipientId ?? '')
      if (!colleague) return { skip: 'They no longer have access' }
      const composed = await compose(context, delivery, colleague)
      return 'skip' in composed ? composed : { message: { to: colleague.email, headers: automatic, ...composed } }
    },
  })

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
  const delivery = await findSent(trx, messageId)
  if (!delivery) return false
  const marking = trx.updateTable('deliveries').set({ state: 'failed', reason }).where('id', '=', delivery.id)
  if (!(await affectsRows(marking.where('state', '=', 'sent')))) return false
  await composers[delivery.kind]?.undelivered?.(trx, delivery, reason)
  return true
}

async function findSent(db: Db, messageId: string): Promise<Delivery | undefined> {
  const id = messageId.trim().replace(/^<|@.*$/g, '')
  if (!isStorable(id)) return undefined
  const found = db.selectFrom('deliveries').selectAll().where('id', '=', id).where('state', '=', 'sent')
  const row = await found.executeTakeFirst()
  return row && readDelivery(row)
}

/**
 * The address to which a message went that counts as sent; undefined for any other, and where nobody is told that it failed. The queue has no
 * addresses, so the message is composed again.
 */
export async function recipientOf(
  { db }: Database,
  composers: Composers,
  messageId: string,
): Promise<string | undefined> {
  const delivery = await findSent(db, messageId)
  if (!delivery) return undefined
  const composer = composers[delivery.kind]
  if (!composer?.undelivered && !composer?.refused) return undefined
  const composed = await composer.compose(delivery)
  return 'message' in composed ? composed.message.to : undefined
}
