import { createHash } from 'node:crypto'
import { type ImageRef, imageUrl } from '#features/media/media.contract.ts'
import { images } from '#features/media/media.table.ts'
import type { UploadedImage } from '#features/media/upload.contract.ts'
import type { Database } from '../database/connect.ts'
import { ApiError } from '../errors.ts'
import { encodePicture } from './encode-picture.ts'
import { storeEncodedImage } from './media-store.ts'
import { isPicture } from './picture-format.ts'

/** Pictures that may wait for their turn. One is encoded at a time, so that visitors' pages go on being answered. */
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
export async function storeUpload(database: Database, bytes: Buffer): Promise<UploadedImage> {
  if (!isPicture(bytes)) {
    const message = 'Please choose a picture: JPEG, PNG, WebP, AVIF or GIF.'
    throw new ApiError(415, message, [{ path: 'image', message }])
  }
  const hash = createHash('sha256').update(recipe).update(bytes).digest('hex').slice(0, 32)
  const ref = await inTurn(async () => (await findStored(database, hash)) ?? encodeAndStore(database, hash, bytes))
  return { url: imageUrl(ref), width: ref.width, height: ref.height }
}

async function encodeAndStore(database: Database, hash: string, bytes: Buffer): Promise<ImageRef> {
  const { variants, ...size } = await encodePicture(bytes)
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
