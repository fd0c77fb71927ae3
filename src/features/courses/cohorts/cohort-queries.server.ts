import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Database, Db, Transaction } from '#server/database/connect.ts'
import { createContentCache } from '#server/database/content-version.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import type { Stored } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'
import type { PlannedDay } from '#server/record/entity.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { notFound } from '#server/runtime/http-error.ts'
import {
  type CohortState,
  isOver,
  nextCohort,
  offerIdOf,
  overStates,
  takesPeople,
} from '../ground/cohort-words.contract.ts'
import { type Cohort, type PublicCohort, publicCohort } from '../ground/cohorts.contract.ts'
import { cohorts, courses } from '../ground/courses.table.ts'
import { belongsTo, findOffer } from '../ground/offers.server.ts'
import { trainingSettings } from '../ground/training-settings.contract.ts'

/** The moment for which states are computed: `now` is ISO 8601 in UTC, `today` the company's day; `few` is from how many seats left on they are few. */
export type Moment = { now: string; today: string; few: number }

export type CohortContext = Pick<AppContext, 'database' | 'config' | 'site'>

/** The moment of a registration, which staff may have chosen. */
export const momentOf = async ({ database, config, site }: CohortContext) => {
  const now = database.now()
  return { now, today: dayIn(config.timeZone)(now), few: trainingSettings.of(await site.now()).fewSeats }
}

const ofCohort = sql`"registrations"."cohortId" = "cohorts"."id" and "registrations"."deletedAt" is null`

/** The people with a seat: those of enrolled registrations and of open offers, and those booked elsewhere. */
const bookedAt = (now: string): RawBuilder<number> => sql<number>`
  "cohorts"."bookedElsewhere" + cast(coalesce((
    select sum(case "registrations"."state" when 'offered' then coalesce("registrations"."offeredPeople", "registrations"."people") else "registrations"."people" end)
    from "registrations"
    where ${ofCohort} and (
      "registrations"."state" in ('confirmed', 'accepted')
      or ("registrations"."state" = 'offered' and "registrations"."offeredUntil" > ${now})
    )
  ), 0) as integer)`

/** The people on the waitlist, verified or not. */
const waiting = sql<number>`cast(coalesce((
    select sum("registrations"."people") from "registrations"
    where ${ofCohort} and "registrations"."state" = 'waiting'
  ), 0) as integer)`

/** The registrations of a date in any state, each of which keeps it from being deleted. */
const asked = sql<number>`cast((select count(*) from "registrations" where ${ofCohort}) as integer)`

/** The state of a row with `booked`; the first that holds. An event begins and ends by the minute. */
const stateAt = ({ now, today, few }: Moment): RawBuilder<CohortState> => sql<CohortState>`
  case
    when "cancelled" then 'cancelled'
    when ${isPastAt({ now, today })} then 'past'
    when coalesce("cohorts"."startsAt" <= ${now}, "cohorts"."startsOn" < ${today}) then 'running'
    when "closed" or "enrolBy" < ${today} then 'closed'
    when "booked" >= "seats" then 'full'
    when "seats" - "booked" <= ${few} then 'few'
    else 'open'
  end`

type Present = Pick<Moment, 'now' | 'today'>

/** The condition that a date is past, as its state says. */
export const isPastAt = ({ now, today }: Present) => sql<boolean>`
  coalesce("cohorts"."endsAt" <= ${now}, coalesce("cohorts"."endsOn", "cohorts"."startsOn") < ${today})`

/** The condition that a date is cancelled or past, as its state says. */
export const isOverAt = (moment: Present) => sql<boolean>`("cohorts"."cancelled" or ${isPastAt(moment)})`

/** The dates that are not in the trash, with `booked`, `waiting`, `registrations` and `state`, as the table `cohorts`. */
export const cohortRows = (db: Db, moment: Moment) =>
  db
    .selectFrom(
      db
        .selectFrom('cohorts')
        .selectAll('cohorts')
        .select([bookedAt(moment.now).as('booked'), waiting.as('waiting'), asked.as('registrations')])
        .where(isPresent(cohorts))
        .as('cohorts'),
    )
    .selectAll('cohorts')
    .select(stateAt(moment).as('state'))

type CohortRow = Stored<typeof cohorts> & { booked: number; waiting: number; registrations: number; state: CohortState }

/** A row of `cohortRows` as staff get it. */
export function toCohort(row: CohortRow): Cohort {
  const found = withPublicId(cohorts.decode(row))
  const isLate = found.enrolBy !== undefined && found.enrolBy > found.startsOn
  return { ...found, ...(isLate && { warnings: ['Enrollment ends after the first day.'] }) }
}

/** A date in any state; undefined if it is in the trash. */
export async function readCohort(db: Db, moment: Moment, id: string) {
  const row = await cohortRows(db, moment).where('cohorts.id', '=', id).executeTakeFirst()
  return row && toCohort(row)
}

/** A date with its course or page. @throws HttpError 404 unless both exist, and are not in the trash */
export async function findDate(context: CohortContext, id: string) {
  const { db } = context.database
  const date = await readCohort(db, await momentOf(context), id)
  const offer = date && (await findOffer(db, offerIdOf(date)).executeTakeFirst())
  if (!date || !offer) throw notFound('Date not found')
  return { date, offer }
}

/** The columns that a new or changed date takes from its course. */
export const courseOf = async (trx: Transaction, { courseId = '' }: { courseId?: string | undefined }) =>
  courses.decode(
    await trx
      .selectFrom('courses')
      .select(['price', 'asksBy'])
      .where('id', '=', courseId)
      .where(isPresent(courses))
      .executeTakeFirstOrThrow(),
  )

/** The dates by the id of their course or page, in the order of their start. @param offerIds left out for all of them */
export async function readCohorts(db: Db, moment: Moment, offerIds?: string[]): Promise<Map<string, Cohort[]>> {
  if (offerIds?.length === 0) return new Map()
  const rows = await cohortRows(db, moment)
    .$if(offerIds !== undefined, (found) => found.where(belongsTo('cohorts', offerIds ?? [])))
    .orderBy('cohorts.startsOn')
    .orderBy('cohorts.id')
    .execute()
  return Map.groupBy(rows.map(toCohort), offerIdOf)
}

/** The condition that a course has no date to come that takes people, or that people wait for a seat of one. */
export function hasDates(db: Db, moment: Moment, dates: 'none' | 'waiting') {
  const rows = cohortRows(db, moment).whereRef('cohorts.courseId', '=', sql.ref('courses.id'))
  const state = stateAt(moment)
  if (dates === 'waiting')
    return sql<boolean>`exists ${rows.where('waiting', '>', 0).where(state, 'not in', overStates)}`
  return sql<boolean>`not exists ${rows.where(state, 'in', takesPeople)} and coalesce("courses"."startDate", '') < ${moment.today}`
}

function toPublic({ discountedPrice, discountUntil, ...cohort }: Cohort, { now, few }: Moment): PublicCohort {
  const isEarly = discountUntil === undefined || discountUntil > now
  const left = (cohort.seats ?? Number.POSITIVE_INFINITY) - cohort.booked
  return z.parse(publicCohort, {
    ...cohort,
    ...(isEarly && { discountedPrice, discountUntil }),
    ...(cohort.state === 'few' && left <= few && { seatsLeft: left }),
  })
}

/** A course without its dates. */
export type BareCourse = { _id: string; startDate?: string | undefined }
type CohortFields = { cohorts?: PublicCohort[] }
type AddCohorts = <Course extends BareCourse>(course: Course) => Course & CohortFields

/**
 * Reads dates for a function that adds them to courses: those that visitors see, and `startDate` by `nextCohort`. A course without dates stays as it is.
 * @param courseIds left out for all courses; @param staff adds what only the staff's list shows
 */
export async function cohortsFor(
  context: CohortContext,
  courseIds?: string[],
  { staff = false } = {},
): Promise<AddCohorts> {
  const moment = await momentOf(context)
  const found = await readCohorts(context.database.db, moment, courseIds)
  return (course) => {
    const all = found.get(course._id)
    const next = all && nextCohort(all)
    const toCome = all?.filter((one) => !isOver(one)) ?? []
    const startDate = next?.startsOn ?? course.startDate
    return {
      ...course,
      ...(startDate !== undefined && { startDate }),
      ...(all && { cohorts: toCome.map((one) => toPublic(one, moment)) }),
      ...(all && staff && { nextDate: next, waiting: toCome.reduce((sum, one) => sum + one.waiting, 0) }),
    }
  }
}

const ofContent = createContentCache<AddCohorts>(1)

/** Adds their dates to courses for pages. The dates of all courses are read once for each state of the content, not for each page. */
export async function withCohorts<Course extends BareCourse>(context: CohortContext, courses: Course[]) {
  const add = await ofContent(context.database, 'cohorts', () => cohortsFor(context))
  return courses.map((course) => add(course))
}

/** The date that a new `startDate` of a course moves: its only one, unless it is cancelled, or the next open one of several. */
export const movedByCourse = (all: Cohort[]): Cohort | undefined =>
  nextCohort(all) ?? all.find(({ state }) => all.length === 1 && state !== 'cancelled')

/** The days of active courses: the start of their dates and the last day to enroll, or the stored day of a course without dates. */
export async function plannedDays({ db }: Database, from: string, until: string): Promise<PlannedDay[]> {
  const ofCourse = db
    .selectFrom('courses')
    .where(isPresent(courses))
    .where('courses.active', '=', true)
    .select([sql.lit('courses').as('of'), 'courses.id', 'courses.title as name'])
  const dated = db.selectFrom('cohorts').select('cohorts.courseId').where(isPresent(cohorts))
  const dates = ofCourse
    .innerJoin('cohorts', 'cohorts.courseId', 'courses.id')
    .where(isPresent(cohorts))
    .where('cohorts.cancelled', '=', false)
  const on = (rows: typeof dates, column: 'startsOn' | 'enrolBy') =>
    rows.where(`cohorts.${column}`, '>=', from).where(`cohorts.${column}`, '<=', until)
  const found = await Promise.all([
    on(dates, 'startsOn')
      .select(['cohorts.startsOn as day', sql.lit('starts' as const).as('what')])
      .execute(),
    on(dates.where('cohorts.closed', '=', false), 'enrolBy')
      .select(['cohorts.enrolBy as day', sql.lit('closes' as const).as('what')])
      .execute(),
    ofCourse
      .where('courses.id', 'not in', dated)
      .where('courses.startDate', '>=', from)
      .where('courses.startDate', '<=', until)
      .select(['courses.startDate as day', sql.lit('starts' as const).as('what')])
      .execute(),
  ])
  return found.flat().map(({ day, ...event }) => ({ ...event, day: String(day) }))
}
