import { buffer } from 'node:stream/consumers'
import { maxUploadBytes } from '#contract/media-library.ts'
import type { Database, Db } from '#server/database/connect.ts'
import type { SourceFiles } from '../ground/source.ts'
import { type ContentImportRow, contentFiles, type Found, type ItemData } from '../ground/transfer.table.ts'
import { AddressIndex, absolute, isKnown, isOfSite, namesFile } from './addresses.ts'
import { changeImport, changeItem, findImport, itemsOf } from './import-store.server.ts'
import type { MediaFolder } from './media-folder.server.ts'
import { authorItem, fileItem, storeItems } from './read-source.server.ts'

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
  { id, site }: Pick<ContentImportRow, 'id' | 'site'>,
): Promise<AddressIndex<FoundItem>> {
  const index = new AddressIndex<FoundItem>(site?.address)
  for await (const items of itemsOf(db, id, ['file', 'post', 'page']))
    for (const { place, entity, recordId, title, data } of items) {
      if (!data) continue
      const entry = { place, entity, recordId, name: title }
      if ('file' in data) index.addFile(data.file, entry)
      if ('record' in data) index.addRecord(data.record.addresses, data.record.facts.path, entry)
    }
  return index
}

type Needed = { addresses: Set<string>; places: Map<number, Set<string>> }

/**
 * Finds the files that the texts of an import need, names those that the export does not list, and says which links lead nowhere any more. Of an upload, it
 * stores these files.
 */
export async function findFiles(
  database: Database,
  id: string,
  { files, media, keep }: { files: SourceFiles; media: MediaFolder | undefined; keep: boolean },
): Promise<void> {
  const { db } = database
  const row = await findImport(db, id)
  const index = await indexOf(db, row)
  const needed: Needed = { addresses: new Set(), places: new Map() }
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
        const url = absolute(link, { ...at, site: row.site?.address })
        if (url && ['http:', 'https:'].includes(url.protocol) && isOfSite(url, row.site?.address))
          lost.add(isKnown(url) ? url.href : link)
      }
      if (lost.size === 0) continue
      const notes = [...lost].map((address) => ({
        kind: 'link' as const,
        subject: address,
        sentence: `The link to ${address} stays as it is, since this import has no page for it.`,
      }))
      changed.push({ item, data: { ...data, notes: [...data.notes, ...notes] } })
    }
    await storeData(database, changed)
  }

  /** @param shown whether it is a picture of a text; a link is a file only if it names one of the site @returns whether it is one */
  function need(address: string, at: Parameters<typeof index.findFile>[1], shown: boolean): boolean {
    const found = index.findFile(address, at)
    const url = absolute(address, { ...at, site: at.site ?? row.site?.address })
    if (found) {
      const typed = needed.places.get(found.place) ?? new Set()
      needed.places.set(found.place, url && isKnown(url) ? typed.add(url.href) : typed)
      return true
    }
    if (!url || !['http:', 'https:'].includes(url.protocol)) return false
    if (!shown && !(isOfSite(url, row.site?.address) && namesFile(url))) return false
    needed.addresses.add(isKnown(url) ? url.href : address)
    return true
  }

  const { max } = await db
    .selectFrom('contentItems')
    .select(({ fn }) => fn.max<number | null>('place').as('max'))
    .where('importId', '=', id)
    .executeTakeFirstOrThrow()
  const store = storeItems(database, id, (max ?? 0) + 1)
  for (const address of needed.addresses) {
    needed.places.set(store.next, new Set())
    await store.add(fileItem(address, address.split(/[?#]/)[0]?.split('/').at(-1) || address))
  }
  for (const source of authors.keys()) if (!names.has(source)) await store.add(authorItem(source))
  await store.end()
  await markNeeded(database, id, { files, media, keep, needed: needed.places })
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
  id: string,
  { files, media, keep, needed }: Parameters<typeof findFiles>[2] & { needed: Needed['places'] },
): Promise<void> {
  const { db } = database
  for await (const items of itemsOf(db, id, ['file'])) {
    const changed: { item: (typeof items)[number]; data: ItemData }[] = []
    for (const item of items) {
      const { data } = item
      if (!data || !('file' in data)) continue
      const typed = needed.get(item.place)
      if (!typed) continue
      // The address as a text has it is tried last: it may be of a smaller version.
      const file = { ...data.file, addresses: [...new Set([...data.file.addresses, ...typed])] }
      const stored = file.path === undefined ? undefined : await files.find(file.path)
      const given = stored !== undefined || media?.find([...file.addresses, file.path ?? '']) !== undefined
      changed.push({ item, data: { ...data, file, needed: true, given } })
      if (!stored || !keep || stored.size > maxUploadBytes) continue
      const bytes = await buffer(await stored.open())
      const row = contentFiles.encode({ importId: id, path: stored.path, bytes })
      await db
        .insertInto('contentFiles')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await storeData(database, changed)
  }
}
