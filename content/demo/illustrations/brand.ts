/**
 * Draws the sample brand's files into `public/`: favicon, touch and install icons, and the default social picture.
 * Run it after changing the mark in `src/ui/logo.tsx` or the name in `company.config.ts`: `node content/demo/illustrations/brand.ts`
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import subsetFont from 'subset-font'
import company from '../../../company.config.ts'
import { colours } from '../../../src/ui/drawing/palette.ts'

const arch = 'M2 22A20 20 0 0 1 22 2v20h-5.8V9A14.2 14.2 0 0 0 7.8 22z'
const mark = (arms: string, sun: string) =>
  `<path fill="${arms}" d="${arch}"/><circle fill="${sun}" cx="12.3" cy="19" r="3"/>`

const svg = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`

/** A square icon: the mark covers `share` of its side, on a ground with rounded corners of `radius` (a share of the side too). */
function icon(size: number, share: number, radius: number) {
  const scale = (size * share) / 20
  const offset = (size - 24 * scale) / 2
  return svg(
    size,
    size,
    `<rect width="${size}" height="${size}" rx="${size * radius}" fill="${colours.deep}"/>` +
      `<g transform="translate(${offset} ${offset}) scale(${scale})">${mark(colours.paper, colours.marigold)}</g>`,
  )
}

const favicon =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>path{fill:${colours.ink}}circle{fill:#e8940c}` +
  `@media(prefers-color-scheme:dark){path{fill:#eaf0ee}circle{fill:#f6b23c}}</style><path d="${arch}"/><circle cx="12.3" cy="19" r="3"/></svg>\n`

/** The brand's name as pixels, set in the display face. */
async function nameImage(colour: string) {
  const woff2 = await readFile(
    'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
  )
  const folder = await mkdtemp(join(tmpdir(), 'brand-'))
  const fontfile = join(folder, 'display.ttf')
  await writeFile(
    fontfile,
    await subsetFont(woff2, company.brand, { targetFormat: 'sfnt', variationAxes: { wght: 640, wdth: 100, opsz: 96 } }),
  )
  const text = `<span foreground="${colour}" letter_spacing="-900">${company.brand.replace(/[&<>]/g, '')}</span>`
  // The comma keeps "ExtraBold" in the family's name (the subset carries its default instance's) from being read as a weight.
  const font = 'Bricolage Grotesque 96pt ExtraBold, 80'
  const image = await sharp({ text: { text, font, fontfile, rgba: true, dpi: 72 } })
    .png()
    .toBuffer()
  await rm(folder, { recursive: true })
  return image
}

/** 1200 by 630: the mark's arch repeated as a great echo that leaves the frame, the mark and the name beside it. */
function socialGround() {
  const echoes = [1, 1.22, 1.44, 1.66].map((k) => {
    const r = 330 * k
    return `<path d="M${1110 - r} 630A${r} ${r} 0 0 1 1110 ${630 - r}" fill="none" stroke="#9AD0C5" stroke-width="1.5" opacity="${0.75 - k * 0.25}"/>`
  })
  const edge = '<path d="M1110 0V630" stroke="#9AD0C5" stroke-width="1.5" opacity=".4"/>'
  const big = `<g transform="translate(${1110 - 22 * 19} ${630 - 22 * 19}) scale(19)"><path fill="${colours.teal}" d="${arch}"/><circle fill="${colours.marigold}" cx="12.3" cy="19" r="3"/></g>`
  const small = `<g transform="translate(84 84) scale(3.6)">${mark(colours.paper, colours.marigold)}</g>`
  return svg(1200, 630, `<path d="M0 0h1200v630H0z" fill="${colours.deep}"/>${echoes.join('')}${edge}${big}${small}`)
}

/** A PNG as the only picture of an ICO file, which browsers and programs ask for by its name. */
function ico(image: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(image.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, image])
}

const png = (image: Sharp) => image.png({ compressionLevel: 9, palette: true, quality: 95, effort: 10 }).toBuffer()
const files: [string, string | Buffer][] = [
  ['favicon.svg', favicon],
  [
    'favicon.ico',
    ico(
      await sharp(Buffer.from(icon(48, 0.72, 0.22)))
        .png()
        .toBuffer(),
      48,
    ),
  ],
  ['icon-192.png', await png(sharp(Buffer.from(icon(192, 0.6, 0.22))))],
  ['icon-512.png', await png(sharp(Buffer.from(icon(512, 0.6, 0.22))))],
  // A maskable icon is cut to any shape by its host: the mark keeps within the safe middle, the ground fills the square.
  ['icon-maskable-512.png', await png(sharp(Buffer.from(icon(512, 0.46, 0))))],
  ['apple-touch-icon.png', await png(sharp(Buffer.from(icon(180, 0.58, 0))))],
  [
    'og-default.png',
    await png(
      sharp(Buffer.from(socialGround())).composite([{ input: await nameImage(colours.paper), left: 88, top: 474 }]),
    ),
  ],
]
await mkdir('public', { recursive: true })
for (const [name, bytes] of files) {
  await writeFile(join('public', name), bytes)
  console.log(`public/${name}  ${bytes.length} bytes`)
}
