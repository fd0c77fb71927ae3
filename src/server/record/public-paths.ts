import type { Database } from '#server/database/connect.ts'
import { addressOf, isLiveRow, lifecycleNames } from '#server/database/lifecycle.ts'
import { anyTable } from '#server/database/rows.ts'

import { type Entity, pathTo, slugIn } from './entity.ts'

type Context = { database: Database; entities: Entity[]; pagePaths: () => Promise<string[]> }

/** A page as it is now. `gone`: visitors do not see it. */
export type Page = { path: string; title?: string; gone?: true }

/** The most values in the list of a query. */
const mostValues = 5_000

type PagedEntity = Entity & { path: string; flag: string }
const isPaged = (entity: Entity): entity is PagedEntity =>
  entity.path !== undefined && entity.flag !== undefined && addressOf(entity.table) !== undefined

type PageRecord = { id: string; slug: string; page: Page }

/** The records with one of these ids, or slugs or paths, also those in the trash. */
async function findRecords(
  { db, now, today }: Database,
  { table, nameColumn, flag, path }: PagedEntity,
  by: 'id' | 'address',
  values: string[],
): Promise<PageRecord[]> {
  const address = String(addressOf(table))
  const columns = ['id', address, nameColumn, flag, ...lifecycleNames(table)]
  const found: PageRecord[] = []
  for (let start = 0; start < values.length; start += mostValues) {
    const rows = await anyTable(db)
      .selectFrom(table.name)
      .select(columns)
      .where(by === 'id' ? 'id' : address, 'in', values.slice(start, start + mostValues))
      .execute()
    for (const row of rows) {
      const slug = String(row[address])
      const page: Page = { path: pathTo(path, slug), title: String(row[nameColumn]) }
      if (!isLiveRow(flag, row, now(), today())) page.gone = true
      found.push({ id: String(row['id']), slug, page })
    }
  }
  return found
}

/** The pages at these addresses, also at former ones: by the address that was asked for. Addresses that never were a page are absent. */
async function findPages(context: Context, paths: string[]): Promise<Map<string, Page>> {
  const { database, entities } = context
  const fixed = new Set(await context.pagePaths())
  const pages = new Map<string, Page>(paths.filter((path) => fixed.has(path)).map((path) => [path, { path }]))
  for (const entity of entities.filter(isPaged)) {
    // A page of the program comes before a record with the same path.
    const others = paths.filter((path) => !fixed.has(path))
    const slugs = new Map(others.map((path) => [slugIn(entity.path, path), path] as const))
    slugs.delete(undefined)
    if (slugs.size === 0) continue
    const asked = [...slugs.keys()].filter((slug) => slug !== undefined)
    for (const { slug, page } of await findRecords(database, entity, 'address', asked))
      pages.set(slugs.get(slug) ?? page.path, page)
    const former = ((await entity.formerSlugs?.(database)) ?? []).filter(({ slug }) => slugs.has(slug))
    const records = await findRecords(database, entity, 'id', [...new Set(former.map(({ id }) => id))])
    for (const { slug, id } of former) {
      const address = slugs.get(slug)
      const record = records.find((one) => one.id === id)
      if (address !== undefined && record && !pages.has(address)) pages.set(address, record.page)
    }
  }
  return pages
}

/** Where visitors find the pages of these addresses now, by the address. Those at which they find none are absent. */
export async function publicPaths(context: Context, paths: string[]): Promise<Map<string, string>> {
  const pages = await findPages(context, paths)
  return new Map([...pages].flatMap(([path, page]) => (page.gone ? [] : [[path, page.path] as const])))
}

/** The pages at these addresses, by the address. One that is no longer a page is gone. */
export async function describePaths(context: Context, paths: string[]): Promise<Map<string, Page>> {
  const pages = await findPages(context, paths)
  return new Map(paths.map((path) => [path, pages.get(path) ?? { path, gone: true }]))
}

/** All addresses that a page has and had, by any of them. */
export async function addressesOf(context: Context, path: string): Promise<string[]> {
  const current = (await findPages(context, [path])).get(path)?.path ?? path
  for (const entity of context.entities.filter(isPaged)) {
    const slug = slugIn(entity.path, current)
    if (slug === undefined) continue
    const [record] = await findRecords(context.database, entity, 'address', [slug])
    if (!record) continue
    const former = (await entity.formerSlugs?.(context.database)) ?? []
    const own = former.filter(({ id }) => id === record.id)
    return [...new Set([current, path, ...own.map((one) => pathTo(entity.path, one.slug))])]
  }
  return [current]
}
