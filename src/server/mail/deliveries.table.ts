import type { DeliveryState } from '#contract/deliveries.ts'
import { integer, optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'

/** The kinds of messages, each with the type of its payload. The feature that composes a kind adds it. */
// biome-ignore lint/suspicious/noEmptyInterface: declarations of the kinds are merged into it
export interface DeliveryKinds {}
export type DeliveryKind = keyof DeliveryKinds

/**
 * The mail queue: each row is one message to one recipient, written in the same transaction as the record it is about.
 * Its kind decides the meaning of `subjectId`, and of `recipientId` if one subject has many recipients. The address is
 * read when the message is composed and not stored here, so it is gone once the person is deleted. `payload` has
 * further data of the message as JSON; it is deleted when the row is settled.
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
type StoredDelivery = Row<typeof deliveries>

/** A delivery of a kind, with the payload that was queued. */
export type Delivery<Kind extends DeliveryKind = DeliveryKind> = Omit<StoredDelivery, 'kind' | 'payload'> & {
  kind: Kind
  payload: DeliveryKinds[Kind]
}

export const readDelivery = (row: Parameters<typeof deliveries.decode>[0]): Delivery => {
  const { payload, ...delivery } = deliveries.decode(row) as StoredDelivery
  return { ...delivery, payload: readPayload(payload) }
}

/** A payload as it was queued. Version 0.3.0 stored some of them as texts that are no JSON. */
export function readPayload<Kind extends DeliveryKind>(stored: string | null | undefined): DeliveryKinds[Kind] {
  try {
    return JSON.parse(stored ?? 'null') ?? undefined
  } catch {
    return stored as unknown as DeliveryKinds[Kind]
  }
}

declare module '#server/database/schema.ts' {
  interface Schema {
    deliveries: Stored<typeof deliveries>
  }
}
