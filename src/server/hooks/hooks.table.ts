import { boolean, integer, json, optional, type Stored, table, text, time } from '#server/database/table.ts'

/** How a webhook is written: as Standard Webhooks define it, or as a message of a chat. */
export type HookForm = 'generic' | 'slack' | 'teams' | 'googleChat'

/**
 * Addresses that are told of events. With `courseId` only of those about one course; with `personal` the messages, addresses and phone numbers
 * of people too. `formerSecret` signs too, after `secret`, until `formerSecretUntil`. `failingSince` is the first failure since the last success.
 */
export const hooks = table('hooks', {
  id: text(),
  url: text(),
  form: text<HookForm>(),
  events: json<string[]>(),
  courseId: optional(text()),
  personal: boolean(),
  active: boolean(),
  secret: text(),
  formerSecret: optional(text()),
  formerSecretUntil: optional(time()),
  failingSince: optional(time()),
  offReason: optional(text()),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  createdBy: optional(text()),
  updatedBy: optional(text()),
})

/**
 * What was sent to a webhook, for 30 days. The id is the `webhook-id`, and the subject of the delivery in the queue, which has its state.
 * `body` is the JSON that was sent, `status` and `answer` those of the last attempt, and `recordId` the record of the event.
 */
export const hookDeliveries = table('hookDeliveries', {
  id: text(),
  hookId: text(),
  event: text(),
  body: text(),
  recordId: optional(text()),
  at: time(),
  status: optional(integer()),
  answer: optional(text()),
  tookMs: optional(integer()),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    hooks: Stored<typeof hooks>
    hookDeliveries: Stored<typeof hookDeliveries>
  }
}
