import type { Database, Transaction } from '#server/database/connect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { deleteRow, insertRow, type NewRow, updateRow } from '#server/database/rows.ts'
import type { Row, Table } from '#server/database/table.ts'
import type { Staff } from '#server/identity/staff.ts'
import { moveToTrash } from '#server/record/trash.ts'
import type { Versioned } from '#server/record/versions.ts'

/**
 * The operations of `Resource` for an entity that is one row of a table.
 * @param onCreate further columns of a new row, such as its place at the end of a list
 */
export function rowResource<T extends Table>(
  database: Database,
  table: T,
  onCreate: (trx: Transaction) => Promise<object> = async () => ({}),
) {
  return {
    table,
    prepare: async <Input>(input: Input) => input,
    find: async (id: string) => {
      const row = await presentRows(database.db, table).selectAll().where('id', '=', id).executeTakeFirst()
      return row && withPublicId(table.decode(row) as Row<T> & { id: string })
    },
    create: async (trx: Transaction, draft: object, by: Staff) =>
      insertRow(trx, table, {
        ...(await onCreate(trx)),
        ...draft,
        updatedBy: by.name,
      } as unknown as NewRow<T>) as Promise<Row<T> & { id: string }>,
    update: (trx: Transaction, id: string, draft: object, by: Staff) =>
      updateRow(trx, table, id, { ...draft, updatedBy: by.name } as never),
    remove: (trx: Transaction, id: string, by: Staff) =>
      'deletedAt' in table.columns
        ? moveToTrash(trx, table, id, { by, at: database.now() })
        : deleteRow(trx, table, id),
  }
}

/** A row as answers contain it, with its id as `_id`. */
export const withPublicId = <R extends { id: string }>({ id, ...row }: R) => ({ ...row, _id: id })

/** A row in a list that visitors and staff both read. Only staff get the audit fields, which they need to update a version, and the schedule. */
export function toListItem<R extends { id: string } & Versioned & Scheduled>(staff: Staff | null, row: R) {
  const { version, updatedAt, updatedBy, publishAt, unpublishAt, ...shown } = withPublicId(row)
  return staff ? { ...shown, version, updatedAt, updatedBy, publishAt, unpublishAt } : shown
}

type Scheduled = { publishAt?: string | undefined; unpublishAt?: string | undefined }
