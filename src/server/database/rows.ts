import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database, Transaction } from './connect.ts'
import type { Row, Table } from './table.ts'

type Given = 'id' | 'version' | 'createdAt' | 'updatedAt'
/** What a new row needs; its id, version and times are given to it when they are left out. */
export type NewRow<T> = Omit<Row<T>, Given> & Partial<Pick<Row<T>, Given & keyof Row<T>>>

// The kit works on any table, which Kysely's types cannot follow; each feature's own queries are checked in full.
// biome-ignore lint/suspicious/noExplicitAny: see above
export const anyTable = (db: Database['db'] | Transaction) => db as unknown as Kysely<any>

/** Adds a row. @returns the row as the program sees it */
export async function insertRow<T extends Table>(trx: Transaction, table: T, values: NewRow<T>): Promise<Row<T>> {
  const now = new Date().toISOString()
  const given = values as { createdAt?: string }
  const defaults = { id: randomUUIDv7(), version: 1, createdAt: now, updatedAt: given.createdAt ?? now }
  const row = { ...onlyColumns(table, defaults), ...values }
  await anyTable(trx).insertInto(table.name).values(table.encode(row)).execute()
  return row as Row<T>
}

/**
 * Changes the fields given, and with them the row's version and time. A field given as undefined becomes empty.
 * @returns false when there is no such row
 */
export async function updateRow<T extends Table>(
  trx: Transaction,
  table: T,
  id: string,
  changes: Partial<Omit<Row<T>, Given>>,
): Promise<boolean> {
  const auditFields = onlyColumns(table, { updatedAt: new Date().toISOString() })
  const { numUpdatedRows } = await anyTable(trx)
    .updateTable(table.name)
    .set(table.encode({ ...changes, ...auditFields }))
    .$if('version' in table.columns, (query) => query.set((row) => ({ version: row('version', '+', 1) })))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Sets columns and nothing else: the row's version and time stay. */
export async function setColumns(trx: Transaction, table: Table, id: string, values: object): Promise<void> {
  await anyTable(trx).updateTable(table.name).set(table.encode(values)).where('id', '=', id).execute()
}

/** Removes a row. @returns false when there is no such row */
export async function deleteRow(trx: Transaction, table: Table, id: string): Promise<boolean> {
  const { numDeletedRows } = await anyTable(trx).deleteFrom(table.name).where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

const onlyColumns = (table: Table, values: object) =>
  Object.fromEntries(Object.entries(values).filter(([column]) => column in table.columns))
