import { sql } from 'kysely'
import type { LinkTarget } from '#contract/record-links.ts'
import type { Database } from '#server/database/connect.ts'
import { byText, contains, kindOf, sorted } from '#server/database/dialect.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { anyTable } from '#server/database/rows.ts'
import type { AppContext } from '#server/feature.ts'
import { type Entity, pathTo } from '#server/record/entity.ts'
import { targetColumns, toTarget } from '#server/record/link-targets.ts'
import { dayIn } from '#server/runtime/clock.ts'
import { oldAddress, parseRequest } from './addresses.server.ts'
import { entityOf, nameOfRecord, publicPathsOf } from './check-redirects.server.ts'
import { addressIndex } from './index.server.ts'
import { type Redirect, type RedirectOrigin, redirectDays } from './redirects.contract.ts'

type Context = Pick<AppContext, 'config' | 'database' | 'entities' | 'pagePaths'>

type Listed = {
  id: string
  from: string
  to: string | null
  entity: string | null
  recordId: string | null
  at: string
  by: string | null
  importId: string | null
  importName: string | null
  origin: RedirectOrigin
  hits: number
}

/** The first of the days that count: 30 with today. */
export const firstDay = ({ config, database }: Pick<Context, 'config' | 'database'>): string =>
  Temporal.PlainDate.from(dayIn(config.timeZone)(database.clock()))
    .subtract({ days: redirectDays - 1 })
    .toString()

/** Former slugs have no time; they come last in a list with the newest first. */
const never = '1000-01-02T00:00:00.000Z'

/** The former slugs of all records, as columns of a query, so that one list has them too. */
async function formerSlugs({ database, entities }: Context) {
  const all: { i: string; f: string; e: string; r: string }[] = []
  for (const { table, path, formerSlugs } of entities) {
    if (path === undefined) continue
    for (const { slug, id } of (await formerSlugs?.(database)) ?? [])
      all.push({ i: `${table.name}/${slug}`, f: decodeURI(pathTo(path, slug)), e: table.name, r: id })
  }
  const value = JSON.stringify(all)
  const [rows, field] =
    kindOf(database.db) === 'sqlite'
      ? [sql`json_each(${value}) as "one"`, (name: string) => sql`"one"."value" ->> ${sql.lit(name)}`]
      : [
          sql`jsonb_array_elements(${value}::jsonb) as "one"("value")`,
          (name: string) => sql`"one"."value" ->> ${sql.lit(name)}`,
        ]
  return sql`select ${field('i')} as "id", ${field('f')} as "from", null as "to", ${field('e')} as "entity", ${field('r')} as "recordId",
    ${sql.lit(never)}${sql.raw(kindOf(database.db) === 'sqlite' ? '' : '::timestamptz')} as "at", null as "by", null as "importId", null as "importName",
    'slug' as "origin", 0 as "hits" from ${rows}`
}

/** The redirects, with those that follow from former slugs. */
export async function listRedirects(
  context: Context,
  {
    search = '',
    status,
    sort = '-at',
  }: { search?: string | undefined; status?: string | undefined; sort?: string | undefined },
) {
  const { database } = context
  const db = await readerFor(database, 'redirects')
  const own = sql`select "redirects"."id", "redirects"."from", "redirects"."to", "redirects"."entity", "redirects"."recordId",
    "redirects"."at", "redirects"."by", "redirects"."importId", "contentImports"."fileName" as "importName",
    case when "redirects"."importId" is null then 'hand' else 'import' end as "origin", coalesce("counted"."hits", 0) as "hits"
    from "redirects" left join "contentImports" on "contentImports"."id" = "redirects"."importId"
    left join (select "redirectId", cast(sum("count") as integer) as "hits" from "redirectHits" where "day" >= ${firstDay(context)} group by "redirectId")
      as "counted" on "counted"."redirectId" = "redirects"."id"`
  const all = sql<Listed>`(${own} union all ${await formerSlugs(context)})`.as('listed')
  const text = textOf(search)
  let rows = anyTable(db)
    .selectFrom(all as never)
    .selectAll()
  if (text !== '') rows = rows.where(contains({ db }, ['listed.from', 'listed.to'], text))
  if (status !== undefined) rows = rows.where(sql<boolean>`${sql.ref('listed.origin')} = ${status}`)
  const keys = { from: byText(db, 'listed.from'), hits: sql.ref('listed.hits'), at: sql.ref('listed.at') }
  return sorted(rows as never, sort, keys, 'listed.id')
}

/** A whole address of the old site finds its path. */
function textOf(search: string): string {
  const url = /^https?:\/\//i.test(search) ? URL.parse(search) : null
  return url ? oldAddress(url).from : search
}

/** Rows as the list shows them: with the records and addresses to which they lead now. */
export async function describeRedirects(context: Context, rows: Listed[]): Promise<Redirect[]> {
  const { database, entities } = context
  const targets = new Map<string, { record: LinkTarget; address: string | undefined }>()
  for (const [name, all] of Map.groupBy(rows, ({ entity }) => entity ?? '')) {
    const entity = entityOf(entities, name)
    if (!entity) continue
    const ids = [...new Set(all.map(({ recordId }) => String(recordId)))]
    for (const [id, target] of await describeRecords(database, entity, ids))
      targets.set(nameOfRecord({ entity: name, id }), target)
  }
  const lost = await lostTargets(context, rows)
  return rows.map(({ id, from, to, entity, recordId, at, by, importId, importName, origin, hits }) => {
    const target = entity && recordId ? targets.get(nameOfRecord({ entity, id: recordId })) : undefined
    const address = to ?? target?.address
    return {
      _id: id,
      from,
      ...(address !== undefined && { to: address }),
      ...(target && { record: target.record }),
      ...(to !== null && lost.has(to) && { lost: true as const }),
      origin,
      ...(origin !== 'slug' && { at, hits }),
      ...(by !== null && { by }),
      ...(importId !== null && { import: { _id: importId, ...(importName !== null && { name: importName }) } }),
    }
  })
}

async function describeRecords(database: Database, entity: Entity, ids: string[]) {
  const { table, linked } = entity
  const rows = await anyTable(database.db)
    .selectFrom(table.name)
    .select(targetColumns(entity))
    .where('id', 'in', ids)
    .execute()
  const addresses = await linked?.find(database, ids)
  return rows.map((row) => {
    const record = toTarget(entity, row, database)
    return [record._id, { record, address: addresses?.get(record._id) ?? linked?.list }] as const
  })
}

/** Those of the targets on this site at which there is no page, and no further redirect. Files and queries are not looked at. */
async function lostTargets(context: Context, rows: Listed[]): Promise<Set<string>> {
  const own = rows.flatMap(({ to }) =>
    to?.startsWith('/') && !/[?]|^\/(?:media|files|rss\.xml|sitemap\.xml|letters)\b/.test(to) ? [to] : [],
  )
  const paths = new Map(own.map((to) => [to, oldAddress(parseRequest(to) as URL)]))
  const pages = await publicPathsOf(
    context,
    context.database.db,
    [...paths.values()].map(({ path }) => path),
  )
  const { keys } = await addressIndex(context.database)
  return new Set(
    [...paths].flatMap(([to, { path, key }]) => (path === '/' || pages.has(path) || keys.has(key) ? [] : [to])),
  )
}
