import { decoded } from '#contract/addresses.ts'
import { SourceError, type SourceFile, type SourceFiles } from '../../ground/source.ts'
import { plainOf } from '../text/html-parts.server.ts'
import { momentOf, offsetOf } from './dates.server.ts'
import { isWxr, readWxr, type WxrItem } from './wxr.server.ts'

export type KnownFile = { address: string; alt?: string; caption?: string }

/** The parts of an export that its items refer to. Texts are not among them, except for those that others contain. */
export type ExportIndex = {
  title?: string
  address?: string
  files: SourceFile[]
  /** By login, in lower case. */
  authors: Map<string, { login: string; name: string }>
  /** By slug. */
  categories: Map<string, { name: string; parent: string; id: string }>
  attachments: Map<string, KnownFile>
  /** The ids of the attachments of a post, for galleries that name none. */
  attachedTo: Map<string, string[]>
  pages: Map<string, { slug: string; parent: string }>
  /** Texts that others contain, by id. */
  blocks: Map<string, string>
  /** Smaller versions that texts name, by the address of the file. */
  smaller: Map<string, Set<string>>
  /** Minutes by which the site is ahead of UTC, by month and under '' for all. */
  offsets: Map<string, number>
  /** The path of a file of the source by the end of its address. */
  paths: Map<string, string>
  /** Why files end early. */
  ends: { file: string; sentence: string }[]
}

const mostBlocks = 20_000_000
const mostSmaller = 200_000

/** Reads an export for the first time: what its items refer to. */
export async function indexExport(source: SourceFiles, signal: AbortSignal): Promise<ExportIndex> {
  const index: ExportIndex = {
    files: [],
    authors: new Map(),
    categories: new Map(),
    attachments: new Map(),
    attachedTo: new Map(),
    pages: new Map(),
    blocks: new Map(),
    smaller: new Map(),
    offsets: new Map(),
    paths: new Map(),
    ends: [],
  }
  for await (const file of source.list()) {
    signal.throwIfAborted()
    if (await isWxr(file)) index.files.push(file)
    else indexPath(file.path, index.paths)
  }
  if (index.files.length === 0) throw new SourceError('None of the files is an export of WordPress.')
  const counts = new Map<string, Map<number, number>>()
  let blocks = 0
  for (const file of index.files) {
    const channel = new Map<string, string>()
    for await (const part of readWxr(file, signal)) {
      if (part.is === 'channel' && !channel.has(part.name)) channel.set(part.name, copyOf(part.value.trim()))
      else if (part.is === 'author') indexAuthor(part.fields, index)
      else if (part.is === 'category' || part.is === 'term') indexCategory(part.fields, index)
      else if (part.is === 'item') {
        indexItem(part.item, index)
        countOffset(part.item, counts)
        const type = part.item.fields.get('wp:post_type')
        const text = part.item.fields.get('content:encoded') ?? ''
        if (type === 'wp_block' && blocks + text.length <= mostBlocks) {
          blocks += text.length
          index.blocks.set(copyOf(part.item.fields.get('wp:post_id') ?? ''), copyOf(text))
        }
      } else if (part.is === 'end' && !part.complete) index.ends.push({ file: file.path, sentence: endOf(part) })
    }
    joinSites(index, channel)
  }
  for (const [month, offsets] of counts) {
    const [most] = [...offsets].sort(([, one], [, other]) => other - one)
    if (most) index.offsets.set(month, most[0])
  }
  return index
}

const endOf = ({ within, reason }: { within?: string; reason?: string }) =>
  [
    'The file ends early: the items before its end are read.',
    within !== undefined &&
      (within.trim() ? `“${plainOf(within)}” is cut off and left out.` : 'The item at its end is left out.'),
    reason,
  ]
    .filter(Boolean)
    .join(' ')

function joinSites(index: ExportIndex, channel: Map<string, string>) {
  const address = addressOf(channel.get('wp:base_blog_url')) ?? addressOf(channel.get('link'))
  const title = plainOf(channel.get('title') ?? '')
  const key = (text: string) => text.replace(/^https?:\/\/(www\.)?/i, '').toLowerCase()
  if (index.address && address && key(index.address) !== key(address))
    throw new SourceError(
      `The files are exports of two sites, ${index.address} and ${address}. Import one after the other.`,
    )
  if (address) index.address ??= address
  if (title) index.title ??= title
}

function addressOf(text = ''): string | undefined {
  const url = URL.parse(text.trim())
  return url && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : undefined
}

function indexAuthor(fields: Map<string, string>, { authors }: ExportIndex) {
  const of = (name: string) => plainOf(fields.get(`wp:author_${name}`) ?? '')
  const login = of('login')
  const name = of('display_name') || [of('first_name'), of('last_name')].filter(Boolean).join(' ') || login
  if (login) authors.set(login.toLowerCase(), { login: copyOf(login), name: copyOf(name) })
}

/** A category has names of its own, or those of terms of any kind. */
function indexCategory(fields: Map<string, string>, { categories }: ExportIndex) {
  const of = (...names: string[]) => names.map((name) => fields.get(`wp:${name}`)?.trim()).find(Boolean) ?? ''
  const slug = of('category_nicename', 'term_slug')
  if (!slug || (fields.get('wp:term_taxonomy') ?? 'category').trim() !== 'category') return
  const name = plainOf(of('cat_name', 'term_name')) || decoded(slug)
  const parent = of('category_parent', 'term_parent')
  categories.set(copyOf(slug), { name: copyOf(name), parent: copyOf(parent), id: copyOf(of('term_id')) })
}

/** The slugs of a category and of those above it, the highest first. */
export function categoryPath(slug: string, categories: ExportIndex['categories']): string[] {
  const path: string[] = []
  for (let at: string | undefined = slug; at && !path.includes(at); at = categories.get(at)?.parent) path.unshift(at)
  return path
}

/** The name of a category with those above it: “Cloud › Storage”. */
export const categoryName = (slug: string, categories: ExportIndex['categories']): string | undefined =>
  categories.has(slug)
    ? categoryPath(slug, categories)
        .map((one) => categories.get(one)?.name ?? decoded(one))
        .join(' › ')
    : undefined

function indexItem({ fields, meta, terms }: WxrItem, index: ExportIndex) {
  const of = (name: string) => fields.get(name)?.trim() ?? ''
  const id = copyOf(of('wp:post_id'))
  const type = of('wp:post_type')
  if (type === 'attachment') {
    const address = of('wp:attachment_url') || of('guid')
    if (!address) return
    const alt = plainOf(meta.get('_wp_attachment_image_alt')?.[0] ?? '')
    const caption = plainOf(of('excerpt:encoded'))
    index.attachments.set(id, {
      address: copyOf(address),
      ...(alt && { alt: copyOf(alt) }),
      ...(caption && { caption: copyOf(caption) }),
    })
    const parent = copyOf(of('wp:post_parent'))
    if (Number(parent) > 0) index.attachedTo.set(parent, [...(index.attachedTo.get(parent) ?? []), id])
    return
  }
  if (type === 'page')
    index.pages.set(id, { slug: copyOf(decoded(of('wp:post_name'))), parent: copyOf(of('wp:post_parent')) })
  if (type !== 'post' && type !== 'page' && type !== '') return
  const creator = plainOf(of('dc:creator'))
  if (creator && !index.authors.has(creator.toLowerCase()))
    index.authors.set(copyOf(creator.toLowerCase()), { login: copyOf(creator), name: copyOf(creator) })
  // An export of single posts has no list of categories.
  for (const { domain, slug, name } of terms)
    if (domain === 'category' && slug && !index.categories.has(slug))
      index.categories.set(copyOf(slug), { name: copyOf(plainOf(name)), parent: '', id: '' })
  for (const [address, stem, extension] of (fields.get('content:encoded') ?? '').matchAll(smallerVersion)) {
    if (index.smaller.size >= mostSmaller) break
    const whole = `${stem}.${extension}`
    const versions = index.smaller.get(whole) ?? new Set()
    if (versions.size < 50) versions.add(copyOf(address))
    if (versions.size === 1) index.smaller.set(copyOf(whole), versions)
  }
}

/** WordPress names a smaller version of a picture by its size. */
const smallerVersion = /(https?:\/\/[^\s"'<>\\]{1,500}?)-\d{1,5}x\d{1,5}\.(jpe?g|png|gif|webp|avif)\b/gi

/** Dates of published items are there in the time of the site and in UTC. */
function countOffset({ fields }: WxrItem, counts: Map<string, Map<number, number>>) {
  const local = fields.get('wp:post_date')
  const offset = offsetOf(local, fields.get('wp:post_date_gmt'))
  if (offset === undefined || momentOf(local) === undefined) return
  for (const month of ['', (local ?? '').trim().slice(0, 7)]) {
    const offsets = counts.get(month) ?? new Map<number, number>()
    offsets.set(offset, (offsets.get(offset) ?? 0) + 1)
    counts.set(copyOf(month), offsets)
  }
}

/** Remembers a file by the last parts of its path: `2021/03/team.jpg`. */
function indexPath(path: string, paths: Map<string, string>) {
  const parts = path.toLowerCase().split('/')
  for (let from = Math.max(0, parts.length - 4); from < parts.length; from += 1) {
    const end = parts.slice(from).join('/')
    // Two files with one name are told apart by their folders alone.
    paths.set(end, paths.has(end) ? '' : path)
  }
}

/** The file of the source that an address names. */
export function pathOf(address: string, paths: Map<string, string>): string | undefined {
  const parts = decoded(address.replace(/[?#].*$/, ''))
    .toLowerCase()
    .split('/')
  for (let from = Math.max(0, parts.length - 4); from < parts.length; from += 1) {
    const path = paths.get(parts.slice(from).join('/'))
    if (path) return path
  }
  return undefined
}

/** A copy that does not keep the part of the file alive from which the text was cut. */
const copyOf = (text: string) => Buffer.from(text).toString()
