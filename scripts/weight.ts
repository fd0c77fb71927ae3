import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fontFaces } from '#app/ssr/font-faces.ts'

/**
 * The files that a visitor's browser fetches, gzipped: the script in every document, which is the only one until the
 * visitor acts; the modules of each public page; and the stylesheet and fonts.
 * Prints the sizes and fails past the budget, or if a screen of the back office other than a form loads the editor.
 */
// The fonts are those before the first paint of an English page, with the rupee sign.
const budget = { boot: 6 * 1024, js: 110 * 1024, css: 20 * 1024, fonts: 34 * 1024 }

const dist = process.env['ATRIUM_DIST'] ?? 'dist'
const client = join(dist, 'client')
type Chunk = { file: string; name?: string; imports?: string[] }
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))

const gzipped = (file: string, folder = client) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`.padStart(10)

/** A module and all that it cannot run without. */
function needed(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key]?.imports ?? []) needed(next, seen)
  return seen
}

const sizes = new Map(
  Object.entries(manifest).map(([key, { file }]) => [key, file.endsWith('.js') ? gzipped(file) : 0]),
)
const sum = (keys: Iterable<string>) => [...keys].reduce((total, key) => total + (sizes.get(key) ?? 0), 0)

const entry = needed('src/app/web/client.tsx')
const pages = Object.keys(manifest)
  .filter((key) => key.endsWith('.page.tsx'))
  .map((key) => ({ name: key.replace(/^src\/(features\/)?/, ''), modules: new Set([...entry, ...needed(key)]) }))
const style = manifest['src/app/web/site.css']
const faces = fontFaces(readFileSync(join(client, style?.file ?? ''), 'utf8'))
const fontsFor = (text: string) =>
  faces
    .filter(({ characters }) => characters.test(text))
    .reduce((total, { url }) => total + readFileSync(join(client, url)).length, 0)

const weighed = pages.map(({ name, modules }) => ({ name, size: sum(modules) })).sort((a, b) => b.size - a.size)
for (const key of entry) console.log(`${kilobytes(sizes.get(key) ?? 0)}  on every page: ${key}`)
for (const { name, size } of weighed) console.log(`${kilobytes(size)}  ${name} in all`)
console.log(
  `${kilobytes(sum(new Set(pages.flatMap(({ modules }) => [...modules]))))}  for a visitor who opens every page`,
)

const rows: [string, number, number][] = [
  ['JavaScript before an act', gzipped('boot.js', dist), budget.boot],
  ['JavaScript of the heaviest page', weighed[0]?.size ?? 0, budget.js],
  ['CSS', gzipped(style?.file ?? ''), budget.css],
  ['Fonts before the first paint', fontsFor('Save ₹ 12,000'), budget.fonts],
]
for (const [what, size, limit] of rows) console.log(`${kilobytes(size)} of ${kilobytes(limit).trim()}  ${what}`)
const isTooHeavy = rows.some(([, size, limit]) => size > limit)
if (isTooHeavy) console.error('The public pages exceed their weight limits.')

// A screen of the back office opens at once because only forms load the editor.
const editor = Object.keys(manifest).find((key) => manifest[key]?.name === 'content-editor')
if (!editor) throw new Error('The editor has no separate file')
const withEditor = Object.keys(manifest).filter(
  (key) => key.endsWith('.admin.tsx') && !key.endsWith('-form.admin.tsx') && needed(key).has(editor),
)
for (const key of withEditor) console.error(`${key} is not a form but loads the editor`)
if (isTooHeavy || withEditor.length > 0) process.exit(1)
