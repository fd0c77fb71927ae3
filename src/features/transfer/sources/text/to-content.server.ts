import type { Element, Root } from 'hast'
import { elementsNamed, isBlank, replace } from '#content/markup/elements.ts'
import { faithfulMarkdown } from '#content/markup/faithful-markdown.ts'
import { isTooDeep } from '#content/markup/intricacy.ts'
import { shorten, textOf } from '#content/markup/plain-text.ts'
import { safeAddress } from '#content/markup/sanitise-schema.ts'
import { htmlTree, sanitise } from '#content/markup/sanitised-tree.ts'
import { isBlock, showsSomething } from '#content/markup/to-markdown-line.ts'
import { videoOf } from '#content/markup/videos.ts'
import { cleanText } from '#contract/clean-text.ts'
import { type ConvertedText, SourceError, type TextFacts } from '../../ground/source.ts'
import type { Note } from '../../ground/transfer.contract.ts'
import { takeAddresses } from './addresses.server.ts'
import { cleanHtml } from './clean-html.server.ts'
import { collectNotes, type Notes } from './notes.server.ts'

/** The longest text of ours, in characters. */
export const longestText = 1_000_000

/** More elements of one name are never open at once. The time of the parser is quadratic in their number. */
const mostOpen = 1_000
/** Elements that are often left open, since the next one closes them. */
const closedByNext =
  /^(?:p|li|t[drh]|thead|tbody|tfoot|d[dt]|option|br|hr|img|input|meta|link|source|track|wbr|col|param|area|embed)$/

export function isNestedTooDeep(html: string): boolean {
  const open = new Map<string, number>()
  for (const [, slash, typed = ''] of html.matchAll(/<(\/?)([a-z][\w:-]*)/gi)) {
    const name = typed.toLowerCase()
    if (closedByNext.test(name)) continue
    const count = Math.max(0, (open.get(name) ?? 0) + (slash ? -1 : 1))
    if (count > mostOpen) return true
    open.set(name, count)
  }
  return false
}

/**
 * Converts HTML into a text of ours that shows all of it: its words, headings, pictures and links, in order.
 * @throws SourceError for a text that we cannot show
 */
export function htmlToContent(html: string, facts: TextFacts, given: Note[] = []): ConvertedText {
  if (isNestedTooDeep(html)) throw new SourceError(tooDeep)
  const notes = collectNotes(given)
  const tree = htmlTree(cleanText(html.replaceAll('\0', '')))
  cleanHtml(tree, notes)
  return treeToContent(tree, facts, notes)
}

/** The same for a tree that `cleanHtml` has cleaned. */
export function treeToContent(tree: Root, facts: TextFacts, notes: Notes): ConvertedText {
  noteUnsafe(tree, notes)
  const clean = sanitise(tree, { embedded: true })
  simplify(clean)
  if (isTooDeep(clean)) throw new SourceError(tooDeep)
  const { pictures, links } = takeAddresses(clean, facts)
  const begin = beginOf(clean)
  const content = faithfulMarkdown(clean)
  if (content.length > longestText) throw new SourceError(tooLong)
  return { content, pictures, links, begin, notes: notes.all() }
}

/** Removes elements that say nothing, and spaces at the ends of lines. */
function simplify(tree: Root) {
  for (const placed of elementsNamed(tree).toReversed()) {
    const { element } = placed
    const properties = Object.values(element.properties).filter((value) => value !== undefined && String(value) !== '')
    if (element.tagName === 'p' && !showsSomething(element)) replace(placed)
    else if (element.tagName === 'span' && properties.length === 0) replace(placed, ...element.children)
    else if (isFrame(element) && properties.length === 0) replace(placed, ...element.children)
    else if (/^(?:p|h[1-6]|li|td|th|div)$/.test(element.tagName)) trim(element)
  }
}

/** Whether an element only holds blocks. */
const isFrame = ({ tagName, children }: Element) =>
  /^(?:div|section)$/.test(tagName) && children.every((child) => isBlank(child) || isBlock(child))

/** Editors of old keep lines open with spaces that do not break. */
function trim({ children }: Element) {
  const [first, last] = [children[0], children.at(-1)]
  if (first?.type === 'text') first.value = first.value.replace(/^[\s\u00a0]+/, '')
  if (last?.type === 'text') last.value = last.value.replace(/[\s\u00a0]+$/, '')
}

/** Why a text is refused, as sentences for people. */
export const tooDeep = 'The elements of the text are nested too deeply.'
export const tooLong = `The text is longer than ${longestText.toLocaleString('en')} characters.`

function noteUnsafe(tree: Root, notes: Notes) {
  for (const { element } of elementsNamed(tree, 'a')) {
    const { href } = element.properties
    if (typeof href === 'string' && href !== '' && safeAddress(href, 'link') === null)
      notes.add(
        'link',
        href.slice(0, 100),
        `The link ${href.slice(0, 60)} cannot be followed from a page; its words stay.`,
      )
  }
}

const longestBeginning = 400

/** The first paragraphs. */
export function beginOf(tree: Root): string {
  let text = ''
  for (const { element } of elementsNamed(tree, 'p')) {
    if (videoOf(element) || elementsNamed(element, 'p').length > 1) continue
    text = `${text} ${textOf(element)}`.trim()
    if (text.length > longestBeginning) break
  }
  return shorten(text || textOf(tree), longestBeginning)
}
