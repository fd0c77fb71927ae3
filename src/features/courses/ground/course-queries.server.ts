import { type ExpressionBuilder, sql } from 'kysely'
import { publishedContent } from '#features/published/published-content.shared.server.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { isInState, isLive, isPresent, scheduleColumns } from '#server/database/lifecycle.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Publishing } from '#server/record/publishing.ts'
import { HttpError, invalid, notFound } from '#server/runtime/http-error.ts'
import { coursePastSlugs, courses, instructors } from './courses.table.ts'
import { courseCategories, courseLevels } from './courses-words.contract.ts'
import type { Prices } from './prices.contract.ts'

export const courseContent = publishedContent({
  table: courses,
  flag: 'active',
  statuses: ['active', 'inactive'],
  text: 'syllabus',
  person: { as: 'instructor', table: instructors, column: 'instructorId' },
  history: { table: coursePastSlugs, idColumn: 'courseId' },
  source: 'course',
  toSearchable: ({ title, description, category, level, learningOutcomes }, text) => ({
    title,
    excerpt: description,
    category: `${category} ${level}`,
    body: [...learningOutcomes, text].join('\n'),
  }),
  filters: { category: courseCategories, level: courseLevels, featured: [true, false] },
  placed: 'featured',
  searched: ['title', 'category', 'level'],
  // The price that is asked now.
  sortKeys: { price: sql`coalesce(${sql.ref('courses.discountedPrice')}, ${sql.ref('courses.price')})` },
})

/** The active course after this one, newest first; after the last one the first. */
export async function findNext({ db, now }: Database, { _id, createdAt }: { _id: string; createdAt: string }) {
  const others = db
    .selectFrom('courses')
    .where(isLive(courses, 'active', now()))
    .where('courses.id', '!=', _id)
    .select(['courses.slug', 'courses.title', 'courses.level', 'courses.duration'])
    .orderBy('courses.createdAt', 'desc')
    .orderBy('courses.id', 'desc')
    .limit(1)
  const after = others.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('courses.createdAt', 'courses.id'), '<', tuple(createdAt, _id)),
  )
  return (await after.executeTakeFirst()) ?? (await others.executeTakeFirst())
}

/** The condition that a course was public before: its time has passed, or its history has a public state. */
const wasPublic = (now: string) => (row: ExpressionBuilder<Schema, 'courses'>) =>
  row.and([
    isPresent(courses)(row),
    row.or([
      isInState(courses, 'active', 'ended', now)(row),
      row.exists(
        row
          .selectFrom('revisions')
          .select('number')
          .whereRef('recordId', '=', 'courses.id')
          .where('entity', '=', 'courses')
          .where('live', '=', sql.lit(true))
          .where('startedAt', '<=', now),
      ),
    ]),
  ])

/** The course of an id or slug that is no longer public. */
export async function findEnded({ db, now }: Database, idOrSlug: string) {
  const found = await db
    .selectFrom('courses')
    .where(({ or, eb }) => or([eb('courses.slug', '=', idOrSlug), eb('courses.id', '=', idOrSlug)]))
    .where(({ not, eb }) => not(isLive(courses, 'active', now())(eb)))
    .where(wasPublic(now()))
    .select(['courses.id as _id', 'courses.slug'])
    .executeTakeFirst()
  return found && { ...found, ended: true as const }
}

/** A course that visitors see, or have seen before. @throws HttpError 404 for another */
export async function findSeen({ db, now }: Database, id: string) {
  const found = await db
    .selectFrom('courses')
    .where('courses.id', '=', id)
    .where((row) => row.or([isLive(courses, 'active', now())(row), wasPublic(now())(row)]))
    .select(['courses.title', 'courses.slug', 'courses.asksBy'])
    .executeTakeFirst()
  if (!found) throw notFound('Course not found')
  return { title: found.title, path: `/courses/${found.slug}`, asksBy: found.asksBy }
}

/** Whether people have registered for a date of a course, or for the event of a page. */
export const isAsked = async (db: Db, key: 'courseId' | 'pageId', id: string): Promise<boolean> =>
  (await db.selectFrom('registrations').select('id').where(key, '=', id).limit(1).executeTakeFirst()) !== undefined

/** The page of a course that was public says that it has ended, and people with a seat read its title in messages and at their links. */
export const coursePublishing: Publishing = {
  schedule: Object.keys(scheduleColumns),
  async isSeen(db, { id, active }) {
    if (active) return true
    const seen = db
      .selectFrom('revisions')
      .select('recordId')
      .where('entity', '=', courses.name)
      .where('recordId', '=', id)
      .where('live', '=', true)
    return Boolean((await seen.limit(1).executeTakeFirst()) || (await isAsked(db, 'courseId', id)))
  },
}

/** All active courses, for the sitemap. */
export const publicCourses = courseContent.list('visitor')

/** @throws HttpError 422 for a course or a date whose discounted price is not below its price */
export function expectLowerDiscount({ price, discountedPrice }: Prices): void {
  if (discountedPrice !== undefined && discountedPrice >= price)
    throw invalid('discountedPrice', 'Discounted price must be below the price')
}

/** A refusal at a field whose value would let others see personal data. */
export const refusedAt = (path: string, message: string) => new HttpError(403, message, [{ path, message }])
