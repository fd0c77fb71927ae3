import type { PublicPerson } from '#features/published/published-content.shared.server.ts'
import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import { inOrder } from '#server/database/list-pages.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { type BareCourse, type CohortContext, withCohorts } from '../cohorts/cohort-queries.server.ts'
import { courseContent } from '../ground/course-queries.server.ts'
import type { CourseSummary } from '../ground/courses.contract.ts'

/** Says of a course whether its start is still to come. */
export const withUpcoming = <Course extends Partial<BareCourse>>(
  { database, config }: CohortContext,
  found: Course,
): Course & { upcoming?: boolean } =>
  found.startDate === undefined
    ? found
    : { ...found, upcoming: found.startDate >= dayIn(config.timeZone)(database.now()) }

type Courses = Awaited<ReturnType<typeof courseContent.listPage>>['items']

/** Courses as the catalogue shows them, with their dates. */
export const inCatalog = async (context: CohortContext, courses: Courses): Promise<CourseSummary[]> =>
  (await withCohorts(context, courses)).map((course) => withUpcoming(context, course))

/** Those active courses of some that visitors see, in the order of the ids. */
export async function activeCourses(context: CohortContext, ids: string[]): Promise<CourseSummary[]> {
  const { db, now } = context.database
  const rows = courseContent.list('visitor').rows(db, now()).where('courses.id', 'in', ids)
  return inCatalog(context, inOrder(await courseContent.withPerson(rows).execute(), ids).map(courseContent.toSummary))
}

/** The newest active courses of a category; without one, the featured ones, or the newest where none is. */
export async function firstCourses(
  context: CohortContext,
  category: string | undefined,
  limit: number,
): Promise<CourseSummary[]> {
  const read = async (query: object) =>
    (await courseContent.listPage(context.database, { ...query, limit } as { limit: number })).items
  const found = await read(category ? { category } : { featured: true })
  return inCatalog(context, found.length === 0 && !category ? await read({}) : found)
}

/** The instructors of active courses with the newest one of each, by name. */
export const activeInstructors = (database: Database, limit: number): Promise<PublicPerson[]> =>
  courseContent.publicPeople(database).orderBy('person.name').orderBy('person.id').limit(limit).execute()

/** Gives the instructor that the company itself became (`instructorOrDefault`) another name. An instructor that staff have entered or changed stays. */
export const renameDefaultInstructor = (trx: Transaction, from: string, to: string) =>
  trx
    .updateTable('instructors')
    .set((row) => ({ name: to, version: row('version', '+', 1), updatedAt: nowIn(trx) }))
    .where('name', '=', from)
    .where('updatedBy', 'is', null)
    .execute()

/** Takes a colleague who is deleted off the instructors. Their new version reaches forms that are open. */
export const releaseInstructors = (trx: Transaction, userId: string) =>
  trx
    .updateTable('instructors')
    .set((row) => ({ userId: null, version: row('version', '+', 1), updatedAt: nowIn(trx) }))
    .where('userId', '=', userId)
    .execute()
