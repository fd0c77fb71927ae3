import { mediaItems } from '#media/media.table.ts'
import { deleteRow } from '#server/database/rows.ts'
import type { TrashKind } from '#server/record/trash.ts'

export const mediaTrash: TrashKind = {
  table: mediaItems,
  label: 'Media',
  nameColumn: 'name',
  async erase(trx, id) {
    await trx.deleteFrom('images').where('hash', '=', id).execute()
    return deleteRow(trx, mediaItems, id)
  },
}
