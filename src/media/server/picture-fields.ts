import type { Database } from '#server/database/connect.ts'
import type { Upload } from '#server/resource/upload.ts'
import { storeUpload } from './store-upload.ts'

/** The picture of a record in what staff send: an address (empty to take it away) and words for those who cannot see it. */
type Sent = { imageUrl?: string | undefined; imageAlt?: string | undefined }

/**
 * What a record keeps of its picture. An upload wins over an address; what was not sent is not there, and stays as it is.
 * Never call it inside a transaction: an upload is encoded.
 */
export async function pictureFields(
  database: Database,
  { imageUrl, imageAlt }: Sent,
  upload: Upload | undefined,
): Promise<Sent> {
  const fields: Sent = {}
  if (upload) fields.imageUrl = (await storeUpload(database, upload)).url
  else if (imageUrl !== undefined) fields.imageUrl = imageUrl || undefined
  if (imageAlt !== undefined) fields.imageAlt = imageAlt || undefined
  return fields
}
