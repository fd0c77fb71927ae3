import type { Database, Transaction } from '#server/database/connect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import type { Row, Table } from '#server/database/table.ts'
import { withPublicId } from './resource.ts'

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
    newRow: async (trx: Transaction, draft: object): Promise<object> => ({ ...(await onCreate(trx)), ...draft }),
    changes: async (_trx: Transaction, draft: object): Promise<object> => draft,
  }
}
