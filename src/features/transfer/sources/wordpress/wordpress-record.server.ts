import { decoded } from '#contract/addresses.ts'
import { lookup } from '#contract/lookup.ts'
import type { SourceRecord, TextFacts } from '../../ground/source.ts'
import type { Note } from '../../ground/transfer.contract.ts'
import { plainOf } from '../text/html-parts.server.ts'
import type { Say } from '../text/notes.server.ts'
import { addressesOf } from './addresses.ts'
import { publicationOf } from './dates.server.ts'
import { elementorText } from './elementor.server.ts'
import { categoryName, type ExportIndex, type KnownFile } from './export-index.server.ts'
import { seoFields, seoOf } from './seo.server.ts'
import type { WxrItem } from './wxr.server.ts'

/** Status of WordPress → one of ours, with a sentence where it says less. */
const statuses: Record<string, { status: SourceRecord['status']; sentence?: string }> = {
  publish: { status: 'public' },
  draft: { status: 'draft' },
  '': { status: 'draft' },
  pending: { status: 'draft', sentence: 'It waits for a review in WordPress. Here it is a draft.' },
  future: { status: 'scheduled' },
  private: { status: 'draft', sentence: 'It is private in WordPress. Here it is a draft.' },
}

/** A post or a page of an export. */
export function recordOf(item: WxrItem, index: ExportIndex): SourceRecord {
  const of = (name: string) => item.fields.get(name)?.trim() ?? ''
  const type = of('wp:post_type') === 'page' ? 'page' : 'post'
  const notes: Note[] = []
  const say: Say = (kind, subject, sentence) => notes.push({ kind, subject, sentence })
  const id = of('wp:post_id')
  const slug = decoded(of('wp:post_name'))
  const title = plainOf(of('title'))
  const text = textOf(item, say)

  const { at, odd } = publicationOf(
    { utc: of('wp:post_date_gmt'), local: of('wp:post_date'), feed: of('pubDate') },
    index.offsets,
  )
  const { status, sentence } = statusOf(of('wp:status'))
  if (sentence) say('field', of('wp:status'), sentence)
  const locked = of('wp:post_password') !== ''
  if (locked) say('field', 'password', 'It needs a password in WordPress. Here it is a draft, without a password.')
  const undated = status === 'scheduled' && !at
  if (undated) say('date', 'schedule', 'It is scheduled without a date. Here it is a draft.')
  if (odd && (status !== 'draft' || !/^0000/.test(odd)))
    say('date', odd, `Its date ${odd} is not possible, so it has none.`)
  if (Number(of('wp:is_sticky')) === 1)
    say('field', 'sticky', 'It is pinned to the top of the blog in WordPress. Here its date decides.')
  if (item.fields.get('content:encoded')?.includes('\ufffd') || title.includes('\ufffd'))
    say('markup', 'characters', 'Some characters are damaged in the file, and show as �.')

  const { categories, tags, groups } = termsOf(item, index)
  for (const group of groups) say('tag', group, `The terms of “${group}” are left out.`)
  const author = plainOf(of('dc:creator'))
  if (!author) say('author', 'none', 'The export names no author.')
  const picture = pictureOf(item, index, say)
  const excerpt = plainOf(of('excerpt:encoded').replace(/<!--[\s\S]*?-->|\[\/?[a-z][\w-]*(?: [^\]]*)?\]/g, ' '))
  const seo = seoOf(item.meta, { title, site: index.title ?? '', excerpt, category: categories[0] ?? '', at })
  const template = item.meta.get('_wp_page_template')?.[0]?.trim()
  if (template && template !== 'default') say('field', template, `Its page template “${template}” is left out.`)
  for (const field of customFieldsOf(item)) say('field', field, `The custom field “${field}” is left out.`)

  const link = of('link')
  const path = type === 'page' ? pathOf(id, slug, index) : ''
  const address = link || (id && `/?p=${id}`)
  return {
    is: type,
    sourceId: `${type}/${id || of('guid') || link || slug || title}`,
    title,
    slug,
    ...(path && { path }),
    text,
    facts: factsOf(item, text, index, address),
    ...(excerpt && { excerpt }),
    status: locked || undated ? 'draft' : status,
    ...(at && { at }),
    ...(author && { author: index.authors.get(author.toLowerCase())?.login ?? author }),
    categories,
    tags,
    ...(picture && { picture }),
    ...(seo && { seo }),
    addresses: addressesOf({
      ...{ type, id, site: index.address, link, guid: of('guid'), slug },
      formerSlugs: item.meta.get('_wp_old_slug')?.filter(Boolean) ?? [],
      formerDays: item.meta.get('_wp_old_date')?.filter(Boolean) ?? [],
      day: /^\d{4}-\d\d-\d\d/.exec(of('wp:post_date'))?.[0],
    }),
    notes,
  }
}

function statusOf(status: string) {
  return (
    lookup(statuses, status) ?? {
      status: 'draft' as const,
      sentence: `Its status is “${status}” in WordPress. Here it is a draft.`,
    }
  )
}

/** The fields in which page builders keep their pages, next to the text or in its place. */
const builders: [key: string, name: string, isKept?: true][] = [
  ['_elementor_data', 'Elementor', true],
  ['_fl_builder_data', 'Beaver Builder'],
  ['_bricks_page_content_2', 'Bricks'],
  ['ct_builder_shortcodes', 'Oxygen'],
  ['_breakdance_data', 'Breakdance'],
  ['panels_data', 'SiteOrigin Page Builder'],
  ['brizy', 'Brizy'],
]

function textOf({ fields, meta, cut }: WxrItem, say: Say): string {
  if (cut.has('content:encoded'))
    say('markup', 'length', 'Its text is longer than 900,000 characters, and is cut off there.')
  const text = fields.get('content:encoded') ?? ''
  const builder = builders.find(([key]) => (meta.get(key)?.[0] ?? '').length > 4)
  if (!builder) return text
  const [key, name, isKept] = builder
  const words = text.trim() ? text : isKept ? elementorText(meta.get(key)?.[0] ?? '') : ''
  say(
    'markup',
    name,
    words.trim()
      ? `It was built with ${name}. Its words, images and links stay, its layout does not.`
      : `It was built with ${name}, which keeps its words apart from the text. They are left out.`,
  )
  return words
}

/** Categories by their names, the main one first; tags; and other taxonomies. */
function termsOf({ terms, meta }: WxrItem, { categories }: ExportIndex) {
  const slugs = new Map<string, string>()
  const tags = new Set<string>()
  const groups = new Set<string>()
  for (const { domain, slug, name } of terms) {
    const words = plainOf(name)
    if (domain === 'category') slugs.set(slug || words, words || decoded(slug))
    // Exports of version 1.0 have each term a second time, by its name alone.
    else if (domain === '' && ![...slugs.values(), ...tags].includes(words)) slugs.set(words, words)
    else if (domain === 'post_tag' || domain === 'tag') tags.add(words || decoded(slug))
    else if (!['', 'post_format', 'nav_menu', 'wp_theme', 'wp_pattern_category'].includes(domain)) groups.add(domain)
  }
  const main = meta.get('_yoast_wpseo_primary_category')?.[0] ?? meta.get('rank_math_primary_category')?.[0]
  const isMain = (slug: string) => Boolean(main) && categories.get(slug)?.id === main
  const names = [...slugs]
    .sort(([one], [other]) => Number(isMain(other)) - Number(isMain(one)))
    .filter(([slug, name]) => slug.toLowerCase() !== 'uncategorized' && name.toLowerCase() !== 'uncategorized')
    .map(([slug, name]) => categoryName(slug, categories) ?? name)
  return {
    categories: [...new Set(names)].filter((name) => name && !tags.has(name)),
    tags: [...tags].filter(Boolean),
    groups: [...groups],
  }
}

function pictureOf({ meta }: WxrItem, { attachments }: ExportIndex, say: Say) {
  const id = meta.get('_thumbnail_id')?.[0]?.trim()
  if (!id || !/^[1-9]\d*$/.test(id)) return undefined
  const file = attachments.get(id)
  if (file) return { address: file.address, ...(file.alt && { alt: file.alt }) }
  say('picture', `attachment ${id}`, 'Its featured image is not in the export.')
  return undefined
}

/** Names of the fields that people see in WordPress; those of plugins begin with a sign or a known name. */
const customFieldsOf = ({ meta }: WxrItem) =>
  [...meta]
    .filter(
      ([key, values]) =>
        !seoFields.has(key) &&
        !builders.some(([builder]) => builder === key) &&
        !/^(?:[_\W]|rank_math|footnotes$|enclosure$|et_|vc_|wpb_|elementor|fusion_|sharing_|switch_like|ampforwp|amp_|site-|ast-|theme-|aioseo|monsterinsights|inline_featured_image|litespeed|om_disable|classic-editor|jetpack|wp-smpro|wp-smush|post_views|views$|dsq_|hide_|geo_|original_|rs_page|slide_template|spay_email|wpcom)/i.test(
          key,
        ) &&
        values.some((value) => value.trim()),
    )
    .map(([key]) => key)
    .slice(0, 20)

function pathOf(id: string, slug: string, { pages }: ExportIndex): string {
  const parts = [slug]
  const seen = new Set([id])
  for (let at = pages.get(id)?.parent; at && Number(at) > 0 && !seen.has(at) && seen.size < 20; ) {
    const parent = pages.get(at)
    if (!parent) break
    parts.unshift(parent.slug)
    seen.add(at)
    at = parent.parent
  }
  return parts.every(Boolean) ? parts.join('/') : slug
}

/** The parts of the export that a text names. */
function factsOf({ fields, meta }: WxrItem, text: string, index: ExportIndex, address: string): TextFacts {
  const blocks: Record<string, string> = {}
  const wait = [text]
  for (let size = 0; wait.length > 0; )
    for (const [, ref = ''] of (wait.pop() ?? '').matchAll(/<!--\s+wp:block\s+\{[^>]{0,200}?"ref":\s*(\d+)/g)) {
      const block = index.blocks.get(ref)
      if (block === undefined || blocks[ref] !== undefined || size + block.length > 2_000_000) continue
      size += block.length
      blocks[ref] = block
      wait.push(block)
    }
  const files: Record<string, KnownFile> = {}
  const add = (id = '') => {
    const file = index.attachments.get(id)
    if (file) files[id] = file
  }
  for (const part of [text, ...Object.values(blocks)])
    for (const [, id, ids] of part.matchAll(idsInText))
      if (id) add(id)
      else for (const one of ids?.match(/\d+/g) ?? []) add(one)
  const gallery = /\[(?:gallery|playlist)\b/.test(text)
    ? (index.attachedTo.get(fields.get('wp:post_id')?.trim() ?? '') ?? []).slice(0, 500)
    : []
  for (const id of gallery) add(id)
  const footnotes = meta.get('footnotes')?.[0]
  return {
    site: index.address,
    address,
    ...(Object.keys(files).length > 0 && { files }),
    ...(gallery.length > 0 && { attached: gallery }),
    ...(Object.keys(blocks).length > 0 && { blocks }),
    ...(footnotes?.startsWith('[') && { footnotes }),
  }
}

/** Ids of attachments: of classes, attributes of blocks, and shortcodes. */
const idsInText =
  /(?:wp-image-|attachment_|"(?:id|mediaId)":\s*|\bimage=["”]|\bid=["”]?)(\d{1,12})|\b(?:ids|images|include|gallery_ids)["”]?[=:]\s*["”“[]([\d,\s"]{1,4000})/g
