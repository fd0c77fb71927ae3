import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { escapeHtml } from '#content/markup/plain-text.ts'
import { htmlTree } from '#content/markup/sanitised-tree.ts'
import { isObject } from '#contract/lookup.ts'
import { SourceError, type TextFacts, type TextReader } from '../../ground/source.ts'
import { imageHtml } from '../text/html-parts.server.ts'
import { collectNotes, type Say } from '../text/notes.server.ts'
import { isNestedTooDeep, tooDeep } from '../text/to-content.server.ts'
import { type Block, blocksIn } from './blocks.ts'
import { toForms } from './forms.server.ts'
import { withParagraphs } from './paragraphs.ts'
import { withoutShortcodes } from './shortcodes.server.ts'

const writer = unified().use(rehypeStringify).freeze()

/** Reads a text of WordPress: of the block editor, the classic editor, or both. */
export const readWordpressText: TextReader = (text, facts) => {
  const notes = collectNotes()
  const html = htmlOf(text, facts, notes.add)
  if (isNestedTooDeep(html)) throw new SourceError(tooDeep)
  // The parser keeps the text of a table that is never closed until something follows.
  const tree = htmlTree(`${html}<!---->`)
  toForms(tree, facts, notes.add)
  return { html: writer.stringify(tree), notes: notes.all() }
}

function htmlOf(text: string, facts: TextFacts, say: Say): string {
  const classic = (part: string) => withParagraphs(withoutShortcodes(part, facts, say))
  if (!/<!--\s+wp:/.test(text)) return classic(text)
  const written = blocksIn(text).map((part) => writeBlock(part, { facts, say, classic, within: [] }))
  // Shortcodes are in paragraphs and in blocks of their own, too.
  return withoutShortcodes(written.join(''), facts, say)
}

type Reading = {
  facts: TextFacts
  say: Say
  classic: (text: string) => string
  within: string[]
  /** Words for the blocks of a reused text that have names. */
  instead?: unknown
}

/** Blocks of WordPress that are what their HTML says, even if it is empty. */
const plain = new Set(
  'paragraph heading list list-item quote pullquote code preformatted verse table image gallery cover media-text columns column group row stack grid buttons button separator spacer details embed file audio video html freeform classic more nextpage shortcode missing subhead text-columns accordion accordion-item accordion-heading accordion-panel math'
    .split(' ')
    .map((name) => `core/${name}`),
)
/** Blocks whose content is a pattern for others, or has a meaning on the old site alone. */
const ofThePage =
  /^core\/(?:query|comments|navigation|post-|site-|template-part|loginout|search|comment|avatar|term|terms|archives|calendar|categories|latest-|page-list|rss|tag-cloud|read-more|home-link|breadcrumbs|next|previous|back-to-top|bookmark|legacy-widget|widget)/

function writeBlock(part: string | Block, reading: Reading): string {
  if (typeof part === 'string') return reading.within.length === 0 && part.trim() ? reading.classic(part) : part
  const { name, attributes } = part
  const { say } = reading
  if (name === 'core/block') return reusedText(attributes, reading)
  if (name === 'core/more' || name === 'core/nextpage' || name === 'core/spacer') return ''
  if (name === 'core/footnotes') return footnotesOf(reading.facts)
  if (name === 'core/social-link') return socialLink(attributes)
  if (ofThePage.test(name)) {
    say('block', name, `The block “${titleOf(name)}” is left out.`)
    return ''
  }
  const inner = part.inner.map((one) => writeBlock(one, { ...reading, within: [...reading.within, name] })).join('')
  if (name === 'core/freeform' || name === 'core/classic' || name === 'core/missing') return reading.classic(inner)
  if (name === 'core/shortcode') return `\n${inner.trim()}\n`
  const html = completed(name, attributes, withWords(attributes, inner, reading.instead), reading.facts)
  if (plain.has(name) || name.startsWith('core-embed/') || name === 'core/social-links') return html
  if (/[^\s]/.test(html.replace(/<!--[\s\S]*?-->|<(?!img|iframe|video|audio|hr|object|embed)[^>]*>/g, ''))) {
    if (!name.startsWith('core/')) say('block', name, `The text of the block “${name}” stays; its layout does not.`)
  } else say('block', name, `The block “${name.startsWith('core/') ? titleOf(name) : name}” is left out.`)
  return html
}

/** `core/latest-posts` is “Latest posts”. */
const titleOf = (name: string) => {
  const words = name.replace(/^core\//, '').replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The content of a reusable block, which is a text of its own. */
function reusedText({ ref, content: instead }: Record<string, unknown>, reading: Reading): string {
  const id = String(ref)
  const text = reading.facts.blocks?.[id]
  const place = `ref ${id}`
  if (text === undefined) reading.say('block', 'core/block', 'A reusable block is not in the export, and is left out.')
  // A block within itself has no end.
  if (text === undefined || reading.within.includes(place)) return ''
  const within = [...reading.within, place]
  if (!/<!--\s+wp:/.test(text)) return reading.classic(text)
  return blocksIn(text)
    .map((part) => writeBlock(part, { ...reading, within, instead }))
    .join('')
}

/** A text that is reused may have other words in some of its paragraphs, headings and buttons. */
function withWords({ metadata }: Record<string, unknown>, inner: string, instead: unknown): string {
  const name = isObject(metadata) ? String(metadata['name']) : ''
  const own = isObject(instead) ? instead[name] : undefined
  if (!isObject(own)) return inner
  const words = own['content'] ?? own['text']
  if (typeof words !== 'string') return inner
  const element = /<(p|h[1-6]|a)\b[^>]*>/.exec(inner)
  const end = inner.lastIndexOf(`</${element?.[1]}>`)
  const from = element ? element.index + element[0].length : -1
  return from < 0 || end < from ? inner : inner.slice(0, from) + words + inner.slice(end)
}

/** Parts that a block has only in its attributes. */
function completed(name: string, attributes: Record<string, unknown>, inner: string, facts: TextFacts): string {
  const of = (key: string) => (typeof attributes[key] === 'string' ? attributes[key].trim() : '')
  const url = of('url')
  if ((name === 'core/embed' || name.startsWith('core-embed/')) && url && !inner.trim())
    return `<p>${escapeHtml(url)}</p>`
  if (name === 'core/cover' && url && !/<(?:img|video)\b[^>]*wp-block-cover__/.test(inner))
    return inner.replace(/^(\s*<div\b[^>]*>)?/, (begin) => `${begin}<p>${imageHtml(url, of('alt'))}</p>`)
  if (name === 'core/gallery' && Array.isArray(attributes['ids']) && !inner.includes('<img')) {
    const files = attributes['ids'].flatMap((id) => facts.files?.[String(id)] ?? [])
    if (files.length > 0) return `<p>${files.map((file) => imageHtml(file.address, file.alt)).join('')}</p>`
  }
  if (name === 'videopress/video' && of('guid') && !/https?:/.test(inner))
    return `<p>https://videopress.com/v/${escapeHtml(of('guid'))}</p>`
  const language = [of('language'), of('codeLanguage'), of('lang')].find((one) => /^[\w+#-]{1,30}$/.test(one))
  if (language && /code|syntax|prism|enlighter|highlight/i.test(name))
    return inner.replace(/<(pre|code)\b/, `<$1 data-lang="${language}"`)
  return inner
}

function socialLink(attributes: Record<string, unknown>): string {
  const { url, service, label } = attributes
  if (typeof url !== 'string' || !/^(?:https?:|mailto:)/.test(url)) return ''
  const name = String(label ?? service ?? url)
  return `<li><a href="${escapeHtml(url)}">${escapeHtml(name.charAt(0).toUpperCase() + name.slice(1))}</a></li>`
}

/** The footnotes of a text are a field of its record. */
function footnotesOf({ footnotes = '' }: TextFacts): string {
  let notes: unknown
  try {
    notes = JSON.parse(footnotes)
  } catch {
    return ''
  }
  if (!Array.isArray(notes)) return ''
  const items = notes.flatMap((note: { id?: unknown; content?: unknown } | null) =>
    typeof note?.content === 'string' ? `<li id="${escapeHtml(String(note.id))}">${note.content}</li>` : [],
  )
  return items.length > 0 ? `<ol>${items.join('')}</ol>` : ''
}
