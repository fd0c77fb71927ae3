import type { Expression } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import type { SiteConfig } from '#server/site-config/site-config.ts'
import type { Delivery, DeliveryKinds } from './deliveries.table.ts'
import type { MailMessage } from './mail.ts'
import type { RenderMail } from './templates.ts'

/** A message ready to send, or the reason not to send it any more. */
type Composed = { message: Omit<MailMessage, 'messageId'> } | { skip: string }

/** What the queue has to know of one kind of message. */
export type Composer = {
  /** Composes the message of a delivery when it is sent. */
  compose(delivery: Delivery): Promise<Composed>
  /** Called in the transaction that settles the delivery, when the mail server refused the address for good. */
  refused?(trx: Transaction, delivery: Delivery, reason: string): Promise<void>
  /** The ids of the subjects whose messages may be sent now, for a kind whose messages can be paused. */
  sendableSubjects?(db: Database['db']): Expression<string>
  /** The longest time that a new message waits until it is due, in milliseconds; a day when left out. */
  longestWait?: number
  /**
   * How long the message is of use, in milliseconds: it is not sent when it is older, and its row is deleted some time after. Left out, it is
   * sent however late, and its row stays.
   */
  lifetime?: number
}
export type Composers = { [Kind in keyof DeliveryKinds]: Composer }

/** What composers use. */
export type ComposerContext = { config: Config; database: Database; site: SiteConfig; render: RenderMail }
