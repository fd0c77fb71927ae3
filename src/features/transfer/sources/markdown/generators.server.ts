import { text as textOfStream } from 'node:stream/consumers'
import { isTimeZone } from '#contract/zoned-format.ts'
import type { SourceFile } from '../../ground/source.ts'
import { findRoot, type Generator } from './site-root.ts'
import { type Facts, factsIn, firstTextOf, isTable, isTrue, readValues, textOf } from './values.ts'

export type MarkdownSite = {
  generator: Generator
  /** The folder of the site among the files, with a slash at its end; '' for all of them. */
  root: string
  title?: string
  /** With the folder of the site in it, without a slash at its end. */
  address?: string
  timeZone?: string
  /** The settings of the site: those of a program in JavaScript only as far as they are plain texts. */
  settings: Facts
  /** The languages that names of files can end with (`name.fr.md`), and the one of names without. */
  languages: string[]
  language: string
  /** The folders at which Astro shows its collections, with slashes at their ends. */
  routes: Map<string, string>
  /** The folder of texts below the root, with a slash at its end; '' for the root itself. */
  texts: string
}

const largestSettings = 512 * 1024

export async function readFileText(file: SourceFile, largest: number): Promise<string | undefined> {
  return file.size > largest ? undefined : textOfStream(await file.open())
}

/** Files in which sites of programs in JavaScript keep their names and addresses. */
const plainSettingsFiles = [
  'src/config.ts',
  'src/consts.ts',
  'src/site.config.ts',
  'site.config.ts',
  'data/siteMetadata.js',
].concat(
  ['_data/', 'src/_data/'].flatMap((folder) =>
    ['metadata.js', 'metadata.json', 'site.js', 'site.json'].map((name) => folder + name),
  ),
)

/** In Astro a page with a variable in its name shows the texts of a collection. */
async function readRoutes(site: MarkdownSite, files: Map<string, SourceFile>) {
  for (const [path, file] of files) {
    const [, folder] = /^src\/pages\/((?:[^[\]/]+\/)*)\[[^/]*\.astro$/.exec(path.slice(site.root.length)) ?? []
    if (folder === undefined || !path.startsWith(site.root)) continue
    const text = await readFileText(file, 64 * 1024)
    for (const [, name = ''] of text?.matchAll(/getCollection\(\s*["'`](\w+)["'`]/g) ?? [])
      if (!site.routes.has(name)) site.routes.set(name, folder)
  }
  // Starlight shows its texts at the root.
  if (site.settings.has('starlight') || !site.routes.has('docs')) site.routes.set('docs', '')
}

/** Finds the program of a site by its files, and reads its settings. */
export async function siteOf(files: Map<string, SourceFile>): Promise<MarkdownSite> {
  const { root, generator, sign } = findRoot([...files.keys()])
  const site: MarkdownSite = {
    generator,
    root,
    settings: new Map(),
    languages: [],
    routes: new Map(),
    language: '',
    texts: '',
  }
  for (const path of sign ? settingsFiles(files, root, sign) : []) await readSettings(site, files, path)
  if (generator === 'hugo' && [...site.settings.values()].some(({ name }) => name === 'base_url'))
    site.generator = 'zola'
  if (generator === 'jekyll' && has(files, `${root}source/_posts/`)) site.generator = 'hexo'
  for (const path of plainSettingsFiles) {
    const file = generator === 'jekyll' ? undefined : files.get(root + path)
    const text = file && (await readFileText(file, largestSettings))
    for (const [key, fact] of text ? plainSettings(text) : []) if (!site.settings.has(key)) site.settings.set(key, fact)
  }
  if (generator === 'astro') await readRoutes(site, files)
  await nameSite(site, files)
  site.texts = folderOfTexts(site, files)
  return site
}

const has = (files: Map<string, SourceFile>, folder: string) => {
  for (const path of files.keys()) if (path.startsWith(folder)) return true
  return false
}

/** The files of settings; those named later win. */
function settingsFiles(files: Map<string, SourceFile>, root: string, sign: string): string[] {
  const more = [...files.keys()].filter(
    (path) =>
      path.startsWith(root) &&
      /^config\/_default\/(?:languages|permalinks|params)\.(?:toml|ya?ml|json)$/.test(path.slice(root.length)),
  )
  return [...more, sign]
}

async function readSettings(site: MarkdownSite, files: Map<string, SourceFile>, path: string) {
  const file = files.get(path)
  const text = file && (await readFileText(file, largestSettings))
  if (!text) return
  const kind = /\.(toml|ya?ml|json)$/.exec(path)?.[1]
  if (!kind) {
    for (const [key, fact] of plainSettings(text)) site.settings.set(key, fact)
    return
  }
  const part = /_default\/(languages|permalinks|params)\./.exec(path)?.[1]
  try {
    const values = readValues(text, kind === 'yml' ? 'yaml' : (kind as 'yaml'))
    const facts = part ? factsIn({ [part]: values }) : factsIn(values)
    for (const [key, fact] of facts) site.settings.set(key, fact)
  } catch {
    // The addresses of a site with damaged settings are those of its program's defaults.
  }
}

/** The settings of a program in JavaScript that are plain texts: `site: 'https://old.example'`. The first of each name counts. */
function plainSettings(source: string): Facts {
  const found: Facts = new Map()
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  for (const [, name = '', quote = '', value = '', word = ''] of code.matchAll(
    /\b(\w+)["']?\s*:\s*(?:(["'`])((?:(?!\2)[^\\\n$])*)\2|(true|false)\b)/g,
  )) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, { name, value: quote ? value : word })
  }
  return found
}

/** A setting by any of its names. */
export const settingOf = (site: MarkdownSite, ...names: string[]): unknown => {
  for (const name of names) {
    const value = site.settings.get(name.toLowerCase())?.value
    if (value !== undefined && value !== '') return value
  }
  return undefined
}

async function nameSite(site: MarkdownSite, files: Map<string, SourceFile>) {
  const title = textOf(settingOf(site, 'title', 'name', 'sitename'))
  if (title && !/\$\{/.test(title)) site.title = title.slice(0, 200)
  const zone = textOf(settingOf(site, 'timezone'))
  if (isTimeZone(zone)) site.timeZone = zone
  const address = textOf(settingOf(site, 'baseurl', 'siteurl', 'url', 'site', 'website'))
  const named = /^https?:/i.test(address)
    ? address
    : textOf(settingOf(site, 'url', 'site', 'siteurl', 'website', 'hostname'))
  const domain =
    files.get(`${site.root}CNAME`) ?? files.get(`${site.root}static/CNAME`) ?? files.get(`${site.root}public/CNAME`)
  const host = domain && (await readFileText(domain, 1_000))?.trim().split(/\s/)[0]
  const url = /^https?:/i.test(named)
    ? URL.parse(named)
    : host && !/[/:]/.test(host)
      ? URL.parse(`https://${host}`)
      : null
  if (url) {
    const folder = textOf(settingOf(site, 'baseurl', 'base', 'root', 'pathprefix'))
    const inside = /^https?:/i.test(folder) || (/^https?:/i.test(address) && address !== named) ? '' : folder
    const path = inside.startsWith('/') ? inside : url.pathname
    site.address = `${url.origin}${path}`.replace(/\/+$/, '')
  }
  site.language = textOf(settingOf(site, 'defaultcontentlanguage', 'defaultlanguage', 'languagecode', 'lang'))
    .slice(0, 5)
    .toLowerCase()
  const languages = settingOf(site, 'languages')
  if (isTable(languages)) site.languages = Object.keys(languages).map((name) => name.toLowerCase())
  if (site.generator === 'hugo' && !textOf(settingOf(site, 'defaultcontentlanguage'))) site.language = 'en'
}

function folderOfTexts(site: MarkdownSite, files: Map<string, SourceFile>): string {
  const folder = (name: string) => `${name.replace(/^\.?\/+|\/+$/g, '')}/`.replace(/^\.?\/$/, '')
  if (site.generator === 'hugo') return folder(textOf(settingOf(site, 'contentdir')) || 'content')
  if (site.generator === 'zola') return 'content/'
  if (site.generator === 'hexo') return 'source/'
  if (site.generator === 'jekyll') return folder(textOf(settingOf(site, 'source')))
  if (site.generator === 'vitepress') return folder(textOf(settingOf(site, 'srcdir')))
  if (site.generator !== 'eleventy') return ''
  const input = folder(textOf(settingOf(site, 'input')))
  if (input && has(files, site.root + input)) return input
  // The folder is often the value of a constant.
  return (
    ['src/', 'content/', 'site/'].find((name) => !has(files, `${site.root}posts/`) && has(files, site.root + name)) ??
    ''
  )
}

/** The address of a language's home below the site's root: '' for the main one. */
export const languageFolder = (site: MarkdownSite, language: string): string =>
  language === '' || (language === site.language && !isTrue(settingOf(site, 'defaultcontentlanguageinsubdir')))
    ? ''
    : `/${language}`

/** The template of addresses of a section, as Hugo's settings have it. */
export function permalinkOf(site: MarkdownSite, section: string): string {
  const permalinks = settingOf(site, 'permalinks')
  const page = factsIn(permalinks).get('page')?.value
  return firstTextOf(isTable(page) ? page : permalinks, [section])
}
