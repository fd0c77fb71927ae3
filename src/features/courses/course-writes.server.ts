import type { Transaction } from '#server/database/connect.ts'
import { deleteRow, insertRow, type NewRow, updateRow } from '#server/database/rows.ts'
import { indexForSearch, removeFromSearch } from '#server/database/search.ts'
import type { Row } from '#server/database/table.ts'
import { searchSource } from './course-queries.server.ts'
import { coursePastSlugs, courses } from './courses.table.ts'

type Course = Row<typeof courses>

/**
 * Adds a course and indexes it for the search; call it inside `changeContent`.
 * @param text the syllabus without its markup (`extractText`), extracted before the transaction
 */
export async function createCourse(trx: Transaction, course: NewRow<typeof courses>, text: string): Promise<Course> {
  const row = await insertRow(trx, courses, course)
  await index(trx, row, text)
  return row
}

/**
 * Changes a course; call it inside `changeContent`. When the slug of an active course changes, the old one redirects to the new one.
 * @param text the new syllabus without its markup
 * @returns false when there is no such course
 */
export async function updateCourse(
  trx: Transaction,
  id: string,
  changes: Partial<NewRow<typeof courses>>,
  text: string,
): Promise<boolean> {
  const before = await trx.selectFrom('courses').select(['slug', 'active']).where('id', '=', id).executeTakeFirst()
  if (!before) return false
  await updateRow(trx, courses, id, changes)
  const after = courses.decode(
    await trx.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  if (before.active && before.slug !== after.slug) {
    await trx
      .insertInto('coursePastSlugs')
      .values(coursePastSlugs.encode({ slug: before.slug, courseId: id }))
      .onConflict((conflict) => conflict.column('slug').doUpdateSet({ courseId: id }))
      .execute()
  }
  await index(trx, after, text)
  return true
}

/** Removes a course, its slug history and its search entry; call it inside `changeContent`. */
export async function deleteCourse(trx: Transaction, id: string): Promise<boolean> {
  await removeFromSearch(trx, searchSource, id)
  return deleteRow(trx, courses, id)
}

const index = (trx: Transaction, { id, title, description, category, level, learningOutcomes }: Course, text: string) =>
  indexForSearch(trx, searchSource, id, {
    title,
    excerpt: description,
    category: `${category} ${level}`,
    body: [...learningOutcomes, text].join('\n'),
  })
