/**
 * Draws the sample brand's files into `public/`: favicon, touch and install icons.
 * Run it after changing the mark in `src/ui/logo.tsx`: `node content/demo/illustrations/brand.ts`
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { arch } from '../../../src/ui/drawing/mark.ts'
import { colours } from '../../../src/ui/drawing/palette.ts'

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
]
await mkdir('public', { recursive: true })
for (const [name, bytes] of files) {
  await writeFile(join('public', name), bytes)
  console.log(`public/${name}  ${bytes.length} bytes`)
}
