import type { ImageFormat } from '#contract/media.ts'
import type { MediaKind } from '#contract/media-library.ts'
import { trashColumns } from '#server/database/lifecycle.ts'
import { boolean, bytes, integer, number, optional, type Stored, table, text, time } from '#server/database/table.ts'

/** A picture: the hash that its address carries, and its size in pixels. */
export const images = table('images', { hash: text(), width: integer(), height: integer(), createdAt: time() })

export const imageVariants = table('imageVariants', {
  hash: text(),
  width: integer(),
  format: text<ImageFormat>(),
  bytes: bytes(),
})

/**
 * The colours of a logo: `light` or `dark` ones on a transparent ground, or any on a `deep` ground of its own. Photos, and logos on a white ground, have
 * none.
 */
export type Tone = 'light' | 'dark' | 'deep'

/** Pictures in the form of their uploads, without the camera's metadata. Those of before, and animations, have none. */
export const originals = table('originals', {
  id: text(),
  type: text<'jpg' | 'png' | 'webp'>(),
  tone: optional(text<Tone>()),
  bytes: bytes(),
})

/**
 * An uploaded picture, whose id is the hash in its address, or a file. A crop keeps the focal point, as shares of width
 * and height; `size` is that of the upload in bytes; a decorative picture needs no alternative text.
 */
export const mediaItems = table('mediaItems', {
  id: text(),
  kind: text<MediaKind>(),
  name: text(),
  alt: text(),
  caption: text(),
  credit: text(),
  decorative: boolean(),
  focalX: number(),
  focalY: number(),
  width: optional(integer()),
  height: optional(integer()),
  size: optional(integer()),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  updatedBy: optional(text()),
  ...trashColumns,
})

export const fileContents = table('fileContents', { id: text(), bytes: bytes() })

/** A replaced item: its address leads to its replacement. */
export const mediaAliases = table('mediaAliases', { id: text(), target: text() })

/**
 * The uses of pictures and files. `part` is a column of the record, `copy` for its working copy, or `revision 3` for a state that visitors
 * have seen.
 */
export const mediaUses = table('mediaUses', { entity: text(), recordId: text(), part: text(), mediaId: text() })

declare module '#server/database/schema.ts' {
  interface Schema {
    mediaItems: Stored<typeof mediaItems>
    fileContents: Stored<typeof fileContents>
    mediaAliases: Stored<typeof mediaAliases>
    images: Stored<typeof images>
    originals: Stored<typeof originals>
    imageVariants: Stored<typeof imageVariants>
    mediaUses: Stored<typeof mediaUses>
  }
}
