import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import type { Renderer } from '#app/web/rendering.ts'
import { distFolder } from '#server/config/program-files.ts'
import { brotliOptions } from '#server/http/response-cache.ts'
import { measured } from '#web/measured.ts'
import { type FontFace, fontFaces, isBasic } from './font-faces.ts'
import { createPageStyles, readTokenStyles } from './page-styles.ts'

export type Assets = {
  renderer: Renderer
  /** The addresses of the client's modules in the order to run them: the libraries, then the entry. */
  modules: string[]
  /** The styles of a page's body as markup. They are inlined into its document, so that the first paint waits for no other file. */
  styles: (body: string) => string
  /** The address of the whole stylesheet, for the client, which shows other pages too. */
  stylesheet: string
  fonts: string[]
  bootScript: string
  /** The weight of the build, for pages that show it. */
  weights: Weights
  /** The inline scripts of every page, for the Content-Security-Policy. */
  inlineScripts: string[]
  /** False while the source may change from one request to the next. */
  cacheable: boolean
}

type Manifest = Record<string, { file: string; name?: string }>

/** The chunks of the libraries, as named in `vite.config.ts`; each comes after those that it imports. */
const libraries = ['react', 'query']

/**
 * Reads the output of `npm run build` from `dist/`, and the company's own design tokens.
 * @throws ConfigError when these cannot be used
 */
export async function loadAssets(siteDir?: string): Promise<Assets> {
  const manifest: Manifest = JSON.parse(await readFile(join(distFolder, 'client/.vite/manifest.json'), 'utf8'))
  const file = (source: string) => {
    const entry = manifest[source]
    if (!entry) throw new Error(`The build has no ${source}: run the build again`)
    return entry.file
  }
  const stylesheet = file('src/app/web/site.css')
  const [css, bootScript, renderer] = await Promise.all([
    readFile(join(distFolder, 'client', stylesheet), 'utf8'),
    readFile(join(distFolder, 'boot.js'), 'utf8'),
    import(pathToFileURL(join(distFolder, 'server/renderer.js')).href) as Promise<Renderer>,
  ])
  const pageStyles = createPageStyles(css)
  const faces = fontFaces(css)
  const tokens = readTokenStyles(siteDir, css)
  const library = (name: string) => Object.values(manifest).find((chunk) => chunk.name === name)?.file ?? []
  const modules = [...libraries.flatMap(library), file('src/app/web/client.tsx')].map((name) => `/${name}`)
  return {
    renderer,
    modules,
    // The company's tokens may use variables that the page itself does not.
    styles: (body) => `<style>${pageStyles(body + tokens)}</style>${tokens}`,
    stylesheet: `/${stylesheet}`,
    fonts: faces.filter(isBasic).map(({ url }) => url),
    bootScript,
    weights: { script: compressedSize(bootScript), fonts: await Promise.all(faces.map(weighFont)) },
    inlineScripts: [bootScript, speculationRules],
    cacheable: true,
  }
}

const weighFont = async ({ url, characters }: FontFace) => ({
  bytes: (await stat(join(distFolder, 'client', url))).size,
  characters,
})

/** Addresses that are not pages, are private, or may change data. */
const excluded = ['/admin*', '/subscribers*', '/api/*', '/media/*', '/assets/*', '/newsletter/*', '/*.*']

/** Links to pages of this site. Links inside the page, and to the page itself, prepare nothing. */
const pages = [
  { href_matches: '/*' },
  { not: { href_matches: excluded } },
  { not: { selector_matches: '[href*="#"], [aria-current], [target], [download]' } },
]

/**
 * The rules by which a browser prepares the next page: it renders the page of a link that is pointed at or pressed, and fetches the
 * entries of a list early, on a phone when they come into view. A browser that saves data or energy does neither.
 */
export const speculationRules = JSON.stringify({
  prerender: [{ where: { and: pages }, eagerness: 'moderate' }],
  prefetch: [{ where: { and: [...pages, { selector_matches: 'main li a' }] }, eagerness: 'eager' }],
})

/** The weight of the build in bytes: the boot script, compressed, and each font with the characters that need it. */
type Weights = { script: number; fonts: { bytes: number; characters: RegExp }[] }

/** The bytes of a text, compressed as the answers are. */
export function compressedSize(text: string): number {
  const bytes = Buffer.from(text)
  return brotliCompressSync(bytes, brotliOptions(bytes.length)).length
}

const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)

/** Writes its own weights into a document that has marks for them; other documents do not change. */
export function writeWeights(text: string, weights: Weights): string {
  if (!text.includes(measured.document)) return text
  const fonts = weights.fonts.filter(({ characters }) => characters.test(text))
  const before = text
    .replace(measured.script, kilobytes(weights.script))
    .replace(measured.fonts, kilobytes(fonts.reduce((sum, { bytes }) => sum + bytes, 0)))
  return before.replace(measured.document, kilobytes(compressedSize(before)))
}
