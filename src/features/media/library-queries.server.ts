import type * as z from 'zod/mini'
import { fileUrl, imageUrl } from '#contract/media.ts'
import type { MediaDetail, MediaItem, mediaListQuery } from '#contract/media-library.ts'
import { mediaItems } from '#media/media.table.ts'
import type { Database } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import type { Row } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'
import { withPublicId } from '#server/resource/row-resource.ts'
import { countUses, describeUses, isUnused, usesOf } from './media-uses.server.ts'

const searched = ['name', 'alt', 'caption', 'credit'].map((column) => `mediaItems.${column}`)

/** The library, newest first. */
export function libraryItems(database: Database, { search, status }: z.infer<typeof mediaListQuery>) {
  return database.db
    .selectFrom('mediaItems')
    .select(mediaItems.select())
    .select(countUses.as('used'))
    .where(isPresent(mediaItems))
    .$if(status === 'pictures', (rows) => rows.where('kind', '=', 'picture'))
    .$if(status === 'files', (rows) => rows.where('kind', '=', 'file'))
    .$if(status === 'undescribed', (rows) =>
      rows.where('kind', '=', 'picture').where('alt', '=', '').where('decorative', '=', false),
    )
    .$if(status === 'unused', (rows) => rows.where(isUnused))
    .$if(Boolean(search), (rows) => rows.where(contains(database, searched, search ?? '')))
    .orderBy('mediaItems.createdAt', 'desc')
    .orderBy('mediaItems.id', 'desc')
}

/** The address under which pages show a picture or link to a file. */
export const addressOf = ({ id, kind, name, width, height }: Row<typeof mediaItems>) =>
  kind === 'picture' && width && height ? imageUrl({ hash: id, width, height }) : fileUrl(id, name)

/** An item as answers contain it. */
export function toMediaItem(row: Row<typeof mediaItems> & { used: number }): MediaItem {
  return { ...withPublicId(row), url: addressOf(row) }
}

/** An item that is not in the trash. */
export async function findMediaRow({ db }: Pick<Database, 'db'>, id: string) {
  const row = await db
    .selectFrom('mediaItems')
    .selectAll()
    .where('id', '=', id)
    .where(isPresent(mediaItems))
    .executeTakeFirst()
  return row && (mediaItems.decode(row) as Row<typeof mediaItems>)
}

/** An item with the records that use it. */
export async function findMedia(
  parts: Pick<AppContext, 'database' | 'entities'>,
  id: string,
): Promise<MediaDetail | undefined> {
  const { database } = parts
  const row = await findMediaRow(database, id)
  if (!row) return undefined
  const uses = await usesOf(database.db, id)
  return { ...toMediaItem({ ...row, used: uses.length }), usedIn: await describeUses(parts, uses) }
}
