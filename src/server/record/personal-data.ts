import { domainToUnicode } from 'node:url'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { KindCount, PersonEntry } from '#contract/persons.ts'
import type { Db, Transaction } from '#server/database/connect.ts'
import { kindOf } from '#server/database/dialect.ts'
import { anyTable } from '#server/database/rows.ts'

/** A PDF of an entry. An export has its bytes as base64. */
type EntryFile = NonNullable<PersonEntry['files']>[number] & { base64?: string }

/** An entry as an export has it: with the row that it is about. `wrote` says that it is a message of ours to the person, which has left. */
export type StoredEntry = Omit<PersonEntry, 'files'> & {
  files?: EntryFile[]
  record?: Record<string, unknown>
  name?: string
  wrote?: boolean
}

/**
 * The data that a feature stores about people outside, by their address. The person's page, exports, erasures and restores follow from it. Addresses are
 * given in lower case.
 */
export type PersonalData = {
  /** The tables that this covers. */
  tables: readonly string[]
  /** The entries about an address, the newest first. @param most how many of each kind of row */
  read(db: Db, email: string, most: number): Promise<StoredEntry[]>
  /** The bytes of a file that an entry names. */
  readFile?(db: Db, id: string): Promise<Uint8Array | undefined>
  /** Deletes it, with everything that follows from it. @returns how many of each kind */
  erase(trx: Transaction, email: string): Promise<KindCount[]>
  /** All addresses, in lower case. */
  addresses(db: Db): Promise<string[]>
  /** Texts of others in which an address may occur. */
  mentions?: Mentions[]
}

type Mentions = {
  table: string
  /** The column, or the columns, that name a row. */
  key: string | readonly string[]
  /** Columns of texts or of JSON. */
  columns: readonly string[]
  /** Called with the rows that were changed. */
  changed?(trx: Transaction, rows: Record<string, unknown>[]): Promise<unknown>
}

/** The facts of an entry that are known. */
export const factsOf = (facts: Record<string, string | undefined>): NonNullable<PersonEntry['facts']> =>
  Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))

/** A stored state as lists write it: 'Pending'. */
export const wordOf = (state: string): string => state.charAt(0).toUpperCase() + state.slice(1)

/** The condition that a column is this address, in any case. It uses the index on `lower(…)`. @param email in lower case */
export const isAddress = (column: string, email: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`lower(${sql.ref(column)}) = ${email}`

/** Replaces an erased address in texts of others. */
const erased = '[erased]'

/** The rows with texts of others in which an address occurs, with the columns as texts. @param email in lower case */
export async function rowsWith(db: Db, { table, columns }: Mentions, email: string): Promise<Record<string, string>[]> {
  const position = sql.raw(kindOf(db) === 'sqlite' ? 'instr' : 'strpos')
  const textOf = (column: string) => sql<string | null>`cast(${sql.ref(column)} as text)`
  const hits = columns.flatMap((column) =>
    spellingsOf(email).map((spelling) => sql`${position}(lower(${textOf(column)}), ${spelling}) > 0`),
  )
  const found = await anyTable(db)
    .selectFrom(table)
    .selectAll()
    .select(columns.map((column) => textOf(column).as(column)))
    .where(sql<SqlBool>`(${sql.join(hits, sql` or `)})`)
    .execute()
  const address = wholeAddress(email)
  return found.filter((row) => columns.some((column) => (row[column] ?? '').search(address) >= 0))
}

/** Replaces an address in texts of others. @param email in lower case */
export async function eraseMentions(trx: Transaction, texts: Mentions, email: string): Promise<void> {
  const { table, key, columns, changed } = texts
  const address = wholeAddress(email)
  const rows = await rowsWith(trx, texts, email)
  for (const row of rows) {
    const values = Object.fromEntries(columns.map((column) => [column, row[column]?.replace(address, erased) ?? null]))
    const named = anyTable(trx).updateTable(table).set(values)
    await [key]
      .flat()
      .reduce((one, name) => one.where(name, '=', row[name]), named)
      .execute()
  }
  if (rows.length > 0) await changed?.(trx, rows)
}

/** An address as it is stored, and as people write it if its domain is in another script. */
function spellingsOf(email: string): string[] {
  const [name, domain = ''] = email.split('@')
  return [...new Set([email, `${name}@${domainToUnicode(domain) || domain}`])]
}

/** An address that is not the end or the beginning of a longer one. Quotes and the like before it are not part of it. */
export const wholeAddress = (email: string) =>
  new RegExp(`(?<![\\w.+-])(?:${spellingsOf(email).map(RegExp.escape).join('|')})(?![\\w-]|\\.[\\w-])`, 'gi')
