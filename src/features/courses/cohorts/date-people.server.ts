import { may } from '#contract/roles.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Staff } from '#server/identity/staff.ts'
import { HttpError, notFound } from '#server/runtime/http-error.ts'
import { enrolledStates } from '../ground/course-requests.contract.ts'
import { courseRequests, courses } from '../ground/courses.table.ts'
import { momentOf, readCohort } from './cohort-queries.server.ts'
import { datePeople } from './date-people.contract.ts'

type Db = Database['db'] | Transaction

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

export const datePeopleRoutes = feature('Courses', async (app, parts) => {
  const { database } = parts
  route(app, 'GET /cohorts/:id/people', {
    access: 'staff',
    summary: 'List the people who have a seat of a date',
    description:
      'For those who may read requests, and for the colleague whom the instructor of the course is (`userId`); 403 for others. It has names, companies, numbers and messages, and nothing else of a request.',
    answer: datePeople,
    handler: async (request) => {
      const { db } = database
      const date = await readCohort(db, await momentOf(parts), request.params.id)
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
})
