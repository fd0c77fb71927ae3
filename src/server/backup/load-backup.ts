import { sql } from 'kysely'
import type { Transaction } from '#server/database/connect.ts'
import { kindOf } from '#server/database/dialect.ts'
import { migrateWithin, migrations } from '#server/database/migrate.ts'
import { anyTable } from '#server/database/rows.ts'
import { indexTermsForSearch } from '#server/database/search.ts'
import { BackupError, migrationsTable, type StoredRow, searchCopy, searchTable } from './manifest.ts'
import type { Backup } from './read-backup.ts'

/** How many rows are inserted at once, and at most how many values, of which SQLite takes 32,766. */
const batch = { rows: 200, values: 30_000, bytes: 4 * 1024 * 1024 }

/**
 * Creates the tables of a backup in an empty database, fills them, and runs the migrations that have come since.
 * @param migrateFurther whether it runs those migrations
 */
export async function loadBackup(trx: Transaction, backup: Backup, { migrateFurther = true } = {}): Promise<void> {
  const { schema, tables } = backup.manifest
  await migrateWithin(
    trx,
    migrations.filter(({ name }) => schema.includes(name)),
  )
  const existing = (await listTables(trx)).filter((name) => name !== migrationsTable && name !== searchCopy).sort()
  const missing = existing.find((name) => !tables.some((table) => table.name === name))
  if (missing) throw new BackupError(`${backup.name} has no table "${missing}"`)
  const unknown = tables.find(({ name }) => !existing.includes(name))
  if (unknown)
    throw new BackupError(`${backup.name} has a table "${unknown.name}", which its version of the program did not have`)

  await fillTables(trx, backup, existing)
  if (migrateFurther) await migrateWithin(trx)
}

/** Replaces the rows of the tables by those of a backup. */
export async function fillTables(trx: Transaction, backup: Backup, existing: string[]): Promise<void> {
  const restoreKeys = await suspendForeignKeys(trx)
  // The backup contains the rows that migrations insert into a new database.
  for (const name of existing) await anyTable(trx).deleteFrom(name).execute()
  for (const table of backup.manifest.tables) {
    const insert =
      table.name === searchTable
        ? (rows: StoredRow[]) => indexTermsForSearch(trx, rows as never)
        : async (rows: StoredRow[]) => void (await anyTable(trx).insertInto(table.name).values(rows).execute())
    const size = Math.max(1, Math.min(batch.rows, Math.floor(batch.values / table.columns.length)))
    for await (const rows of inBatches(backup.rows(table), size)) await insert(rows)
  }
  await restoreKeys()
}

async function* inBatches(rows: AsyncIterable<StoredRow>, size: number): AsyncGenerator<StoredRow[]> {
  let held: StoredRow[] = []
  let bytes = 0
  for await (const row of rows) {
    held.push(row)
    for (const value of Object.values(row))
      if (value instanceof Uint8Array || typeof value === 'string') bytes += value.length
    if (held.length < size && bytes < batch.bytes) continue
    yield held
    held = []
    bytes = 0
  }
  if (held.length > 0) yield held
}

export async function listTables(trx: Transaction): Promise<string[]> {
  const tables =
    kindOf(trx) === 'postgres'
      ? sql`select relname as "name" from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`
      : sql`select "name" from pragma_table_list where "schema" = 'main' and "type" = 'table' and "name" not like 'sqlite\\_%' escape '\\'`
  const { rows } = await tables.$castTo<{ name: string }>().execute(trx)
  return rows.map(({ name }) => name)
}

/** Lets tables be filled in any order. @returns checks every reference */
async function suspendForeignKeys(trx: Transaction): Promise<() => Promise<void>> {
  if (kindOf(trx) === 'sqlite') {
    // They are checked when the transaction is committed.
    await sql`pragma defer_foreign_keys = on`.execute(trx)
    return async () => {}
  }
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select r.relname as "table", c.conname as "name", pg_get_constraintdef(c.oid) as "definition"
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`.execute(trx)
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx)
  return async () => {
    for (const { table, name, definition } of rows)
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(trx)
  }
}
