import type { Kysely } from 'kysely'
import type { Database } from './connect.ts'
import { anyTable } from './rows.ts'
import type { Schema } from './schema.ts'

/** The most rows of a table that is read on the main connection: all of them are read in less than 5 ms. */
const smallTable = 2_000

/**
 * The connection for queries whose cost grows with these tables, such as counting their rows or searching in them: the main one as long as they
 * are small, so that a small site needs no further thread or connection, then the one for long reads.
 */
export async function readerFor(database: Database, ...tables: (keyof Schema)[]): Promise<Kysely<Schema>> {
  for (const table of tables) if (await isLarge(database, table)) return database.reads
  return database.db
}

async function isLarge(database: Database, table: keyof Schema): Promise<boolean> {
  // A table that has grown large stays so.
  if (database.largeTables.has(table)) return true
  const rows = anyTable(database.db).selectFrom(table)
  const beyond = await rows
    .select((row) => row.lit(1).as('one'))
    .limit(1)
    .offset(smallTable)
    .execute()
  if (beyond.length > 0) database.largeTables.add(table)
  return beyond.length > 0
}
