/**
 * Cuts the two font families into the files that `src/ui/fonts.css` declares, with the characters that it names, and writes them to
 * `src/ui/fonts/`, where they are committed. Run it after a change of the characters, the weights or Fontsource's version:
 * `node scripts/fonts.ts`.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import subsetFont from 'subset-font'
import { fontFaces } from '#app/ssr/font-faces.ts'

const root = resolve(import.meta.dirname, '..')

const everyCharacter = String.fromCodePoint(...Array.from({ length: 0x3000 }, (_, code) => code))
const faces = fontFaces(await readFile(join(root, 'src/ui/fonts.css'), 'utf8')).map(({ url, characters }) => ({
  file: basename(url),
  characters: [...everyCharacter].filter((character) => characters.test(character)).join(''),
}))

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
/** Fontsource has the letters beyond Latin-1, and the rupee sign with them, in another file. */
const scriptOf = (file: string) => (/-(extended|rupee)\./.test(file) ? 'latin-ext' : 'latin')

for (const { name, source, cut, variationAxes } of families) {
  const folder = join(root, 'node_modules/@fontsource-variable', source)
  for (const { file, characters } of faces.filter(({ file }) => file.startsWith(name))) {
    const font = await subsetFont(
      await readFile(join(folder, 'files', `${source}-${scriptOf(file)}-${cut}.woff2`)),
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
    await writeFile(join(root, 'src/ui/fonts', file), font)
    console.log(`${file}: ${font.length} bytes`)
  }
  await copyFile(join(folder, 'LICENSE'), join(root, 'src/ui/fonts', `${name}.LICENSE.txt`))
}

// The face of link cards, which the server draws (src/app/cards/draw-card.ts): a file that its text renderer reads.
const latin = faces
  .filter(({ file }) => ['bricolage.woff2', 'bricolage-rest.woff2'].includes(file))
  .map(({ characters }) => characters)
  .join('')
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
