import { sql } from 'kysely'
import { may } from '#contract/roles.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import type { Stored } from '#server/database/table.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { hasFreeSeats } from '../ground/cohort-words.contract.ts'
import type { DateToPrepare } from '../ground/cohorts.contract.ts'
import { type cohorts, registrations } from '../ground/courses.table.ts'
import { isLiveOffer, isPresentOffer, offers, ofOffer } from '../ground/offers.server.ts'
import { unnamedSeats } from '../ground/participant-rows.server.ts'
import {
  type CohortContext,
  cohortRows,
  isOverAt,
  isPastAt,
  type Moment,
  momentOf,
  toCohort,
} from './cohort-queries.server.ts'
import { recipientsOf } from './notice-recipients.server.ts'
import { later } from './timetable.ts'
import { isTaughtBy, startingSoon } from './trainers.shared.server.ts'

/**
 * The figures of training that need staff, without courses and pages in the trash. `starting`: dates with free seats within a week; `waiting`: people who wait although
 * seats are free; `enrollments`: verified ones to confirm; `missed`: verified ones of past dates; `untold`: people who do not know that their date is cancelled.
 */
export async function readTrainingFigures(context: CohortContext) {
  const moment = await momentOf(context)
  const [dates, enrollments, untold] = await Promise.all([
    countFree(context, moment),
    countEnrollments(context, moment),
    findUntold(context, moment),
  ])
  return { ...dates, ...enrollments, untold }
}

async function countFree({ database }: CohortContext, moment: Moment) {
  const { starting, waiting } = await database.db
    .selectFrom(cohortRows(database.db, moment).as('cohorts'))
    .innerJoin(offers(database.db), ofOffer('cohorts'))
    .where(isLiveOffer(moment.now))
    .where('cohorts.state', 'in', hasFreeSeats)
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere('cohorts.startsOn', '<=', later(moment.today, 7))
        .filterWhere('cohorts.seats', 'is not', null)
        .as('starting'),
      // Seats are offered in order, so a group that needs more of them stops the line.
      fn
        .coalesce(
          fn.sum<number>('cohorts.waiting').filterWhere(
            sql<boolean>`coalesce("cohorts"."seats" - "cohorts"."booked", 100000) >= (
              select "first"."people" from "registrations" as "first"
              where "first"."cohortId" = "cohorts"."id" and "first"."state" = 'waiting' and "first"."deletedAt" is null
              order by "first"."verifiedAt" is null, "first"."createdAt", "first"."id" limit 1)`,
          ),
          sql.lit(0),
        )
        .as('waiting'),
    ])
    .executeTakeFirstOrThrow()
  return { starting, waiting: Number(waiting) }
}

/** The verified enrollments that no one has answered. */
async function countEnrollments({ database: { db } }: CohortContext, moment: Moment) {
  return db
    .selectFrom('registrations')
    .innerJoin(offers(db), ofOffer('registrations'))
    .leftJoin('cohorts', 'cohorts.id', 'registrations.cohortId')
    .where('registrations.kind', '=', 'enrol')
    .where('registrations.state', '=', 'new')
    .where('registrations.verifiedAt', 'is not', null)
    .where(isPresent(registrations))
    .where(isPresentOffer)
    .select(({ fn, eb, and, or, not }) => [
      fn
        .countAll<number>()
        .filterWhere(or([eb('cohorts.id', 'is', null), not(isOverAt(moment))]))
        .as('enrollments'),
      fn
        .countAll<number>()
        .filterWhere(and([eb('cohorts.cancelled', '=', false), isOverAt(moment)]))
        .as('missed'),
    ])
    .executeTakeFirstOrThrow()
}

/** The most cancelled dates to come that are looked at. */
const mostCancelled = 20

async function findUntold({ database: { db } }: CohortContext, moment: Moment) {
  const rows = await cohortRows(db, moment)
    .innerJoin(offers(db), ofOffer('cohorts'))
    .where(isPresentOffer)
    .where('cohorts.cancelled', '=', true)
    .where(({ not }) => not(isPastAt(moment)))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('registrations')
          .select('registrations.id')
          .whereRef('registrations.cohortId', '=', 'cohorts.id')
          .where('registrations.state', 'in', ['new', 'confirmed', 'accepted', 'waiting', 'offered'])
          .where(isPresent(registrations)),
      ),
    )
    .orderBy('cohorts.startsOn')
    .orderBy('cohorts.id')
    .limit(mostCancelled)
    .execute()
  const found = []
  for (const cohort of rows.map(toCohort)) {
    const { recipients } = await recipientsOf(db, cohort, { kind: 'cancelled' }, moment.now)
    if (recipients.length > 0) found.push({ cohort, people: recipients.length })
  }
  const [first] = found
  if (!first) return undefined
  const people = found.reduce((sum, one) => sum + one.people, 0)
  const { _id, courseId, pageId } = first.cohort
  return { people, course: courseId, event: pageId, cohort: _id }
}

/** The most dates that the dashboard names. */
const mostNamed = 3

/** The next dates that someone teaches, and for those who may change registrations other ones that miss something. */
export async function readPreparation(context: CohortContext, staff: Pick<Staff, 'id' | 'role' | 'granted'>) {
  const { id } = staff
  const { db } = context.database
  const sells = may(staff, 'writeContacts')
  const rows = await startingSoon(db, await momentOf(context))
    .select([unnamedSeats(db).as('unnamed'), isTaughtBy(db, id).as('isOwn')])
    .$if(!sells, (dates) => dates.where(isTaughtBy(db, id)))
    .execute()
  const dates = rows.map((row) => ({ date: toPrepare(row), isOwn: Boolean(row.isOwn) }))
  const isIncomplete = ({ booked, unnamed, joiningMissing }: DateToPrepare) =>
    booked > 0 && (unnamed > 0 || joiningMissing)
  const teaching = dates.flatMap(({ date, isOwn }) => (isOwn ? [date] : []))
  const others = dates.flatMap(({ date, isOwn }) => (!isOwn && isIncomplete(date) ? [date] : []))
  return {
    ...(teaching.length > 0 && { teaching: teaching.slice(0, mostNamed) }),
    ...(others.length > 0 && { toPrepare: others.slice(0, mostNamed) }),
  }
}

type Row = Pick<Stored<typeof cohorts>, 'id' | 'startsOn' | 'seats' | 'mode' | 'joinUrl' | 'joinText'> & {
  title: string
  booked: number
  unnamed: number
}

const toPrepare = ({ id, title, startsOn, seats, booked, unnamed, mode, joinUrl, joinText }: Row): DateToPrepare => ({
  ...{ cohort: id, title, startsOn, booked, unnamed, ...(seats !== null && { seats }) },
  joiningMissing: mode !== 'place' && !joinUrl && !joinText,
})
