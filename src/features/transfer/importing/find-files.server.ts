import { buffer } from 'node:stream/consumers'
import { maxUploadBytes } from '#contract/media-library.ts'
import type { Database, Db } from '#server/database/connect.ts'
import type { SourceFiles } from '../ground/source.ts'
import { type ContentImportRow, contentFiles, type Found, type ItemData } from '../ground/transfer.table.ts'
import { AddressIndex, absolute, isKnown, isOfSite, namesFile, type OldSite, oldSiteOf, PathEnds } from './addresses.ts'
import { changeImport, changeItem, itemsOf } from './import-store.server.ts'
import type { MediaFolder } from './media-folder.server.ts'
import { authorItem, fileItem } from './read-source.server.ts'
import { keyOf } from './storable.server.ts'
import { storeItems } from './store-items.server.ts'

/** The item of a file, or the record that an item becomes. */
export type FoundItem = { place: number; entity?: string | undefined; recordId?: string | undefined; name: string }

type RecordData = Extract<ItemData, { record: unknown }>

/** The addresses of an item's text, and the surroundings in which they hold. */
export const surroundings = ({ record }: RecordData) => ({
  site: record.facts.site,
  address: record.facts.address ?? record.addresses[0],
  path: record.facts.path,
})

/** Finds the files and the records of an import by the addresses that texts have. */
export async function indexOf(
  db: Db,
  row: Pick<ContentImportRow, 'id' | 'site' | 'choices'>,
): Promise<AddressIndex<FoundItem>> {
  const index = new AddressIndex<FoundItem>(oldSiteOf(row))
  for await (const items of itemsOf(db, row.id, ['file', 'post', 'page']))
    for (const { place, entity, recordId, title, data } of items) {
      if (!data) continue
      const entry = { place, entity, recordId, name: title }
      if ('file' in data) index.addFile(data.file, entry)
      if ('record' in data) index.addRecord(data.record.addresses, data.record.facts.path, entry)
    }
  return index
}

type Needed = { addresses: Set<string>; paths: Map<string, Set<string>>; places: Map<number, Set<string>> }

/** The file that an address names by the end of its path. At another site two parts must be the same, since many pictures are called `logo.png`. */
const pathIn = (ends: PathEnds, url: URL, { address }: OldSite): string | undefined =>
  ends.find(url.pathname, isOfSite(url, address) ? 1 : 2)

const staysLink = (address: string) => `The link to ${address} stays as it is, since this import has no page for it.`

type FindOptions = {
  row: ContentImportRow
  /** The files of the source; absent when the report is made again, after they are gone. */
  files?: SourceFiles
  media?: MediaFolder | undefined
  /** Whether to store the files that texts need. */
  keep?: boolean
}

/** Forgets what `findFiles` has found. */
async function forgetFiles(database: Database, id: string): Promise<void> {
  const { db } = database
  for await (const items of itemsOf(db, id, ['file', 'post', 'page']))
    for (const item of items) {
      const { data, place } = item
      if (data && 'file' in data && data.unlisted)
        await db.deleteFrom('contentItems').where('importId', '=', id).where('place', '=', place).execute()
      else if (data && 'file' in data && data.needed) await changeItem(db, item, { data: { ...data, needed: false } })
      const others = data?.notes.filter(
        ({ kind, subject, sentence }) => kind !== 'link' || sentence !== staysLink(subject),
      )
      if (data && others && others.length < data.notes.length)
        await changeItem(db, item, { data: { ...data, notes: others } })
    }
}

/** The paths of the pictures and PDFs among the files of an import. */
async function pathEndsOf(db: Db, id: string, files: SourceFiles | undefined): Promise<PathEnds> {
  const ends = new PathEnds()
  if (files) {
    for await (const { path } of files.list()) if (namesFile(path)) ends.add(path)
    return ends
  }
  const kept = await db.selectFrom('contentFiles').select('path').where('importId', '=', id).orderBy('path').execute()
  for (const { path } of kept) ends.add(path)
  return ends
}

/**
 * Finds the files that the texts of an import need, names those that the export does not list, and says which links lead nowhere any more. Of an upload, it
 * stores these files. It can be done again, when another address of the old site is known.
 */
export async function findFiles(database: Database, options: FindOptions): Promise<void> {
  const { db } = database
  const { row, files } = options
  const { id } = row
  const site = oldSiteOf(row)
  if (!files) await forgetFiles(database, id)
  const index = await indexOf(db, row)
  const ends = await pathEndsOf(db, id, files)
  const needed: Needed = { addresses: new Set(), paths: new Map(), places: new Map() }
  const categories = new Map<string, number>()
  const authors = new Map<string, number>()
  const names = new Map<string, string>()
  const count = (counts: Map<string, number>, name: string | undefined) =>
    name !== undefined && counts.set(name, (counts.get(name) ?? 0) + 1)

  for await (const items of itemsOf(db, id, ['post', 'page', 'author'])) {
    const changed: { item: (typeof items)[number]; data: ItemData }[] = []
    for (const item of items) {
      const { data } = item
      if (data && 'author' in data) {
        names.set(data.author.sourceId, data.author.name.trim())
        if (data.author.picture) need(data.author.picture, {}, true)
      }
      if (!data || !('record' in data)) continue
      const { record, text } = data
      if (item.kind === 'post') {
        count(categories, record.categories[0])
        count(authors, record.author)
      }
      const at = surroundings(data)
      for (const address of [
        record.picture?.address,
        record.seo?.picture,
        ...(text?.pictures ?? []).map((one) => one.address),
      ])
        if (address) need(address, at, true)
      const lost = new Set<string>()
      for (const link of text?.links ?? []) {
        if (need(link, at, false) || index.findRecord(link, at)) continue
        const url = absolute(link, at, site)
        if (url && ['http:', 'https:'].includes(url.protocol) && isOfSite(url, site.address))
          lost.add(isKnown(url) ? url.href : link)
      }
      if (lost.size === 0) continue
      const notes = [...lost].map((address) => ({
        kind: 'link' as const,
        subject: address,
        sentence: staysLink(address),
      }))
      changed.push({ item, data: { ...data, notes: [...data.notes, ...notes] } })
    }
    await storeData(database, changed)
  }

  /** @param shown whether it is a picture of a text; a link is a file only if it names one of the site @returns whether it is one */
  function need(address: string, at: Parameters<typeof index.findFile>[1], shown: boolean): boolean {
    const url = absolute(address, at, site)
    const isWeb = url !== undefined && ['http:', 'https:'].includes(url.protocol)
    const isOwn = isWeb && isOfSite(url, site.address)
    const namesOne = isWeb && (shown || namesFile(url.pathname))
    const exact = index.findFile(address, at)
    const path = exact || !namesOne ? undefined : pathIn(ends, url, site)
    const found = exact ?? (path === undefined ? undefined : index.findPath(path))
    if (found) {
      const typed = needed.places.getOrInsertComputed(found.place, () => new Set())
      if (url && isKnown(url)) typed.add(url.href)
      // By this address it is found again.
      else if (url && !exact) typed.add(url.pathname)
      return true
    }
    if (url && path !== undefined) {
      needed.paths.getOrInsertComputed(path, () => new Set()).add(isKnown(url) ? url.href : url.pathname)
      return true
    }
    if (!isWeb || (!shown && !(isOwn && namesOne))) return false
    needed.addresses.add(isKnown(url) ? url.href : address)
    return true
  }

  const { max } = await db
    .selectFrom('contentItems')
    .select(({ fn }) => fn.max<number | null>('place').as('max'))
    .where('importId', '=', id)
    .executeTakeFirstOrThrow()
  const store = storeItems(database, id, (max ?? 0) + 1)
  const addFile = async (addresses: string[], path?: string) => {
    needed.places.set(store.next, new Set())
    await store.add(fileItem(addresses, path))
  }
  for (const [path, addresses] of needed.paths) await addFile([...addresses], path)
  for (const address of needed.addresses) await addFile([address])
  for (const source of authors.keys()) if (!names.has(source)) await store.add(authorItem(source))
  await store.end()
  await markNeeded(database, options, { ends, needed: needed.places })
  const found: Found = {
    notes: [],
    pictures: { needed: needed.places.size, given: 0 },
    categories: [...categories].map(([source, items]) => ({ source, items })).sort((a, b) => b.items - a.items),
    authors: [...authors]
      .map(([source, items]) => ({ source, name: names.get(source) ?? source, items }))
      .sort((a, b) => b.items - a.items),
  }
  await changeImport(db, id, { found })
}

/** A write of its own for each would wait for the disk each time. */
async function storeData(
  database: Database,
  changed: { item: Parameters<typeof changeItem>[1]; data: ItemData }[],
): Promise<void> {
  if (changed.length === 0) return
  await database.transaction(async (trx) => {
    for (const { item, data } of changed) await changeItem(trx, item, { data })
  })
}

/** Marks the files that texts need. */
async function markNeeded(
  database: Database,
  { row, files, media, keep }: FindOptions,
  { needed, ends }: { needed: Needed['places']; ends: PathEnds },
): Promise<void> {
  const { db } = database
  const { id } = row
  const site = oldSiteOf(row)
  const pathOf = (addresses: string[]) => {
    const urls = addresses.flatMap((address) => absolute(address, {}, site) ?? [])
    return urls.map((url) => pathIn(ends, url, site)).find((path) => path !== undefined)
  }
  for await (const items of itemsOf(db, id, ['file'])) {
    const changed: { item: (typeof items)[number]; data: ItemData }[] = []
    for (const item of items) {
      const { data } = item
      if (!data || !('file' in data)) continue
      const typed = needed.get(item.place)
      if (!typed) continue
      // The address as a text has it is tried last: it may be of a smaller version.
      const addresses = [...new Set([...data.file.addresses, ...typed])]
      const path = data.file.path ?? (data.unlisted ? undefined : pathOf(addresses))
      const file = { ...data.file, addresses, ...(path !== undefined && { path }) }
      const stored = path === undefined ? undefined : await files?.find(path)
      const isThere = files ? stored !== undefined : data.given || path !== undefined
      const given = isThere || media?.find([...addresses, path ?? '']) !== undefined
      changed.push({ item, data: { ...data, file, needed: true, given } })
      if (!stored || !keep || stored.size > maxUploadBytes) continue
      const bytes = await buffer(await stored.open())
      await db
        .insertInto('contentFiles')
        .values(contentFiles.encode({ importId: id, path: keyOf(stored.path), bytes }))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await storeData(database, changed)
  }
}
