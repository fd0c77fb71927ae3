import { languageFolder, type MarkdownSite, permalinkOf, settingOf } from './generators.server.ts'
import { baseOf, collectionOf, kindOf, type PlaceFacts } from './kinds.server.ts'
import { firstTextOf, isTrue, textOf } from './values.ts'

/** Where a text belongs in its site. `address` is below the site's root and decoded; absent for a text without a page of its own. */
export type Place = { kind: 'post' | 'page'; address?: string; language: string; named: string; date: string }

const folderOf = (path: string) => path.replace(/[^/]*$/, '')

const datedName = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[-_ ](.*))?$/

/** Where a text belongs: a post or a page, and the address that its program gives it. @param path below the root of the site */
export function placeOf(site: MarkdownSite, path: string, facts: PlaceFacts): Place {
  const inside = path.startsWith(site.texts) ? path.slice(site.texts.length) : path
  const { name: wholeName, language, folder: inFolder } = withoutLanguage(site, baseOf(inside), folderOf(inside))
  const isIndex =
    /^(?:index|readme)$/i.test(wholeName) ||
    (site.generator === 'next' && wholeName === 'page') ||
    // In Eleventy a text with the name of its folder is the folder's own.
    (site.generator === 'eleventy' && inFolder.endsWith(`/${wholeName}/`))
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
  const { folder, isIndex, name, named: short, facts } = placed
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
  if (site.generator === 'astro') {
    const [, collection, rest = ''] = /^src\/(?:content|data)\/([^/]+)\/(.*)$/.exec(folder) ?? []
    const base =
      collection === undefined
        ? folder.replace(/^src\/(?:pages|content|data)\//, '')
        : (site.routes.get(collection) ?? `${collection}/`)
    return `/${base}${rest}${last || name}${slash}`
  }
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
  const [top = '', ...rest] = `${folder}${isIndex && folder === '' ? `${name}/` : ''}`.split('/').filter(Boolean)
  if (facts.slug.startsWith('/')) return `/${top}${facts.slug}`
  const numberless = (part: string) => part.replace(/^\d+\s*[-_.]\s*(?=[^\d\s])/, '')
  if (placed.kind === 'post') {
    if (facts.slug) return `/${top}/${facts.slug}`
    const folders = date ? `${date.replaceAll('-', '/')}/` : rest.map((one) => `${one}/`).join('')
    return `/${top || name}/${top ? folders : ''}${top ? short : ''}`
  }
  const base = top === 'docs' ? textOf(settingOf(site, 'routebasepath')) || 'docs' : top
  const inner = [...rest, ...(isIndex && folder === '' ? [] : [facts.slug || numberless(name)])]
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
