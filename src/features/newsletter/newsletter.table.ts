import type { Visit } from '#contract/visit.ts'
import { json, optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'
import type { SubscriberSource, SubscriberState } from './newsletter.contract.ts'

/**
 * Each address is stored once, trimmed and in lower case. Only `confirmed` ones receive mail; `unsubscribed` ones are kept so that they do not
 * receive any again. `stateSince` is absent while the state is still the first one; `stateReason` says why an address bounced. `consentAt`, `consentText` and
 * `consentPage` say when, under which wording and on which page its owner signed up.
 * `source` is absent in rows of earlier versions; `sourceDetail` is the file of an import, whose id `importId` is.
 * `topics` are the ids of the chosen ones, absent for all. Nothing is sent until `pausedUntil`. `leftBy` is the notification whose message led to
 * the unsubscription, `leftReason` why. `cameFrom` is where a sign-up came from, until it is confirmed and counted.
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
  name: optional(text()),
  source: optional(text<SubscriberSource>()),
  sourceDetail: optional(text()),
  importId: optional(text()),
  topics: optional(json<string[]>()),
  pausedUntil: optional(time()),
  leftBy: optional(text()),
  leftReason: optional(text()),
  cameFrom: optional(json<Pick<Visit, 'page' | 'referrer' | 'campaign'>>()),
})
export type Subscriber = Row<typeof subscribers>

declare module '#server/database/schema.ts' {
  interface Schema {
    subscribers: Stored<typeof subscribers>
  }
}
