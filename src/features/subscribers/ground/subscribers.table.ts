import type { Visit } from '#contract/visit.ts'
import { boolean, integer, json, optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'
import type { CheckSums, Column, ImportMode, ReasonCount } from './imports.contract.ts'
import type { SubscriberSource, SubscriberState } from './subscribers.contract.ts'

/** What a subscriber was before an import ended the subscription. */
type BeforeStop = { state: SubscriberState } & Partial<
  Record<'stateSince' | 'stateReason' | 'pausedUntil', string | undefined>
>

/**
 * Each address is stored once, trimmed and in lower case. `stateSince` is absent while the state is still the first one; `stateReason` says why an
 * address bounced. `consentAt`, `consentText` and `consentPage` say when, under which wording and on which page its owner signed up.
 * `source` is absent in rows of earlier versions; `sourceDetail` is the file of an import, whose id `importId` is.
 * `topics` are the ids of the chosen ones, absent for all. Nothing is sent until `pausedUntil`. `leftBy` is the notification whose message led to
 * the unsubscription, `leftReason` why. `cameFrom` is where a sign-up came from, until it is confirmed and counted. `stoppedBy` is the import by which
 * the subscriber has left or bounced, and `beforeStop` the state before, until the state changes again.
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
  stoppedBy: optional(text()),
  beforeStop: optional(json<BeforeStop>()),
})
export type Subscriber = Row<typeof subscribers>

/**
 * A file of addresses that staff import. Its lines are in `importLines` until it is applied. `doneTo` is the last line that was, so that an
 * interrupted import goes on; `linesLeft` is how many follow. `askedTo` is the last subscriber who was asked to confirm. `everyone`: all have left or
 * bounced. `stopped` is how many subscribers it unsubscribed. `endedAt`: when it was given up, since it was interrupted and cannot go on.
 */
export const imports = table('imports', {
  id: text(),
  at: time(),
  by: optional(text()),
  fileName: optional(text()),
  state: text<'open' | 'applying' | 'applied' | 'undone'>(),
  lines: integer(),
  columns: json<Column[]>(),
  mode: text<ImportMode>(),
  agreed: optional(text()),
  agreedOn: optional(text()),
  doneTo: integer(),
  added: integer(),
  known: integer(),
  unsubscribed: integer(),
  erased: integer(),
  unreadable: integer(),
  repeated: integer(),
  appliedAt: optional(time()),
  asking: boolean(),
  askedTo: optional(text()),
  undoneAt: optional(time()),
  taken: integer(),
  kept: optional(json<ReasonCount[]>()),
  everyone: optional(text<'unsubscribed' | 'bounced'>()),
  linesLeft: integer(),
  stopped: integer(),
  restored: integer(),
  endedAt: optional(time()),
  check: optional(json<CheckSums>()),
})
export type Import = Row<typeof imports>

/** Until the import is applied, `text` is the JSON of a line's cells. Afterwards only lines that were left out remain, with the reason. */
export const importLines = table('importLines', {
  importId: text(),
  line: integer(),
  text: text(),
  reason: optional(text()),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    subscribers: Stored<typeof subscribers>
    imports: Stored<typeof imports>
    importLines: Stored<typeof importLines>
  }
}
