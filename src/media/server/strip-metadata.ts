import type { Metadata } from 'sharp'

/** The file types of originals, by their extensions. */
export type OriginalType = 'jpg' | 'png' | 'webp'

/** The parts of a JPEG that its pixels need: its size and tables, the colour transform of Adobe, and colour profiles. */
const needsSegment = (marker: number, segment: Buffer) =>
  marker === 0xe0 || // JFIF
  marker === 0xee || // Adobe
  (marker === 0xe2 && segment.toString('latin1', 4, 15) === 'ICC_PROFILE') ||
  (marker < 0xe0 && marker !== 0xfe) ||
  (marker > 0xef && marker !== 0xfe)

/** A camera's segment that says which side is up, and nothing else. */
const upwards = (orientation: number) =>
  Buffer.concat([
    Buffer.from('ffe100224578696600004d4d002a0000000800010112000300000001', 'hex'),
    Buffer.from([0, orientation, 0, 0, 0, 0, 0, 0]),
  ])

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/** A JPEG without what cameras and programs write into it, down to the end of its picture: cameras append others, and films. */
function ofJpeg(bytes: Buffer, orientation: number): Buffer | undefined {
  const parts = [bytes.subarray(0, 2), ...(orientation === 1 ? [] : [upwards(orientation)])]
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    // Any number of these may be before a marker.
    if (marker === 0xff) {
      at++
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) return undefined
    if (needsSegment(marker, bytes.subarray(at, end))) parts.push(bytes.subarray(at, end))
    at = end
    if (marker !== 0xda) continue
    // The pixels are up to the next marker.
    while (at + 1 < bytes.length && (bytes[at] !== 0xff || bytes[at + 1] === 0 || isRestart(bytes[at + 1] ?? 0))) at++
    parts.push(bytes.subarray(end, at))
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return Buffer.concat([...parts, bytes.subarray(at, at + 2)])
  }
  return undefined
}

/** The flags of a WebP that say it has a place and a time (EXIF), or a description (XMP). */
const described = 0x08 | 0x04

function ofWebp(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    const chunk = Buffer.from(bytes.subarray(at, end))
    if (type === 'VP8X' && chunk.length > 8) chunk[8] = (chunk[8] ?? 0) & ~described
    if (['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF'].includes(type)) parts.push(chunk)
    at = end
  }
  const head = Buffer.from(bytes.subarray(0, 12))
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  head.writeUInt32LE(4 + size, 4)
  return Buffer.concat([head, ...parts])
}

/** Without the chunk of the camera. */
function ofPng(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) !== 'eXIf') parts.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat(parts)
}

/**
 * A picture as it was uploaded, byte by byte, but without the place where it was taken and everything else that is not its pixels or their colours.
 * Undefined for an animation, and for a format in which this is not known.
 * @param bytes of a PNG, without other than the chunks that a decoder needs
 */
export function withoutMetadata(
  bytes: Buffer,
  { format, orientation = 1, pages = 1 }: Pick<Metadata, 'format' | 'orientation' | 'pages'>,
): { type: OriginalType; bytes: Buffer } | undefined {
  const kept =
    pages > 1 ? undefined : format === 'jpeg' ? ofJpeg(bytes, orientation) : ofOther(bytes, format, orientation)
  return kept && { type: format === 'jpeg' ? 'jpg' : (format as OriginalType), bytes: kept }
}

/** The others have no place for just the side that is up. */
const ofOther = (bytes: Buffer, format: string, orientation: number) =>
  orientation !== 1 ? undefined : format === 'png' ? ofPng(bytes) : format === 'webp' ? ofWebp(bytes) : undefined
