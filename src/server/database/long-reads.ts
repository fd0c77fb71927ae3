import type { Kysely } from 'kysely'
import type { Database } from './connect.ts'
import { anyTable } from './rows.ts'
import type { Schema } from './schema.ts'

/** The most rows of a table that is read on the main connection: all of them are read in less than 5 ms. */
const smallTable = 2_000

/** A table that has grown large stays so. */
const large = new WeakMap<Database, Set<string>>()

/**
 * The connection for queries whose cost grows with a table, such as counting it or searching in it: the main one as long as the table is
 * small, so that a small site needs no further thread or connection, then the one for long reads.
 */
export async function readerFor(database: Database, table: keyof Schema): Promise<Kysely<Schema>> {
  const known = large.get(database) ?? new Set()
  large.set(database, known)
  if (known.has(table)) return database.reads
  const beyond = await anyTable(database.db)
    .selectFrom(table)
    .select((row) => row.lit(1).as('one'))
    .limit(1)
    .offset(smallTable)
    .execute()
  if (beyond.length === 0) return database.db
  known.add(table)
  return database.reads
}
