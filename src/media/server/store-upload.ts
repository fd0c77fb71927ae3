import { createHash } from 'node:crypto'
import { type ImageRef, imageUrl, imageWidths } from '#contract/media.ts'
import { maxUploadBytes, type UploadedImage } from '#contract/media-library.ts'
import { fileContents, images } from '#media/media.table.ts'
import { withoutActivity } from '#server/activity/activity.ts'
import type { Database } from '#server/database/connect.ts'
import { tooLarge, type Upload, uploadsBusy } from '#server/resource/read-form.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { createFairSemaphore } from '#server/runtime/work-queue.ts'
import { createWorker, WorkerEnded, WorkerTimedOut } from '#server/runtime/worker-process.ts'
import type { Refused } from './encode-picture.ts'
import type { EncodeCalls } from './encode-worker.ts'
import { addToLibrary, factsOf, storeEncodedImage, storeOriginal, takeOutOfTrash } from './media-store.ts'
import { isPdf } from './pdf.ts'

/** Pictures are decoded in a separate process, which contains crashes and returns its memory. */
const callWorker = createWorker<EncodeCalls>(new URL('./encode-worker.ts', import.meta.url), {
  size: 1,
  deadline: 60_000,
  memory: 256,
  queue: 1,
})

/** One picture is encoded at a time, which bounds the memory. The limits of `uploadSemaphore` ensure that each gets its turn. */
const encoder = createFairSemaphore({
  permits: 1,
  permitsPerOwner: 1,
  queuePerOwner: 8,
  timeout: 10 * 60_000,
  busyMessage: uploadsBusy,
})
/** Must change whenever the same upload would be encoded to different files. */
const encodingVersion = 'v1'

/**
 * Encodes and stores an uploaded picture. The same file is encoded and stored once; a profile's picture once for each
 * profile, outside the library. Never call it inside a transaction: it takes a second or
 * more.
 * @throws HttpError 403 (in the trash, for someone who may not publish), 413 (too many pixels), 415 (no picture by its bytes), 422 (too much to decode), 503 (too many uploads at once)
 */
export async function storeUpload(database: Database, upload: Upload): Promise<UploadedImage> {
  const { bytes, owner, signal } = upload
  if (bytes.length > maxUploadBytes) throw tooLarge(maxUploadBytes)
  if (!isPicture(bytes)) throw imageError(415, 'Please choose an image: JPEG, PNG, WebP, AVIF or GIF.')
  const hash = createHash('sha256')
    .update(encodingVersion)
    .update(upload.profileId ?? '')
    .update(bytes)
    .digest('hex')
    .slice(0, 32)
  const release = await encoder.acquire(owner, signal)
  try {
    const ref = (await findStored(database, hash, upload)) ?? (await encodeAndStore(database, hash, upload))
    return { url: imageUrl(ref), width: ref.width, height: ref.height, ...(isAnimated(bytes) && { still: true }) }
  } finally {
    release()
  }
}

const imageError = (status: number, message: string) => new HttpError(status, message, [{ path: 'image', message }])

/** The errors for files that begin like a picture. */
const refusals: Record<Refused['refused'], [status: number, message: string]> = {
  'too many pixels': [413, 'The image has too many pixels: at most 60 megapixels.'],
  'too long': [413, 'The image is too long for its width.'],
  unreadable: [415, 'This file cannot be read as an image.'],
  'too heavy': [
    422,
    'The image holds too much metadata or takes too long to read. Please save it again as JPEG or PNG.',
  ],
}

async function encode({ bytes, signal }: Upload) {
  const encoded = await callWorker('encodePicture', [bytes], signal).catch((error) => {
    if (error instanceof WorkerTimedOut) return { refused: 'too heavy' as const }
    // A file that makes the decoder crash cannot be read either.
    if (error instanceof WorkerEnded) return { refused: 'unreadable' as const }
    throw error
  })
  if ('refused' in encoded) throw imageError(...refusals[encoded.refused])
  return encoded
}

async function encodeAndStore(database: Database, hash: string, upload: Upload): Promise<ImageRef> {
  const { variants, original, ...size } = await encode(upload)
  // The upload may still be refused.
  const facts = upload.profileId === undefined ? factsOf(upload) : null
  await withoutActivity(() =>
    database.transaction((trx) => storeEncodedImage(trx, { hash, ...size }, variants, facts, original)),
  )
  return { hash, ...size }
}

/** A picture of an export, by the id that it had: its addresses stay the same. The size is the one that they name. */
export type FormerPicture = ImageRef & { isOriginal: boolean; inLibrary: boolean }

/**
 * Encodes a picture and stores it under its former id. Never call it inside a transaction.
 * @returns false if it is there already
 * @throws HttpError as `storeUpload`
 */
export async function storeFormerPicture(
  database: Database,
  { isOriginal, inLibrary, ...ref }: FormerPicture,
  upload: Upload,
): Promise<boolean> {
  const { bytes, owner, signal } = upload
  const stored = database.db.selectFrom('images').select('hash').where('hash', '=', ref.hash)
  if (await stored.executeTakeFirst()) return false
  if (bytes.length > maxUploadBytes) throw tooLarge(maxUploadBytes)
  if (!isPicture(bytes)) throw imageError(415, 'It is not a JPEG, PNG, WebP, AVIF or GIF.')
  const release = await encoder.acquire(owner, signal)
  try {
    const { variants, original, ...size } = await encode(upload)
    // Its variants have the widths that its addresses promise.
    const widest = imageWidths(ref.width).at(-1)
    if (imageWidths(size.width).at(-1) !== widest || Math.abs(size.height / size.width - ref.height / ref.width) > 0.02)
      throw imageError(422, `It is ${size.width} × ${size.height} pixels, but was ${ref.width} × ${ref.height}.`)
    await withoutActivity(() =>
      database.transaction((trx) =>
        storeEncodedImage(trx, ref, variants, inLibrary ? factsOf(upload) : null, isOriginal ? original : undefined),
      ),
    )
    return true
  } finally {
    release()
  }
}

/** A picture that is uploaded again comes back out of the trash. One of before originals were kept gets its own. */
async function findStored(database: Database, hash: string, upload: Upload): Promise<ImageRef | undefined> {
  const row = await database.db
    .selectFrom('images')
    .leftJoin('originals', 'originals.id', 'images.hash')
    .select(['images.hash', 'images.width', 'images.height', 'originals.id as original'])
    .where('images.hash', '=', hash)
    .executeTakeFirst()
  if (!row) return undefined
  await takeOutOfTrash(database, hash, upload)
  const { original, ...ref } = row
  const missing = original === null && upload.profileId === undefined
  // Without it people download the widest variant, as before.
  const found = missing
    ? await callWorker('originalOf', [upload.bytes], upload.signal).catch(() => undefined)
    : undefined
  if (found) await withoutActivity(() => database.transaction((trx) => storeOriginal(trx, hash, found)))
  return images.decode(ref)
}

/**
 * Stores an uploaded PDF. The same file is stored once.
 * @param formerId the id that it had in an export
 * @returns its id
 * @throws HttpError 415 for any other file
 */
export async function storeFile(database: Database, upload: Upload, formerId?: string): Promise<string> {
  const { bytes } = upload
  if (!isPdf(bytes)) throw imageError(415, 'Please choose an image (JPEG, PNG, WebP, AVIF or GIF) or a PDF.')
  const id = formerId ?? createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  await takeOutOfTrash(database, id, upload)
  await database.transaction(async (trx) => {
    await addToLibrary(trx, { id, kind: 'file' }, factsOf(upload))
    await trx
      .insertInto('fileContents')
      .values(fileContents.encode({ id, bytes }))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  })
  return id
}

const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

/**
 * Whether the bytes begin like a JPEG, PNG, WebP, AVIF or GIF. The file's name and declared type do not matter. Other formats (SVG, PDF, HEIC,
 * TIFF …) are refused before decoding, since the decoder would open them.
 */
export function isPicture(bytes: Buffer): boolean {
  return (
    startsWith(bytes, '\xff\xd8\xff') ||
    startsWith(bytes, '\x89PNG\r\n\x1a\n') ||
    startsWith(bytes, 'GIF87a') ||
    startsWith(bytes, 'GIF89a') ||
    (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) ||
    (startsWith(bytes, 'ftyp', 4) && (startsWith(bytes, 'avif', 8) || startsWith(bytes, 'avis', 8)))
  )
}

/** The picture of a record as staff send it: an address (empty to remove the picture) and an alternative text. */
type PictureFields = { imageUrl?: string | undefined; imageAlt?: string | undefined }

/**
 * The picture columns of a record. An upload takes precedence over an address; fields that were not sent are absent, so
 * they keep their values. Never call it inside a transaction: it encodes an upload.
 */
export async function pictureFields(
  database: Database,
  { imageUrl, imageAlt }: PictureFields,
  upload: Upload | undefined,
): Promise<PictureFields> {
  const fields: PictureFields = {}
  if (upload) fields.imageUrl = (await storeUpload(database, upload)).url
  else if (imageUrl !== undefined) fields.imageUrl = imageUrl || undefined
  if (imageAlt !== undefined) fields.imageAlt = imageAlt || undefined
  return fields
}

/** Whether the bytes of a picture have several frames, without decoding them: a GIF, an animated WebP or PNG, or a sequence in an AVIF. */
export function isAnimated(bytes: Buffer): boolean {
  const at = (start: number, end: number) => bytes.toString('latin1', start, end)
  if (at(0, 3) === 'GIF') return hasTwo(gifFrames(bytes))
  if (at(1, 4) === 'PNG') return pngFrames(bytes) > 1
  if (at(8, 12) === 'WEBP') return hasTwo(webpFrames(bytes))
  return at(4, 8) === 'ftyp' && /^(....)*avis/s.test(at(8, Math.min(bytes.readUInt32BE(0), 256)))
}

const hasTwo = (frames: Iterator<unknown>) => !frames.next().done && !frames.next().done

/** The size of a table of colours, by the byte that describes it. */
const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function* gifFrames(bytes: Buffer): Generator<number> {
  let at = 13 + colours(bytes[10] ?? 0)
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === 0x2c) {
      yield at
      at += 11 + colours(bytes[at + 9] ?? 0)
    } else if (block === 0x21) at += 2
    else return
    // Pieces of data, the last of which is empty.
    for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += length + 1
    at++
  }
}

function* webpFrames(bytes: Buffer): Generator<number> {
  for (let at = 12; at + 8 <= bytes.length; ) {
    if (bytes.toString('latin1', at, at + 4) === 'ANMF') yield at
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
}

/** An animated PNG says how many frames it has, before its pixels. */
function pngFrames(bytes: Buffer): number {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return bytes.readUInt32BE(at + 8)
    if (type === 'IDAT') break
  }
  return 1
}
