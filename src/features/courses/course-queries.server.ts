import { type InferResult, sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { searchHits } from '#server/database/search.ts'
import { isStorable } from '#server/database/violations.ts'
import { offsetOf, pagesFor } from '#server/paging.ts'
import { type CourseListQuery, type CourseSummary, courseCategories, courseLevels } from './courses.contract.ts'
import { courses } from './courses.table.ts'

/** The name of courses in the search index. */
export const searchSource = 'course'
const nothing = { courses: [], totalPages: 0 }

const activeCourses = ({ db }: Database) => db.selectFrom('courses').where('courses.active', '=', true)
type Courses = ReturnType<typeof activeCourses>

/** Courses with who teaches them, without their syllabus. */
const withInstructors = (of: Courses) =>
  of
    .innerJoin('instructors', 'instructors.id', 'courses.instructorId')
    .select(courses.select(['syllabus', 'updatedBy']))
    .select(['instructors.name as instructorName', 'instructors.avatarUrl as instructorAvatarUrl', 'instructors.bio as instructorBio'])

const newestFirst = (of: Courses) => of.orderBy('courses.createdAt', 'desc').orderBy('courses.id', 'desc')

/** A selected course as the contract words it; columns that the contract does not know stay out of the answer by themselves. */
function toSummary(selected: InferResult<ReturnType<typeof withInstructors>>[number]): CourseSummary {
  const { id, version: _, instructorName, instructorAvatarUrl, instructorBio, ...course } = courses.decode(selected)
  return { ...course, _id: id, instructor: { name: instructorName, avatarUrl: instructorAvatarUrl, bio: instructorBio } }
}

/** One page of active courses: the newest first, or the best first when words are searched for. */
export async function listCourses(database: Database, query: CourseListQuery): Promise<{ courses: CourseSummary[]; totalPages: number }> {
  const category = courseCategories.find((known) => known === query.category)
  const level = courseLevels.find((known) => known === query.level)
  if ((query.category && !category) || (query.level && !level)) return nothing
  const hits = query.search?.trim() ? searchHits(database, searchSource, query.search) : undefined
  if (hits === null) return nothing

  let found = activeCourses(database)
  if (category) found = found.where('courses.category', '=', category)
  if (level) found = found.where('courses.level', '=', level)
  if (query.featured !== undefined) found = found.where('courses.featured', '=', query.featured)
  if (hits) found = found.innerJoin(hits.as('hit'), 'hit.ref', 'courses.id') as unknown as Courses
  const ranked = hits ? found.orderBy(sql`"hit"."rank"`) : found
  const [{ count }, page] = await Promise.all([
    found.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    withInstructors(newestFirst(ranked)).limit(query.limit).offset(offsetOf(query)).execute(),
  ])
  return { courses: page.map(toSummary), totalPages: pagesFor(count, query) }
}

/** An active course with its syllabus, by slug or by id; undefined when there is none. */
export async function findCourse(database: Database, slugOrId: string): Promise<(CourseSummary & { syllabus: string }) | undefined> {
  if (!isStorable(slugOrId)) return undefined
  const named = activeCourses(database).where((course) =>
    course.or([course('courses.slug', '=', slugOrId), course('courses.id', '=', slugOrId)]),
  )
  const row = await withInstructors(named).select('courses.syllabus').executeTakeFirst()
  return row && { ...toSummary(row), syllabus: row.syllabus }
}

/** The slug of the active course that had this slug before. */
export async function findSlugNow({ db }: Database, pastSlug: string): Promise<string | undefined> {
  if (!isStorable(pastSlug)) return undefined
  const row = await db
    .selectFrom('coursePastSlugs')
    .innerJoin('courses', 'courses.id', 'coursePastSlugs.courseId')
    .where('coursePastSlugs.slug', '=', pastSlug)
    .where('courses.active', '=', true)
    .select('courses.slug')
    .executeTakeFirst()
  return row?.slug
}

/** The addresses of all active courses with the time of their last change. */
export async function listPublicCourses(database: Database): Promise<{ slug: string; updatedAt: string }[]> {
  return newestFirst(activeCourses(database)).select(['slug', 'updatedAt']).execute()
}
