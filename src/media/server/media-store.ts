import { type ImageFormat, type ImageRef, imageWidths } from '#contract/media.ts'
import { fileContents, images, imageVariants } from '#media/media.table.ts'
import type { Database, Transaction } from '#server/database/connect.ts'
import { addToLibrary, type UploadFacts } from './library-items.ts'

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
): Promise<void> {
  if (about) await addToLibrary(trx, { id: hash, kind: 'picture', width, height }, about)
  const image = images.encode({ hash, width, height, createdAt: new Date().toISOString() })
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('images')
    .values(image)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  for (const variant of variants)
    await trx
      .insertInto('imageVariants')
      .values(imageVariants.encode({ hash, ...variant }))
      .execute()
}

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
