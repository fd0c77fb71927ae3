import { Kysely, type Transaction as KyselyTransaction } from 'kysely'
import type { DatabaseConfig } from '#server/config.ts'
import type { OpenDatabase } from './open-database.ts'
import { openPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite.ts'

export type DatabaseKind = DatabaseConfig['kind']
export type Transaction = KyselyTransaction<Schema>

export type Database = Omit<OpenDatabase, 'dialect'> & {
  db: Kysely<Schema>
  /**
   * Runs `work` in a transaction: all changes through `trx` are committed, or none when it throws. SQLite has one connection, so use only
   * `trx` inside `work` (`db` would wait for the transaction, and so for ever), and await nothing but queries there.
   */
  transaction<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * Opens the database and checks that it answers.
 * @throws ConfigError with one clear line when the server cannot be reached or the file cannot be opened
 */
export async function connect(config: DatabaseConfig): Promise<Database> {
  const { dialect, damage, inspect } =
    config.kind === 'sqlite' ? await openSqlite(config.file) : await openPostgres(config.url)
  const db = new Kysely<Schema>({ dialect })
  return {
    db,
    damage,
    inspect,
    transaction: (work) => db.transaction().execute(work),
    close: () => db.destroy(),
  }
}
