/**
 * Cuts the two families down to what the public site shows and writes `src/ui/fonts/` and `src/ui/fonts.css`, which are committed.
 * Run it again after changing the characters, the weights or the Fontsource version: `node scripts/fonts.ts`.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import untypedSubset from 'subset-font'
import { borrowGlyph } from './fonts/borrow-glyph.ts'
import { overrides, type StandIn } from './fonts/metrics.ts'
import { readTables, writeTables } from './fonts/sfnt.ts'

/** The part of the subsetter that is used here; its published types lag behind it. */
const subsetFont = untypedSubset as unknown as (font: Buffer, text: string, options: SubsetOptions) => Promise<Buffer>
type SubsetOptions = {
  targetFormat: 'sfnt' | 'woff2'
  variationAxes?: Record<string, number | { min: number; max: number }>
  keepFeatures?: string[]
  dropTables?: string[]
  noHinting?: boolean
}

const root = resolve(import.meta.dirname, '..')
const target = join(root, 'src/ui/fonts')

const range = (first: number, last: number) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, n) => first + n))
const rupee = '₹'
/** ASCII, Latin-1 and the marks of good typesetting. Anything else falls back to the system's own font. */
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ıŒœŸŠšŽž–—‘’‚“”„†•…‹›€™−`

type Family = {
  name: string
  source: string
  file: string
  axes: SubsetOptions['variationAxes']
  /** What `font-weight` says in `@font-face`. */
  weight: string
  /** Linux asks its font service for one name after the other while the first paint waits, so what it has stands first. */
  standIns: { name: string; local: string[]; like: StandIn }[]
}

const families: Family[] = [
  {
    name: 'Bricolage Grotesque',
    source: 'bricolage-grotesque/files/bricolage-grotesque-{cut}-opsz-normal.woff2',
    file: 'bricolage.woff2',
    // One weight at one optical size: a drawing made for headlines, and half the bytes of the variable font.
    axes: { opsz: 40, wght: 640 },
    weight: '500 800',
    standIns: [
      { name: 'Bricolage Fallback', local: ['Liberation Sans Bold', 'Arial Bold'], like: 'arialBold' },
      { name: 'Bricolage Fallback Roboto', local: ['Roboto Bold'], like: 'robotoBold' },
    ],
  },
  {
    name: 'Inter',
    source: 'inter/files/inter-{cut}-wght-normal.woff2',
    file: 'inter.woff2',
    axes: { wght: { min: 400, max: 700 } },
    weight: '400 700',
    standIns: [
      { name: 'Inter Fallback', local: ['Liberation Sans', 'Arial'], like: 'arial' },
      { name: 'Inter Fallback Roboto', local: ['Roboto'], like: 'roboto' },
    ],
  },
]

async function cut({ source, axes }: Family) {
  const file = (cutName: string) => readFile(join(root, 'node_modules/@fontsource-variable', source.replace('{cut}', cutName)))
  const asTables = async (bytes: Buffer, text: string) =>
    readTables(await subsetFont(bytes, text, { targetFormat: 'sfnt', variationAxes: axes, noHinting: true, dropTables: ['HVAR'] }))
  const base = await asTables(await file('latin'), characters)
  const donor = await asTables(await file('latin-ext'), rupee)
  const tables = borrowGlyph(base, donor, rupee.charCodeAt(0))
  const font = await subsetFont(writeTables(tables), characters + rupee, {
    targetFormat: 'woff2',
    keepFeatures: ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'tnum', 'case'],
  })
  return { tables, font }
}

const rules: string[] = [
  '/* Written by scripts/fonts.ts. The stand-ins take the same room as our fonts, so that nothing moves when these arrive. */',
]
let total = 0
for (const family of families) {
  const { tables, font } = await cut(family)
  await writeFile(join(target, family.file), font)
  const licence = join(root, 'node_modules/@fontsource-variable', family.source.split('/')[0] ?? '', 'LICENSE')
  await copyFile(licence, join(target, family.file.replace('.woff2', '.LICENSE.txt')))
  rules.push(
    `@font-face {\n  font-family: "${family.name}";\n  src: url("./fonts/${family.file}") format("woff2");\n  font-weight: ${family.weight};\n  font-display: swap;\n}`,
    ...family.standIns.map(
      ({ name, local, like }) =>
        `@font-face {\n  font-family: "${name}";\n  src: ${local.map((face) => `local("${face}")`).join(', ')};\n  font-weight: ${family.weight};\n  ${overrides(tables, like).replaceAll('; ', ';\n  ')};\n}`,
    ),
  )
  total += font.length
  console.log(`${family.file}: ${font.length} bytes`)
}
await writeFile(join(root, 'src/ui/fonts.css'), `${rules.join('\n')}\n`)
console.log(`${total} bytes in all`)
