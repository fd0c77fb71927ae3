import type { Config } from '#server/config/config.ts'
import type { Transaction } from '#server/database/connect.ts'
import { isStorable } from '#server/database/constraint-errors.ts'
import { insertRow, type NewRow } from '#server/database/rows.ts'
import { defaultAuthorName } from '#server/site-config/remembered-values.ts'
import { instructors } from './instructors.table.ts'

/** The instructor with this id, or else the default one. Without a default, the company becomes it. */
export async function instructorOrDefault(
  trx: Transaction,
  id: string | undefined,
  config: Pick<Config, 'company'>,
): Promise<string> {
  const named = await trx
    .selectFrom('instructors')
    .select('id')
    .where('id', '=', id !== undefined && isStorable(id) ? id : '')
    .executeTakeFirst()
  if (named) return named.id
  const standard = await trx.selectFrom('instructors').select('id').where('isDefault', '=', true).executeTakeFirst()
  return (
    standard?.id ??
    (await createInstructor(trx, { name: await defaultAuthorName(trx, config), bio: '', isDefault: true })).id
  )
}

/** Makes room for a new default, since there is exactly one at a time. */
export async function clearDefault(trx: Transaction): Promise<void> {
  await trx.updateTable('instructors').set({ isDefault: false }).where('isDefault', '=', true).execute()
}

/** Counts the courses of an instructor, those in the trash included, since they can be restored. */
export const countCourses = (trx: Transaction, id: string): Promise<{ count: number }> =>
  trx
    .selectFrom('courses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('instructorId', '=', id)
    .executeTakeFirstOrThrow()

export const createInstructor = (trx: Transaction, instructor: NewRow<typeof instructors>) =>
  insertRow(trx, instructors, instructor)
