import { optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'
import type { SubscriberState } from './newsletter.contract.ts'

/**
 * An address stands once, trimmed and in lower case. Only a `confirmed` one is written to. An `unsubscribed` one stays, so that it is not
 * written to again. `stateSince` is absent where the state is that of the subscription itself; `stateReason` says why an address bounced.
 */
export const subscribers = table('subscribers', {
  id: text(),
  email: text(),
  subscribedAt: time(),
  state: text<SubscriberState>(),
  stateSince: optional(time()),
  stateReason: optional(text()),
})
export type Subscriber = Row<typeof subscribers>

declare module '#server/database/schema.ts' {
  interface Schema {
    subscribers: Stored<typeof subscribers>
  }
}
