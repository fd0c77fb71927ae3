import sharp from 'sharp'
import { fitLogo } from '#media/server/fit-logo.ts'
import { arch, disc } from '#ui/drawing/mark.ts'
import { colours } from '#ui/drawing/shapes.ts'

/** An icon: the logo covers `share` of its side, on a ground with corners of `radius` (a share of the side too). */
export type Icon = { size: number; share: number; radius: number; ground: string }

const ownMark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="2 2 20 20" width="20" height="20"><path fill="${colours.paper}" d="${arch}"/><circle fill="${colours.marigold}" cx="${disc.cx}" cy="${disc.cy}" r="${disc.r}"/></svg>`

/** Draws an icon of the site. @param logo as SVG or PNG; without one it is the mark of the program */
export async function drawIcon({ size, share, radius, ground }: Icon, logo?: Uint8Array): Promise<Buffer> {
  const mark = await fitLogo(logo ?? Buffer.from(ownMark), Math.round(size * share), Math.round(size * share))
  const rect = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${size * radius}" fill="${ground}"/></svg>`
  return sharp(Buffer.from(rect))
    .composite([{ input: mark, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}
