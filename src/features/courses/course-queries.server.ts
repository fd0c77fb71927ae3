import { type ExpressionBuilder, type InferResult, type SelectQueryBuilder, sql } from 'kysely'
import { renderingNames, renderingOrPlain } from '#content/render/stored-rendering.ts'
import type { StaffListQuery } from '#contract/fields.ts'
import { appearanceNames } from '#contract/search-appearance.ts'
import { coverFocus, toPosition } from '#media/server/cover-focus.ts'
import type { Database } from '#server/database/connect.ts'
import { contains } from '#server/database/contains.ts'
import { isInState, isLive, isPresent, scheduleStates } from '#server/database/lifecycle.ts'
import { type ContentList, inOrder, readPage } from '#server/database/list-pages.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { pageOf, pagesFor } from '#server/database/page.ts'
import type { Schema } from '#server/database/schema.ts'
import { findMatches, mostMatches } from '#server/database/search.ts'
import { byText, sorted } from '#server/database/sorted.ts'
import { hasCopy } from '#server/record/working-copies.ts'
import {
  type CourseListQuery,
  type CourseSummary,
  courseCategories,
  courseLevels,
  type StaffCourse,
  type StaffCourseSummary,
} from './courses.contract.ts'
import { courses } from './courses.table.ts'

/** The source name of courses in the search index. */
export const searchSource = 'course'
const empty = { courses: [], totalPages: 0 }

/** All courses that are not in the trash. */
const allCourses = ({ db }: Pick<Database, 'db'>) => db.selectFrom('courses').where(isPresent(courses))
export const activeCourses = (db: Database['db'], now: string) =>
  db.selectFrom('courses').where(isLive(courses, 'active', now))
type Courses = ReturnType<typeof activeCourses>

/** What staff alone see, and what nobody does. */
const staffColumns = ['version', 'updatedBy', 'publishAt', 'unpublishAt'] as const
const hiddenColumns = [...renderingNames, ...appearanceNames, 'deletedAt', 'deletedBy'] as const
const ofStaff = staffColumns.map((name) => `courses.${name}` as const)

/** Selects courses with their instructors, without the syllabus. */
const withInstructors = (query: Courses) =>
  query
    .innerJoin('instructors', 'instructors.id', 'courses.instructorId')
    .select(courses.select(['syllabus', ...staffColumns, ...hiddenColumns]))
    .select([
      'instructors.name as instructorName',
      'instructors.avatarUrl as instructorAvatarUrl',
      'instructors.bio as instructorBio',
      coverFocus(courses),
    ])

/** Maps a row to the contract's shape; the serializer drops columns that the contract does not name. */
function toSummary<Selected extends InferResult<ReturnType<typeof withInstructors>>[number]>(selected: Selected) {
  const { id, instructorName, instructorAvatarUrl, instructorBio, imageFocus, ...course } = courses.decode(selected)
  return {
    ...course,
    _id: id,
    imageFocus: toPosition(imageFocus),
    instructor: { name: instructorName, avatarUrl: instructorAvatarUrl, bio: instructorBio },
  }
}

type CourseFilters = Partial<Pick<CourseSummary, 'category' | 'level' | 'featured'>>

/** The active courses with these values. */
const courseList = ({
  category,
  level,
  featured,
}: { [K in keyof CourseFilters]: CourseFilters[K] | undefined }): ContentList => ({
  table: 'courses',
  key: `courses ${JSON.stringify([category, level, featured])}`,
  rows: (db, now) => {
    let found = activeCourses(db, now)
    if (category) found = found.where('courses.category', '=', category)
    if (level) found = found.where('courses.level', '=', level)
    return featured === undefined ? found : found.where('courses.featured', '=', featured)
  },
})

/** One page of active courses, newest first, or best matches first in a search. */
export async function listCourses(
  database: Database,
  query: CourseListQuery,
): Promise<{ courses: CourseSummary[]; totalPages: number }> {
  const category = courseCategories.find((name) => name === query.category)
  const level = courseLevels.find((name) => name === query.level)
  if ((query.category && !category) || (query.level && !level)) return empty
  const list = courseList({ category, level, featured: query.featured })
  const search = query.search?.trim() && {
    source: searchSource,
    query: query.search,
    category,
    most: mostMatches.visitor,
  }
  const { ids, count } = search
    ? pageOf(await findMatches(database, search, list), query)
    : await readPage(database, list, query)
  if (ids.length === 0) return { courses: [], totalPages: pagesFor(count, query) }
  const rows = await withInstructors(allCourses(database).where('courses.id', 'in', ids)).execute()
  return { courses: inOrder(rows, ids).map(toSummary), totalPages: pagesFor(count, query) }
}

/** A course by slug or id, with its syllabus as typed and rendered. Visitors find only active courses. */
export async function findCourse(database: Database, slugOrId: string, reader: 'visitor' | 'staff' = 'visitor') {
  const { db } = database
  const named = (reader === 'staff' ? allCourses({ db }) : activeCourses(db, database.now())).where((course) =>
    course.or([course('courses.slug', '=', slugOrId), course('courses.id', '=', slugOrId)]),
  )
  const row = await withInstructors(named)
    .select(['courses.syllabus', 'courses.renderedHtml', 'courses.renderedHeadings'])
    .$if(reader === 'staff', (query) => query.select(ofStaff))
    .executeTakeFirst()
  if (!row) return undefined
  const found = toSummary(row)
  const { html, headings } = renderingOrPlain(found.syllabus, found)
  return { ...found, syllabusHtml: html, headings, next: await findNext(database, row) }
}

/** The active course after this one, newest first; after the last one the first. */
async function findNext(database: Database, { id, createdAt }: { id: string; createdAt: unknown }) {
  const others = activeCourses(database.db, database.now())
    .where('courses.id', '!=', id)
    .select(['courses.slug', 'courses.title', 'courses.level', 'courses.duration'])
    .orderBy('courses.createdAt', 'desc')
    .orderBy('courses.id', 'desc')
    .limit(1)
  const after = others.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('courses.createdAt', 'courses.id'), '<', tuple(createdAt as string, id)),
  )
  return (await after.executeTakeFirst()) ?? (await others.executeTakeFirst())
}

const withAuditFields = (query: Courses) => withInstructors(query).select([...ofStaff, 'courses.instructorId'])

/** A course as staff get it, with its instructor's id for the form. */
export function toStaffSummary(selected: InferResult<ReturnType<typeof withAuditFields>>[number]): StaffCourseSummary {
  const { instructorId, instructor, ...course } = toSummary(selected)
  return { ...course, instructor: { ...instructor, _id: instructorId } }
}

/** Maps a row of `staffCourses`. SQLite has no booleans. */
export const toListedCourse = ({
  changesWaiting,
  ...course
}: Parameters<typeof toStaffSummary>[0] & { changesWaiting: unknown }) => ({
  ...toStaffSummary(course),
  changesWaiting: Boolean(changesWaiting) || undefined,
})

/** A course as the form loads it. */
export async function findStaffCourse(database: Database, id: string): Promise<StaffCourse | undefined> {
  const row = await withAuditFields(allCourses(database).where('courses.id', '=', id))
    .select(['courses.syllabus', ...appearanceNames])
    .executeTakeFirst()
  return row && { ...toStaffSummary(row), syllabus: row.syllabus }
}

/** The syllabus of a course, if it has never been rendered. */
export const findUnrendered = (database: Database, id: string) =>
  allCourses(database)
    .where('courses.id', '=', id)
    .where('courses.renderedHtml', 'is', null)
    .select('syllabus')
    .executeTakeFirst()

const hasStatus = (status: string, now: string) => {
  if (status === 'active') return isLive(courses, 'active', now)
  const state = scheduleStates.find((name) => name === status)
  if (state) return isInState(courses, 'active', state, now)
  return (course: ExpressionBuilder<Schema, 'courses'>) =>
    status === 'inactive' ? course('courses.active', '=', false) : course.lit(false)
}

/** The staff's list, without an order. `search` looks in title, category and level; `status` is active, inactive, scheduled or ended. */
export async function staffCourses(database: Database, { search, status }: StaffListQuery) {
  const db = await readerFor(database, 'courses')
  let found = allCourses({ db })
  if (search) found = found.where(contains({ db }, ['courses.title', 'courses.category', 'courses.level'], search))
  if (status) found = found.where(hasStatus(status, database.now()))
  return withAuditFields(found).select(hasCopy(courses).as('changesWaiting'))
}

/** Puts the staff's list into its order: newest first unless `sort` says otherwise. The price is the one that is asked now. */
export const inListOrder = <Row>(
  { db }: Database,
  found: SelectQueryBuilder<Schema, 'courses' | 'instructors', Row>,
  sort = '-createdAt',
) =>
  sorted(
    found,
    sort,
    {
      title: byText(db, 'courses.title'),
      category: byText(db, 'courses.category'),
      price: sql`coalesce(${sql.ref('courses.discountedPrice')}, ${sql.ref('courses.price')})`,
      createdAt: sql.ref('courses.createdAt'),
    },
    'courses.id',
  )

/** All active courses, for the sitemap. */
export const publicCourses = courseList({})
