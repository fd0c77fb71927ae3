import { sql } from 'kysely'
import { descriptionsIn, mediaIn, parseImageUrl } from '#contract/media.ts'
import { mediaUses } from '#media/media.table.ts'
import { nowIn, type RecordName, type Transaction, type Write, type WriteListener } from '#server/database/connect.ts'
import type { Row, Table } from '#server/database/table.ts'
import { type HttpError, roleForbidden } from '#server/runtime/http-error.ts'

/** The limit of the library for a text of staff. */
const longestAlt = 500

/** Columns that repeat the content of another. */
const derived = new Set(['renderedHtml', 'renderedHeadings', 'renderedTexts'])

/**
 * Whether pages show the rows of this table, which staff write. Visitors must not be able to keep a picture from being deleted, so their messages
 * are not searched; neither is the library itself.
 */
const isShown = ({ name, columns }: Table) =>
  name !== 'mediaItems' && ('updatedBy' in columns || 'avatarUrl' in columns)

/**
 * Records which pictures and files these columns of a row name.
 * @param before the row's former columns, if the caller has them: where neither names anything, the database is not asked
 */
async function recordUsesOfRow(
  trx: Transaction,
  table: Table,
  id: string,
  columns: object,
  { before, ...write }: Write & { before?: Record<string, unknown> } = {},
): Promise<void> {
  if (!isShown(table)) return
  const texts = Object.entries(columns).filter(
    ([name, value]) =>
      name in table.columns && !derived.has(name) && !(before && namesNothing(value) && namesNothing(before[name])),
  )
  await recordUses(trx, { table, id }, Object.fromEntries(texts), write)
  await describePictures(trx, {
    columns,
    before,
    usedBy: write.isDraft ? { entity: table.name, recordId: id } : undefined,
  })
}

/**
 * Records which pictures and files are named in parts of a record. An item in the trash is restored.
 * @param parts the value of each part, of any shape; earlier uses are removed
 * @throws HttpError 403 for a draft that names an item in the trash, whose address would be public again
 */
export async function recordUses(
  trx: Transaction,
  { table, id }: RecordName,
  parts: Record<string, unknown>,
  write: Write = {},
): Promise<void> {
  const names = Object.keys(parts)
  if (names.length === 0) return
  const ofRecord = { entity: table.name, recordId: id }
  const uses = names.flatMap((part) => mediaIn(textOf(parts[part])).map((mediaId) => ({ ...ofRecord, part, mediaId })))
  const stored = await trx
    .selectFrom('mediaUses')
    .selectAll()
    .where(({ and }) => and(ofRecord))
    .where('part', 'in', names)
    .execute()
  if (keysOf(uses).symmetricDifference(keysOf(stored)).size === 0) return
  await trx
    .deleteFrom('mediaUses')
    .where(({ and }) => and(ofRecord))
    .where('part', 'in', names)
    .execute()
  if (uses.length > 0) await bringBack(trx, [...new Set(uses.map(({ mediaId }) => mediaId))].sort(), write)
  await insertUses(trx, uses)
}

const keysOf = (uses: { part: string; mediaId: string }[]) =>
  new Set(uses.map(({ part, mediaId }) => `${part} ${mediaId}`))

/** Adds a part to those of a record that name pictures and files, all of which its row names or has just named. */
async function addUses(trx: Transaction, { table, id }: RecordName, part: string, value: unknown): Promise<void> {
  const use = { entity: table.name, recordId: id, part }
  await insertUses(
    trx,
    mediaIn(textOf(value)).map((mediaId) => ({ ...use, mediaId })),
  )
}

/** A post of 4 MB may name more than one statement has room for. */
async function insertUses(trx: Transaction, uses: Row<typeof mediaUses>[]): Promise<void> {
  for (let at = 0; at < uses.length; at += 100)
    await trx
      .insertInto('mediaUses')
      .values(uses.slice(at, at + 100).map((use) => mediaUses.encode(use)))
      .execute()
}

async function forgetUses(trx: Transaction, { table, id }: RecordName): Promise<void> {
  await trx.deleteFrom('mediaUses').where('entity', '=', table.name).where('recordId', '=', id).execute()
}

type Describing = { renderedHtml?: unknown; renderedTexts?: unknown }

type Described = {
  columns: Describing
  before?: Describing | undefined
  /** Pictures that other records use stay as they are. */
  usedBy?: { entity: string; recordId: string } | undefined
}

/** Copies a record's description of a picture to the library, if the library has none. */
async function describePictures(trx: Transaction, { columns, before = {}, usedBy }: Described): Promise<void> {
  const described = descriptionsOf(columns)
  for (const [id, alt] of descriptionsOf(before)) if (described.get(id) === alt) described.delete(id)
  if (described.size === 0) return
  const silent = await trx
    .selectFrom('mediaItems')
    .select('id')
    .where('id', 'in', [...described.keys()])
    .where('alt', '=', '')
    .where(({ not, ref }) => not(ref('decorative').$castTo<boolean>()))
    .$if(usedBy !== undefined, (items) =>
      items.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('mediaUses')
              .select('mediaId')
              .whereRef('mediaId', '=', 'mediaItems.id')
              .where(({ not, and }) => not(and(usedBy ?? {}))),
          ),
        ),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const updatedAt = nowIn(trx)
  for (const { id } of silent)
    await trx
      .updateTable('mediaItems')
      .set(({ eb }) => ({ alt: described.get(id)?.slice(0, longestAlt), updatedAt, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
}

function descriptionsOf({ renderedHtml, renderedTexts, ...columns }: Describing): Map<string, string> {
  const described = descriptionsIn([renderedHtml ?? '', ...Object.values(renderedTexts ?? {})].join(''))
  addDescribed(columns, described)
  return described
}

/** Adds the pictures of a value, and of the lists and objects in it, with the alternative texts next to them. */
function addDescribed(value: unknown, described: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return
  const { imageUrl, imageAlt } = value as { imageUrl?: unknown; imageAlt?: unknown }
  const picture = typeof imageUrl === 'string' ? parseImageUrl(imageUrl) : null
  if (picture && imageAlt) described.set(picture.hash, String(imageAlt))
  for (const one of Object.values(value)) addDescribed(one, described)
}

const namesNothing = (value: unknown) => mediaIn(textOf(value)).length === 0
const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** For someone who may not publish. */
export const inTrash = (): HttpError =>
  roleForbidden('This image or file was deleted. Choose another one, or ask an editor to restore it.')

/** Locks the items, so that none is moved to the trash at the same moment, and takes them out of the trash. */
async function bringBack(trx: Transaction, ids: string[], { isDraft = false }: Write): Promise<void> {
  const locked = await trx
    .selectFrom('mediaItems')
    .select(['id', 'deletedAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const trashed = locked.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id)
  if (trashed.length === 0) return
  if (isDraft) throw inTrash()
  await trx.updateTable('mediaItems').set({ deletedAt: null, deletedBy: null }).where('id', 'in', trashed).execute()
}

/** Keeps the uses of pictures and files with every write. */
export const mediaListener: WriteListener = {
  rowWritten: recordUsesOfRow,
  partsWritten: recordUses,
  partAdded: addUses,
  recordDeleted: forgetUses,
}

/**
 * The focal point of a record's cover, the picture in its column `imageUrl`, for a query of its table; null until someone moves the point.
 * It belongs to the library, so it is read with the record and not stored with it.
 */
export const coverFocus = ({ name }: Table) =>
  sql<string | null>`(
    select "focalX" || ' ' || "focalY" from "mediaUses" inner join "mediaItems" on "mediaItems"."id" = "mediaId"
    where "entity" = ${sql.lit(name)} and "recordId" = ${sql.ref(`${name}.id`)} and "part" = 'imageUrl'
      and ("focalX" <> 0.5 or "focalY" <> 0.5)
    limit 1
  )`.as('imageFocus')

/** The point of `coverFocus` as CSS positions a picture in its frame, such as `10% 87.5%`. Databases write numbers differently. */
export const toPosition = (focus: string | null | undefined): string | undefined =>
  focus
    ?.split(' ')
    .map((share) => `${Math.round(Number(share) * 1_000) / 10}%`)
    .join(' ')

/** The stored focal point, which a changed record must not keep if its cover is another picture. */
export const otherCover = (stored: { imageUrl?: string | undefined }, changed: { imageUrl?: unknown }) =>
  changed.imageUrl === stored.imageUrl ? {} : { imageFocus: undefined }
