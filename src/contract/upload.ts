import * as z from 'zod/mini'

/** The largest file that can be uploaded, in bytes. */
export const maxUploadBytes = 10 * 1024 * 1024
/** The most pixels of a picture, for an animation in all of its frames together. */
export const maxPixels = 60_000_000

/** An uploaded picture: its address, to store as `imageUrl` or to use in content, and its size in pixels. */
export const uploadedImage = z.object({ url: z.string(), width: z.int(), height: z.int() })
export type UploadedImage = z.infer<typeof uploadedImage>
