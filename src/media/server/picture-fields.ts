import type { Database } from '#server/database/connect.ts'
import type { Upload } from '#server/resource/upload.ts'
import { storeUpload } from './store-upload.ts'

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
