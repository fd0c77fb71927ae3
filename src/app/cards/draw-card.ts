import sharp, { type Sharp } from 'sharp'
import { type AccentName, accents } from '#contract/accents.ts'
import type { CaseDrawing, CoverNumbers } from '#contract/cover.ts'
import { cardSize, cropAround } from '#contract/media.ts'
import { fitLogo } from '#media/server/fit-logo.ts'
import { caseCover } from '#ui/drawing/case-cover.ts'
import { coverSvg } from '#ui/drawing/cover.ts'
import { arch, disc } from '#ui/drawing/mark.ts'
import { colours } from '#ui/drawing/shapes.ts'
import { setText, type TextImage } from './card-text.ts'

export type Card = {
  /** Next to the mark or the logo; nothing if the logo has it. */
  brand: string
  /** Takes the place of a title of which no letter can be drawn. */
  company: string
  /** The site's name as people type it, such as `www.example.com`. */
  host: string
  title: string
  /** The category and the author, or nothing. */
  eyebrow: string
  /** The record's slug and category, which give it the drawing that it has on the site. */
  slug: string
  category: string
  cover?: CoverNumbers | undefined
  /** Of a case study: its cover is drawn from it, and from the category as its industry. */
  drawing?: Omit<CaseDrawing, 'industry'> | undefined
  /** The company's accent and logo, and their key. */
  look?: { key: string; accent: AccentName | undefined }
}

/** The text's left edge and widest line. The drawing fills the rest. */
const margin = 72
const column = 640
const drawn = margin + column + 56
/** The height between the eyebrow and the host. */
const titleHeight = 306

/**
 * Draws the link card of a page: its title and the brand next to the record's cover, as JPEG.
 * @param logo the company's own, as SVG or PNG
 */
export async function drawCard(
  { brand, company, host, title, eyebrow, slug, category, cover, drawing, look }: Card,
  logo?: Uint8Array,
): Promise<Buffer> {
  const ofCase = drawing && caseCover({ ...drawing, industry: category }, 'tall')
  const { viewBox, markup } = ofCase ?? coverSvg({ slug, category, cover })
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><path fill="${colours.paper}" d="M0 0h1200v630H0z"/><svg x="${drawn}" width="${1200 - drawn}" height="630" viewBox="${viewBox}" preserveAspectRatio="xMidYMid slice">${markup}</svg>${logo ? '' : mark}</svg>`
  const [name, small, main, foot] = await Promise.all([
    lineImage(brand, { size: 32 }),
    lineImage(eyebrow, { size: 25, colour: look?.accent ? accents[look.accent].primary[0] : colours.teal }),
    firstOf([title, company, host], titleImage),
    lineImage(host, { size: 25, colour: '#52605E' }),
  ])
  const own = logo && (await sharp(await fitLogo(logo, 260, 54)).toBuffer({ resolveWithObject: true }))
  const top = 172
  const layers = [
    place(own?.data ?? null, margin, 60),
    place(name, margin + (own ? own.info.width + 14 : 68), 71),
    place(small, margin, top),
    place(main, margin, small === null ? top : top + 52),
    place(foot, margin, 630 - 60 - 25),
    ...(ofCase ? await labelsOf(ofCase) : []),
  ]
  return sharp(Buffer.from(ground))
    .composite(layers.flat())
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

async function firstOf(texts: string[], draw: (text: string) => Promise<Buffer | null>): Promise<Buffer | null> {
  for (const text of texts) {
    const image = await draw(text)
    if (image) return image
  }
  return null
}

/** The texts of a case study's cover, in the place that it has on the card. The face has no arrow. */
const labelsOf = ({ labels, labelColour, width }: ReturnType<typeof caseCover>) =>
  Promise.all(
    labels.map(async ({ text, x, y, size }) => {
      const scale = (1200 - drawn) / width
      const label = await lineImage(text.replaceAll(/\s*→\s*/g, ' to '), { size: size * scale, colour: labelColour })
      return place(label, Math.round(drawn + x * scale), Math.round((y - size * 0.86) * scale))
    }),
  )

/** The size of a cover in a message, in pixels: sharp at twice the message's width. */
const coverSize = { width: 1036, height: 583 }

/** Draws a cover without texts, as JPEG: mail programs show no SVG. */
export async function drawCover(cover: CoverNumbers): Promise<Buffer> {
  const { width, height } = coverSize
  const { viewBox, markup } = coverSvg({ slug: '', category: '', cover })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}" preserveAspectRatio="xMidYMid slice">${markup}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 86, chromaSubsampling: '4:4:4' }).toBuffer()
}

const mark = `<g transform="translate(${margin} 60) scale(2.25)"><path fill="${colours.ink}" d="${arch}"/><circle fill="${colours.amber}" cx="${disc.cx}" cy="${disc.cy}" r="${disc.r}"/></g>`

/**
 * Crops a picture to a link card, as JPEG: some networks show no WebP.
 * @param focus the point that the crop keeps, as shares of width and height; absent for automatic cropping
 */
export async function cropCard(picture: Buffer, focus?: { x: number; y: number }): Promise<Buffer> {
  const source = sharp(picture)
  const cropped = focus
    ? await around(source, focus)
    : source.resize({ ...cardSize, fit: 'cover', position: 'attention' })
  return cropped.flatten({ background: colours.paper }).jpeg({ quality: 82 }).toBuffer()
}

async function around(source: Sharp, point: { x: number; y: number }): Promise<Sharp> {
  const { width, height } = await source.metadata()
  return source.extract(cropAround(point, { width, height }, cardSize)).resize({ ...cardSize, fit: 'fill' })
}

/** The sizes of a title, and the longest title that each is tried for first. */
const sizes = [76, 64, 52, 44, 36, 30]
const lengths = [28, 56, 96]

/** A title in the largest size at which all of it is shown, for letters as wide as Chinese ones, too. */
async function titleImage(title: string) {
  const first = lengths.findIndex((most) => title.length <= most)
  const [size = 0, ...smaller] = sizes.slice(first < 0 ? lengths.length : first)
  let image = await setText(title, { size, width: column })
  for (const size of smaller) {
    if (image && image.height > titleHeight) image = await setText(title, { size, width: column })
  }
  return image && within(image, titleHeight)
}

type LineOptions = { size: number; colour?: string }

/** The first line of a text as pixels; null if no letter of it can be drawn. */
async function lineImage(text: string, { size, colour }: LineOptions) {
  const image = await setText(text, { size, colour, width: column })
  return image && within(image, size * 1.4)
}

const within = ({ data, width, height }: TextImage, most: number) =>
  height <= most && width <= column
    ? data
    : sharp(data)
        .extract({ left: 0, top: 0, width: Math.min(width, column), height: Math.min(height, Math.floor(most)) })
        .toBuffer()

const place = (input: Buffer | null, left: number, top: number) => (input ? [{ input, left, top }] : [])

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
