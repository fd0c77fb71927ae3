import sharp, { type Metadata, type Sharp } from 'sharp'
import { imageFormats, imageWidths } from '#contract/media.ts'
import { maxPixels } from '#contract/upload.ts'
import type { EncodedVariant } from './media-store.ts'
import { withoutExtras } from './picture-extras.ts'

/** Longer sides fit into no address of ours, and WebP ends at 16,383. */
const longestSide = 65_535
const tallest = 16_383

// Each upload is another picture: what is kept of one is of no use to the next.
sharp.cache(false)
sharp.concurrency(2)

type Refused = { refused: 'too many pixels' | 'too long' | 'too heavy' | 'unreadable' }
/** The size is in pixels, upright. */
type Encoded = { width: number; height: number; variants: EncodedVariant[] }

/**
 * Decodes an upload and encodes it anew in every width and format that pages ask for: upright, in sRGB, without what the camera wrote
 * into it, and without whatever else the file held. A moving picture becomes its first frame, but all of its frames count as pixels.
 */
export async function encodePicture(bytes: Uint8Array): Promise<Encoded | Refused> {
  const picture = withoutExtras(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!picture) return { refused: 'too heavy' }
  const source = sharp(picture, { limitInputPixels: maxPixels, failOn: 'error' })
  try {
    const size = sizeOf(await source.metadata())
    if ('refused' in size) return size
    const widths = imageWidths(size.width)
    const { data, info } = await upright(source, widths.at(-1) ?? size.width)
    const raw = { width: info.width, height: info.height, channels: info.channels as 3 | 4 }
    const variants: EncodedVariant[] = []
    // One after the other: a picture may take as much memory as a hundred small ones.
    for (const width of widths) {
      const picture = sharp(data, { raw, limitInputPixels: false }).resize({ width })
      for (const format of imageFormats)
        variants.push({ width, format, bytes: await encoders[format](picture.clone()) })
    }
    return { ...size, variants }
  } catch (error) {
    return { refused: /pixel limit/i.test((error as Error).message) ? 'too many pixels' : 'unreadable' }
  }
}

const encoders = {
  avif: (picture: Sharp) => picture.avif({ quality: 55, effort: 2 }).toBuffer(),
  webp: (picture: Sharp) => picture.webp({ quality: 78, effort: 4 }).toBuffer(),
}

/** The picture as raw pixels, no wider than it will be served. */
const upright = (source: Sharp, width: number) =>
  source
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })

/** The upright size of one frame. */
function sizeOf({
  autoOrient: { width, height },
  pages = 1,
  pageHeight,
}: Metadata): { width: number; height: number } | Refused {
  const size = { width, height: pageHeight ?? height }
  if (size.width * size.height * pages > maxPixels) return { refused: 'too many pixels' }
  const scaledHeight = size.height * Math.min(1, (imageWidths(size.width).at(-1) ?? 1) / size.width)
  if (Math.max(size.width, size.height) > longestSide || scaledHeight > tallest) return { refused: 'too long' }
  return size
}
