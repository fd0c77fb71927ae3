import sharp, { type Metadata, type Sharp } from 'sharp'
import { imageFormats, imageWidths, type MailFormat } from '#contract/media.ts'
import { maxPixels } from '#contract/media-library.ts'
import type { Tone } from '#media/media.table.ts'
import type { EncodedVariant, Original } from './media-store.ts'
import { withoutMetadata } from './strip-metadata.ts'

/** A picture's address has room for sides up to this length, and WebP for heights up to 16,383. */
const maxSide = 65_535
const maxHeight = 16_383

// Every upload is a different picture, so a cache would not help.
sharp.cache(false)
sharp.concurrency(2)

export type Refused = { refused: 'too many pixels' | 'too long' | 'too heavy' | 'unreadable' }
/** The size is in pixels, upright. */
type Encoded = { width: number; height: number; variants: EncodedVariant[]; original?: Original | undefined }

/**
 * Decodes an upload and encodes it in every width and format that pages use: upright, in sRGB, and without the camera's metadata or anything
 * else in the file. Of an animation only the first frame is kept, but all its frames count as pixels.
 */
export async function encodePicture(bytes: Uint8Array): Promise<Encoded | Refused> {
  const picture = withoutExtras(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!picture) return { refused: 'too heavy' }
  const source = sharp(picture, { limitInputPixels: maxPixels, failOn: 'error' })
  try {
    const about = await source.metadata()
    const size = sizeOf(about)
    if ('refused' in size) return size
    const widths = imageWidths(size.width)
    const { data, info } = await upright(source, widths.at(-1) ?? size.width)
    const raw = { width: info.width, height: info.height, channels: info.channels as 3 | 4 }
    const variants: EncodedVariant[] = []
    // One after the other, since a large picture takes much memory.
    for (const width of widths) {
      const picture = sharp(data, { raw, limitInputPixels: false }).resize({ width })
      for (const format of imageFormats)
        variants.push({ width, format, bytes: await encoders[format](picture.clone()) })
    }
    return { ...size, variants, original: await originalFrom(picture, about) }
  } catch (error) {
    return { refused: /pixel limit/i.test((error as Error).message) ? 'too many pixels' : 'unreadable' }
  }
}

/** The original of a picture that is stored already; undefined where there is none. */
export async function originalOf(bytes: Uint8Array): Promise<Original | undefined> {
  const picture = withoutExtras(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return picture && originalFrom(picture, await sharp(picture, { limitInputPixels: maxPixels }).metadata())
}

async function originalFrom(picture: Buffer, about: Metadata): Promise<Original | undefined> {
  const original = withoutMetadata(picture, about)
  return original && { ...original, tone: await toneOf(picture) }
}

/** Enough of a logo to know its colours. */
const sample = 48

/** The colours of a logo; undefined for a photo, and on a light ground. */
async function toneOf(picture: Buffer): Promise<Tone | undefined> {
  const { data, info } = await sharp(picture, { limitInputPixels: maxPixels })
    .resize({ width: sample, height: sample, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const drawn = { alpha: 0, light: 0 }
  const edge = { alpha: 0, light: 0, count: 0 }
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(pixel * 4, pixel * 4 + 4)
    const alpha = opacity / 255
    const light = (alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue)) / 255
    drawn.alpha += alpha
    drawn.light += light
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    if (x > 0 && y > 0 && x < width - 1 && y < height - 1) continue
    edge.alpha += alpha
    edge.light += light
    edge.count++
  }
  // Rounded corners leave little of the edge transparent.
  if (edge.alpha < 0.5 * edge.count) return drawn.light > 0.7 * drawn.alpha ? 'light' : 'dark'
  return edge.light < 0.3 * edge.alpha ? 'deep' : undefined
}

const encoders = {
  avif: (picture: Sharp) => picture.avif({ quality: 55, effort: 2 }).toBuffer(),
  webp: (picture: Sharp) => picture.webp({ quality: 78, effort: 4 }).toBuffer(),
}

/** The picture as raw pixels, no wider than the largest variant. */
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
  if (Math.max(size.width, size.height) > maxSide || scaledHeight > maxHeight) return { refused: 'too long' }
  return size
}

/** The format in which messages show a picture. @param bytes one of its variants */
export const mailFormatOf = async (bytes: Uint8Array): Promise<MailFormat> =>
  (await sharp(bytes).stats()).isOpaque ? 'jpg' : 'png'

/** A variant of a picture for messages; null for a PNG of a picture that is a JPEG there. */
export async function encodeForMail(bytes: Uint8Array, format: MailFormat): Promise<Uint8Array | null> {
  if (format === 'jpg')
    return sharp(bytes).flatten({ background: '#fff' }).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
  if ((await mailFormatOf(bytes)) !== format) return null
  return sharp(bytes).png({ compressionLevel: 9, palette: true, quality: 90 }).toBuffer()
}

/** Large enough for the largest icon. */
const side = 512

/** A picture as PNG, upright and without anything else that was in the file; null if it cannot be read. */
export async function encodeLogo(bytes: Uint8Array): Promise<Uint8Array | null> {
  const picture = withoutExtras(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!picture) return null
  try {
    return await sharp(picture, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9, palette: true, quality: 95 })
      .toBuffer()
  } catch {
    return null
  }
}

/** The chunks of a PNG that are required for its pixels, and those for transparency, colours and orientation. */
const required = ['IHDR', 'PLTE', 'IDAT', 'IEND']
const optional = ['tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'cICP', 'iCCP', 'eXIf']
/** The total size limit of the optional chunks, in bytes. */
const maxOptionalBytes = 1024 * 1024
const signatureLength = 8
/** The bytes of a chunk's length, type and checksum. */
const frameLength = 12

/**
 * Removes parts that a decoder does not need. Texts in a PNG are compressed, and a decoder unpacks them all: a file of 10 MB can contain many
 * gigabytes of them. The other formats contain nothing comparable.
 * @returns undefined when a PNG contains too much besides its pixels
 */
function withoutExtras(bytes: Buffer): Buffer | undefined {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return bytes
  const chunks = [bytes.subarray(0, signatureLength)]
  let extra = 0
  const seen = new Set<string>()
  // An incomplete chunk and anything after the end are dropped; the decoder decides whether the rest is a picture.
  for (let start = signatureLength; start + frameLength <= bytes.length; ) {
    const type = bytes.toString('latin1', start + 4, start + 8)
    const end = start + frameLength + bytes.readUInt32BE(start)
    const chunk = bytes.subarray(start, end)
    if (required.includes(type)) chunks.push(chunk)
    else if (optional.includes(type) && !seen.has(type)) {
      seen.add(type)
      chunks.push(chunk)
      extra += chunk.length
    }
    if (type === 'IEND') break
    start = end
  }
  return extra > maxOptionalBytes ? undefined : Buffer.concat(chunks)
}
