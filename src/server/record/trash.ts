import type { TrashedRecord } from '#contract/fields.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Table } from '#server/database/table.ts'

/** @returns false when there is no such record, or it is in the trash already */
export async function moveToTrash(
  trx: Transaction,
  table: Table,
  id: string,
  { by, at }: { by: { name: string }; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await anyTable(trx)
    .updateTable(table.name)
    .set(table.encode({ deletedAt: at, deletedBy: by.name }))
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** @returns false when there is no such record in the trash */
export async function restoreFromTrash(trx: Transaction, table: Table, id: string): Promise<boolean> {
  const { numUpdatedRows } = await anyTable(trx)
    .updateTable(table.name)
    .set({ deletedAt: null, deletedBy: null })
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The record in the trash that has a slug. */
export async function findInTrash({ db }: Database, table: Table, slug: string): Promise<TrashedRecord | undefined> {
  const row = await anyTable(db)
    .selectFrom(table.name)
    .select(['id as _id', 'title as name', 'deletedAt', 'deletedBy'])
    .where('slug', '=', slug)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()
  return row && { ...row, entity: table.name, deletedBy: row.deletedBy ?? undefined }
}
