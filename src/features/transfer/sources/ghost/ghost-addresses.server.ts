import { text } from 'node:stream/consumers'
import { parse } from 'yaml'
import { isObject, lookup } from '#contract/lookup.ts'
import { toWallTime } from '#contract/zoned-format.ts'
import type { SourceEntry, SourceFile, SourceFiles } from '../../ground/source.ts'

/** In bytes: files of addresses are written by hand. */
const longestList = 1024 * 1024
/** In characters. */
const longestFilter = 1_000

/** What the address of a post may say of it. */
export type Addressed = {
  id: string
  uuid: string
  slug: string
  at: Date | undefined
  featured: boolean
  /** The slugs of its tags, the main one first, and of its authors. */
  tags: string[]
  authors: string[]
}

type Collection = { root: string; permalink: string; filter?: string }
export type Routes = { collections: Collection[]; tag?: string; author?: string }

const withoutFile: Routes = {
  collections: [{ root: '/', permalink: '/{slug}/' }],
  tag: '/tag/{slug}/',
  author: '/author/{slug}/',
}

/** A file that a site has at the top of its export, or in its folder of settings. */
async function fileOf(files: SourceFiles, ...names: string[]): Promise<SourceFile | undefined> {
  for (const folder of ['', 'settings/', 'data/', 'content/settings/', 'content/data/'])
    for (const name of names) {
      const file = await files.find(folder + name)
      if (file && file.size <= longestList) return file
    }
  return undefined
}

const read = async (file: SourceFile): Promise<unknown> => {
  const written = await text(await file.open())
  return file.path.endsWith('.json') ? JSON.parse(written.replace(/^\uFEFF/, '')) : parse(written)
}

const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * The addresses of a site, from its routes.yaml.
 * @param permalinks the setting of old versions: `/:year/:month/:slug/`
 */
export async function routesOf(files: SourceFiles, permalinks: string | undefined): Promise<Routes> {
  const file = await fileOf(files, 'routes.yaml')
  const found = file && (await read(file).catch(() => undefined))
  if (!isObject(found)) {
    const permalink = permalinks?.replaceAll(/:(\w+)/g, '{$1}')
    return permalink ? { ...withoutFile, collections: [{ root: '/', permalink }] } : withoutFile
  }
  const collections: Collection[] = []
  for (const [root, collection] of Object.entries(isObject(found['collections']) ? found['collections'] : {})) {
    if (!isObject(collection) || !isText(collection['permalink'])) continue
    const { permalink, filter } = collection
    collections.push({ root, permalink, ...(isText(filter) && filter.length <= longestFilter && { filter }) })
  }
  const taxonomies = isObject(found['taxonomies']) ? found['taxonomies'] : {}
  const [tag, author] = [taxonomies['tag'], taxonomies['author']]
  return { collections, ...(isText(tag) && { tag }), ...(isText(author) && { author }) }
}

/** The addresses of a post, the one of its collection first. */
export function addressesOf(post: Addressed, { collections }: Routes, timeZone: string): string[] {
  const [{ permalink } = { permalink: undefined }] = collections.filter(({ filter }) => matches(post, filter))
  const addresses = permalink === undefined ? [] : [filled(permalink, post, timeZone)]
  return post.uuid === '' ? addresses : [...addresses, `/p/${post.uuid}/`]
}

/** Whether a post is in a collection; a filter that is not understood takes every post. */
function matches(post: Addressed, filter: string | undefined): boolean {
  const one = (term: string) => {
    const [, primary, kind, not, names = ''] =
      /^(primary_)?(tag|author)s?:(-?)\[?([\w,-]+)\]?$/.exec(term.replaceAll(/['"]/g, '')) ?? []
    if (kind === undefined)
      return term === 'featured:true' ? post.featured : term !== 'featured:false' || !post.featured
    const has = kind === 'tag' ? post.tags : post.authors
    const found = names.split(',').some((name) => (primary ? has[0] === name : has.includes(name)))
    return (not === '-') !== found
  }
  return (
    filter === undefined || filter.split(/,(?![^[]*\])/).some((all) => all.split('+').every((term) => one(term.trim())))
  )
}

function filled(permalink: string, post: Addressed, timeZone: string): string {
  const written = /\{(?:day|month|year)\}/.test(permalink) ? post.at : undefined
  const [year, month, day] = toWallTime(written?.toISOString() ?? '', timeZone).split(/[-T]/)
  const [tag = 'all', author = 'all'] = [post.tags[0], post.authors[0]]
  const parts: Record<string, string | undefined> = {
    ...{ slug: post.slug, id: post.id, uuid: post.uuid, year, month, day },
    ...{ primary_tag: tag, primary_author: author, author },
  }
  return permalink.replaceAll(/\{(\w+)\}/g, (whole, part: string) => lookup(parts, part) ?? whole)
}

/** The old addresses of a site that belong to no post: of its redirects, tags, authors and lists. */
export async function* redirectsOf(
  files: SourceFiles,
  { collections, tag, author }: Routes,
  { tags, authors }: { tags: string[]; authors: string[] },
): AsyncGenerator<SourceEntry> {
  for (const { root } of collections) if (root !== '/') yield { is: 'redirect', from: root, to: '/blog' }
  for (const [permalink, slugs] of [
    [tag, tags],
    [author, authors],
  ] as const)
    for (const slug of permalink ? slugs : [])
      yield { is: 'redirect', from: (permalink as string).replace('{slug}', slug), to: '/blog' }
  yield { is: 'redirect', from: '/rss/', to: '/rss.xml' }
  const file = await fileOf(files, 'redirects.json', 'redirects.yaml', 'redirects.yml')
  if (!file) return
  let listed: { from: string; to: string }[]
  try {
    listed = listedIn(await read(file))
  } catch {
    yield rest(file.path, file.path, 'The file cannot be read, so its redirects are left out.')
    return
  }
  for (const { from, to } of listed) {
    const plain = plainAddress(from)
    if (plain === undefined || /\$\d/.test(to))
      yield rest(
        `redirect/${from}`,
        from,
        'It is a pattern for many addresses. Only redirects of single addresses are imported.',
      )
    else yield { is: 'redirect', from: plain, to }
  }
}

const rest = (sourceId: string, title: string, reason: string): SourceEntry => ({ is: 'rest', sourceId, title, reason })

/** The redirects of `redirects.json` are a list, those of `redirects.yaml` two lists by their status. */
function listedIn(found: unknown): { from: string; to: string }[] {
  const pairs: unknown[][] = Array.isArray(found)
    ? found.filter(isObject).map(({ from, to }) => [from, to])
    : isObject(found)
      ? Object.values(found).flatMap((list) => (isObject(list) ? Object.entries(list) : []))
      : []
  return pairs.flatMap(([from, to]) => (isText(from) && isText(to) ? [{ from, to }] : []))
}

/** The one address that a regular expression means: `^\/old\/?$`; undefined for several. */
export function plainAddress(pattern: string): string | undefined {
  const inner = /^\/(.*)\/[a-z]*$/.exec(pattern)?.[1]
  // An address in YAML may look like an expression in slashes: `/old/`.
  const expression = inner !== undefined && /[\^$\\]/.test(inner) ? inner : pattern
  const plain = expression
    .replace(/^\(\?i\)/, '')
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replace(/(?:\\?\/|\(\\?\/\))\?$/, '/')
    .replaceAll(/\\([/.?=&_-])/g, (_, sign: string) => (sign === '?' ? '\0' : sign))
  if (/[\\^$*+?()[\]{}|]/.test(plain)) return undefined
  const address = plain.replaceAll('\0', '?')
  return address.startsWith('/') ? address : /^https?:/.test(address) ? address : `/${address}`
}
