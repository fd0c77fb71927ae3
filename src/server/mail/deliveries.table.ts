import { integer, optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'

/** What is sent: a post to a subscriber, a request to confirm a subscription, a visitor's message to the company, or a digest of many. */
export type DeliveryKind = 'newsletter' | 'confirmation' | 'contact' | 'contactDigest'
export type DeliveryState = 'waiting' | 'sending' | 'sent' | 'skipped' | 'failed'

/**
 * The mail queue: each row is one message to one recipient, written in the same transaction as the record it is about. The address is not
 * stored here but read when the message is composed, so that it exists nowhere once the person is deleted. `reason` says why a row was
 * skipped, failed, or will be tried again; while `sending`, the row belongs to the process `claimedBy` until `claimedUntil`.
 */
export const deliveries = table('deliveries', {
  id: text(),
  kind: text<DeliveryKind>(),
  notificationId: optional(text()),
  subscriberId: optional(text()),
  contactId: optional(text()),
  state: text<DeliveryState>(),
  priority: integer(),
  attempts: integer(),
  dueAt: time(),
  claimedBy: optional(text()),
  claimedUntil: optional(time()),
  settledAt: optional(time()),
  reason: optional(text()),
  createdAt: time(),
})
export type Delivery = Row<typeof deliveries>

declare module '#server/database/schema.ts' {
  interface Schema {
    deliveries: Stored<typeof deliveries>
  }
}
