/**
 * Draws the sample content's pictures into `content/demo/images/`, in every width and format that `media.contract.ts` promises, with a
 * manifest of what they are. All of them: `node content/demo/illustrations/draw.ts`; some: `node content/demo/illustrations/draw.ts figure-loop …`
 * The same program draws the same files.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { imageWidths } from '../../../src/contract/media.ts'
import { avatars } from './avatars.ts'
import { courses } from './courses.ts'
import { figures } from './figures.ts'
import type { Sheet } from './ink.ts'
import { aiPosts } from './posts-ai.ts'
import { cloudPosts } from './posts-cloud.ts'
import { securityPosts } from './posts-security.ts'
import { transformationPosts } from './posts-transformation.ts'

const folder = 'content/demo/images'
const pictures: Record<string, () => Sheet> = {
  ...aiPosts,
  ...cloudPosts,
  ...securityPosts,
  ...transformationPosts,
  ...courses,
  ...figures,
  ...avatars,
}

type Manifest = Record<string, { hash: string; width: number; height: number }>
const manifestFile = join(folder, 'manifest.json')

/** The drawing at this width, in pixels: drawn anew for each, so that its lines are as sharp as they can be. */
function raster({ width, height, body }: Sheet, pixels: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${Math.round((pixels * height) / width)}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${body}</svg>`
  return sharp(Buffer.from(svg)).flatten().removeAlpha()
}

/** Writes one picture's files; gives its entry of the manifest and the bytes written. */
async function write(name: string, drawing: Sheet) {
  let bytes = 0
  let hash = ''
  for (const width of imageWidths(drawing.width)) {
    const picture = raster(drawing, width)
    // Flat colour and hairlines: full colour resolution matters more than a low quantiser.
    const avif = await picture.clone().avif({ quality: 53, effort: 6, chromaSubsampling: '4:4:4' }).toBuffer()
    const webp = await picture
      .clone()
      .webp({ quality: 74, effort: 6, preset: 'drawing', smartSubsample: true })
      .toBuffer()
    await writeFile(join(folder, `${name}-${width}.avif`), avif)
    await writeFile(join(folder, `${name}-${width}.webp`), webp)
    bytes += avif.length + webp.length
    if (width === drawing.width) hash = createHash('sha256').update(webp).digest('hex').slice(0, 32)
    process.stdout.write(`  ${width}: ${avif.length} avif, ${webp.length} webp\n`)
  }
  return { entry: { hash, width: drawing.width, height: drawing.height }, bytes }
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !pictures[name])
if (unknown.length) {
  console.error(`No drawing of that name: ${unknown.join(', ')}. There are: ${Object.keys(pictures).join(', ')}`)
  process.exit(1)
}

await mkdir(folder, { recursive: true })
const manifest: Manifest = asked.length ? JSON.parse(await readFile(manifestFile, 'utf8').catch(() => '{}')) : {}
let total = 0
for (const [name, draw] of Object.entries(pictures)) {
  if (asked.length && !asked.includes(name)) continue
  console.log(name)
  const { entry, bytes } = await write(name, draw())
  manifest[name] = entry
  total += bytes
}
const sorted = Object.fromEntries(Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1)))
await writeFile(manifestFile, `${JSON.stringify(sorted, null, 2)}\n`)
console.log(`${total} bytes`)
