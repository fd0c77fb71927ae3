import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, Db } from './connect.ts'
import { anyTable } from './rows.ts'
import type { Schema } from './schema.ts'

/** The most rows of a table that is read on the main connection: all of them are read in less than 5 ms. */
const smallTable = 2_000

/**
 * The connection for queries whose cost grows with these tables, such as counting their rows or searching in them: the main one as long as they
 * are small, so that a small site needs no further thread or connection, then the one for long reads.
 */
export async function readerFor(database: Database, ...tables: (keyof Schema)[]): Promise<Db> {
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

// biome-ignore lint/suspicious/noExplicitAny: rows of any table, which Kysely's types cannot express
export type AnyRows<Row = any> = SelectQueryBuilder<any, any, Row>

/** The values of a row in the columns that order a list, such as `blogs.createdAt` and `blogs.id`. */
const valuesOf = (row: object, keys: string[]) =>
  keys.map((key) => (row as Record<string, unknown>)[key.slice(key.indexOf('.') + 1)])

/** The condition that rows come after another one, or before it, in the order of these columns. */
export const comesAfter = (keys: string[], row: object, operator: '<' | '<=' | '>'): RawBuilder<boolean> =>
  sql`(${sql.join(keys.map((key) => sql.ref(key)))}) ${sql.raw(operator)} (${sql.join(valuesOf(row, keys))})`

type Pages = {
  /** How many rows are read at a time. */
  size: number
  direction: 'asc' | 'desc'
  /** The most rows; all of them without it. */
  limit?: number
}

/**
 * Reads the rows of a query in pages, by their keys: an open cursor would block SQLite's only connection until a slow client has read everything.
 * @param keys the columns that order the rows and identify each, which are all selected
 */
export async function* readPages<Row extends object>(
  rows: AnyRows<Row>,
  keys: string[],
  { size, direction, limit = Number.POSITIVE_INFINITY }: Pages,
): AsyncGenerator<Row[]> {
  const ordered = keys.reduce((all, key) => all.orderBy(key, direction), rows)
  let next = ordered
  for (let left = limit; left > 0; left -= size) {
    const page = await next.limit(Math.min(size, left)).execute()
    if (page.length > 0) yield page
    if (page.length < size) return
    next = ordered.clearOffset().where(comesAfter(keys, page.at(-1) as Row, direction === 'desc' ? '<' : '>'))
    // SQLite may answer synchronously, so other requests get their turn only here.
    await setImmediate()
  }
}
