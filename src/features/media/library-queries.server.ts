import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { fileUrl, imageUrl } from '#contract/media.ts'
import type { MediaDetail, MediaItem, MediaUse, mediaListQuery } from '#contract/media-library.ts'
import { mediaItems } from '#media/media.table.ts'
import type { Database, Db } from '#server/database/connect.ts'
import { contains } from '#server/database/dialect.ts'
import { isPresent } from '#server/database/lifecycle.ts'
import { anyTable } from '#server/database/rows.ts'
import type { Row } from '#server/database/table.ts'
import type { AppContext } from '#server/feature.ts'
import { withPublicId } from '#server/resource/resource.ts'

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

export const addressOf = ({ id, kind, name, width, height }: Row<typeof mediaItems>) =>
  kind === 'picture' && width && height ? imageUrl({ hash: id, width, height }) : fileUrl(id, name)

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

export async function findMedia(
  context: Pick<AppContext, 'database' | 'entities'>,
  id: string,
): Promise<Omit<MediaDetail, 'mayDescribe'> | undefined> {
  const { database } = context
  const row = await findMediaRow(database, id)
  if (!row) return undefined
  const uses = await usesOf(database.db, id)
  return { ...toMediaItem({ ...row, used: uses.length }), usedIn: await describeUses(context, uses) }
}

type Context = Pick<AppContext, 'database' | 'entities'>

/** The most records that an item's detail names. */
const mostShown = 100

/** A record in which an item is used, and in which parts of it. */
export type Use = { entity: string; recordId: string; parts: string[] }

/** The uses of an item, and of the items that it replaced. */
export async function usesOf(db: Db, id: string): Promise<Use[]> {
  const rows = await db
    .selectFrom('mediaUses')
    .select(['entity', 'recordId', 'part'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('mediaId', '=', id),
        eb('mediaId', 'in', selectFrom('mediaAliases').select('mediaAliases.id').where('target', '=', id)),
      ]),
    )
    .orderBy('entity')
    .orderBy('recordId')
    .execute()
  const uses = new Map<string, Use>()
  for (const { entity, recordId, part } of rows) {
    const key = `${entity} ${recordId}`
    const parts = uses.get(key)?.parts ?? []
    uses.set(key, { entity, recordId, parts: [...parts, part] })
  }
  return [...uses.values()]
}

/** The number of records that use an item, as an expression for a query of `mediaItems`. */
const countUses = sql<number>`(
  select count(*) from (
    select distinct "entity", "recordId" from "mediaUses" where "mediaId" = "mediaItems"."id" or "mediaId" in
      (select "id" from "mediaAliases" where "target" = "mediaItems"."id")
  ) as "records"
)`

/** Whether no record uses an item, as a condition on a query of `mediaItems`. */
const isUnused = sql<boolean>`(
  not exists (select 1 from "mediaUses" where "mediaId" = "mediaItems"."id")
  and not exists (
    select 1 from "mediaAliases" inner join "mediaUses" on "mediaId" = "mediaAliases"."id" where "target" = "mediaItems"."id"
  )
)`

/** The part of a record that is a column of its row, and not its working copy or history. */
export const isColumn = (part: string) => part !== 'copy' && !part.startsWith('revision ')

export async function describeUses(context: Context, uses: Use[]): Promise<MediaUse[]> {
  const described: MediaUse[] = []
  for (const { entity, recordId, parts: where } of uses.slice(0, mostShown)) {
    const { label, name, inTrash } = await nameOf(context, entity, recordId)
    const state = inTrash ? 'trash' : where.some(isColumn) ? 'now' : where.includes('copy') ? 'waiting' : 'history'
    described.push({ _id: recordId, entity, label, name, state })
  }
  return described
}

/** Rows that name pictures and files, but are no entities. */
const others: Record<string, { label: string; nameColumn: string }> = {
  authorProfiles: { label: 'Profile', nameColumn: 'name' },
  instructors: { label: 'Instructor', nameColumn: 'name' },
  siteSettings: { label: 'Settings', nameColumn: 'id' },
  videos: { label: 'Video', nameColumn: 'title' },
}

async function nameOf({ database, entities }: Context, entity: string, id: string) {
  const { label = entity, nameColumn = 'id' } =
    entities.find(({ table }) => table.name === entity) ?? others[entity] ?? {}
  const row = await anyTable(database.db).selectFrom(entity).selectAll().where('id', '=', id).executeTakeFirst()
  return { label, name: String(row?.[nameColumn] || id), inTrash: Boolean(row?.['deletedAt']) }
}
