import * as z from 'zod/mini'
import { auditFields, optionalText, requiredText } from './fields.ts'
import { staffListQuery } from './lists.ts'

/** The largest file that can be put into the library, in bytes. Pictures have a separate limit. */
export const maxFileBytes = 20 * 1024 * 1024

const mediaKinds = ['picture', 'file'] as const
export type MediaKind = (typeof mediaKinds)[number]

/**
 * A picture or file of the library. `url` is the address to store or to link to; `focalX` and `focalY` are the point that a crop keeps, as shares of
 * width and height; a decorative picture needs no alternative text; `size` is that of the upload in bytes; `used` counts the records that
 * need it.
 */
export const mediaItem = z.object({
  _id: z.string(),
  kind: z.enum(mediaKinds),
  url: z.string(),
  name: z.string(),
  alt: z.string(),
  caption: z.string(),
  credit: z.string(),
  decorative: z.boolean(),
  focalX: z.number(),
  focalY: z.number(),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  size: z.optional(z.int()),
  used: z.int(),
  createdAt: z.string(),
  ...auditFields,
})
export type MediaItem = z.infer<typeof mediaItem>

/** A record that uses an item: in its current state, in unpublished changes, only in its published history, or in the trash. */
const mediaUse = z.object({
  _id: z.string(),
  entity: z.string(),
  label: z.string(),
  name: z.string(),
  state: z.enum(['now', 'waiting', 'history', 'trash']),
})
export type MediaUse = z.infer<typeof mediaUse>

/** In the answer to an upload: it was an animation, of which pages show the first frame. */
export const still = z.optional(z.literal(true))

/** An item with the records that use it; the first hundred. `mayDescribe`: whether the caller may change its description. */
export const mediaDetail = z.extend(mediaItem, { usedIn: z.array(mediaUse), mayDescribe: z.boolean(), still })
export type MediaDetail = z.infer<typeof mediaDetail>

const share = z.optional(
  z
    .number('The focal point must be a number')
    .check(z.minimum(0, 'The focal point must be inside'), z.maximum(1, 'The focal point must be inside')),
)

/** The description of an item by staff. Omitted fields keep their values. A picture that becomes decorative loses its alternative text; a picture with such a text is not decorative. */
export const mediaInput = z.object({
  name: z.optional(requiredText('Name', 200)),
  alt: optionalText('Alternative text', 500),
  caption: optionalText('Caption', 500),
  credit: optionalText('Credit', 200),
  decorative: z.optional(z.boolean('Decorative must be true or false')),
  focalX: share,
  focalY: share,
})
export type MediaInput = z.infer<typeof mediaInput>

const mediaFilters = ['pictures', 'files', 'unused', 'undescribed'] as const

/** `search` looks in name, alternative text, caption and credit. */
export const mediaListQuery = z.extend(staffListQuery, { status: z.optional(z.enum(mediaFilters)) })

/** The largest file that can be uploaded, in bytes. */
export const maxUploadBytes = 10 * 1024 * 1024
/** The most pixels of a picture, for an animation in all of its frames together. */
export const maxPixels = 60_000_000

/** An uploaded picture: its address, to store as `imageUrl` or to use in content, and its size in pixels. */
export const uploadedImage = z.object({ url: z.string(), width: z.int(), height: z.int(), still })
export type UploadedImage = z.infer<typeof uploadedImage>
