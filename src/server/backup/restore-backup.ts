import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DatabaseConfig } from '#server/config/config.ts'
import { readPostgresAddress } from '#server/config/environment.ts'
import { connect, type Transaction } from '#server/database/connect.ts'
import { kindOf } from '#server/database/dialect.ts'
import { migrateWithin, migrations } from '#server/database/migrate.ts'
import { connectToPostgres, siteConnection } from '#server/database/postgres/postgres.ts'
import { anyTable } from '#server/database/rows.ts'
import { indexTermsForSearch } from '#server/database/search.ts'
import { BackupError, migrationsTable, type StoredRow, searchCopy, searchTable, withContentOf } from './manifest.ts'
import { holdsSite } from './open-snapshot.ts'
import type { Backup } from './read-backup.ts'
import { flush } from './write-backup.ts'

type Options = {
  /** Whether a site in the target is replaced. The caller has made a backup of it. */
  replace: boolean
  /** Changes the restored data before it becomes visible. */
  after?: (trx: Transaction) => Promise<void>
}

/**
 * Restores a backup, all of it or nothing: into a new SQLite file that replaces the old one at the end, or in one transaction.
 * @throws BackupError if the target holds a site without `replace`, or a site is running on it
 */
export async function restoreBackup(target: DatabaseConfig, backup: Backup, options: Options): Promise<void> {
  if (!options.replace && (await holdsSite(target)))
    throw new BackupError(`${nameOf(target)} holds a site already; --replace replaces it with the backup`)
  await withContentOf(backup.name, () =>
    target.kind === 'sqlite'
      ? restoreIntoFile(target.file, backup, options)
      : restoreIntoPostgres(target.url, backup, options),
  )
}

/** The database in words for the operator, without a password. */
export function nameOf(target: DatabaseConfig): string {
  if (target.kind === 'sqlite') return target.file
  const { server, database } = readPostgresAddress(target.url)
  return `The database "${database}" at ${server}`
}

/** Fills a new SQLite file. After a kill it is incomplete and must be deleted. */
export async function fillFile(file: string, fill: (trx: Transaction) => Promise<void>): Promise<void> {
  for (const part of ['', '-wal', '-shm', '.created']) await rm(file + part, { force: true })
  await using database = await connect({ kind: 'sqlite', file })
  await database.transaction(fill)
}

async function restoreIntoFile(file: string, backup: Backup, { after }: Options): Promise<void> {
  const made = `${file}.restoring`
  try {
    await fillFile(made, async (trx) => {
      await loadBackup(trx, backup)
      await after?.(trx)
    })
    const release = await lockFile(file)
    try {
      await flush(made)
      await rename(made, file)
      await flush(dirname(file))
    } finally {
      release()
    }
  } finally {
    for (const part of ['', '-wal', '-shm', '.created']) await rm(made + part, { force: true })
  }
}

/** How long the connections of a site that has stopped may stay, in milliseconds. */
const connectionsEnd = 2_000

/**
 * Locks the file against every other process, and writes its write-ahead log into it: that must not remain next to the
 * new file.
 * @returns ends the lock
 * @throws BackupError when a process has the file open
 */
async function lockFile(file: string): Promise<() => void> {
  for (const end = performance.now() + connectionsEnd; ; await wait(100))
    try {
      return lockAtOnce(file)
    } catch (error) {
      if (performance.now() > end || !(error instanceof InUse)) throw error
    }
}

function lockAtOnce(file: string): () => void {
  if (!existsSync(file)) return () => {}
  const database = new DatabaseSync(file, { timeout: 1_000 })
  try {
    database.exec('pragma journal_mode = delete; begin exclusive')
  } catch (cause) {
    database.close()
    if (/locked|busy/i.test((cause as Error).message)) throw isRunning(file, cause)
    throw new BackupError(`${file} cannot be replaced (${(cause as Error).message}); move it away first`, { cause })
  }
  return () => database.close()
}

class InUse extends BackupError {}

const isRunning = (name: string, cause?: unknown) => new InUse(`${name} is in use: stop the site first`, { cause })

/** @throws BackupError when a site is running on a database */
export async function requireStopped(config: DatabaseConfig): Promise<void> {
  if (config.kind === 'sqlite') return (await lockFile(config.file))()
  const client = await connectToPostgres(config.url, 'atrium-backup')
  try {
    const others = `select 1 from pg_stat_activity where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`
    // The server ends a connection a moment after its program has closed it.
    for (
      const end = performance.now() + connectionsEnd;
      (await client.query(others, [siteConnection])).rowCount;
      await wait(100)
    )
      if (performance.now() > end) throw isRunning(nameOf(config))
  } finally {
    await client.end()
  }
}

async function restoreIntoPostgres(url: string, backup: Backup, { after }: Options): Promise<void> {
  const config = { kind: 'postgres' as const, url }
  await requireStopped(config)
  await using database = await connect(config)
  await database.transaction(async (trx) => {
    await dropSite(trx)
    await loadBackup(trx, backup)
    await after?.(trx)
  })
}

/** Removes everything, within the transaction. It waits for other connections that are reading a table. */
async function dropSite(trx: Transaction): Promise<void> {
  for (const name of await listTables(trx)) await sql`drop table ${sql.table(name)} cascade`.execute(trx)
  const { rows } = await sql<{ signature: string }>`
    select p.oid::regprocedure::text as "signature" from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(trx)
  for (const { signature } of rows) await sql.raw(`drop function ${signature} cascade`).execute(trx)
}

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
