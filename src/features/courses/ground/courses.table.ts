import { renderingColumns } from '#content/render/stored-rendering.ts'
import type { Campaign } from '#contract/visit.ts'
import { scheduleColumns, trashColumns } from '#server/database/lifecycle.ts'
import {
  boolean,
  type Column,
  integer,
  json,
  optional,
  type Row,
  type Stored,
  table,
  text,
  time,
} from '#server/database/table.ts'
import { appearanceColumns } from '#server/record/publication.ts'
import type { cohortModes, enrollWays } from './cohort-words.contract.ts'
import type { Days, NoticeKind, NoticeTo } from './cohorts.contract.ts'
import type { courseCategories, courseLevels } from './courses-words.contract.ts'
import type { RegistrationKind, RegistrationState } from './registration-words.contract.ts'
import type { Correction, Proposal, Wanted } from './registrations.contract.ts'

/** An amount in rupees, stored as whole paise. */
const rupees = (): Column<number, number> => ({
  encode: (amount) => Math.round(amount * 100),
  decode: (paise) => paise / 100,
})

/**
 * Prices are in Indian rupees; `startDate` is a day, YYYY-MM-DD; `syllabus` is as typed, and too long to load in lists. `order` is the place
 * among featured courses, 0 for one that has none yet; `asksBy` is how people enroll for a new date.
 */
export const courses = table('courses', {
  id: text(),
  title: text(),
  slug: text(),
  description: text(),
  duration: text(),
  price: rupees(),
  discountedPrice: optional(rupees()),
  imageUrl: optional(text()),
  imageAlt: optional(text()),
  category: text<(typeof courseCategories)[number]>(),
  level: text<(typeof courseLevels)[number]>(),
  prerequisites: json<string[]>(),
  learningOutcomes: json<string[]>(),
  instructorId: text(),
  enrollmentUrl: text(),
  startDate: optional(text()),
  active: boolean(),
  featured: boolean(),
  order: integer(),
  asksBy: text<(typeof enrollWays)[number]>(),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  syllabus: text(),
  updatedBy: optional(text()),
  ...renderingColumns,
  ...trashColumns,
  ...scheduleColumns,
  ...appearanceColumns,
})

/** The slug history: requests for a former slug are redirected to the course. */
export const coursePastSlugs = table('coursePastSlugs', { slug: text(), courseId: text() })

/** Exactly one is the default, for courses that name no existing one. `userId` is the colleague, who sees the people of their dates. */
export const instructors = table('instructors', {
  id: text(),
  name: text(),
  userId: optional(text()),
  avatarUrl: optional(text()),
  bio: text(),
  isDefault: boolean(),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  updatedBy: optional(text()),
})

/**
 * The dates of courses, each with its `courseId`, and that of a page with an event (`pageId`). The latter is kept by the page's event section, whose
 * minutes are `startsAt` and `endsAt`; its days and timetable follow from them. `startsOn`, `endsOn` and `enrolBy` are days, YYYY-MM-DD, in the company's time. Without `seats` a date is never full;
 * `bookedElsewhere` counts people without a registration here. A price left out is the course's. `note` is for staff. `joinUrl` and `joinText`
 * (Markdown) are for participants; `trainerIds` are the users who teach it. Reminders leave `remindAt` days before, thanks `thankAfter` days after the last day.
 */
export const cohorts = table('cohorts', {
  id: text(),
  courseId: optional(text()),
  pageId: optional(text()),
  startsOn: text(),
  endsOn: optional(text()),
  startsAt: optional(time()),
  endsAt: optional(time()),
  timetable: optional(text()),
  mode: text<(typeof cohortModes)[number]>(),
  place: optional(text()),
  language: optional(text()),
  seats: optional(integer()),
  bookedElsewhere: integer(),
  enrolBy: optional(text()),
  enrolVia: text<(typeof enrollWays)[number]>(),
  price: optional(rupees()),
  discountedPrice: optional(rupees()),
  discountUntil: optional(time()),
  enrollmentUrl: optional(text()),
  closed: boolean(),
  cancelled: boolean(),
  note: optional(text()),
  joinUrl: optional(text()),
  joinText: optional(text()),
  trainerIds: optional(json<string[]>()),
  remindAt: optional(json<number[]>()),
  thankAfter: optional(integer()),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  updatedBy: optional(text()),
  ...trashColumns,
})
export type StoredCohort = Row<typeof cohorts>

/**
 * A message about a date to `count` people, each with a delivery whose `subjectId` it is. `before` has the days of a moved date; `body` is the text of
 * staff. An automatic one has `daysBefore`, negative after the date, and the first day (`forDay`) that the date had then.
 */
export const cohortNotices = table('cohortNotices', {
  id: text(),
  cohortId: text(),
  kind: text<NoticeKind>(),
  before: optional(json<Days>()),
  body: optional(text()),
  count: integer(),
  at: time(),
  by: optional(text()),
  undoneAt: optional(time()),
  audience: optional(text<NoticeTo>()),
  daysBefore: optional(integer()),
  forDay: optional(text()),
})
export type CohortNotice = Row<typeof cohortNotices>

/**
 * People who ask for a course or an event of a page, of which one is named: for a seat of a date (`enrol`), a place on its waitlist, the next date, or with a question, which is a contact
 * request too (`contactId`). `verifiedAt` is when they pressed the button in the message to them; `stateAt` and `reason` say when and why the
 * state is what it is. `proposed` is what they want instead, as they have asked again, and `corrections` what staff
 * have corrected. An offer is for `offeredPeople` and holds until `offeredUntil`. `note` is for staff. `poNumber`, `invoiceNo` and `paidOn` are free
 * words. `enteredBy` is the colleague who has entered one that was not sent by the form; only such a one may lack an `email`.
 */
export const registrations = table('registrations', {
  id: text(),
  courseId: optional(text()),
  pageId: optional(text()),
  cohortId: optional(text()),
  kind: text<RegistrationKind>(),
  name: text(),
  email: optional(text()),
  phone: optional(text()),
  people: integer(),
  company: optional(text()),
  gstin: optional(text()),
  message: optional(text()),
  proposed: optional(json<Proposal>()),
  wanted: optional(json<Wanted>()),
  corrections: optional(json<Correction[]>()),
  state: text<RegistrationState>(),
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
  poNumber: optional(text()),
  invoiceNo: optional(text()),
  paidOn: optional(text()),
  enteredBy: optional(text()),
  version: integer(),
  createdAt: time(),
  ...trashColumns,
})
export type StoredRegistration = Row<typeof registrations>

/** The days (YYYY-MM-DD) on which someone was there; `false` says that they were not, where attendance was taken. */
export type Attended = Record<string, boolean>

/**
 * One for each seat of an enrolled registration. Those of one that is not enrolled any more stay for its return, and do not count. Without a
 * `registrationId` it is one of the seats booked elsewhere: the person who booked was erased. `informed` says that they get the joining details themselves.
 */
export const participants = table('participants', {
  id: text(),
  registrationId: optional(text()),
  cohortId: text(),
  name: optional(text()),
  email: optional(text()),
  phone: optional(text()),
  informed: boolean(),
  attended: json<Attended>(),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  updatedBy: optional(text()),
})
export type StoredParticipant = Row<typeof participants>

/** It names no one, so that it outlives its participant. Days are YYYY-MM-DD; `course` is its title then. */
export const certificates = table('certificates', {
  number: text(),
  participantId: optional(text()),
  cohortId: optional(text()),
  course: text(),
  startsOn: text(),
  endsOn: optional(text()),
  issuedAt: time(),
  issuedBy: optional(text()),
  withdrawnAt: optional(time()),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    courses: Stored<typeof courses>
    coursePastSlugs: Stored<typeof coursePastSlugs>
    instructors: Stored<typeof instructors>
    cohorts: Stored<typeof cohorts>
    cohortNotices: Stored<typeof cohortNotices>
    registrations: Stored<typeof registrations>
    participants: Stored<typeof participants>
    certificates: Stored<typeof certificates>
  }
}
