import { createHash } from 'node:crypto'
import { type ImageRef, imageUrl } from '#features/media/media.contract.ts'
import { images } from '#features/media/media.table.ts'
import type { UploadedImage } from '#features/media/upload.contract.ts'
import type { Database } from '../database/connect.ts'
import { ApiError } from '../errors.ts'
import { createHelper, HelperEnded, HelperTimedOut } from '../helper-process.ts'
import type { EncodeCalls } from './encode-helper.ts'
import { storeEncodedImage } from './media-store.ts'
import { isPicture } from './picture-format.ts'

/** Decoders of strangers' formats work in a process of their own, which may fail alone and gives all of its memory back. */
const askHelper = createHelper<EncodeCalls>(new URL('./encode-helper.ts', import.meta.url), {
  size: 1,
  deadline: 60_000,
  memory: 256,
  queue: 20,
})

/** Pictures that may wait for their turn. One is encoded at a time, lest they fill the memory. */
const longestQueue = 20
/** Changes whenever the same upload would be encoded to other files. */
const recipe = 'v1'

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Keeps an uploaded picture, encoded for the pages. The same file is encoded and kept once. Never call it inside a transaction: it takes
 * a second or more.
 * @throws ApiError 413 (too many pixels), 415 (no picture by its bytes), 503 (too many uploads at once)
 */
export async function storeUpload(database: Database, bytes: Buffer, signal?: AbortSignal): Promise<UploadedImage> {
  if (!isPicture(bytes)) throw fault(415, 'Please choose a picture: JPEG, PNG, WebP, AVIF or GIF.')
  const hash = createHash('sha256').update(recipe).update(bytes).digest('hex').slice(0, 32)
  const ref = await inTurn(async () => (await findStored(database, hash)) ?? encodeAndStore(database, hash, bytes, signal))
  return { url: imageUrl(ref), width: ref.width, height: ref.height }
}

const fault = (status: number, message: string) => new ApiError(status, message, [{ path: 'image', message }])

/** Why a picture is refused that is one by its first bytes. */
const refusals = {
  'too many pixels': fault.bind(null, 413, 'The picture has too many pixels: at most 60 megapixels.'),
  'too long': fault.bind(null, 413, 'The picture is too long for its width.'),
  unreadable: fault.bind(null, 415, 'This file cannot be read as a picture.'),
}

async function encodeAndStore(database: Database, hash: string, bytes: Buffer, signal?: AbortSignal): Promise<ImageRef> {
  const encoded = await askHelper('encodePicture', [bytes], signal).catch((error) => {
    // A file that takes the helper's life is no picture either.
    if (error instanceof HelperEnded || error instanceof HelperTimedOut) return { refused: 'unreadable' as const }
    throw error
  })
  if ('refused' in encoded) throw refusals[encoded.refused]()
  const { variants, ...size } = encoded
  await database.transaction((trx) => storeEncodedImage(trx, { hash, ...size }, variants))
  return { hash, ...size }
}

async function findStored({ db }: Database, hash: string): Promise<ImageRef | undefined> {
  const row = await db.selectFrom('images').select(['hash', 'width', 'height']).where('hash', '=', hash).executeTakeFirst()
  return row && images.decode(row)
}

async function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  if (waiting >= longestQueue) throw new ApiError(503, 'Many pictures are being uploaded. Please try again in a moment.')
  waiting++
  const turn = last.then(work).finally(() => waiting--)
  last = turn.catch(() => {})
  return turn
}
