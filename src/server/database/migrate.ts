import { sql } from 'kysely'
import * as all from '#server/database/migrations/all.ts'
import type { Migration } from '#server/database/migrations/migration.ts'
import { ConfigError } from '#server/environment.ts'
import type { Database } from './connect.ts'
import { kindOf } from './dialect.ts'

/** Every migration, oldest first. */
export const migrations: Migration[] = Object.values(all).sort((a, b) => (a.name < b.name ? -1 : 1))

/** The key of PostgreSQL's advisory lock: any number that nothing else uses. */
const lock = 4_271_830

/**
 * Runs the migrations that this database has not had yet, all of them or none. Processes that start together wait for each other, and all but
 * the first find nothing to do.
 * @throws ConfigError when the database was migrated by a newer version of the program
 */
export async function migrate(database: Database, steps: Migration[] = migrations): Promise<void> {
  await database.transaction(async (trx) => {
    const kind = kindOf(trx)
    // In SQLite the transaction is the lock: it gets the write lock before it reads.
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${lock})`.execute(trx)
    await sql`create table if not exists "migrations" ("name" text primary key, "appliedAt" text not null)`.execute(trx)
    const { rows } = await sql<{ name: string }>`select "name" from "migrations"`.execute(trx)
    const done = new Set(rows.map(({ name }) => name))

    const unknown = [...done].find((name) => !steps.some((step) => step.name === name))
    if (unknown)
      throw new ConfigError(
        `The database was written by a newer version of this program (it knows "${unknown}"); start that one`,
      )
    for (const step of steps) {
      if (done.has(step.name)) continue
      await step.up(trx, kind)
      await sql`insert into "migrations" ("name", "appliedAt") values (${step.name}, ${new Date().toISOString()})`.execute(
        trx,
      )
    }
  })
}
