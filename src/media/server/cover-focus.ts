import { sql } from 'kysely'
import type { Table } from '#server/database/table.ts'

/**
 * The focal point of a record's cover, the picture in its column `imageUrl`, for a query of its table; null until someone moves the point.
 * It belongs to the library, so it is read with the record and not stored with it.
 */
export const coverFocus = ({ name }: Table) =>
  sql<string | null>`(
    select "focalX" || ' ' || "focalY" from "mediaUses" inner join "mediaItems" on "mediaItems"."id" = "mediaId"
    where "entity" = ${sql.lit(name)} and "recordId" = ${sql.ref(`${name}.id`)} and "part" = 'imageUrl'
      and ("focalX" <> 0.5 or "focalY" <> 0.5)
    limit 1
  )`.as('imageFocus')

/** The point of `coverFocus` as CSS positions a picture in its frame, such as `10% 87.5%`. Databases write numbers differently. */
export const toPosition = (focus: string | null | undefined): string | undefined =>
  focus
    ?.split(' ')
    .map((share) => `${Math.round(Number(share) * 1_000) / 10}%`)
    .join(' ')

/** The stored focal point, which a changed record must not keep if its cover is another picture. */
export const otherCover = (stored: { imageUrl?: string | undefined }, changed: { imageUrl?: unknown }) =>
  changed.imageUrl === stored.imageUrl ? {} : { imageFocus: undefined }
