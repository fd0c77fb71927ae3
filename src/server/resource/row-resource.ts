import type { Database, Transaction } from '#server/database/connect.ts'
import { anyTable, deleteRow, insertRow, type NewRow, updateRow } from '#server/database/rows.ts'
import type { Row, Table } from '#server/database/table.ts'
import type { Staff } from '#server/identity/staff.ts'
import type { Stamped } from './versions.ts'

/**
 * How a thing that is one table's row is read and written, for `resourceRoutes`.
 * @param onCreate what a new row has beside what the body says, such as its place at the end of a list
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
      const row = await anyTable(database.db).selectFrom(table.name).selectAll().where('id', '=', id).executeTakeFirst()
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
    remove: (trx: Transaction, id: string) => deleteRow(trx, table, id),
  }
}

/** A row as answers name it: its id is `_id`. */
export const withPublicId = <R extends { id: string }>({ id, ...row }: R) => ({ ...row, _id: id })

/** A row in a list that visitors and staff both read: only staff get its auditFields, for the versions that they change. */
export function toListItem<R extends { id: string } & Stamped>(staff: Staff | null, row: R) {
  const { version, updatedAt, updatedBy, ...shown } = withPublicId(row)
  return staff ? { ...shown, version, updatedAt, updatedBy } : shown
}
