import * as z from 'zod/mini'
import { isPresent } from '#server/database/lifecycle.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { enrolledStates } from '../ground/course-requests.contract.ts'
import { courseRequests, courses } from '../ground/courses.table.ts'
import { isOver } from '../ground/open-dates.contract.ts'
import { momentOf, readCohorts } from './cohort-queries.server.ts'
import { type Occupied, occupied, occupiedQuery } from './occupied.contract.ts'

export const occupiedRoutes = feature('Courses', async (app, parts) => {
  const { database } = parts
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
        readCohorts(db, await momentOf(parts), ids),
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
