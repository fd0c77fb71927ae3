import { sql } from 'kysely'
import { ConfigError } from '#server/config/environment.ts'
import * as all from '#server/database/migrations/all.ts'
import { becomeBaseline, todaysNames } from '#server/database/migrations/former.ts'
import type { Migration } from '#server/database/migrations/make-table.ts'
import { type Database, nowIn, type Transaction } from './connect.ts'
import { kindOf, liftTimeouts } from './dialect.ts'

/** Every migration, oldest first. */
export const migrations: Migration[] = Object.values(all).sort((a, b) => (a.name < b.name ? -1 : 1))

/** The key of PostgreSQL's advisory lock: any number that nothing else uses. */
const lock = 4_271_830

/**
 * Runs the migrations that this database has not had yet, all of them or none. Processes that start together wait for each other, and all but
 * the first find nothing to do.
 * @param before is called before the first change to a database that has a site already, while no other process can change it
 * @throws ConfigError when the database was migrated by a newer version of the program, or by one before 0.1.0
 */
export const migrate = (
  database: Database,
  steps: Migration[] = migrations,
  before: (next: string) => Promise<unknown> = async () => {},
): Promise<void> => database.transaction((trx) => migrateWithin(trx, steps, before))

/** The same within a transaction. */
export async function migrateWithin(
  trx: Transaction,
  steps: Migration[] = migrations,
  before: (next: string) => Promise<unknown> = async () => {},
): Promise<void> {
  const kind = kindOf(trx)
  // In SQLite the transaction is the lock: it gets the write lock before it reads.
  if (kind === 'postgres') {
    await sql.raw(liftTimeouts).execute(trx)
    await sql`select pg_advisory_xact_lock(${lock})`.execute(trx)
  }
  await sql`create table if not exists "migrations" ("name" text primary key, "appliedAt" text not null)`.execute(trx)
  const { rows } = await sql<{ name: string }>`select "name" from "migrations"`.execute(trx)
  const former = rows.map(({ name }) => name)
  const done = todaysNames(former)
  if (!done)
    throw new ConfigError(
      'The database was written by a version before 0.1.0; start version 0.1.0 with it once, then this one',
    )
  const unknown = done.find((name) => !steps.some((step) => step.name === name))
  if (unknown)
    throw new ConfigError(
      `The database was written by a newer version of this program (it knows "${unknown}"); start that one`,
    )
  const missing = steps.filter(({ name }) => !done.includes(name))
  const replaced = done.find((name) => !former.includes(name))
  const next = replaced ?? missing[0]?.name
  if (next && done.length > 0) await before(next)
  if (replaced) await becomeBaseline(trx, kind, former)
  for (const step of missing) {
    await step.up(trx, kind)
    await sql`insert into "migrations" ("name", "appliedAt") values (${step.name}, ${nowIn(trx)})`.execute(trx)
  }
}
