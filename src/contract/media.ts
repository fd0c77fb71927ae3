/**
 * How an image's address tells everything a page needs to show it without shifting or over-fetching:
 * `/media/{hash}-{width}x{height}.webp` is the whole picture, and its smaller twins stand beside it as
 * `/media/{hash}-{w}.avif` and `/media/{hash}-{w}.webp`, one for each standard width below the full one and one for the full one.
 */

/** The widths, in pixels, that every uploaded picture is offered in (never wider than the picture itself). */
const standardWidths = [480, 800, 1200, 1600] as const

export const imageFormats = ['avif', 'webp'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** A picture of ours: the hash of its bytes and its size in pixels. */
export type ImageRef = { hash: string; width: number; height: number }

const pattern = /^\/media\/([0-9a-f]{16,64})-(\d{1,5})x(\d{1,5})\.webp$/

/** The address to store and to send as `imageUrl`. */
export const imageUrl = ({ hash, width, height }: ImageRef) => `/media/${hash}-${width}x${height}.webp`

/** Reads an address made by `imageUrl`; null for any other address (an image elsewhere on the web). */
export function parseImageUrl(url: string): ImageRef | null {
  const match = pattern.exec(url)
  if (!match?.[1]) return null
  return { hash: match[1], width: Number(match[2]), height: Number(match[3]) }
}

/** Whether a picture is on our own site. Pages show no other: its site would learn who reads them. */
export const isOwnImage = (url: string | null | undefined): url is `/${string}` => /^\/(?!\/)/.test(url ?? '')

/** The widths a picture of this width comes in, ascending, its own (at most the largest standard one) included. */
export function imageWidths(width: number): number[] {
  const largest = Math.min(width, standardWidths[standardWidths.length - 1] ?? width)
  return [...standardWidths.filter((standard) => standard < largest), largest]
}

/** A `srcset` for one format of the picture. */
export function imageSrcSet({ hash, width }: ImageRef, format: ImageFormat): string {
  return imageWidths(width)
    .map((w) => `/media/${hash}-${w}.${format} ${w}w`)
    .join(', ')
}
