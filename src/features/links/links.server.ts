import * as z from 'zod/mini'
import { fileUrl, mediaIn } from '#contract/media.ts'
import { type LinkTarget, linkTarget, parseRecordUrl } from '#contract/record-links.ts'
import { may } from '#contract/roles.ts'
import { mediaItems } from '#media/media.table.ts'
import type { Database } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'
import { presentRows } from '#server/database/lifecycle.ts'
import { type AppContext, feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { findByName, findTarget, mostOfKind, nameQuery, targetColumns, toTarget } from '#server/record/link-targets.ts'

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
      const { role } = staffOf(request)
      const readable = { ...context, entities: context.entities.filter(({ access }) => may(role, access.read)) }
      return { found: await (/^(\/|https?:)/i.test(search) ? atAddress : withName)(readable, search) }
    },
  })
})

async function withName({ database, entities }: Context, search: string): Promise<LinkTarget[]> {
  const found: LinkTarget[] = []
  for (const entity of entities) {
    if (!entity.linked) continue
    const rows = await findByName(database, entity, targetColumns(entity), search)
    found.push(...rows.map((row) => toTarget(entity, row, database.now())))
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
