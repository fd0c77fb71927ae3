import { decoded } from '#contract/addresses.ts'
import { fileUrl, imageUrl } from '#contract/media.ts'
import type { Db } from '#server/database/connect.ts'
import { isOneOf } from '#server/database/dialect.ts'
import { addressOf as addressColumn } from '#server/database/lifecycle.ts'
import { anyTable } from '#server/database/rows.ts'
import type { ContentImportRow, Found, ItemData } from '../ground/transfer.table.ts'
import { planExported } from './apply-record.server.ts'
import type { ImportContext } from './context.server.ts'
import {
  changeImport,
  changeItem,
  currentChoices,
  findImport,
  itemsOf,
  readProfiles,
  sourceKey,
} from './import-store.server.ts'
import { addNotes, countNotes } from './notes.server.ts'
import { compared, type Earlier, type Known, type Planned, planRecord } from './plan.server.ts'
import { idOf } from './storable.server.ts'
import { type Choices, newProfile } from './suggestions.server.ts'

type Site = Known & {
  row: ContentImportRow
  profiles: Map<string, string>
  media: Map<string, string>
  context: ImportContext
}

const unused = { file: 'No text shows it or links to it.', author: 'No post of this import is by this author.' }
const staysThere = {
  leave: 'Images stay on the old site.',
  given: 'It is not among the files, so its address stays that of the old site.',
}

/** Decides what becomes of each item of an import, and stores it with the counts of the report. */
export async function makePlan(context: ImportContext, id: string): Promise<void> {
  const { db } = context.database
  const row = await findImport(db, id)
  const site = await readSite(context, row, await currentChoices(db, row))
  const notes: Parameters<typeof addNotes>[0] = new Map()
  const pictures = { needed: 0, given: 0 }
  for await (const items of itemsOf(db, id)) {
    const planned: Planned[] = []
    for (const item of items) {
      const one = await planItem(item, site)
      addNotes(notes, one.notes)
      const { data } = item
      if (data && 'file' in data && data.needed) {
        pictures.needed++
        if (data.given) pictures.given++
      }
      planned.push(one)
    }
    await context.database.transaction(async (trx) => {
      for (const [at, { outcome, reason, notes, plan, recordId }] of planned.entries()) {
        const item = items[at]
        if (item)
          await changeItem(trx, item, {
            ...{ outcome, reason, notes, noted: notes.length > 0, plan },
            // A planned title is the one of the record.
            ...(recordId !== undefined && { recordId }),
          })
      }
    })
  }
  const found: Found = { ...(row.found ?? { categories: [], authors: [] }), notes: countNotes(notes), pictures }
  await changeImport(db, id, { found })
}

type Item =
  Awaited<ReturnType<typeof itemsOf>> extends AsyncGenerator<infer Items extends unknown[]> ? Items[number] : never

async function planItem(item: Item, site: Site): Promise<Planned> {
  const { kind, data, sourceId } = item
  const notes = data?.notes ?? []
  if (!data) return { outcome: 'failed', reason: 'Its data is gone.', notes, plan: {} }
  if ('record' in data && (kind === 'post' || kind === 'page')) return planRecord({ ...item, kind, data }, site)
  if ('author' in data) return planAuthor(data.author.sourceId, notes, site)
  if ('file' in data) return planFile(data, sourceId, site)
  if ('entity' in data) return planEntity(item, data, site)
  if ('redirect' in data) return { outcome: 'new', notes, plan: redirectTo(data.redirect, site) }
  return { outcome: 'leftOut', reason: 'rest' in data ? data.rest : 'It is not carried over.', notes, plan: {} }
}

/** The archive of a category leads to the posts of the one that it becomes; the archive of one without posts, to all posts. */
function redirectTo({ from, to }: { from: string; to: string }, { choices }: Site): { from: string; to: string } {
  const named = /^\/blog\?category=(.*)$/.exec(to)?.[1]
  if (named === undefined) return { from, to }
  const known = choices.categories.find(({ source }) => source === idOf(decoded(named)))
  return { from, to: known ? `/blog?category=${encodeURIComponent(known.category)}` : '/blog' }
}

function planAuthor(sourceId: string, notes: Planned['notes'], { choices, profiles }: Site): Planned {
  const chosen = choices.authors.find(({ source }) => source === sourceId)
  if (!chosen) return { outcome: 'leftOut', reason: unused.author, notes, plan: {} }
  if (chosen.profile === newProfile) return { outcome: 'new', notes, plan: {} }
  const reason = `The posts are by the profile “${profiles.get(chosen.profile) ?? ''}”.`
  return { outcome: 'here', reason, notes, plan: { author: chosen.profile }, recordId: chosen.profile }
}

function planFile(
  { file, needed, given, notes }: Extract<ItemData, { file: unknown }>,
  sourceId: string,
  { choices, earlier, media }: Site,
): Planned {
  const plan = { ...(file.addresses[0] !== undefined && { from: file.addresses[0] }) }
  if (!needed) return { outcome: 'leftOut', reason: unused.file, notes, plan }
  const id = earlier.get(sourceId)?.recordId
  const url = id === undefined ? undefined : media.get(id)
  if (id !== undefined && url !== undefined)
    return { outcome: 'here', notes, plan: { ...plan, url, to: url }, recordId: id }
  if (choices.pictures === 'leave') return { outcome: 'leftOut', reason: staysThere.leave, notes, plan }
  if (choices.pictures === 'given' && !given) return { outcome: 'leftOut', reason: staysThere.given, notes, plan }
  return { outcome: 'new', notes, plan }
}

/** One that is here stays as it is, also when the export has it otherwise. */
async function planEntity(
  { sourceId, hash }: Item,
  { entity, notes }: Extract<ItemData, { entity: unknown }>,
  { earlier, context }: Site,
): Promise<Planned> {
  const before = earlier.get(sourceId)
  const done = compared(before, hash)
  if (done) return { ...done, notes, plan: {}, ...(before && { recordId: before.recordId }) }
  const { outcome, reason, notes: more, to } = await planExported(context, entity)
  return {
    outcome,
    ...(reason !== undefined && { reason }),
    notes: [...notes, ...more],
    plan: to === undefined ? {} : { to },
  }
}

async function readSite(context: ImportContext, row: ContentImportRow, choices: Choices): Promise<Site> {
  const { database, resources, pathOwner } = context
  const { db } = database
  const column = async (table: 'blogs' | 'pages', name: 'slug' | 'path') =>
    new Set((await anyTable(db).selectFrom(table).select(name).execute()).map((one) => String(one[name])))
  const { profiles } = await readProfiles(db, row)
  const earlier = await readEarlier(context, row)
  return {
    ...{ row, choices, earlier, context },
    slugs: await column('blogs', 'slug'),
    paths: await column('pages', 'path'),
    ownerOf: pathOwner,
    inputs: new Map([...resources].flatMap(([name, { input }]) => (input ? [[name, input] as const] : []))),
    now: database.now(),
    toAscii: (await import('any-ascii')).default,
    profiles: new Map(profiles.map(({ id, name }) => [id, name])),
    media: await mediaAddresses(
      db,
      [...earlier.values()].flatMap(({ entity, recordId }) => (entity === 'mediaItems' ? [recordId] : [])),
    ),
  }
}

/** The records that an earlier import has made of the items of this source, without those that were deleted for good. */
async function readEarlier({ database: { db }, entities }: ImportContext, row: ContentImportRow) {
  const rows = await db.selectFrom('importedFrom').selectAll().where('source', '=', sourceKey(row)).execute()
  const earlier = new Map<string, Earlier>()
  for (const [entity, ofEntity] of Map.groupBy(rows, ({ entity }) => entity)) {
    const table = entities.find((one) => one.table.name === entity)?.table
    const ids = ofEntity.map(({ recordId }) => recordId)
    const copies = await db
      .selectFrom('workingCopies')
      .select('recordId')
      .where('entity', '=', entity)
      .where(isOneOf(db, 'recordId', ids))
      .execute()
    const copied = new Set(copies.map(({ recordId }) => recordId))
    const address = table && addressColumn(table)
    // Not the texts of all of them at once.
    const columns = ['id', 'version', 'deletedAt', address ?? ''].filter((name) => table && name in table.columns)
    const rows =
      table &&
      anyTable(db)
        .selectFrom(table.name)
        .select(columns)
        .where(isOneOf(db, 'id', ids))
    const present = new Map((await rows?.execute())?.map((one) => [String(one['id']), one]))
    for (const { sourceId, recordId, hash, version } of ofEntity) {
      const stored = present.get(recordId)
      if (!stored) continue
      earlier.set(sourceId, {
        ...{ entity, recordId, hash },
        imported: version ?? undefined,
        version: Number(stored['version']),
        isTrashed: Boolean(stored['deletedAt']),
        hasCopy: copied.has(recordId),
        address: address === undefined ? undefined : String(stored[address]),
      })
    }
  }
  return earlier
}

/** The addresses of pictures and files of the library, by their ids. */
async function mediaAddresses(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('mediaItems')
    .select(['id', 'kind', 'name', 'width', 'height'])
    .where('deletedAt', 'is', null)
    .where(isOneOf(db, 'id', ids))
    .execute()
  return new Map(
    rows.map(({ id, kind, name, width, height }) => [
      id,
      kind === 'file' ? fileUrl(id, name) : imageUrl({ hash: id, width: width ?? 0, height: height ?? 0 }),
    ]),
  )
}
