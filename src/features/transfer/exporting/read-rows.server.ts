import { sql } from 'kysely'
import type { Database } from '#server/database/connect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { readerFor, readPages } from '#server/database/long-reads.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Table } from '#server/database/table.ts'
import { type ExportedTable, exportedColumns } from '../ground/exported-tables.server.ts'

export type StoredRecord = Record<string, unknown>
export type ReadOptions = {
  database: Database
  tables: ExportedTable[]
  /** How many rows are in memory at a time: each may have a text of megabytes. */
  size: number
  signal: AbortSignal
}

/** The rows of an exported table, without those in the trash and those of records that are in it. */
export async function* readRows(
  { database, tables, size, signal }: ReadOptions,
  { table, key, parts = {}, only = [] }: ExportedTable,
  columns = exportedColumns(table),
): AsyncGenerator<StoredRecord[]> {
  const reader = await readerFor(database, table.name as keyof Schema)
  let rows = anyTable(reader)
    .selectFrom(table.name)
    .select([...new Set([key, ...columns])].map((column) => `${table.name}.${column}`))
    .where(isPresent(table))
  for (const column of only) rows = rows.where(`${table.name}.${column}`, 'is not', null)
  for (const [column, name] of Object.entries(parts)) {
    const of = tables.find((one) => one.table.name === name)?.table
    if (of)
      rows = rows.where(({ or, eb, exists, selectFrom }) =>
        or([
          eb(`${table.name}.${column}`, 'is', null),
          exists(
            selectFrom(of.name)
              .select(sql.lit(1).as('one'))
              .whereRef(`${of.name}.id`, '=', `${table.name}.${column}`)
              .where(isPresent(of)),
          ),
        ]),
      )
  }
  for await (const page of readPages<object>(rows, [`${table.name}.${key}`], { size, direction: 'asc' })) {
    signal.throwIfAborted()
    yield page.map((row) => table.decode(row) as StoredRecord)
  }
}

/** Some rows of a table by a column, such as the names of authors. */
export async function findRows(
  { database }: Pick<ReadOptions, 'database'>,
  table: Table,
  column: string,
  values: string[],
  columns: string[],
): Promise<StoredRecord[]> {
  const found: StoredRecord[] = []
  const asked = [...new Set(values)]
  for (let at = 0; at < asked.length; at += 500) {
    const rows = anyTable(database.db).selectFrom(table.name).select(columns).where(isPresent(table))
    found.push(...(await rows.where(column, 'in', asked.slice(at, at + 500)).execute()))
  }
  return found.map((row) => table.decode(row) as StoredRecord)
}
