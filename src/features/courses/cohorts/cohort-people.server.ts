import * as z from 'zod/mini'
import { may } from '#contract/roles.ts'
import type { Db } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/staff.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { isOver } from '../ground/cohort-words.contract.ts'
import { courseRequests, courses } from '../ground/courses.table.ts'
import { enrolledStates } from '../ground/request-words.contract.ts'
import { cohortPeople, type Occupied, occupied, occupiedQuery } from './cohort-people.contract.ts'
import { momentOf, readCohort, readCohorts } from './cohort-queries.server.ts'

/** Whether someone may see who comes to the dates of a course: as its instructor, or by their role. */
export async function readsPeople(db: Db, { id, role }: Staff, courseId: string): Promise<boolean> {
  if (may(role, 'readContacts')) return true
  const taught = db
    .selectFrom('courses')
    .innerJoin('instructors', 'instructors.id', 'courses.instructorId')
    .select('courses.id')
    .where('courses.id', '=', courseId)
    .where('instructors.userId', '=', id)
  return (await taught.executeTakeFirst()) !== undefined
}

export const cohortPeopleRoutes = feature('Courses', async (app, context) => {
  const { database } = context
  route(app, 'GET /cohorts/:id/people', {
    access: 'staff',
    summary: 'List the people who have a seat of a date',
    description:
      'For those who may read requests, and for the colleague whom the instructor of the course is (`userId`); 403 for others. It has names, companies, numbers and messages, and nothing else of a request.',
    answer: cohortPeople,
    handler: async (request) => {
      const { db } = database
      const date = await readCohort(db, await momentOf(context), request.params.id)
      const course =
        date &&
        (await db
          .selectFrom('courses')
          .select(['id as _id', 'title'])
          .where('id', '=', date.courseId)
          .where(isPresent(courses))
          .executeTakeFirst())
      if (!date || !course) throw notFound('Date not found')
      if (!(await readsPeople(db, staffOf(request), date.courseId)))
        throw new HttpError(403, 'Only those who teach this date see who comes.')
      const rows = await db
        .selectFrom('courseRequests')
        .select(['id', 'name', 'company', 'people', 'message'])
        .where('cohortId', '=', date._id)
        .where('state', 'in', enrolledStates)
        .where(isPresent(courseRequests))
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
      const people = rows.map(({ id: _id, company, message, ...person }) => ({
        ...{ _id, ...person },
        ...(company && { company }),
        ...(message && { message }),
      }))
      return { course, date, people }
    },
  })

  route(app, 'GET /cohorts/occupied', {
    access: 'staff',
    summary: 'Count the people who hang on courses, by date',
    description:
      'For the question before a course or a date is deleted. Only dates that are neither past nor cancelled and have people; without `cohort`, people of a course without dates.',
    query: occupiedQuery,
    answer: z.array(occupied),
    handler: async ({ query: { course: ids = [] } }): Promise<Occupied[]> => {
      const { db } = database
      const [titles, dates, rows] = await Promise.all([
        db.selectFrom('courses').select(['id', 'title']).where('id', 'in', ids).where(isPresent(courses)).execute(),
        readCohorts(db, await momentOf(context), ids),
        db
          .selectFrom('courseRequests')
          .select(({ fn, eb, and, or }) => [
            'courseId',
            'cohortId',
            fn.countAll<number>().filterWhere('state', 'in', enrolledStates).as('enrolled'),
            fn.sum<number | null>('people').filterWhere('state', 'in', enrolledStates).as('people'),
            // An offer holds a seat, and its time may be over.
            fn
              .countAll<number>()
              // An enrolment that staff have put on the list waits too; a wish for another date does not.
              .filterWhere(
                and([
                  eb('state', 'in', ['waiting', 'offered']),
                  or([eb('kind', '=', 'waitlist'), eb('cohortId', 'is not', null)]),
                ]),
              )
              .as('waiting'),
            fn
              .countAll<number>()
              .filterWhere(and([eb('kind', '=', 'enrol'), eb('state', '=', 'new')]))
              .as('asked'),
          ])
          .where('courseId', 'in', ids)
          .where(isPresent(courseRequests))
          .groupBy(['courseId', 'cohortId'])
          .execute(),
      ])
      return titles.flatMap(({ id, title }) => {
        const of = (cohortId: string | null) => rows.find((row) => row.courseId === id && row.cohortId === cohortId)
        const counts = (cohortId: string | null, seats?: number) => {
          const { enrolled = 0, people = 0, waiting = 0, asked = 0 } = of(cohortId) ?? {}
          return { taken: seats ?? Number(people ?? 0), enrolled, waiting, asked }
        }
        const course = { _id: id, title }
        const ofDates = (dates.get(id) ?? [])
          .filter((date) => !isOver(date))
          .map(({ _id, startsOn, taken }) => ({ course, cohort: { _id, startsOn }, ...counts(_id, taken) }))
        return [...ofDates, { course, ...counts(null) }].filter(
          ({ taken, waiting, asked }) => taken + waiting + asked > 0,
        )
      })
    },
  })
})
