import { optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'
import type { SubscriberState } from './newsletter.contract.ts'

/**
 * Each address is stored once, trimmed and in lower case. Only `confirmed` ones receive mail; `unsubscribed` ones are kept so that they do not
 * receive any again. `stateSince` is absent while the state is still the first one; `stateReason` says why an address bounced. `consentAt`, `consentText` and
 * `consentPage` say when, under which wording and on which page its owner signed up.
 */
export const subscribers = table('subscribers', {
  id: text(),
  email: text(),
  subscribedAt: time(),
  state: text<SubscriberState>(),
  stateSince: optional(time()),
  stateReason: optional(text()),
  consentAt: optional(time()),
  consentText: optional(text()),
  consentPage: optional(text()),
})
export type Subscriber = Row<typeof subscribers>

declare module '#server/database/schema.ts' {
  interface Schema {
    subscribers: Stored<typeof subscribers>
  }
}
