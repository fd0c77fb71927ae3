import { sql } from 'kysely'
import { ConfigError } from '#server/config.ts'
import * as all from '#server/database/migrations/all.ts'
import type { Migration } from '#server/database/migrations/migration.ts'
import type { Database } from './connect.ts'
import { kindOf } from './dialect.ts'

/** Every migration, oldest first. */
export const migrations: Migration[] = Object.values(all).sort((a, b) => (a.name < b.name ? -1 : 1))

/** The name of the lock under which PostgreSQL processes take turns: any number that nothing else uses. */
const lock = 4_271_830

/**
 * Brings the database to the shape this program expects. Several processes that start together take turns, and all but the first find
 * nothing left to do. All steps are kept, or none.
 * @throws ConfigError when a newer program has been at work on this database
 */
export async function migrate(database: Database, steps: Migration[] = migrations): Promise<void> {
  await database.transaction(async (trx) => {
    const kind = kindOf(trx)
    // In SQLite the transaction is the lock: it waits for its turn to write before it reads.
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
