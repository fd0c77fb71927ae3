import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Transaction } from '#server/database/connect.ts'
import { readContentVersion } from '#server/database/content-version.ts'
import { kindOf } from '#server/database/dialect.ts'
import { readStoredValue, storeValue } from '#server/database/rows.ts'
import { type AddressIndex, namesIn } from './addresses.server.ts'

/** The stored value that differs after each change of the redirects. */
const versionName = 'redirects'

/** All processes read the redirects again. It belongs into the transaction of the change. */
export const bumpVersion = (trx: Transaction): Promise<void> => storeValue(trx, versionName, randomUUID())

type Known = { version: string; index: AddressIndex }

const indexes = new WeakMap<Database, { content: string; known: Promise<Known> }>()

/**
 * The addresses of all redirects, without their targets: 20,000 take less than 3 MB. A change of other content costs one read of a value. While the
 * database is away, it is what was known last.
 */
export async function addressIndex(database: Database): Promise<AddressIndex> {
  const before = indexes.get(database)
  const content = await readContentVersion(database).catch((error: unknown) => {
    if (before) return before.content
    throw error
  })
  if (before?.content === content) return (await before.known).index
  const known = renew(database, before?.known)
  indexes.set(database, { content, known })
  try {
    return (await known).index
  } catch (error) {
    // The next request tries again.
    if (before) indexes.set(database, before)
    else indexes.delete(database)
    throw error
  }
}

async function renew(database: Database, before: Promise<Known> | undefined): Promise<Known> {
  const old = await before?.catch(() => undefined)
  const version = (await readStoredValue(database.db, versionName)) ?? ''
  return old?.version === version ? old : { version, index: await read(database) }
}

async function read({ db }: Database): Promise<AddressIndex> {
  // One text for all: 20,000 rows would hold up other requests for a tenth of a second.
  const together =
    kindOf(db) === 'sqlite' ? sql<string | null>`group_concat("key", ' ')` : sql<string | null>`string_agg("key", ' ')`
  const { all } = await db.selectFrom('redirects').select(together.as('all')).executeTakeFirstOrThrow()
  const keys = new Set(all ? all.split(' ') : [])
  const queries = new Map<string, string[]>()
  const rows = await db
    .selectFrom('redirects')
    .select(['pathKey', 'names'])
    .distinct()
    .where('names', 'is not', null)
    .execute()
  for (const { pathKey, names } of rows)
    if (pathKey !== null && names !== null) queries.set(pathKey, [...(queries.get(pathKey) ?? []), names])
  for (const one of queries.values()) one.sort((some, other) => other.split('&').length - some.split('&').length)
  return { keys, queries, names: new Set([...queries.values()].flat().flatMap(namesIn)) }
}
