import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#server/database/connect.ts'
import { readContentVersion } from '#server/database/content-version.ts'
import { readStoredValue, storeValue } from '#server/database/rows.ts'
import type { AddressIndex } from './addresses.server.ts'

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
  const keys = new Set<string>()
  const queries = new Map<string, string[]>()
  for (const { key, pathKey, names } of await db
    .selectFrom('redirects')
    .select(['key', 'pathKey', 'names'])
    .execute()) {
    keys.add(key)
    if (pathKey === null || names === null) continue
    const known = queries.get(pathKey) ?? []
    if (!known.includes(names)) queries.set(pathKey, [...known, names])
  }
  for (const names of queries.values()) names.sort((one, other) => other.split('&').length - one.split('&').length)
  return { keys, queries }
}
