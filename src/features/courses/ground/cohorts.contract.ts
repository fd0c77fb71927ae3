import * as z from 'zod/mini'
import { isWebAddress } from '#contract/addresses.ts'
import {
  auditFields,
  clearable,
  clearableText,
  isDay,
  optionalText,
  optionalTime,
  recordId,
  requiredDay,
} from '#contract/fields.ts'
import { cohortModes, cohortStates, enrollWays } from './cohort-words.contract.ts'

/** A price in rupees with at most two decimals. */
export const rupees = (label: string) =>
  z.number(`${label} must be a number`).check(
    z.minimum(0, `${label} must be 0 or more`),
    z.maximum(100_000_000, `${label} is too high`),
    z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, `${label} takes at most two decimals`),
  )

/** An empty address is for others to refuse. */
export const isEnrollAddress = z.refine<string | undefined>(
  (value) => !value || isWebAddress(value),
  'Enrollment URL must be an address such as https://example.com/enroll',
)

/** The messages to everyone whom a date concerns: of a change of it, and those to the people who attend it. */
export const changeKinds = ['moved', 'cancelled', 'opened'] as const
export const attendeeKinds = ['joining', 'reminder', 'note', 'thanks'] as const
export const noticeKinds = [...changeKinds, ...attendeeKinds] as const
export type NoticeKind = (typeof noticeKinds)[number]
type AttendeeKind = (typeof attendeeKinds)[number]
export const isForAttendees = (kind: NoticeKind): kind is AttendeeKind =>
  (attendeeKinds as readonly string[]).includes(kind)
/** Who of a date gets a note, or thanks. */
export const noticeAudiences = ['enrolled', 'waiting', 'attended', 'absent'] as const
export type NoticeTo = (typeof noticeAudiences)[number]

/**
 * A date of a course, or that of a page with an event, as visitors see it. The event's minutes are `startsAt` and `endsAt` (ISO 8601 in UTC). Days are YYYY-MM-DD in the company's time, prices in rupees. A price that is absent is the course's;
 * `discountedPrice` is absent once `discountUntil` (ISO 8601 in UTC) has passed. `seatsLeft` is there when few are left.
 */
export const publicCohort = z.object({
  _id: z.string(),
  startsOn: z.string(),
  endsOn: z.optional(z.string()),
  startsAt: z.optional(z.string()),
  endsAt: z.optional(z.string()),
  timetable: z.optional(z.string()),
  mode: z.enum(cohortModes),
  place: z.optional(z.string()),
  language: z.optional(z.string()),
  enrolBy: z.optional(z.string()),
  enrolVia: z.enum(enrollWays),
  price: z.optional(z.number()),
  discountedPrice: z.optional(z.number()),
  discountUntil: z.optional(z.string()),
  enrollmentUrl: z.optional(z.string()),
  state: z.enum(cohortStates),
  seatsLeft: z.optional(z.int()),
})
export type PublicCohort = z.infer<typeof publicCohort>
/** The days of a date, and when on these days. */
export type Days = Pick<PublicCohort, 'startsOn' | 'endsOn' | 'timetable'>
/** The same with the minutes of an event. */
export type Times = Days & Pick<PublicCohort, 'startsAt' | 'endsAt'>

/** A date as staff see it. `booked` is the people with a seat: enrolled, with an open offer, or booked elsewhere. `waiting` is people on its waitlist, `registrations` all registrations of it in any state. */
export const cohort = z.extend(z.omit(publicCohort, { seatsLeft: true }), {
  ...auditFields,
  courseId: z.optional(z.string()),
  pageId: z.optional(z.string()),
  seats: z.optional(z.int()),
  bookedElsewhere: z.int(),
  closed: z.boolean(),
  cancelled: z.boolean(),
  note: z.optional(z.string()),
  joinUrl: z.optional(z.string()),
  joinText: z.optional(z.string()),
  trainerIds: z.optional(z.array(z.string())),
  remindAt: z.optional(z.array(z.int())),
  thankAfter: z.optional(z.int()),
  booked: z.int(),
  waiting: z.int(),
  registrations: z.int(),
  /** Whether the reader may see who comes (`GET /cohorts/{id}/participants`); only in the list. */
  readsPeople: z.optional(z.boolean()),
  warnings: z.optional(z.array(z.string())),
})
export type Cohort = z.infer<typeof cohort>

const optionalDay = (label: string) =>
  clearable(
    z.string(`${label} must be a date`).check(
      z.trim(),
      z.refine((value) => value === '' || isDay(value), `${label} must be a date`),
    ),
  )

const flags = {
  closed: z.optional(z.boolean('Send true or false')),
  cancelled: z.optional(z.boolean('Send true or false')),
}

const count = (label: string, least: number) =>
  z
    .int(`${label} must be a whole number`)
    .check(z.minimum(least, `${label} must be ${least} or more`), z.maximum(100_000, `${label} is too high`))

const mostDays = (label: string, most: number) =>
  z
    .int(`${label} must be a whole number of days`)
    .check(z.minimum(0, `${label} must be 0 days or more`), z.maximum(most, `${label} must be at most ${most} days`))

/** The joining details: for participants only. */
const joiningFields = {
  joinUrl: clearable(
    optionalText('Joining link', 2_000).check(
      z.refine(
        (value) => !value || isWebAddress(value),
        'Joining link must be an address such as https://example.com/join',
      ),
    ),
  ),
  joinText: clearableText('Joining details', 10_000),
}

/** A date as the form sends it. Fields that are left out keep their values; null or an empty text removes one. */
export const cohortInput = z
  .object({
    startsOn: requiredDay('Start date'),
    endsOn: optionalDay('End date'),
    timetable: clearableText('Schedule', 200),
    mode: z.optional(z.enum(cohortModes, 'Format must be online, place or both')),
    place: clearableText('Location', 300),
    language: clearableText('Language', 100),
    seats: clearable(count('Seats', 1)),
    bookedElsewhere: z.optional(count('Booked elsewhere', 0)),
    enrolBy: optionalDay('Enrollment deadline'),
    enrolVia: z.optional(z.enum(enrollWays, 'Enrollment method must be link or request')),
    price: clearable(rupees('Price')),
    discountedPrice: clearable(rupees('Discounted price')),
    discountUntil: optionalTime('Early price ends'),
    enrollmentUrl: clearable(optionalText('Enrollment URL', 2_000).check(isEnrollAddress)),
    ...flags,
    note: clearableText('Note', 5_000),
    ...joiningFields,
    trainerIds: z.optional(
      z
        .array(recordId('trainerIds'), 'Trainers must be a list')
        .check(z.maxLength(20, 'A date takes at most 20 trainers')),
    ),
    remindAt: z.optional(
      z
        .array(mostDays('Reminder', 60), 'Reminders must be a list of days')
        .check(z.maxLength(5, 'A date takes at most 5 reminders')),
    ),
    thankAfter: clearable(mostDays('Thanks', 60)),
  })
  .check(
    z.refine(({ startsOn, endsOn }) => !endsOn || endsOn >= startsOn, {
      path: ['endsOn'],
      error: 'End date must not be before the start date',
    }),
  )
export type CohortInput = z.infer<typeof cohortInput>

export const cohortFlags = z
  .object(flags)
  .check(
    z.refine(({ closed, cancelled }) => closed !== undefined || cancelled !== undefined, 'Send closed or cancelled'),
  )

/** The copy of a date starts so many weeks later; 8, unless it says. */
export const repeatInput = z.object({
  weeks: z.optional(
    z
      .int('Weeks must be a whole number')
      .check(z.minimum(1, 'Weeks must be 1 or more'), z.maximum(520, 'Weeks must be at most 520')),
  ),
})

/** People who took seats elsewhere, or fewer of them. */
export const bookedInput = z.object({
  people: z
    .int('People must be a whole number')
    .check(z.minimum(-100_000, 'People is too low'), z.maximum(100_000, 'People is too high')),
})

/** The joining details alone, for those who teach the date. */
export const joiningInput = z.object(joiningFields)
export const cohortJoining = z.pick(cohort, {
  ...{ _id: true, joinUrl: true, joinText: true },
  ...{ version: true, updatedAt: true, updatedBy: true },
})

/** A date within a week: `unnamed` seats have no name yet, and online nobody learns how to join while the details are missing. */
export const dateToPrepare = z.object({
  cohort: z.string(),
  title: z.string(),
  startsOn: z.string(),
  seats: z.optional(z.int()),
  booked: z.int(),
  unnamed: z.int(),
  joiningMissing: z.boolean(),
})
export type DateToPrepare = z.infer<typeof dateToPrepare>
