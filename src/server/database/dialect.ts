import { PostgresAdapter, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { DatabaseKind, Transaction } from './connect.ts'
import type { Schema } from './schema.ts'

/** Which database a connection or transaction belongs to. Queries outside this folder are the same for both. */
export const kindOf = (db: QueryExecutorProvider): DatabaseKind =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/** Keeps other transactions from writing to a table until this one ends. In SQLite every transaction does so from its beginning. */
export async function lockTable(trx: Transaction, table: keyof Schema): Promise<void> {
  if (kindOf(trx) === 'postgres') await sql`lock table ${sql.table(table)} in exclusive mode`.execute(trx)
}

/**
 * The present time, or one some seconds later, by the clock of the database: machines that share a PostgreSQL server
 * share its clock. SQLite uses the machine's clock.
 */
export const databaseTime = (db: QueryExecutorProvider, later = 0): RawBuilder<string> =>
  kindOf(db) === 'postgres'
    ? sql<string>`clock_timestamp() + make_interval(secs => ${later})`
    : sql<string>`${new Date(Date.now() + later * 1_000).toISOString()}`
