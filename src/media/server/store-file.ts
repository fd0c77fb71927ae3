import { createHash } from 'node:crypto'
import { fileContents } from '#media/media.table.ts'
import type { Database } from '#server/database/connect.ts'
import type { Upload } from '#server/resource/upload.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { addToLibrary, factsOf, takeOutOfTrash } from './library-items.ts'

/** How far from its end a PDF may have its end mark, in bytes. */
const endWithin = 1_024

/** Whether the bytes begin and end like a PDF. They may also be something else: files are served in a sandbox. */
const isPdf = (bytes: Buffer) =>
  bytes.toString('latin1', 0, 5) === '%PDF-' && bytes.subarray(-endWithin).includes('%%EOF')

/**
 * Stores an uploaded PDF. The same file is stored once.
 * @returns its id
 * @throws HttpError 415 for any other file
 */
export async function storeFile(database: Database, upload: Upload): Promise<string> {
  const { bytes } = upload
  if (!isPdf(bytes)) {
    const message = 'Please choose a picture (JPEG, PNG, WebP, AVIF or GIF) or a PDF.'
    throw new HttpError(415, message, [{ path: 'image', message }])
  }
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  await takeOutOfTrash(database, id)
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
