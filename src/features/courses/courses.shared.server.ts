import { sql } from 'kysely'
import type { PublicPerson } from '#features/published/published-content.shared.server.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { isLive } from '#server/database/lifecycle.ts'
import type { AppContext } from '#server/feature.ts'
import { cohortRows, momentOf } from './cohorts/cohort-queries.server.ts'
import { hasFreeSeats } from './cohorts/open-dates.contract.ts'
import { later } from './cohorts/timetable.ts'
import { courseContent } from './course-queries.server.ts'
import { courses } from './courses.table.ts'

/** The instructors of active courses with the newest one of each, by name. */
export const activeInstructors = (database: Database, limit: number): Promise<PublicPerson[]> =>
  courseContent.publicPeople(database).orderBy('person.name').orderBy('person.id').limit(limit).execute()

/** Gives the instructor that the company itself became (`instructorOrDefault`) another name. An instructor that staff have entered or changed stays. */
export const renameDefaultInstructor = (trx: Transaction, from: string, to: string) =>
  trx
    .updateTable('instructors')
    .set((row) => ({ name: to, version: row('version', '+', 1), updatedAt: new Date().toISOString() }))
    .where('name', '=', from)
    .where('updatedBy', 'is', null)
    .execute()

/** The dates with free seats that start within a week, the people who wait although seats are free, and the verified enrolments to confirm. */
export async function readTrainingFigures(parts: Pick<AppContext, 'database' | 'config' | 'site'>) {
  const { database } = parts
  const moment = await momentOf(parts)
  const free = database.db
    .selectFrom(cohortRows(database.db, moment).as('cohorts'))
    .innerJoin('courses', 'courses.id', 'cohorts.courseId')
    .where(isLive(courses, 'active', moment.now))
    .where('cohorts.state', 'in', hasFreeSeats)
  const [dates, requests] = await Promise.all([
    free
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
              sql<boolean>`coalesce("cohorts"."seats" - "cohorts"."taken", 100000) >= (
                select "first"."people" from "courseRequests" as "first"
                where "first"."cohortId" = "cohorts"."id" and "first"."state" = 'waiting' and "first"."deletedAt" is null
                order by "first"."verifiedAt" is null, "first"."createdAt", "first"."id" limit 1)`,
            ),
            sql.lit(0),
          )
          .as('waiting'),
      ])
      .executeTakeFirstOrThrow(),
    database.db
      .selectFrom('courseRequests')
      .select(({ fn }) => fn.countAll<number>().as('new'))
      .where('kind', '=', 'enrol')
      .where('state', '=', 'new')
      .where('verifiedAt', 'is not', null)
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return { starting: dates.starting, waiting: Number(dates.waiting), enrolments: requests.new }
}
