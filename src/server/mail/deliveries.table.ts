import { integer, optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'

/** The kinds of messages, each as a key. The feature that composes a kind adds it. */
// biome-ignore lint/suspicious/noEmptyInterface: declarations of the kinds are merged into it
export interface DeliveryKinds {}
export type DeliveryKind = keyof DeliveryKinds
export type DeliveryState = 'waiting' | 'sending' | 'sent' | 'skipped' | 'failed'

/**
 * The mail queue: each row is one message to one recipient, written in the same transaction as the record it is about.
 * Its kind decides the meaning of `subjectId`, and of `recipientId` if one subject has many recipients. The address is
 * read when the message is composed and not stored here, so it is gone once the person is deleted. `payload` has
 * further data of the message; it is deleted when the row is settled.
 * `reason` says why a row was skipped, failed, or will be tried again; while `sending`, the row belongs to the
 * process `claimedBy` until `claimedUntil`.
 */
export const deliveries = table('deliveries', {
  id: text(),
  kind: text<DeliveryKind>(),
  subjectId: optional(text()),
  recipientId: optional(text()),
  payload: optional(text()),
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
