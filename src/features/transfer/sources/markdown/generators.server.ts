import { text as textOfStream } from 'node:stream/consumers'
import type { SourceFile } from '../../ground/source.ts'
import { isTimeZone } from './dates.ts'
import { type Facts, factsIn, firstTextOf, isTable, isTrue, readValues, textOf } from './values.ts'

/** The programs that make a site from Markdown, as far as their addresses and their signs in texts differ. */
export const generators = {
  hugo: 'Hugo',
  zola: 'Zola',
  jekyll: 'Jekyll',
  hexo: 'Hexo',
  astro: 'Astro',
  eleventy: 'Eleventy',
  docusaurus: 'Docusaurus',
  vitepress: 'VitePress',
  gatsby: 'Gatsby',
  next: 'Next.js',
  obsidian: 'Obsidian',
  plain: 'Markdown',
} as const
export type Generator = keyof typeof generators

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
  /** The folder of texts below the root, with a slash at its end; '' for the root itself. */
  texts: string
}

/** The file by which a program is known. The first of a folder counts. */
const anyConfig = /^config\.(?:toml|ya?ml|json)$/
const signs: [RegExp, Generator][] = [
  [/^hugo\.(?:toml|ya?ml|json)$/, 'hugo'],
  [/^config\/_default\/(?:hugo|config)\.(?:toml|ya?ml|json)$/, 'hugo'],
  [/^docusaurus\.config\.[mc]?[jt]s$/, 'docusaurus'],
  [/^astro\.config\.[mc]?[jt]s$/, 'astro'],
  [/^(?:\.eleventy|eleventy\.config)\.[mc]?[jt]s$/, 'eleventy'],
  [/^gatsby-config\.[mc]?[jt]s$/, 'gatsby'],
  [/^\.(?:vitepress|vuepress)\/config(?:\/index)?\.(?:[mc]?[jt]s|json)$/, 'vitepress'],
  [/^_config\.(?:ya?ml|toml)$/, 'jekyll'],
  [anyConfig, 'hugo'],
  [/^next\.config\.[mc]?[jt]s$/, 'next'],
  [/^\.obsidian\/app\.json$/, 'obsidian'],
]
const places = signs.map(([pattern, generator]) => ({
  pattern: new RegExp(`^(.*/)?${pattern.source.slice(1)}`),
  generator,
}))
/** Folders of examples and of other programs, which may have settings of their own. */
const foreign = /(?:^|\/)(?:node_modules|themes|vendor|exampleSite|examples?|tests?|fixtures|\.git|_site)\//

const largestSettings = 512 * 1024

export async function readFileText(file: SourceFile, largest: number): Promise<string | undefined> {
  return file.size > largest ? undefined : textOfStream(await file.open())
}

/** Finds the program of a site by its files, and reads its settings. */
export async function siteOf(files: Map<string, SourceFile>): Promise<MarkdownSite> {
  const { root, generator, sign } = findRoot([...files.keys()])
  const site: MarkdownSite = {
    generator,
    root,
    settings: new Map(),
    languages: [],
    language: '',
    texts: '',
  }
  for (const path of sign ? settingsFiles(files, root, sign) : []) await readSettings(site, files, path)
  if (generator === 'hugo' && [...site.settings.values()].some(({ name }) => name === 'base_url'))
    site.generator = 'zola'
  if (generator === 'jekyll' && has(files, `${root}source/_posts/`)) site.generator = 'hexo'
  await nameSite(site, files)
  site.texts = folderOfTexts(site, files)
  return site
}

const has = (files: Map<string, SourceFile>, folder: string) => {
  for (const path of files.keys()) if (path.startsWith(folder)) return true
  return false
}

const depthOf = (folder: string) => folder.split('/').length

function findRoot(paths: string[]): { root: string; generator: Generator; sign?: string } {
  const folders = new Set(
    paths.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))),
  )
  let best: { root: string; generator: Generator; sign: string; rank: number } | undefined
  for (const path of paths) {
    const rank = foreign.test(path) ? -1 : places.findIndex(({ pattern }) => pattern.test(path))
    const place = places[rank]
    if (!place) continue
    const root = place.pattern.exec(path)?.[1] ?? ''
    // Many programs have a file of this name.
    if (signs[rank]?.[0] === anyConfig && !folders.has(`${root}content/`)) continue
    const nearer = best ? depthOf(root) - depthOf(best.root) || rank - best.rank : -1
    if (nearer < 0) best = { root, generator: place.generator, sign: path, rank }
  }
  if (best) return best
  const posts = paths.find((path) => /(?:^|\/)_posts\//.test(path) && !foreign.test(path))
  if (posts)
    return {
      root: posts.slice(0, posts.search(/(?:^|\/)_posts\//)).replace(/$/, posts.startsWith('_posts') ? '' : '/'),
      generator: 'jekyll',
    }
  const astro = paths.find((path) => /(?:^|\/)src\/content\//.test(path))
  if (astro) return { root: astro.slice(0, astro.search(/(?<=^|\/)src\/content\//)), generator: 'astro' }
  const common = commonFolder(paths)
  const content = ['content/', `${common}content/`].find(
    (folder) => folders.has(folder) && folders.has(folder.replace(/content\/$/, 'static/')),
  )
  if (content) return { root: content.slice(0, -'content/'.length), generator: 'hugo' }
  return { root: common, generator: 'plain' }
}

export const isMarkdown = (path: string) => /\.(?:md|markdown|mdx|mkd|mkdn|mdown|mdwn|qmd|rmd)$/i.test(path)

/** Folders whose texts are posts, in the languages that sites are often in. */
const postFolders =
  /^_?(?:posts?|blogs?|articles?|news|notes?|writing|writings|journal|stories|updates|til|essays|entries|diary|insights|announcements|releases|artikel|beitraege|beiträge|aktuelles|neuigkeiten|nachrichten|actualites|actualités|billets|noticias|articulos|artículos|entradas|artigos|articoli|notizie|berichten|nieuws|wpisy|статьи|новости|блог|लेख|ब्लॉग|文章|博客|記事|ブログ|中文|블로그|مقالات|מאמרים)$/iu
export const isPostFolder = (name: string) => postFolders.test(name)

/** The folder in which an archive has everything, unless its name says something about its texts. */
function commonFolder(paths: string[]): string {
  const folder = /^[^/]+\//.exec(paths[0] ?? '')?.[0] ?? ''
  const says = isPostFolder(folder.slice(0, -1)) || /^(?:content|docs|src|pages|_drafts)\/$/.test(folder)
  return !says && paths.every((path) => path.startsWith(folder)) ? folder : ''
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
    /\b(\w+)\s*:\s*(?:(["'`])((?:(?!\2)[^\\\n$])*)\2|(true|false)\b)/g,
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
  const address = textOf(settingOf(site, 'baseurl', 'siteurl', 'url', 'site', 'siteurl'))
  const named = /^https?:/i.test(address) ? address : textOf(settingOf(site, 'url', 'site', 'siteurl', 'hostname'))
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
