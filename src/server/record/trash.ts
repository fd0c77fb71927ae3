import type { TrashedRecord } from '#contract/fields.ts'
import type { Permission } from '#contract/roles.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { anyTable, deleteRow } from '#server/database/rows.ts'
import type { Table } from '#server/database/table.ts'

/** An entity whose records go to the trash when they are deleted. */
export type TrashKind = {
  /** Its table has `trashColumns`; the calls for its trash are at its name. */
  table: Table
  /** What one record is called: 'Course'. */
  label: string
  /** The column with the record's name. */
  nameColumn: string
  /** Whether visitors can see its records, so that a restored one changes public pages. */
  isPublic?: boolean
  /** Whether a record has an address of its own, which stays reserved while it is in the trash. */
  hasSlug?: boolean
  /** Who may see and change its records, when it is not a kind of content. */
  access?: { read: Permission; write: Permission }
  /** Deletes a record for good, with all that belongs to it. */
  erase(trx: Transaction, id: string): Promise<unknown>
}

/** An entity that is one row of a table and that visitors see. */
export const rowTrash = (table: Table, label: string, nameColumn: string): TrashKind => ({
  table,
  label,
  nameColumn,
  isPublic: true,
  erase: (trx, id) => deleteRow(trx, table, id),
})

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
