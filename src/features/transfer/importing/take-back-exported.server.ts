import { images, mediaItems } from '#media/media.table.ts'
import { eraseItem } from '#media/server/media-store.ts'
import type { Transaction } from '#server/database/connect.ts'
import { anyTable, deleteRow } from '#server/database/rows.ts'
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

/** Whether another record needs this row. */
export async function isNeeded(trx: Transaction, entity: string, key: string): Promise<boolean> {
  for (const [table, column] of namedBy[entity] ?? []) {
    const uses = anyTable(trx).selectFrom(table).select(column).where(column, '=', key).limit(1)
    if (await uses.executeTakeFirst()) return true
  }
  return false
}

/**
 * Deletes a row that the import of an export has written, unless it was edited since or another record needs it.
 * @returns the key of a row that stays
 */
export async function takeBackExported(
  { entities }: Pick<ImportContext, 'entities'>,
  trx: Transaction,
  { entity = '', sourceId, version }: Pick<ContentItemRow, 'entity' | 'sourceId' | 'version'>,
): Promise<string | undefined> {
  const key = sourceId.slice(entity.length + 1)
  const exported = exportedTables(entities).find(({ table }) => table.name === entity)
  const { table, key: column } = exported ?? { table: images, key: 'hash' }
  if (!exported && entity !== images.name) return undefined
  const stored = await anyTable(trx)
    .selectFrom(table.name)
    .selectAll()
    .where(column, '=', key)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) return undefined
  const isEdited = table !== mediaItems && 'version' in table.columns && stored['version'] !== version
  if (isEdited || (await isNeeded(trx, entity, key))) return key
  if (table === images) await trx.deleteFrom('imageVariants').where('hash', '=', key).execute()
  if (table === mediaItems) await eraseItem(trx, key)
  else if (column === 'id') await deleteRow(trx, table, key)
  else await anyTable(trx).deleteFrom(table.name).where(column, '=', key).execute()
  return undefined
}
