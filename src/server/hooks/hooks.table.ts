import { boolean, integer, json, optional, type Stored, table, text, time } from '#server/database/table.ts'

/** How a webhook is written: as Standard Webhooks define it, or as a message of a chat. */
export type HookForm = 'generic' | 'slack' | 'teams' | 'googleChat'

/**
 * Addresses that are told of events. With `courseId` only of those about one course; with `personal` the messages, addresses and phone numbers
 * of people too. `formerSecret` signs too, after `secret`, until `formerSecretUntil`. `failingSince` is the first failure since the last success, and
 * nothing is sent before `pausedUntil`. `offReason` says why the program has switched it off.
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
  pausedUntil: optional(time()),
  offReason: optional(text()),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  createdBy: optional(text()),
  updatedBy: optional(text()),
})

/**
 * What is sent to a webhook, for 30 days. The id is the `webhook-id`, and that of the delivery in the queue, which has its state. `body` is the JSON
 * that is sent, `status` and `answer` are those of the last attempt, and `recordId` is the record of the event. A `test` is tried once.
 */
export const hookDeliveries = table('hookDeliveries', {
  id: text(),
  hookId: text(),
  event: text(),
  body: text(),
  recordId: optional(text()),
  test: boolean(),
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
