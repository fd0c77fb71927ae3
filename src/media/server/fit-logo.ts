import sharp from 'sharp'
import { maxPixels } from '#contract/media-library.ts'

/** A logo as PNG inside a box. An SVG is drawn at the size that is needed. */
export async function fitLogo(logo: Uint8Array, width: number, height: number): Promise<Buffer> {
  const bytes = Buffer.from(logo.buffer, logo.byteOffset, logo.byteLength)
  const { format, width: own = width } = await sharp(bytes).metadata()
  const density = format === 'svg' ? Math.min(2_400, Math.max(1, (72 * width) / own)) : undefined
  return sharp(bytes, { ...(density && { density }), limitInputPixels: maxPixels })
    .resize({ width, height, fit: 'inside' })
    .png()
    .toBuffer()
}

/** Whether an SVG can be drawn as the icons will be. One without a size, or with an absurd one, cannot. */
export const canDraw = (svg: Uint8Array): Promise<boolean> =>
  fitLogo(svg, 512, 512).then(
    () => true,
    () => false,
  )
