import { brotliCompressSync } from 'node:zlib'
import { brotliOptions } from '#server/http/response-cache.ts'
import { measured } from '#web/measured.ts'

/** The weight of the build in bytes: the boot script, compressed, and each font. */
export type Weights = { script: number; fonts: { bytes: number; rupee: boolean }[] }

/** The bytes of a text, compressed as the answers are. */
export function compressedSize(text: string): number {
  const bytes = Buffer.from(text)
  return brotliCompressSync(bytes, brotliOptions(bytes.length)).length
}

const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)

/** Writes its own weights into a document that has marks for them; other documents do not change. */
export function writeWeights(text: string, weights: Weights): string {
  if (!text.includes(measured.document)) return text
  const fonts = weights.fonts.filter(({ rupee }) => !rupee || text.includes('₹'))
  const before = text
    .replace(measured.script, kilobytes(weights.script))
    .replace(measured.fonts, kilobytes(fonts.reduce((sum, { bytes }) => sum + bytes, 0)))
  return before.replace(measured.document, kilobytes(compressedSize(before)))
}
