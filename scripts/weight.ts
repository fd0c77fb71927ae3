import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * What a visitor's browser may be asked to fetch on the public pages, gzip: all the client's modules that any public page can lead to,
 * and the stylesheet. Prints the sizes; fails past the budget.
 */
const budget = { js: 135 * 1024, css: 20 * 1024, fonts: 110 * 1024, fontFiles: 2 }

const client = join(process.env.ATRIUM_DIST ?? 'dist', 'client')
type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; assets?: string[]; css?: string[] }
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8'))

const gzipped = (file: string) => gzipSync(readFileSync(join(client, file)), { level: 9 }).length
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

/** Every chunk that loading this one can lead to, at once or later. The back office is another house behind its own door. */
function reachable(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(key) || /\.admin\.tsx$|\/office\//.test(key)) return seen
  seen.add(key)
  for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) reachable(next, seen)
  return seen
}

const chunks = [...reachable('src/app/client.tsx')]
  .map((key) => ({ key, size: gzipped(manifest[key]?.file ?? '') }))
  .sort((a, b) => b.size - a.size)
const js = chunks.reduce((sum, { size }) => sum + size, 0)
const style = manifest['src/ui/site.css']
const css = gzipped(style?.file ?? '')
const fontFiles = (style?.assets ?? []).filter((file) => file.endsWith('.woff2'))
const fonts = fontFiles.reduce((sum, file) => sum + readFileSync(join(client, file)).length, 0)

for (const { key, size } of chunks) console.log(`  ${kilobytes(size).padStart(9)}  ${key}`)
const rows: [string, number, number][] = [
  ['JavaScript, all public pages', js, budget.js],
  ['CSS', css, budget.css],
  [`Fonts (${fontFiles.length} files)`, fonts, budget.fonts],
]
for (const [what, size, limit] of rows) console.log(`${kilobytes(size).padStart(11)} of ${kilobytes(limit)}  ${what}`)
if (rows.some(([, size, limit]) => size > limit) || fontFiles.length > budget.fontFiles) {
  console.error('The public pages weigh more than they may.')
  process.exit(1)
}
