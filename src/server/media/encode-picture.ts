import type { Metadata, Sharp } from 'sharp'
import { imageFormats, imageWidths } from '#features/media/media.contract.ts'
import { maxPixels } from '#features/media/upload.contract.ts'
import { ApiError } from '../errors.ts'
import type { EncodedVariant } from './media-store.ts'

/** Longer sides fit into no address of ours, and WebP ends at 16,383. */
const longestSide = 65_535
const tallest = 16_383
/** Far longer than any picture we take needs, in seconds: for a file made to take for ever. */
const timeout = 60

const tooLarge = () => fault(413, 'The picture has too many pixels: at most 60 megapixels.')
const unreadable = () => fault(415, 'This file cannot be read as a picture.')
const fault = (status: number, message: string) => new ApiError(status, message, [{ path: 'image', message }])

/**
 * Decodes an upload and encodes it anew in every width and format that pages ask for: upright, in sRGB, without what the camera wrote
 * into it, and without whatever else the file held. A moving picture becomes its first frame.
 * @returns its size in pixels, upright, and its files
 * @throws ApiError 413 for too many pixels (all frames counted), 415 for what is damaged
 */
export async function encodePicture(bytes: Buffer): Promise<{ width: number; height: number; variants: EncodedVariant[] }> {
  // Loaded with the first upload: a start that takes none does without it.
  const { default: sharp } = await import('sharp')
  const source = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
  try {
    const { width, height } = sizeOf(await source.metadata())
    const widths = imageWidths(width)
    const { data, info } = await upright(source, widths.at(-1) ?? width)
    const raw = { width: info.width, height: info.height, channels: info.channels as 3 | 4 }
    const variants: EncodedVariant[] = []
    // One after the other: a picture may take as much memory as a hundred small ones.
    for (const wide of widths) {
      const picture = sharp(data, { raw, limitInputPixels: false }).resize({ width: wide })
      for (const format of imageFormats) variants.push({ width: wide, format, bytes: await encoders[format](picture.clone()) })
    }
    return { width, height, variants }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw /pixel limit/i.test((error as Error).message) ? tooLarge() : unreadable()
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
    .timeout({ seconds: timeout })
    .raw()
    .toBuffer({ resolveWithObject: true })

/** @returns the upright size of one frame */
function sizeOf({ autoOrient: { width, height }, pages = 1, pageHeight }: Metadata) {
  const size = { width, height: pageHeight ?? height }
  if (size.width * size.height * pages > maxPixels) throw tooLarge()
  const scaledHeight = size.height * Math.min(1, (imageWidths(size.width).at(-1) ?? 1) / size.width)
  if (Math.max(size.width, size.height) > longestSide || scaledHeight > tallest) throw fault(413, 'The picture is too long for its width.')
  return size
}
