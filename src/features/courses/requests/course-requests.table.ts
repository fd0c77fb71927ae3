import type { Campaign } from '#contract/visit.ts'
import { trashColumns } from '#server/database/lifecycle.ts'
import { boolean, integer, json, optional, type Row, type Stored, table, text, time } from '#server/database/table.ts'
import type { RequestKind, RequestState, Wanted } from './course-requests.contract.ts'

/**
 * People who ask for a course: for a seat of a date (`enrol`), a place on its waiting list, the next date, or with a question, which is a contact
 * request too (`contactId`). `verifiedAt` is when they pressed the button in the message to them; `stateAt` and `reason` say when and why the
 * state is what it is. An offer is for `offeredPeople` and holds until `offeredUntil`. `note` is for staff.
 */
export const courseRequests = table('courseRequests', {
  id: text(),
  courseId: text(),
  cohortId: optional(text()),
  kind: text<RequestKind>(),
  name: text(),
  email: text(),
  phone: optional(text()),
  people: integer(),
  company: optional(text()),
  gstin: optional(text()),
  message: optional(text()),
  wanted: optional(json<Wanted>()),
  state: text<RequestState>(),
  verifiedAt: optional(time()),
  stateAt: time(),
  reason: optional(text()),
  offeredPeople: optional(integer()),
  offeredUntil: optional(time()),
  contactId: optional(text()),
  note: optional(text()),
  page: optional(text()),
  read: optional(json<string[]>()),
  referrer: optional(text()),
  campaign: optional(json<Campaign>()),
  consentText: optional(text()),
  consentAt: optional(time()),
  flood: optional(boolean()),
  version: integer(),
  createdAt: time(),
  ...trashColumns,
})
export type StoredCourseRequest = Row<typeof courseRequests>

declare module '#server/database/schema.ts' {
  interface Schema {
    courseRequests: Stored<typeof courseRequests>
  }
}
