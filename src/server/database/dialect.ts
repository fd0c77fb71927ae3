import { PostgresAdapter, type QueryExecutorProvider, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database, DatabaseKind, Db, Transaction } from './connect.ts'
import type { Schema } from './schema.ts'
import { digitsOfPhone, withPlainNumerals } from './search-terms.ts'

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

/**
 * The condition that one of the columns contains a text, ignoring case. The search of back office lists uses it. Unlike
 * the public search it also matches within words.
 * @param columns their names in the query, such as `contactRequests.email`, or expressions
 */
export function contains(
  { db }: Pick<Database, 'db'>,
  columns: (string | RawBuilder<unknown>)[],
  text: string,
): RawBuilder<boolean> {
  const position = sql.raw(kindOf(db) === 'sqlite' ? 'instr' : 'strpos')
  const folded = columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column))
  const any = folded.map((column) => sql`${position}(fold(${column}), ${text.toLowerCase()}) > 0`)
  return sql<boolean>`(${sql.join(any, sql` or `)})`
}

/**
 * The same, quicker in tables with many rows: letters without accents are compared by the database itself. SQLite does not end such a query at
 * its deadline, so it is for columns that an index has.
 */
export function containsInIndex({ db }: Pick<Database, 'db'>, columns: string[], text: string): RawBuilder<boolean> {
  if (!/^[\x20-\x7e]*$/.test(text)) return contains({ db }, columns, text)
  const refs = columns.map((column) => sql.ref(column))
  if (kindOf(db) === 'postgres')
    return sql<boolean>`strpos(lower((${sql.join(refs, sql` || chr(10) || `)}) collate "C"), ${text.toLowerCase()}) > 0`
  const pattern = `%${text.replace(/[%_\\]/g, '\\$&')}%`
  return sql<boolean>`(${sql.join(
    refs.map((column) => sql`${column} like ${pattern} escape '\\'`),
    sql` or `,
  )})`
}

/** The numerals of Arabic, Persian, Indian scripts, Thai and full-width writing. */
const otherNumerals = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xff10]
  .flatMap((zero) => Array.from({ length: 10 }, (_, digit) => String.fromCodePoint(zero + digit)))
  .join('')
const plainNumerals = withPlainNumerals(otherNumerals)

/** The condition that a column of telephone numbers contains a number, however it is written; false for a text that is none. */
export function containsPhone({ db }: Pick<Database, 'db'>, column: string, text: string): RawBuilder<boolean> {
  const digits = digitsOfPhone(text)
  if (digits === undefined) return sql<boolean>`1 = 0`
  const ref = sql.ref(column)
  return kindOf(db) === 'sqlite'
    ? sql<boolean>`instr(digits(${ref}), ${digits}) > 0`
    : sql<boolean>`strpos(regexp_replace(translate(${ref}, ${otherNumerals}, ${plainNumerals}), '[^0-9]', '', 'g'), ${digits}) > 0`
}

/** The condition that a text column has one of many values, which are sent as one. */
export const isOneOf = (db: Db, column: string, values: string[]): RawBuilder<boolean> =>
  kindOf(db) === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any(${values}::text[])`
    : sql<boolean>`${sql.ref(column)} in (select "value" from json_each(${JSON.stringify(values)}))`

/** The condition that a column with a list of objects has one with these texts among its values. */
export const hasOneWith = (db: Db, column: string, texts: Record<string, string>): RawBuilder<boolean> => {
  if (kindOf(db) === 'postgres') return sql<boolean>`${sql.ref(column)} @> ${JSON.stringify([texts])}::jsonb`
  const equal = Object.entries(texts).map(([name, text]) => sql`json_extract("value", ${`$.${name}`}) = ${text}`)
  return sql<boolean>`exists (select 1 from json_each(${sql.ref(column)}) where ${sql.join(equal, sql` and `)})`
}

/**
 * A text column as lists are sorted by it: upper and lower case alike for Latin letters without accents, so that both databases have the same
 * order and find it in an index (`sortedBy` in `migrations/baseline/content.ts`).
 */
export const byText = (db: Db, column: string): RawBuilder<string> =>
  kindOf(db) === 'sqlite' ? sql`${sql.ref(column)} collate nocase` : sql`lower(${sql.ref(column)} collate "C")`

/**
 * Sorts a list by one of its columns, and rows that are equal in it by their ids.
 * @param sort a key, with `-` before it for descending
 * @param keys what to sort by for each
 * @param id the id's column, such as `blogs.id`
 */
export function sorted<DB, TB extends keyof DB, Row>(
  list: SelectQueryBuilder<DB, TB, Row>,
  sort: string,
  keys: Record<string, RawBuilder<unknown>>,
  id: string,
): SelectQueryBuilder<DB, TB, Row> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const key = keys[sort.replace('-', '')]
  return (key ? list.orderBy(key, direction) : list).orderBy(sql.ref(id), direction)
}

/**
 * Lifts the server's timeouts for the rest of a transaction that reads or writes a whole site. It waits for disks between its queries, and a server that
 * ends it meanwhile tells nobody why.
 */
export const liftTimeouts = `select set_config("name", '0', true) from pg_settings
  where "name" in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`
