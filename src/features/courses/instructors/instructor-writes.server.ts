import type { Company } from '#contract/company.ts'
import { instructors } from '#features/courses/courses.table.ts'
import type { Transaction } from '#server/database/connect.ts'
import { isStorable } from '#server/database/constraint-errors.ts'
import { insertRow, type NewRow } from '#server/database/rows.ts'

/** The instructor of this id, or the default one when nobody has it; the company itself is the default where there is none. */
export async function knownInstructor(trx: Transaction, id: string | undefined, { brand }: Company): Promise<string> {
  const known = await trx
    .selectFrom('instructors')
    .select('id')
    .where('id', '=', id !== undefined && isStorable(id) ? id : '')
    .executeTakeFirst()
  if (known) return known.id
  const standard = await trx.selectFrom('instructors').select('id').where('isDefault', '=', true).executeTakeFirst()
  return standard?.id ?? (await createInstructor(trx, { name: brand, bio: '', isDefault: true })).id
}

/** Leaves room for another default: exactly one stands at a time. */
export async function clearDefault(trx: Transaction): Promise<void> {
  await trx.updateTable('instructors').set({ isDefault: false }).where('isDefault', '=', true).execute()
}

/** Whether an instructor may stop being the default: only by another becoming it. */
export async function isDefault(trx: Transaction, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('instructors')
    .select('id')
    .where('id', '=', id)
    .where('isDefault', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds an instructor. */
export const createInstructor = (trx: Transaction, instructor: NewRow<typeof instructors>) =>
  insertRow(trx, instructors, instructor)
