import type { ImageFormat } from '#contract/media.ts'
import { bytes, integer, type Stored, table, text, time } from '#server/database/table.ts'

/** A picture: the hash that its address carries, and its size in pixels. */
export const images = table('images', { hash: text(), width: integer(), height: integer(), createdAt: time() })

/** A picture in one width and format, ready to serve. */
export const imageVariants = table('imageVariants', {
  hash: text(),
  width: integer(),
  format: text<ImageFormat>(),
  bytes: bytes(),
})

declare module '#server/database/schema.ts' {
  interface Schema {
    images: Stored<typeof images>
    imageVariants: Stored<typeof imageVariants>
  }
}
