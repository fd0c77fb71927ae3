import { decoded } from '#contract/addresses.ts'
import type { LinkedRecord } from '#contract/record-links.ts'
import type { Transaction } from '#server/database/connect.ts'
import { addressOf, presentRows } from '#server/database/lifecycle.ts'
import type { AppContext } from '#server/feature.ts'
import { type Entity, linkNames, pathTo } from '#server/record/entity.ts'
import { publicPaths } from '#server/record/public-paths.ts'
import { oldAddress, parseRequest } from './addresses.server.ts'

type Context = Pick<AppContext, 'database' | 'entities' | 'pagePaths'>

/** The most values in the list of a query. */
const mostValues = 5_000
/** The longest chain of redirects that is followed. */
export const longestChain = 10

/** A lower-case path as `pathTo` writes it. */
const encodedPath = (path: string) =>
  path
    .split('/')
    .map((part) => encodeURIComponent(decoded(part)))
    .join('/')

/** Where visitors find the pages of these paths now, by the path. Those at which they find none are absent. */
export async function publicPathsOf(
  { database, ...context }: Context,
  db: Transaction | typeof database.db,
  paths: string[],
): Promise<Map<string, string>> {
  const byAddress = new Map(paths.map((path) => [encodedPath(path), path]))
  const pages = await publicPaths({ ...context, database: { ...database, db } }, [...byAddress.keys()])
  return new Map([...pages].map(([address, page]) => [byAddress.get(address) ?? address, page]))
}

/** The entity of a record that a redirect can lead to. */
export const entityOf = (entities: Entity[], name: string): Entity | undefined =>
  entities.find((one) => one.linked && linkNames(one).includes(name))

export type FoundRecord = LinkedRecord & { name: string; path?: string }

export const nameOfRecord = ({ entity, id }: LinkedRecord) => `${entity}/${id}`

/** The records that these name, by `nameOfRecord`. Those that do not exist, and those in the trash, are absent. */
export async function recordsOf(
  { entities }: Context,
  db: Transaction,
  named: LinkedRecord[],
): Promise<Map<string, FoundRecord>> {
  const found = new Map<string, FoundRecord>()
  for (const [name, all] of Map.groupBy(named, ({ entity }) => entity)) {
    const entity = entityOf(entities, name)
    if (!entity) continue
    const { table, nameColumn, path } = entity
    const address = path === undefined ? undefined : addressOf(table)
    const ids = [...new Set(all.map(({ id }) => id))]
    for (let start = 0; start < ids.length; start += mostValues) {
      const rows = await presentRows(db, table)
        .select(['id', `${nameColumn} as name`, ...(address ? [`${address} as address`] : [])])
        .where('id', 'in', ids.slice(start, start + mostValues))
        .execute()
      for (const { id, name: words, address: slug } of rows as Record<'id' | 'name' | 'address', string>[])
        found.set(nameOfRecord({ entity: name, id }), {
          entity: table.name,
          id,
          name: words,
          ...(address && { path: decodeURI(pathTo(path ?? '', slug)).toLowerCase() }),
        })
    }
  }
  return found
}

type Passed = ReadonlyMap<string, { target: { url: URL } | { record: LinkedRecord } }>

/**
 * The problem of a redirect with this key and target, with those that are stored and those that are added with it: it would lead back to itself,
 * or more redirects would follow one another than a visitor is led over at once.
 */
export async function problemOfChain(
  trx: Transaction,
  to: URL,
  key: string,
  passed: Passed,
): Promise<'loop' | 'long' | undefined> {
  const seen = new Set<string>()
  let url = to
  for (let step = 0; step < longestChain; step++) {
    const keys = keysOf(url)
    if (keys.includes(key)) return 'loop'
    const stored = await trx.selectFrom('redirects').select(['key', 'to']).where('key', 'in', keys).execute()
    const taken = keys.find((one) => passed.has(one) || stored.some((row) => row.key === one))
    // A loop of others is refused where it closes.
    if (taken === undefined || seen.has(taken)) return undefined
    seen.add(taken)
    const target = passed.get(taken)?.target ?? targetIn(stored.find((row) => row.key === taken)?.to)
    if (!target || !('url' in target) || target.url.host !== to.host) return undefined
    url = target.url
  }
  return 'long'
}

/** The address on this site to which a stored redirect leads. */
function targetIn(to: string | null | undefined): { url: URL } | undefined {
  const url = to?.startsWith('/') ? parseRequest(to) : null
  return url ? { url } : undefined
}

/** The keys of the redirects that an address can have: with its query, and without. */
export function keysOf(url: URL): string[] {
  const { key, pathKey } = oldAddress(url)
  return pathKey === undefined ? [key] : [key, pathKey]
}
