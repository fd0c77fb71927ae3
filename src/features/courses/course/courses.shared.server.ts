import type { PublicPerson } from '#features/published/published-content.shared.server.ts'
import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import { courseContent } from '../ground/course-queries.server.ts'

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
