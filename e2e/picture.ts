import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** A small picture that no other test has: the same bytes would be the same picture in the library. */
export async function picture(name: string) {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  const image = sharp({ create: { width: 640, height: 360, channels: 3, background: { r, g, b } } })
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}
