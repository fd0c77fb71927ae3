import type { Kysely } from 'kysely'
import { descriptionsIn, mediaIn, parseImageUrl } from '#contract/media.ts'
import { nowIn, type Transaction } from './connect.ts'
import { mediaUses } from './media-uses.table.ts'
import type { Table } from './table.ts'

/** A record: the table that it is in, and its id. */
type RecordKey = { table: Pick<Table, 'name'>; id: string }

/** The limit of the library for a text of staff. */
const longestAlt = 500

// biome-ignore lint/suspicious/noExplicitAny: the table of the items belongs to a folder above this one
const itemsOf = (trx: Transaction) => trx as unknown as Kysely<any>

/** Columns that repeat the content of another. */
const derived = new Set(['renderedHtml', 'renderedHeadings'])

/**
 * Whether pages show the rows of this table, which staff write. Visitors must not be able to keep a picture from being deleted, so their messages
 * are not searched; neither is the library itself.
 */
const isShown = ({ name, columns }: Table) =>
  name !== 'mediaItems' && ('updatedBy' in columns || 'avatarUrl' in columns)

/** Records which pictures and files these columns of a row name. Every write of a row calls it, in its transaction. */
export async function recordUsesOfRow(trx: Transaction, table: Table, id: string, columns: object): Promise<void> {
  if (!isShown(table)) return
  const texts = Object.entries(columns).filter(([name]) => name in table.columns && !derived.has(name))
  await recordUses(trx, { table, id }, Object.fromEntries(texts))
  await describePictures(trx, columns)
}

/**
 * Records which pictures and files are named in parts of a record. An item in the trash is restored.
 * @param parts the value of each part, of any shape; earlier uses are removed
 */
export async function recordUses(trx: Transaction, { table, id }: RecordKey, parts: object): Promise<void> {
  const names = Object.keys(parts)
  if (names.length === 0) return
  await trx
    .deleteFrom('mediaUses')
    .where('entity', '=', table.name)
    .where('recordId', '=', id)
    .where('part', 'in', names)
    .execute()
  const uses = Object.entries(parts).flatMap(([part, value]) =>
    mediaIn(textOf(value)).map((mediaId) => mediaUses.encode({ entity: table.name, recordId: id, part, mediaId })),
  )
  if (uses.length === 0) return
  await bringBack(trx, [...new Set(uses.map(({ mediaId }) => mediaId))].sort())
  for (const use of uses) await trx.insertInto('mediaUses').values(use).execute()
}

/** Forgets all uses in a record whose row is deleted. */
export async function forgetUses(trx: Transaction, { table, id }: RecordKey): Promise<void> {
  await trx.deleteFrom('mediaUses').where('entity', '=', table.name).where('recordId', '=', id).execute()
}

/** The columns of a record that describe its pictures. */
type Describing = { imageUrl?: unknown; imageAlt?: unknown; renderedHtml?: unknown }

/** Copies a record's description of a picture to the library, if the library has none. */
async function describePictures(trx: Transaction, { imageUrl, imageAlt, renderedHtml }: Describing): Promise<void> {
  const described = descriptionsIn(String(renderedHtml ?? ''))
  const cover = parseImageUrl(String(imageUrl ?? ''))
  if (cover && imageAlt) described.set(cover.hash, String(imageAlt))
  if (described.size === 0) return
  const silent = await itemsOf(trx)
    .selectFrom('mediaItems')
    .select('id')
    .where('id', 'in', [...described.keys()])
    .where('alt', '=', '')
    .where(({ not, ref }) => not(ref('decorative')))
    .orderBy('id')
    .forUpdate()
    .execute()
  const updatedAt = nowIn(trx)
  for (const { id } of silent)
    await itemsOf(trx)
      .updateTable('mediaItems')
      .set(({ eb }) => ({ alt: described.get(id)?.slice(0, longestAlt), updatedAt, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Locks the items, so that none is moved to the trash at the same moment, and takes them out of the trash. */
async function bringBack(trx: Transaction, ids: string[]): Promise<void> {
  const locked = await itemsOf(trx)
    .selectFrom('mediaItems')
    .select(['id', 'deletedAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const trashed = locked.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id)
  if (trashed.length === 0) return
  await itemsOf(trx)
    .updateTable('mediaItems')
    .set({ deletedAt: null, deletedBy: null })
    .where('id', 'in', trashed)
    .execute()
}
