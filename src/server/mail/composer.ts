import type { Expression } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import type { Delivery, DeliveryKinds } from './deliveries.table.ts'
import type { MailMessage } from './mail.ts'
import type { RenderMail } from './templates.ts'

/** A message ready to send, or the reason not to send it. */
export type Composed = { message: Omit<MailMessage, 'messageId'> } | { skip: string }

/** The description of one kind of message for the queue. */
export type Composer = {
  /** Composes the message of a delivery when it is sent. */
  compose(delivery: Delivery): Promise<Composed>
  /** Called in the transaction that settles the delivery, when the mail server took the message. */
  sent?(trx: Transaction, delivery: Delivery): Promise<void>
  /** Called in the transaction that settles the delivery, when the mail server refused the address for good. */
  refused?(trx: Transaction, delivery: Delivery, reason: string): Promise<void>
  /** Called in the transaction that stores that a message was not delivered: refused, given up, skipped, or reported as bounced later. */
  undelivered?(trx: Transaction, delivery: Delivery, reason: string): Promise<void>
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
export type Composers = { [Kind in keyof DeliveryKinds]: Composer }

export type ComposerContext = { config: Config; database: Database; site: SiteConfig; render: RenderMail }

/** The context of a message to a member of staff. */
export type StaffMailContext = ComposerContext & {
  /** The address of a member of staff; undefined when they have no access any more. */
  findStaffAddress(database: Database, id: string): Promise<string | undefined>
}
