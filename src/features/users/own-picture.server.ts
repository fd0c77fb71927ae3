import { parseImageUrl } from '#contract/media.ts'
import type { Transaction } from '#server/database/connect.ts'
import { HttpError } from '#server/runtime/http-error.ts'

const hashOf = (url: string | undefined) => parseImageUrl(url ?? '')?.hash

/**
 * Deletes a profile's former picture, unless a record still uses it. Pictures of the library stay. The caller moves the
 * content version, since pictures are served from memory.
 */
export async function deleteFormerPicture(trx: Transaction, url: string | undefined): Promise<void> {
  const hash = hashOf(url)
  if (!hash) return
  await trx
    .deleteFrom('images')
    .where('hash', '=', hash)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('mediaItems').select('mediaItems.id').where('mediaItems.id', '=', hash))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('mediaUses').select('mediaUses.mediaId').where('mediaUses.mediaId', '=', hash))),
    )
    .execute()
}

/**
 * A record that uses a picture in the trash restores it, which needs the permission to write content.
 * @throws HttpError 422 when the picture is in the trash
 */
export async function refuseDeletedPicture(trx: Transaction, url: string | undefined): Promise<void> {
  const hash = hashOf(url)
  if (!hash) return
  const inTrash = await trx
    .selectFrom('mediaItems')
    .select('id')
    .where('id', '=', hash)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()
  const message = 'This picture has been deleted. Please choose another one.'
  if (inTrash) throw new HttpError(422, message, [{ path: 'avatarUrl', message }])
}
