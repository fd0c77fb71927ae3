import { eraseItem } from '#media/server/media-store.ts'
import type { Transaction } from '#server/database/connect.ts'
import { affectsRows, anyTable } from '#server/database/rows.ts'
import { exportedTables } from '../ground/exported-tables.server.ts'
import type { ContentItemRow } from '../ground/transfer.table.ts'
import type { ImportContext } from './context.server.ts'

/** The records that keep a row which is no entity, by its table. */
const namedBy: Record<string, [table: string, column: string][]> = {
  authorProfiles: [
    ['blogs', 'authorId'],
    ['users', 'profileId'],
  ],
  instructors: [['courses', 'instructorId']],
  mediaItems: [
    ['mediaUses', 'mediaId'],
    ['mediaAliases', 'target'],
  ],
  images: [['mediaUses', 'mediaId']],
}

/** Deletes a row that the import of an export has written, unless it was edited since or another record needs it. @returns whether it is gone */
export async function takeBackExported(
  { entities }: Pick<ImportContext, 'entities'>,
  trx: Transaction,
  { entity = '', sourceId, version }: Pick<ContentItemRow, 'entity' | 'sourceId' | 'version'>,
): Promise<boolean> {
  const key = sourceId.slice(entity.length + 1)
  for (const [table, column] of namedBy[entity] ?? []) {
    const uses = anyTable(trx).selectFrom(table).select(column).where(column, '=', key).limit(1)
    if (await uses.executeTakeFirst()) return false
  }
  if (entity === 'images') {
    await trx.deleteFrom('imageVariants').where('hash', '=', key).execute()
    return affectsRows(trx.deleteFrom('images').where('hash', '=', key))
  }
  const exported = exportedTables(entities).find(({ table }) => table.name === entity)
  if (!exported) return false
  const { table, key: column } = exported
  if (table.name === 'mediaItems') return eraseItem(trx, key).then(() => true)
  const row = anyTable(trx).deleteFrom(table.name).where(column, '=', key)
  return affectsRows('version' in table.columns ? row.where('version', '=', version ?? 0) : row)
}
