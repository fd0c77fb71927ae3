import type { Answer } from '#contract/own-fields.ts'
import type { Campaign } from '#contract/visit.ts'
import { trashColumns } from '#server/database/lifecycle.ts'
import {
  boolean,
  bytes,
  integer,
  json,
  optional,
  orderedTable,
  type Row,
  type Stored,
  table,
  text,
  time,
} from '#server/database/table.ts'
import type { contactStatuses, EventDetails, EventKind, Turn } from './contact.contract.ts'

/**
 * `turn`: who writes next, as the events say (`updateTurn`); `lastAt` is the time of the last message in either direction.
 * `followUpOn` is a day, YYYY-MM-DD. `answerTo` is the address that staff have chosen to write to, in place of `email`.
 * `formerOwnerId` is the colleague who owned it when their account was deleted.
 * `matterId` is that of a request joined to another one: the id of the request that lists show for all of them, which has their events.
 * `flood`: the message was part of a flood from its sender's network, and so was not mailed separately; `digestId` is the delivery of the digest that lists it.
 * `page`, `read`, `referrer` and `campaign` say where it came from (`Visit`); `consentText` is the wording under the form.
 * `pageId` is the page whose form it answers, or `openingId` the opening, and `formTitle` the title that it had then; `answers` are those to the form's own
 * fields.
 */
export const contactRequests = table('contactRequests', {
  id: text(),
  name: text(),
  email: text(),
  subject: text(),
  message: text(),
  status: text<(typeof contactStatuses)[number]>(),
  createdAt: time(),
  flood: optional(boolean()),
  digestId: optional(text()),
  ownerId: optional(text()),
  formerOwnerId: optional(text()),
  matterId: optional(text()),
  followUpOn: optional(text()),
  firstAnswerAt: optional(time()),
  lastAt: time(),
  turn: text<Turn>(),
  answerTo: optional(text()),
  courseId: optional(text()),
  version: integer(),
  page: optional(text()),
  read: optional(json<string[]>()),
  referrer: optional(text()),
  campaign: optional(json<Campaign>()),
  phone: optional(text()),
  company: optional(text()),
  pageId: optional(text()),
  openingId: optional(text()),
  formTitle: optional(text()),
  answers: optional(json<Answer[]>()),
  consentText: optional(text()),
  ...trashColumns,
})
export type StoredRequest = Row<typeof contactRequests>

/** A PDF that came with a message, at the field with this label. Only `GET /contact/:id/files/:file` and exports read the bytes. */
export const contactFiles = table('contactFiles', {
  id: text(),
  contactId: text(),
  label: text(),
  name: text(),
  size: integer(),
  createdAt: time(),
  bytes: bytes(),
})

/**
 * The timeline of a request. `by` is the name of a member of staff and `byId` the id; `before` and `after` are the values of a change: statuses,
 * ids of owners, days. `messageId` is that of an answer or a received message, without angle brackets. `originId` is the joined request to which an
 * event belongs.
 */
export const contactEvents = table('contactEvents', {
  id: text(),
  contactId: text(),
  originId: optional(text()),
  at: time(),
  kind: text<EventKind>(),
  by: optional(text()),
  byId: optional(text()),
  body: optional(text()),
  before: optional(text()),
  after: optional(text()),
  messageId: optional(text()),
  from: optional(text()),
  details: optional(json<EventDetails>()),
})
export type ContactEvent = Row<typeof contactEvents>

/** Of the values of a request those that a joined one adds to. */
export type MatterValues = Partial<Pick<StoredRequest, 'ownerId' | 'followUpOn' | 'answerTo'>> &
  Pick<StoredRequest, 'status'>

/** A request that was joined to another one, whose values were `before`, and became `after`. `by` is the name of a member of staff. */
export const contactJoins = table('contactJoins', {
  childId: text(),
  parentId: text(),
  at: time(),
  by: optional(text()),
  byId: optional(text()),
  before: json<MatterValues>(),
  after: json<MatterValues>(),
})

/** Answers that assistants have drafted, and that no one has sent: one for a request. One without an `assistant` is that of a person. */
export const answerDrafts = table('answerDrafts', {
  contactId: text(),
  text: text(),
  assistant: optional(text()),
  userId: text(),
  userName: text(),
  at: time(),
})

/** Texts for answers to visitors, in Markdown. An inactive one is not offered. */
export const savedReplies = orderedTable('savedReplies', { name: text(), body: text(), ...trashColumns })

declare module '#server/database/schema.ts' {
  interface Schema {
    contactRequests: Stored<typeof contactRequests>
    contactFiles: Stored<typeof contactFiles>
    contactEvents: Stored<typeof contactEvents>
    contactJoins: Stored<typeof contactJoins>
    answerDrafts: Stored<typeof answerDrafts>
    savedReplies: Stored<typeof savedReplies>
  }
}
