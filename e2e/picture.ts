import sharp from 'sharp'

/** A small picture, different for each name. */
export async function picture(name: string) {
  const hue = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 256
  const image = sharp({ create: { width: 640, height: 360, channels: 3, background: { r: hue, g: 120, b: 90 } } })
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}
