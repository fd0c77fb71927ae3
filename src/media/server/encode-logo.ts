import sharp from 'sharp'
import { maxPixels } from '#contract/upload.ts'
import { withoutExtras } from './picture-extras.ts'

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
