import * as z from 'zod/mini'
import { fileUrl, mediaIn } from '#contract/media.ts'
import { type LinkTarget, linkTarget, parseRecordUrl } from '#contract/record-links.ts'
import { may } from '#contract/roles.ts'
import { mediaItems } from '#media/media.table.ts'
import type { Database } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { anyTable } from '#server/database/rows.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import type { Entity } from '#server/record/entity.ts'
import { findByName, findTarget, mostOfKind, nameQuery, targetColumns, toTarget } from '#server/record/link-targets.ts'
import { notFound } from '#server/runtime/http-error.ts'

const linkAnswer = z.object({ found: z.array(linkTarget) })

type Context = Pick<AppContext, 'config' | 'database' | 'entities'>

/** The call behind the dialog for links and the list after `[[`. */
export const linkRoutes = feature('Links', async (app, context) => {
  route(app, 'GET /links', {
    access: 'staff',
    summary: 'Find the records and files that a text can link to',
    description: `By a part of the name, at most ${mostOfKind} of each kind, the newest first. An address of this site finds its record.`,
    query: nameQuery(2_000),
    answer: linkAnswer,
    handler: async (request) => {
      const { search } = request.query
      const staff = staffOf(request)
      const readable = { ...context, entities: context.entities.filter(({ access }) => may(staff, access.read)) }
      return { found: await (/^(\/|https?:)/i.test(search) ? atAddress : withName)(readable, search) }
    },
  })

  route(app, 'GET /links/:entity', {
    access: 'staff',
    summary: 'Find the records of one kind that a section of a page can show',
    description: `By a part of the name, at most ${mostOfKind}, the newest first; those of the page's order if the search is empty, at most ${mostListed}. With \`ids\` those records, also the deleted ones.`,
    query: recordsQuery,
    answer: linkAnswer,
    handler: async (request) => {
      const { search, ids } = request.query
      const entity = context.entities.find(({ table }) => table.name === request.params.entity)
      if (!entity || !shownBySections(entity) || !may(staffOf(request), entity.access.read))
        throw notFound('There is no such kind of record')
      const found = await (ids ? withIds(context, entity, ids.split(',')) : inOrder(context, entity, search))
      return { found: found.map((row) => toTarget(entity, row, context.database)) }
    },
  })
})

const mostListed = 50

const recordsQuery = z.object({
  search: z._default(z.string().check(z.trim(), z.maxLength(200, 'search is too long')), ''),
  ids: z.optional(z.string().check(z.maxLength(2_000, 'ids is too long'))),
})

/** Content that visitors see by a flag. */
const shownBySections = ({ flag, access }: Entity) => flag !== undefined && access.read === 'staff'

const withIds = ({ database }: Context, entity: Entity, ids: string[]) =>
  anyTable(database.db).selectFrom(entity.table.name).select(targetColumns(entity)).where('id', 'in', ids).execute()

async function inOrder({ database }: Context, entity: Entity, search: string) {
  const { table } = entity
  if (search !== '') return findByName(database, entity, targetColumns(entity), search)
  const rows = presentRows(database.db, table).select(targetColumns(entity))
  const ordered = 'order' in table.columns ? rows.orderBy('order') : rows
  return ordered.orderBy('id', 'desc').limit(mostListed).execute()
}

async function withName({ database, entities }: Context, search: string): Promise<LinkTarget[]> {
  const found: LinkTarget[] = []
  for (const entity of entities) {
    if (!entity.linked) continue
    const rows = await findByName(database, entity, targetColumns(entity), search)
    found.push(...rows.map((row) => toTarget(entity, row, database)))
  }
  const named = files(database).where(contains(database, ['mediaItems.name'], search))
  const rows = await named.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(mostOfKind).execute()
  return [...found, ...rows.map(toFile)]
}

/**
 * The record or file at an address of this site, which may be permanent, current, or one of the hash mode. The link keeps the query and the
 * fragment of the address, such as the page of a file.
 */
async function atAddress(context: Context, address: string): Promise<LinkTarget[]> {
  const { config, database, entities } = context
  const { origin } = new URL(config.publicUrl)
  const url = URL.parse(address.replace('/#/', '/'), origin)
  if (url?.origin !== origin) return []
  const withRest = (target: LinkTarget) => ({ ...target, url: target.url + url.search + url.hash })
  const record = parseRecordUrl(url.pathname)
  if (record) return [await findTarget(context, record)].flatMap((target) => (target ? withRest(target) : []))
  const [file] = url.pathname.startsWith('/files/') ? mediaIn(url.pathname) : []
  if (file) return (await filesAt(database, file).execute()).map((row) => withRest(toFile(row)))
  for (const entity of entities) {
    const id = await entity.linked?.at(database, url)
    const target = id === undefined ? undefined : await findTarget(context, { entity: entity.table.name, id })
    // The fragment of a place on a page is its record.
    if (target) return [entity.path ? withRest(target) : target]
  }
  return []
}

/** The file with this id, or the one that has replaced it. */
const filesAt = (database: Database, id: string) =>
  files(database).where((row) =>
    row.or([
      row('id', '=', id),
      row('id', 'in', database.db.selectFrom('mediaAliases').select('target').where('mediaAliases.id', '=', id)),
    ]),
  )

const files = ({ db }: Database) => presentRows(db, mediaItems).select(['id', 'name']).where('kind', '=', 'file')

const toFile = ({ id, name }: Record<string, string>): LinkTarget => ({
  entity: mediaItems.name,
  label: 'File',
  group: 'Files',
  _id: String(id),
  name: String(name),
  url: fileUrl(String(id), String(name)),
  state: 'live',
})
