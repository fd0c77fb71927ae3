import { sql } from 'kysely'
import type { Person } from '#contract/fields.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { activeCourses } from './course-queries.server.ts'

/** The instructors of active courses with the newest one of each, by name. */
export async function activeInstructors({ db, now }: Database, limit: number) {
  const newest = activeCourses(db, now())
    .where('courses.instructorId', '=', sql.ref<string>('instructors.id'))
    .select('courses.id')
    .orderBy('courses.createdAt', 'desc')
    .orderBy('courses.id', 'desc')
    .limit(1)
  const columns = ['id', 'name', 'bio', 'avatarUrl'] as const
  const taught = await db
    .selectFrom(db.selectFrom('instructors').select(columns).select(newest.as('courseId')).as('instructor'))
    .innerJoin('courses', 'courses.id', 'instructor.courseId')
    .select(['instructor.name', 'bio', 'avatarUrl', 'courses.title', 'courses.slug'])
    .orderBy('instructor.name')
    .orderBy('instructor.id')
    .limit(limit)
    .execute()
  return taught.map(({ name, bio, avatarUrl, ...latest }): Person & { latest: typeof latest } => ({
    ...{ name, bio, avatarUrl: avatarUrl ?? undefined },
    latest,
  }))
}

/** Gives the instructor that the company itself became (`instructorOrDefault`) another name. An instructor that staff have entered or changed stays. */
export const renameDefaultInstructor = (trx: Transaction, from: string, to: string) =>
  trx
    .updateTable('instructors')
    .set((row) => ({
      name: to,
      version: row('version', '+', 1),
      updatedAt: new Date().toISOString(),
    }))
    .where('name', '=', from)
    .where('updatedBy', 'is', null)
    .execute()
