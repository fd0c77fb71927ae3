/**
 * Cuts the two font families down to the characters that the site shows and writes them to `src/ui/fonts/`, where they are committed;
 * `src/ui/fonts.css` declares them. Run it after a change of the characters, the weights or Fontsource's version: `node scripts/fonts.ts`.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import subsetFont from 'subset-font'

const root = resolve(import.meta.dirname, '..')

const range = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, n) => first + n))
/** ASCII, Latin-1 and typographic punctuation. A browser takes anything else from the system's own font. */
const latin = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœŸŠšŽž–—‘’‚“”„†•…‹›€™−`

type Family = {
  name: string
  source: string
  cut: string
  variationAxes: Record<string, number | { min: number; max: number }>
}

const families: Family[] = [
  {
    name: 'bricolage',
    source: 'bricolage-grotesque',
    cut: 'opsz-normal',
    // One weight at one optical size: the drawing that is meant for headlines, and half the bytes of the variable font.
    variationAxes: { opsz: 40, wght: 640 },
  },
  { name: 'inter', source: 'inter', cut: 'wght-normal', variationAxes: { wght: { min: 400, max: 700 } } },
]
/** Fontsource keeps the rupee sign in another file than the letters, and so do we: only a page with a price downloads it. */
const subsets = [
  { suffix: '', script: 'latin', characters: latin },
  { suffix: '-rupee', script: 'latin-ext', characters: '₹' },
]

for (const { name, source, cut, variationAxes } of families) {
  const folder = join(root, 'node_modules/@fontsource-variable', source)
  for (const { suffix, script, characters } of subsets) {
    const font = await subsetFont(
      await readFile(join(folder, 'files', `${source}-${script}-${cut}.woff2`)),
      characters,
      {
        targetFormat: 'woff2',
        variationAxes,
        keepFeatures: ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'tnum', 'case'],
        // A browser derives the widths between two weights from the outlines as well.
        dropTables: ['HVAR'],
        noHinting: true,
      },
    )
    await writeFile(join(root, 'src/ui/fonts', `${name}${suffix}.woff2`), font)
    console.log(`${name}${suffix}.woff2: ${font.length} bytes`)
  }
  await copyFile(join(folder, 'LICENSE'), join(root, 'src/ui/fonts', `${name}.LICENSE.txt`))
}

// The face of link cards, which the server draws (src/app/cards/draw-card.ts): a file that its text renderer reads.
const bricolage = join(root, 'node_modules/@fontsource-variable/bricolage-grotesque')
const cardFont = await subsetFont(
  await readFile(join(bricolage, 'files/bricolage-grotesque-latin-opsz-normal.woff2')),
  latin,
  { targetFormat: 'sfnt', variationAxes: { opsz: 40, wght: 640 }, keepFeatures: ['kern', 'liga'], noHinting: true },
)
await mkdir(join(root, 'content/fonts'), { recursive: true })
await writeFile(join(root, 'content/fonts/bricolage.ttf'), cardFont)
await copyFile(join(bricolage, 'LICENSE'), join(root, 'content/fonts/bricolage.LICENSE.txt'))
console.log(`bricolage.ttf: ${cardFont.length} bytes`)
