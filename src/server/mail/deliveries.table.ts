import { integer, optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'

/** What a delivery is about: a post for a subscriber, a subscription to be confirmed, a visitor's message for the company, or many of them. */
export type DeliveryKind = 'newsletter' | 'confirmation' | 'contact' | 'contactDigest'
export type DeliveryState = 'waiting' | 'sending' | 'sent' | 'skipped' | 'failed'

/**
 * The outbox: one message to one recipient a row, written in the same transaction as what it tells of. The address is not kept here but
 * read when the message is made, so that removing a person removes it everywhere. `reason` says why a row was skipped, has failed, or is
 * to be tried again; while `sending`, the row belongs to the worker `claimedBy` until `claimedUntil`.
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
