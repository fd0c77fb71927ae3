import { trashColumns } from '#server/database/lifecycle.ts'
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
import type { cohortModes, enrolWays, NoticeKind } from './cohorts.contract.ts'

/** An amount in rupees, stored as whole paise. */
const rupees = (): Column<number, number> => ({
  encode: (amount) => Math.round(amount * 100),
  decode: (paise) => paise / 100,
})

/**
 * The dates of courses. `startsOn`, `endsOn` and `enrolBy` are days, YYYY-MM-DD, in the company's time. Without `seats` a date is never full;
 * `takenElsewhere` counts people whom no request here names. A price left out is the course's. `note` is for staff.
 */
export const cohorts = table('cohorts', {
  id: text(),
  courseId: text(),
  startsOn: text(),
  endsOn: optional(text()),
  timetable: optional(text()),
  mode: text<(typeof cohortModes)[number]>(),
  place: optional(text()),
  language: optional(text()),
  seats: optional(integer()),
  takenElsewhere: integer(),
  enrolBy: optional(text()),
  enrolVia: text<(typeof enrolWays)[number]>(),
  price: optional(rupees()),
  discountedPrice: optional(rupees()),
  discountUntil: optional(time()),
  enrollmentUrl: optional(text()),
  closed: boolean(),
  cancelled: boolean(),
  note: optional(text()),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  updatedBy: optional(text()),
  ...trashColumns,
})
export type StoredCohort = Row<typeof cohorts>

/**
 * A message about a date to everyone whom it concerns: `count` people, each with a delivery whose `subjectId` it is. `before` has the days of a
 * date that was moved; `body` is what staff add.
 */
export const cohortNotices = table('cohortNotices', {
  id: text(),
  cohortId: text(),
  kind: text<NoticeKind>(),
  before: optional(json<{ startsOn: string; endsOn?: string; timetable?: string }>()),
  body: optional(text()),
  count: integer(),
  at: time(),
  by: optional(text()),
  undoneAt: optional(time()),
})
export type CohortNotice = Row<typeof cohortNotices>

declare module '#server/database/schema.ts' {
  interface Schema {
    cohorts: Stored<typeof cohorts>
    cohortNotices: Stored<typeof cohortNotices>
  }
}
