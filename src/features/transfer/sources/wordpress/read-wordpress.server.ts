import { decoded } from '#contract/addresses.ts'
import { lookup } from '#contract/lookup.ts'
import type { SourceEntry, SourceFiles, SourceMedia, SourceReader, SourceRest } from '../../ground/source.ts'
import { plainOf } from '../text/html-parts.server.ts'
import { categoryName, categoryPath, type ExportIndex, indexExport, pathOf } from './export-index.server.ts'
import { recordOf } from './wordpress-record.server.ts'
import { isWxr, readWxr, type WxrItem } from './wxr.server.ts'

/** Types of records that WordPress keeps for itself, with their names for people. Each is said once, with its number. */
const ofItsOwn: Record<string, string> = {
  'auto-draft': 'Automatic drafts',
  revision: 'Revisions',
  nav_menu_item: 'Menu items',
  customize_changeset: 'Changes of the design',
  custom_css: 'Style sheets',
  oembed_cache: 'Stored embeds',
  user_request: 'Requests for personal data',
  wp_global_styles: 'Global styles',
  wp_navigation: 'Navigation menus',
  wp_template: 'Templates',
  wp_template_part: 'Template parts',
  wp_font_family: 'Fonts',
  wp_font_face: 'Fonts',
  wp_block: 'Reusable blocks',
}

/** Items of a custom type that are listed by their titles. */
const mostListed = 100

/** Reads exports of WordPress, WXR 1.0 to 1.2. It reads the files twice, since items refer to others that come later. */
export const wordpressReader: SourceReader = {
  kind: 'wordpress',

  async recognises(files) {
    for await (const file of files.list()) if (await isWxr(file)) return true
    return false
  },

  async *read(files: SourceFiles, signal: AbortSignal): AsyncGenerator<SourceEntry> {
    const index = await indexExport(files, signal)
    yield {
      is: 'site',
      ...(index.title && { title: index.title }),
      ...(index.address && { address: index.address }),
    }
    for (const { login, name } of index.authors.values())
      yield {
        is: 'author',
        sourceId: login,
        name,
        ...(name === login && {
          notes: [
            {
              kind: 'author',
              subject: login,
              sentence: 'The export has no name for this author, so the profile has the login.',
            },
          ],
        }),
      }
    yield* categoryAddresses(index)

    const seen = new Set<string>()
    const rests = restCounter()
    for (const file of index.files)
      for await (const part of readWxr(file, signal))
        if (part.is === 'item') yield* entriesOf(part.item, index, seen, rests)
    yield* rests.left()
    for (const [place, { file, sentence }] of index.ends.entries())
      yield { is: 'rest', sourceId: `end/${place + 1}`, title: file, reason: sentence }
  },
}

/** The archives of categories. The list of posts names a category in its query, as the records of the source do. */
function* categoryAddresses({ categories, address = '' }: ExportIndex): Generator<SourceEntry> {
  for (const [slug, { id }] of categories) {
    const to = `/blog?category=${encodeURIComponent(categoryName(slug, categories) ?? '')}`
    const whole = categoryPath(slug, categories).join('/')
    for (const from of new Set([`/category/${whole}/`, `/category/${slug}/`, ...(id ? [`/?cat=${id}`] : [])]))
      yield { is: 'redirect', from: `${address}${from}`, to }
  }
}

function* entriesOf(
  item: WxrItem,
  index: ExportIndex,
  seen: Set<string>,
  rests: ReturnType<typeof restCounter>,
): Generator<SourceEntry> {
  const of = (name: string) => item.fields.get(name)?.trim() ?? ''
  const type = of('wp:post_type') || 'post'
  const status = of('wp:status')
  const sourceId = `${type}/${of('wp:post_id') || of('guid') || of('link') || of('title')}`
  const title = plainOf(of('title'))
  rests.comments(item.comments)
  if (lookup(ofItsOwn, type)) return rests.count(type)
  const rest = (reason: string): SourceRest => ({ is: 'rest', sourceId, title, reason })
  if (seen.has(sourceId)) {
    yield rest('It is in the files twice. The first one is read.')
    return
  }
  seen.add(sourceId)
  if (type === 'attachment')
    yield mediaOf(item, index) ?? rest('Only images and PDFs are imported. Links to the file stay.')
  else if (type !== 'post' && type !== 'page') {
    if (rests.custom(type) <= mostListed) yield rest(`Items of the type “${type}” are left out.`)
  } else if (status === 'trash') yield rest('It is in the trash of WordPress.')
  else if (status === 'auto-draft') rests.count('auto-draft')
  else if (status === 'inherit') rests.count('revision')
  else {
    try {
      yield recordOf(item, index)
    } catch (error) {
      yield rest(`It cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** An attachment; undefined for one that is neither a picture nor a PDF. */
function mediaOf({ fields, meta }: WxrItem, index: ExportIndex): SourceMedia | undefined {
  const of = (name: string) => fields.get(name)?.trim() ?? ''
  const id = of('wp:post_id')
  const known = index.attachments.get(id)
  if (!known || !/\.(?:jpe?g|png|gif|webp|avif|svg|pdf|heic|tiff?|bmp)(?:[?#]|$)/i.test(known.address)) return undefined
  const folder = known.address.replace(/[^/]*$/, '')
  const addresses = new Set([known.address])
  if (/\.\w{2,5}$/.test(of('guid'))) addresses.add(of('guid'))
  // The details are in the format of PHP: each size of a picture is a file in its folder.
  for (const details of meta.get('_wp_attachment_metadata') ?? []) {
    const names = details.matchAll(/s:\d+:"(?:file|original_image)";s:\d+:"([^"]{1,300})"/g)
    for (const [, name = ''] of names) addresses.add(`${folder}${name.replace(/^.*\//, '')}`)
  }
  for (const address of [...addresses])
    for (const whole of [address, address.replace(/-(?:scaled|rotated)(?=\.\w+$)/, '')])
      for (const smaller of index.smaller.get(whole) ?? []) addresses.add(smaller)
  const path = [...addresses].map((address) => pathOf(address, index.paths)).find(Boolean)
  const name = decoded(known.address.replace(/^.*\//, '').replace(/[?#].*$/, ''))
  return {
    is: 'file',
    sourceId: `attachment/${id || known.address}`,
    title: plainOf(of('title')) || name,
    addresses: [...addresses],
    ...(path && { path }),
    ...(known.alt && { alt: known.alt }),
    ...(known.caption && { caption: known.caption }),
  }
}

/** Counts what is not listed one by one. */
function restCounter() {
  const counts = new Map<string, number>()
  const customs = new Map<string, number>()
  let comments = 0
  const add = (map: Map<string, number>, type: string) => {
    const count = (map.get(type) ?? 0) + 1
    map.set(type, count)
    return count
  }
  return {
    count(type: string) {
      add(counts, type)
    },
    custom: (type: string) => add(customs, type),
    comments(count: number) {
      comments += count
    },
    *left(): Generator<SourceRest> {
      const rest = (type: string, title: string, reason: string): SourceRest => ({
        ...{ is: 'rest', sourceId: `all/${type}`, title, reason },
      })
      if (comments > 0) yield rest('comment', `Comments: ${comments}`, 'Comments are left out.')
      for (const [type, count] of counts) {
        const name = lookup(ofItsOwn, type) ?? type
        const reason = type === 'wp_block' ? 'They are part of the texts that show them.' : `${name} are left out.`
        yield rest(type, `${name}: ${count}`, reason)
      }
      for (const [type, count] of customs)
        if (count > mostListed)
          yield rest(type, `${type}: ${count - mostListed} more`, `Items of the type “${type}” are left out.`)
    },
  }
}
