import * as z from 'zod/mini'

/** The largest file that can be uploaded, in bytes. */
export const maxUploadBytes = 10 * 1024 * 1024
/** The most pixels a picture may have, all frames of a moving one together. */
export const maxPixels = 60_000_000

/** A picture that was uploaded: its address to store as `imageUrl` or to set into content, and its size in pixels. */
export const uploadedImage = z.object({ url: z.string(), width: z.int(), height: z.int() })
export type UploadedImage = z.infer<typeof uploadedImage>
