import { cleanText } from '#contract/clean-text.ts'
import { type ImageFormat, type ImageRef, imageWidths } from '#contract/media.ts'
import { fileContents, images, imageVariants, mediaItems, originals, type Tone } from '#media/media.table.ts'
import { type Database, nowIn, type Transaction } from '#server/database/connect.ts'
import { affectsRows, deleteRow, type NewRow } from '#server/database/rows.ts'
import type { Upload } from '#server/resource/read-form.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { inTrash } from './media-uses.ts'
import type { OriginalType } from './strip-metadata.ts'

/** A picture in the form of its upload, for those who download it. */
export type Original = { type: OriginalType; tone?: Tone | undefined; bytes: Buffer }
export type EncodedVariant = { width: number; format: ImageFormat; bytes: Buffer }

/**
 * Stores an encoded picture: every width of `imageWidths` in every format. A stored picture does not change.
 * @param about its details for the library; null if it is not for the library
 */
export async function storeEncodedImage(
  trx: Transaction,
  { hash, width, height }: ImageRef,
  variants: EncodedVariant[],
  about: UploadFacts | null = {},
  original?: Original,
): Promise<void> {
  if (about) await addToLibrary(trx, { id: hash, kind: 'picture', width, height }, about)
  const image = images.encode({ hash, width, height, createdAt: nowIn(trx) })
  const insertion = trx.insertInto('images').values(image)
  if (!(await affectsRows(insertion.onConflict((conflict) => conflict.column('hash').doNothing())))) return
  for (const variant of variants)
    await trx
      .insertInto('imageVariants')
      .values(imageVariants.encode({ hash, ...variant }))
      .execute()
  if (original && about)
    await trx
      .insertInto('originals')
      .values(originals.encode({ id: hash, ...original }))
      .execute()
}

export const storeOriginal = (trx: Transaction, id: string, original: Original) =>
  trx
    .insertInto('originals')
    .values(originals.encode({ id, ...original }))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

/** The name of a file below `/media/`: the whole picture, or one of its widths. */
const fileName = /^([0-9a-f]{16,64})-(\d{1,5})(?:x(\d{1,5}))?\.(avif|webp)$/

/** Finds a picture's file by its name; undefined when there is none. */
export async function findImage(
  { db }: Database,
  name: string,
): Promise<{ format: ImageFormat; bytes: Buffer } | undefined> {
  const [, hash, width, height, format] = fileName.exec(name) ?? []
  if (!hash) return undefined
  const stored = height === undefined ? Number(width) : (imageWidths(Number(width)).at(-1) ?? 0)
  let variants = db
    .selectFrom('imageVariants')
    .innerJoin('images', 'images.hash', 'imageVariants.hash')
    .where('imageVariants.hash', '=', hash)
    .where('imageVariants.width', '=', stored)
    .where('format', '=', format as ImageFormat)
    .select(['format', 'bytes'])
  if (height !== undefined)
    variants = variants.where('images.width', '=', Number(width)).where('images.height', '=', Number(height))
  const row = await variants.executeTakeFirst()
  return row && imageVariants.decode(row)
}

/** The bytes of a file; undefined when there is none. */
export async function findFile({ db }: Database, id: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('fileContents').select('bytes').where('id', '=', id).executeTakeFirst()
  return row && fileContents.decode(row).bytes
}

/** The details of an upload for the library. `size` is in bytes. */
export type UploadFacts = { name?: string; size?: number; updatedBy?: string | undefined; decorative?: boolean }

export const factsOf = ({ name, bytes, by, decorative = false }: Upload): UploadFacts => ({
  name: typedName(name),
  size: bytes.length,
  updatedBy: by,
  decorative,
})

const longestName = 120

/** The name of a file without folders, extension and invisible characters, some of which reverse the text direction. */
const typedName = (name = '') =>
  cleanText((name.normalize().split(/[\\/]/).at(-1) ?? '').replaceAll('\0', ''), ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .trim()
    .slice(0, longestName)
    .toWellFormed()

/** Adds an upload to the library; an existing item does not change. */
export async function addToLibrary(
  trx: Transaction,
  item: Pick<NewRow<typeof mediaItems>, 'kind' | 'width' | 'height'> & { id: string },
  facts: UploadFacts,
): Promise<void> {
  const now = nowIn(trx)
  const empty = { name: '', alt: '', caption: '', credit: '', decorative: false, focalX: 0.5, focalY: 0.5 }
  await trx
    .insertInto('mediaItems')
    .values(mediaItems.encode({ ...empty, ...item, ...facts, version: 1, createdAt: now, updatedAt: now }))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** A repeated upload restores the item. @throws HttpError 403 if its sender may not publish, since its address would be public again */
export async function takeOutOfTrash(
  { db }: Database,
  id: string,
  { isDraft = false }: Pick<Upload, 'isDraft'>,
): Promise<void> {
  const isTrashed = db.selectFrom('mediaItems').select('id').where('id', '=', id).where('deletedAt', 'is not', null)
  if (isDraft && (await isTrashed.executeTakeFirst())) throw inTrash()
  await db
    .updateTable('mediaItems')
    .set({ deletedAt: null, deletedBy: null })
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .execute()
}

/** Deletes the row of an item and its picture. */
export async function eraseItem(trx: Transaction, id: string): Promise<void> {
  await trx.deleteFrom('images').where('hash', '=', id).execute()
  await deleteRow(trx, mediaItems, id)
}

/** The target of an address: an item, its replacement, or an upload outside the library, if it exists. */
type Served = { state: 'item' | 'outside' } | { state: 'replaced'; next: Replacement }
type Replacement = { id: string; width?: number | undefined; height?: number | undefined }

/**
 * Finds the target of an item's address. A replaced item that was restored is its own target again. Uploads outside the library have no trash.
 * @throws HttpError 410 for an item in the trash
 */
export async function findServed({ db }: Database, id: string): Promise<Served> {
  const item = await db.selectFrom('mediaItems').select('deletedAt').where('id', '=', id).executeTakeFirst()
  if (item && item.deletedAt === null) return { state: 'item' }
  const next = await db
    .selectFrom('mediaAliases')
    .innerJoin('mediaItems', 'mediaItems.id', 'mediaAliases.target')
    .select(['mediaItems.id', 'mediaItems.width', 'mediaItems.height'])
    .where('mediaAliases.id', '=', id)
    .executeTakeFirst()
  if (next) return { state: 'replaced', next: mediaItems.decode(next) }
  if (item) throw new HttpError(410, 'This has been deleted.')
  return { state: 'outside' }
}
