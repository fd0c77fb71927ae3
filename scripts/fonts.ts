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
const sources = join(root, 'node_modules/@fontsource-variable')

/** The characters of a font file of Fontsource, as another file. */
const cut = async (family: string, file: string, characters: string, options: Parameters<typeof subsetFont>[2]) =>
  subsetFont(await readFile(join(sources, family, 'files', `${family}-${file}.woff2`)), characters, {
    noHinting: true,
    ...options,
  })

const everyCharacter = String.fromCodePoint(...Array.from({ length: 0xd800 }, (_, code) => code))
const faces = fontFaces(await readFile(join(root, 'src/ui/fonts.css'), 'utf8')).map(({ url, characters }) => ({
  file: basename(url),
  characters: [...everyCharacter].filter((character) => characters.test(character)).join(''),
}))

type Family = {
  name: string
  source: string
  axes: string
  variationAxes: Record<string, number | { min: number; max: number }>
}

const families: Family[] = [
  {
    name: 'bricolage',
    source: 'bricolage-grotesque',
    axes: 'opsz-normal',
    // One weight at one optical size: the drawing that is meant for headlines, and half the bytes of the variable font.
    variationAxes: { opsz: 40, wght: 640 },
  },
  { name: 'inter', source: 'inter', axes: 'wght-normal', variationAxes: { wght: { min: 400, max: 700 } } },
]
/** Fontsource has the letters beyond Latin-1, and the rupee sign with them, in another file. */
const scriptOf = (file: string) => (/-(extended|rupee)\./.test(file) ? 'latin-ext' : 'latin')

for (const { name, source, axes, variationAxes } of families) {
  for (const { file, characters } of faces.filter(({ file }) => file.startsWith(name))) {
    const font = await cut(source, `${scriptOf(file)}-${axes}`, characters, {
      targetFormat: 'woff2',
      variationAxes,
      keepFeatures: ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'tnum', 'case'],
      // A browser derives the widths between two weights from the outlines as well.
      dropTables: ['HVAR'],
    })
    await writeFile(join(root, 'src/ui/fonts', file), font)
    console.log(`${file}: ${font.length} bytes`)
  }
  await copyFile(join(sources, source, 'LICENSE'), join(root, 'src/ui/fonts', `${name}.LICENSE.txt`))
}

// The faces of link cards, which the server draws (src/app/cards/card-text.ts): files that its text renderer reads, each with all characters of one
// script of Fontsource's. The features stay, since the letters of Devanagari join by them.
const cardFaces = [
  { name: 'bricolage', source: 'bricolage-grotesque', axes: 'opsz', scripts: ['latin', 'latin-ext', 'vietnamese'] },
  { name: 'inter', source: 'inter', axes: 'wght', scripts: ['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'] },
  { name: 'noto', source: 'noto-sans-devanagari', axes: 'wght', scripts: ['devanagari'] },
]
const cards = join(root, 'content/fonts')
await mkdir(cards, { recursive: true })
for (const { name, source, axes, scripts } of cardFaces) {
  for (const script of scripts) {
    const font = await cut(source, `${script}-${axes}-normal`, everyCharacter, {
      targetFormat: 'sfnt',
      variationAxes: { ...(axes === 'opsz' && { opsz: 40 }), wght: 640 },
    })
    await writeFile(join(cards, `${name}-${script}.ttf`), font)
    console.log(`${name}-${script}.ttf: ${font.length} bytes`)
  }
  await copyFile(join(sources, source, 'LICENSE'), join(cards, `${name}.LICENSE.txt`))
}
