import { generators, isMarkdown, languageFolder, type MarkdownSite, permalinkOf, settingOf } from './generators.ts'
import { factsIn, firstTextOf, isTable, isTrue, textOf, textsOf } from './values.ts'

/** Where a text belongs in its site. `address` is below the site's root and decoded; absent for a text without a page of its own. */
export type Place = { kind: 'post' | 'page'; address?: string; language: string; named: string; date: string }

/** The facts of a text from which its place follows. */
export type PlaceFacts = {
  title: string
  slug: string
  /** `url`, or `permalink`, as typed. */
  address: string
  type: string
  date: string
  categories: string[]
  hasFactsOfPosts: boolean
}

/** Folders whose texts are posts, in the languages that sites are often in. */
const postFolders =
  /^_?(?:posts?|blogs?|articles?|news|notes?|writing|writings|journal|stories|updates|til|essays|entries|diary|insights|announcements|releases|artikel|beitraege|beiträge|aktuelles|neuigkeiten|nachrichten|actualites|actualités|billets|noticias|articulos|artículos|entradas|artigos|articoli|notizie|berichten|nieuws|wpisy|статьи|новости|блог|लेख|ब्लॉग|文章|博客|記事|ブログ|中文|블로그|مقالات|מאמרים)$/iu
const pageNames =
  /^(?:index|home|about(?:-us|-me)?|contact(?:-us)?|imprint|impressum|datenschutz|privacy(?:-policy)?|terms(?:-of-(?:use|service))?|legal|faq|team|services|pricing|careers|404|uses|now|cv|resume|projects?|portfolio|links)$/i

/** Texts about a repository, which its site does not show. */
const aboutRepository =
  /^(?:readme|licen[cs]e|changelog|changes|contributing|contributors|code[_-]of[_-]conduct|security|authors|maintainers|governance|support|todo|agents|claude|gemini|copying|notice|history|roadmap|upgrading|(?:pull_request|issue)_template)(?:[._-][a-z]{2}(?:[._-][a-z]{2})?)?$/i

/** Folders whose texts no site shows, with the reason. */
const folders: [RegExp, string][] = [
  [/(?:^|\/)node_modules\//, 'It belongs to a package of the program.'],
  [/(?:^|\/)(?:themes?|vendor)\//, 'It belongs to a theme.'],
  [
    /(?:^|\/)(?:layouts|_layouts|_includes|_sass|archetypes|templates|shortcodes|partials|components)\//,
    'It is a part of the design.',
  ],
  [/(?:^|\/)\.[^/]+\//, 'It is a file of a program, not of the site.'],
  [/(?:^|\/)(?:exampleSite|__tests__|fixtures)\//, 'It is an example.'],
  [/(?:^|\/)(?:_site|\.cache|\.docusaurus|resources\/_gen)\//, 'The program makes it from other files.'],
  [/(?:^|\/)[\w-]*versioned_docs\//, 'It is an older version of a page.'],
]

/** Why a text is no post and no page; undefined if it is one. @param path below the root of the site */
export function leftOut(site: MarkdownSite, path: string, hasFacts: boolean): string | undefined {
  const folder = folders.find(([pattern]) => pattern.test(path))
  if (folder && !(site.generator === 'obsidian' || site.generator === 'plain')) return folder[1]
  if (folder && /node_modules|\/?\.[^/]+\//.test(path)) return folder[1]
  const name = baseOf(path)
  const readmeIsPage = site.generator === 'docusaurus' && !/^readme\.mdx?$/i.test(path) && /(?:^|\/)docs\//.test(path)
  if (
    !hasFacts &&
    aboutRepository.test(name) &&
    !readmeIsPage &&
    !(site.generator === 'vitepress' && /^readme$/i.test(name) && path.includes('/'))
  )
    return 'It is about the files, not a page of the site.'
  if ((site.generator === 'hugo' || site.generator === 'zola') && path.startsWith(site.texts)) {
    if (/^_index(?:\.[\w-]+)?$/.test(name))
      return `It is the head of a section of ${generators[site.generator]}, which lists other pages.`
  } else if (site.texts !== '' && !path.startsWith(site.texts))
    return `${generators[site.generator]} shows only the texts in ${site.texts}.`
  if (site.generator === 'jekyll') return leftOutOfJekyll(site, path, hasFacts)
  return undefined
}

function leftOutOfJekyll(site: MarkdownSite, path: string, hasFacts: boolean): string | undefined {
  const inside = path.slice(site.texts.length)
  const special = /(?:^|\/)(_[^/]+)\//.exec(inside)?.[1]
  if (special === '_posts' || special === '_drafts') return undefined
  if (special === undefined)
    return hasFacts || isMarkdown(path) ? undefined : 'It has no front matter, so Jekyll copies it as it is.'
  const collection = collectionOf(site, special.slice(1))
  if (!collection) return `Jekyll makes no pages from ${special}.`
  return isTrue(factsIn(collection).get('output')?.value)
    ? undefined
    : `The collection “${special.slice(1)}” has no pages of its own.`
}

function collectionOf(site: MarkdownSite, name: string): unknown {
  const collections = settingOf(site, 'collections', 'collectionsdir')
  if (isTable(collections)) return factsIn(collections).get(name.toLowerCase().replace(/[_-]/g, ''))?.value
  return textsOf(collections).includes(name) ? {} : undefined
}

/** The name of a file without its folder and its extension. */
export const baseOf = (path: string) => path.replace(/^.*\//, '').replace(/\.[^.]+$/, '')
const folderOf = (path: string) => path.replace(/[^/]*$/, '')

const datedName = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[-_ ](.*))?$/

/** Where a text belongs: a post or a page, and the address that its program gives it. @param path below the root of the site */
export function placeOf(site: MarkdownSite, path: string, facts: PlaceFacts): Place {
  const inside = path.startsWith(site.texts) ? path.slice(site.texts.length) : path
  const { name: wholeName, language, folder: inFolder } = withoutLanguage(site, baseOf(inside), folderOf(inside))
  const isIndex = /^(?:index|readme|page)$/i.test(wholeName) && !(wholeName === 'page' && site.generator !== 'zola')
  const bundle = isIndex ? (/([^/]*)\/$/.exec(inFolder)?.[1] ?? '') : ''
  const name = isIndex ? bundle : wholeName
  const folder = isIndex ? inFolder.replace(/[^/]*\/$/, '') : inFolder
  const [, year, month, day, rest] =
    datedName.exec(name) ?? /^(?:.*\/)?(\d{4})\/(\d{1,2})\/(\d{1,2})\/(.*)$/.exec(`${folder}${name}`) ?? []
  const date = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : ''
  const kind = kindOf(site, path, inFolder, name || wholeName, facts, date !== '')
  const place = { kind, language, date, named: rest || name || 'index' }
  const given = givenAddress(site, facts, place, folder)
  if (given === false) return place
  const address = given ?? addressBy(site, { ...place, name, folder, isIndex, facts, path })
  return address === undefined ? place : { ...place, address: `${languageFolder(site, language)}${clean(address)}` }
}

function withoutLanguage(site: MarkdownSite, base: string, folder: string) {
  const [, short, end] = /^(.+)\.([a-z]{2,3}(?:-[a-z]{2,4})?)$/i.exec(base) ?? []
  if (short && end && (site.languages.includes(end.toLowerCase()) || (site.generator === 'hugo' && end.length === 2)))
    return { name: short, language: end.toLowerCase(), folder }
  const [first = ''] = folder.split('/')
  if (site.languages.includes(first.toLowerCase()) && (site.generator === 'hugo' || site.generator === 'zola'))
    return { name: base, language: first.toLowerCase(), folder: folder.slice(first.length + 1) }
  return { name: base, language: '', folder }
}

/**
 * The one rule of posts and pages: a text is the one that it says (`type`, `layout`); else a post in a folder of posts, or with a day in its name; a page
 * in a folder of pages of its program, or with the name of one; else a post if it has a date and another fact of posts. A folder of no program has posts.
 */
function kindOf(
  site: MarkdownSite,
  path: string,
  folder: string,
  name: string,
  facts: PlaceFacts,
  dated: boolean,
): 'post' | 'page' {
  const type = facts.type.toLowerCase()
  if (
    /^(?:blog|news)?_?-?(?:posts?|article|blog|news)(?:[-_]?(?:layout|single|post))?$/.test(
      baseOf(`${type}.x`).replace(/\.\w+$/, ''),
    )
  )
    return 'post'
  if (/^(?:.*\/)?(?:static-?)?pages?(?:-?layout)?(?:\.\w+)?$/.test(type)) return 'page'
  const segments = folder.split('/').filter(Boolean)
  if (site.generator === 'docusaurus')
    return /^(?:src\/pages|docs|[\w-]*docs)\//.test(path)
      ? 'page'
      : segments.some((one) => postFolders.test(one)) || dated
        ? 'post'
        : 'page'
  if (segments.some((one) => /^_(?:posts|drafts)$/.test(one))) return 'post'
  if (site.generator === 'astro' && /^src\/pages\//.test(path))
    return segments.slice(2).some((one) => postFolders.test(one)) ? 'post' : 'page'
  const main = textsOf(factsIn(settingOf(site, 'params')).get('mainsections')?.value)
  if (segments.length > 0 && (main.includes(segments[0] ?? '') || segments.some((one) => postFolders.test(one))))
    return pageNames.test(name) && !facts.date ? 'page' : 'post'
  if (dated) return 'post'
  if (pageNames.test(name)) return 'page'
  if (site.generator === 'plain' || site.generator === 'obsidian') return 'post'
  if (site.generator === 'jekyll') return 'page'
  if ((site.generator === 'hugo' || site.generator === 'zola') && segments.length === 0) return 'page'
  return facts.date !== '' && facts.hasFactsOfPosts ? 'post' : 'page'
}

/** The address that the text itself names; false for none at all. */
function givenAddress(site: MarkdownSite, facts: PlaceFacts, place: Place, folder: string): string | false | undefined {
  if (facts.address === '') return undefined
  if (/^(?:false|no)$/i.test(facts.address)) return false
  const url = /^https?:/i.test(facts.address) ? URL.parse(facts.address) : null
  const typed = url ? url.pathname : facts.address
  const filled = fill(typed, site, place, facts, folder)
  return /[{}]|:\w/.test(filled)
    ? undefined
    : filled.startsWith('/') || site.generator !== 'hugo'
      ? `/${filled.replace(/^\/+/, '')}`
      : `/${folder}${filled}`
}

/** What a template of addresses can name. */
function fill(template: string, site: MarkdownSite, place: Place, facts: PlaceFacts, folder: string): string {
  const [year = '', month = '', day = ''] = (facts.date || place.date).slice(0, 10).split('-')
  const title = facts.slug || (site.generator === 'hugo' ? slugOf(facts.title) : place.named)
  const categories = [
    ...folder.split('/').filter((one) => one !== '' && !one.startsWith('_') && site.generator === 'jekyll'),
    ...facts.categories,
  ]
  const sections = folder.replace(/\/$/, '')
  const values: Record<string, string> = {
    year,
    month,
    day,
    title,
    slug: facts.slug || (site.generator === 'hugo' ? slugOf(facts.title) : place.named),
    slugorfilename: facts.slug || place.named,
    slugorcontentbasename: facts.slug || place.named,
    filename: place.named,
    contentbasename: place.named,
    name: place.named,
    basename: place.named,
    path: `${sections}/${place.named}`,
    i_month: String(Number(month)),
    i_day: String(Number(day)),
    short_year: year.slice(2),
    y_day: '',
    monthname: (month && monthNames[Number(month) - 1]) || '',
    short_month: monthNames[Number(month) - 1]?.slice(0, 3) ?? '',
    categories: [...new Set(categories.map(slugOf))].join('/'),
    category: slugOf(facts.categories[0] ?? ''),
    section: folder.split('/')[0] ?? '',
    sections,
    collection: /(?:^|\/)_([^/]+)\//.exec(folder)?.[1] ?? '',
    output_ext: '.html',
    lang: place.language,
  }
  const [{ value: date } = { value: `${year}-${month}-${day}` }] = []
  return template
    .replaceAll(/:(\w+?)(?=[/:.-]|$|_(?![a-z]))/g, (whole, name: string) => values[name.toLowerCase()] ?? whole)
    .replaceAll(/\{\{-?\s*([^{}]*?)\s*-?\}\}/g, (whole, inner: string) => {
      const [name = '', ...filters] = inner.split('|').map((one) => one.trim())
      const format = filters.find((one) => /^date\b/i.test(one))
      if (/(?:^|\.)date$/.test(name) && format) return dateBy(format, date)
      if (/(?:^|\.)(?:fileSlug|filePathStem)$/.test(name))
        return name.endsWith('Stem') ? `/${folder}${place.named}` : place.named
      if (/^(?:\w+\.)?title$/.test(name)) return slugOf(facts.title)
      if (/^(?:\w+\.)?slug$/.test(name)) return facts.slug || whole
      return whole
    })
}

const monthNames = 'January February March April May June July August September October November December'.split(' ')

function dateBy(format: string, date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return (/["']([^"']*)["']/.exec(format)?.[1] ?? '%Y-%m-%d')
    .replaceAll(/%Y|yyyy|YYYY/g, year)
    .replaceAll(/%m|MM|LL/g, month)
    .replaceAll(/%d|dd|DD/g, day)
}

/** A title as a part of an address, in any script. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')

type Placed = Place & { name: string; folder: string; isIndex: boolean; facts: PlaceFacts; path: string }

/** The address by the rule of the program. */
function addressBy(site: MarkdownSite, placed: Placed): string | undefined {
  const { folder, isIndex, name, named: short, facts, path } = placed
  const last =
    facts.slug.includes('/') && site.generator !== 'docusaurus'
      ? (facts.slug.split('/').filter(Boolean).at(-1) ?? '')
      : facts.slug
  const slash = /^(?:false|never)$/.test(textOf(settingOf(site, 'trailingslash'))) ? '' : '/'
  if (site.generator === 'hugo') {
    const section = folder.split('/')[0] || (isIndex ? '' : '/')
    const template = permalinkOf(site, section)
    if (template) return fill(template, site, placed, facts, folder)
    const address = `/${folder}${last || name}`.toLowerCase().replaceAll(' ', '-')
    return isTrue(settingOf(site, 'uglyurls')) ? `${address}.html` : `${address}/`
  }
  if (site.generator === 'zola') return `/${folder.split('/').map(slugOf).join('/')}${last || slugOf(short)}/`
  if (site.generator === 'jekyll' || site.generator === 'hexo') return ofJekyll(site, placed)
  if (site.generator === 'docusaurus') return ofDocusaurus(site, placed)
  if (site.generator === 'astro')
    return `${path.startsWith('src/pages/') ? '/' : ''}${folder.replace(/^src\/(?:pages|content|data)\//, path.startsWith('src/pages/') ? '' : '/')}${last || name}${slash}`
  if (site.generator === 'eleventy') return `/${folder}${short}/`
  if (site.generator === 'gatsby')
    return `/${facts.slug.replace(/^\//, '') || `${folder.replace(/^(?:src\/)?(?:content|pages|data)\/(?:(?:blog|posts)\/)?/, '')}${name}`}/`
  if (site.generator === 'vitepress')
    return isIndex ? `/${folder}${name}/` : `/${folder}${name}${isTrue(settingOf(site, 'cleanurls')) ? '' : '.html'}`
  if (site.generator === 'next')
    return `/${folder.replace(/^(?:src\/)?(?:content|data|pages|app|public)\//, '').replace(/^_/, '')}${last || name}`
  return `/${folder.replace(/^content\//, '')}${last || name}`
}

const jekyllStyles: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
}

function ofJekyll(site: MarkdownSite, placed: Placed): string | undefined {
  const { kind, folder, isIndex, name, facts } = placed
  const setting = textOf(settingOf(site, 'permalink'))
  const hexo = site.generator === 'hexo'
  if (/(?:^|\/)_(?:posts|drafts)\//.test(folder)) {
    const template = jekyllStyles[setting || (hexo ? '' : 'date')] ?? (setting || '/:year/:month/:day/:title/')
    return facts.date || placed.date || !/:(?:year|month|day)/.test(template)
      ? fill(template, site, placed, facts, folder.replace(/_(?:posts|drafts)\/.*$/, ''))
      : undefined
  }
  const collection = /(?:^|\/)_([^/]+)\/(.*)$/.exec(folder)
  if (collection) {
    const template = firstTextOf(collectionOf(site, collection[1] ?? ''), ['permalink'])
    const rest = `${collection[2] ?? ''}${name}`
    if (template) return fill(template.replace(':path', rest), site, { ...placed, named: rest }, facts, folder)
    return `/${collection[1]}/${rest}${/\/$|^pretty$/.test(setting) ? '/' : '.html'}`
  }
  if (isIndex) return `/${folder}${name}/`
  return kind === 'page' && !hexo && !/\/$|^pretty$/.test(setting) ? `/${folder}${name}.html` : `/${folder}${name}/`
}

function ofDocusaurus(site: MarkdownSite, placed: Placed): string {
  const { folder, isIndex, facts, date, named: short, name, path } = placed
  if (path.startsWith('src/pages/')) return `/${folder.slice('src/pages/'.length)}${name}`
  const [top = '', ...rest] = folder.split('/').filter(Boolean)
  if (facts.slug.startsWith('/')) return `/${top}${facts.slug}`
  const numberless = (part: string) => part.replace(/^\d+\s*[-_.]\s*(?=[^\d\s])/, '')
  if (placed.kind === 'post') {
    if (facts.slug) return `/${top}/${facts.slug}`
    const folders = date ? `${date.replaceAll('-', '/')}/` : rest.map((one) => `${one}/`).join('')
    return `/${top || name}/${top ? folders : ''}${top ? short : ''}`
  }
  const base = top === 'docs' ? textOf(settingOf(site, 'routebasepath')) || 'docs' : top
  const inner = [...rest, ...(isIndex && top === '' ? [] : [facts.slug || numberless(name)])]
    .map(numberless)
    .filter(Boolean)
  // A text with the name of its folder is the folder's own.
  if (inner.length > 1 && inner.at(-1) === inner.at(-2)) inner.pop()
  return `/${[base.replace(/^\/+/, ''), ...inner].filter(Boolean).join('/')}`
}

/** One slash between the parts, none of them a step up. */
const clean = (address: string) =>
  `/${address
    .replace(/[?#].*$/, '')
    .split('/')
    .filter((part, at, all) => (part !== '' || at === all.length - 1) && part !== '..' && part !== '.')
    .join('/')}`
    .replace(/\/{2,}/g, '/')
    .replace(/\/index(?:\.html)?$/, '/')
