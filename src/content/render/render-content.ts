import type { Root } from 'hast'
import { h } from 'hastscript'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { callouts, takeCallout } from '#content/markup/callouts.ts'
import { closest, elementsNamed, replace } from '#content/markup/elements.ts'
import { isTooDeep, isTooIntricate } from '#content/markup/intricacy.ts'
import { countWords, linesOf, minutesToRead } from '#content/markup/plain-text.ts'
import { sanitisedTree } from '#content/markup/sanitised-tree.ts'
import type { Heading } from '#contract/fields.ts'
import { finishCode } from './code-blocks.ts'
import { finishHeadings, nameHeadings } from './headings.ts'
import { finishImages } from './images.ts'
import { finishLinks } from './links.ts'
import { finishTables } from './tables.ts'
import { finishTypography } from './typography.ts'
import { finishVideos, type KnownVideos } from './videos.ts'

export type RenderOptions = {
  /** How many levels to lower the headings by. */
  headingOffset?: number
  /** The site's own origin (`https://www.example.com`), whose links and pictures are not external. */
  siteOrigin?: string
  /** The stored details of the videos in the text; others appear without a picture. */
  videos?: KnownVideos
}

export type Rendered = {
  html: string
  /** Those of levels 2 and 3, for a table of contents; their `id`s are in `html`. */
  headings: Heading[]
  /** The visible text with one line per block, for search and excerpts. */
  text: string
  words: number
  /** In minutes, at 200 words per minute, at least 1. */
  readTime: number
}

const writer = unified().use(rehypeStringify).freeze()

/** A tag as the writer writes it: only values have quotation marks, since marks inside values are entities, as is each `<` of a text. */
const tag = /<([^"<>]*(?:"[^"]*"[^"<>]*)*)>/g

/**
 * Writes the tree as HTML in which each `<` begins a tag and each tag ends with the next `>`: both are entities in the values of attributes too,
 * where HTML allows them. So a search for a tag in the text finds only tags.
 */
const write = (tree: Root) =>
  writer
    .stringify(tree)
    .replaceAll(tag, (_, inner: string) => `<${inner.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}>`)

/**
 * Renders content as staff typed it (GitHub-flavoured Markdown, HTML, or both) to HTML that is safe anywhere on the site. It may take very long
 * and exhaust the memory, so call it in a worker process only.
 * @returns null for a text that is nested too deeply or has too large a table
 */
export function renderContent(
  source: string,
  { headingOffset = 0, siteOrigin, videos }: RenderOptions = {},
): Rendered | null {
  if (isTooIntricate(source)) return null
  try {
    const tree = sanitisedTree(source)
    if (isTooDeep(tree)) return null
    finishCallouts(tree)
    finishVideos(tree, videos)
    const text = linesOf(tree)
    finishTaskLists(tree)
    nameHeadings(tree)
    finishTypography(tree)
    const headings = finishHeadings(tree, headingOffset)
    finishImages(tree, siteOrigin)
    finishTables(tree)
    finishCode(tree)
    finishLinks(tree, siteOrigin)
    const words = countWords(text)
    return { html: write(tree), headings, text, words, readTime: minutesToRead(words) }
  } catch (error) {
    // The parsers are recursive, so thousands of nested elements exhaust the stack.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Quotations that begin with a marker such as `[!NOTE]` become callouts with a title, as on GitHub. */
function finishCallouts(tree: Root) {
  for (const { element } of elementsNamed(tree, 'blockquote')) {
    const kind = takeCallout(element)
    if (!kind) continue
    element.tagName = 'div'
    element.properties = { className: ['callout', `callout-${kind}`], role: 'note' }
    element.children.unshift(h('p.callout-title', callouts[kind]))
  }
}

/** The checkbox of a task gets a name and is disabled. Other inputs are removed. */
function finishTaskLists(tree: Root) {
  for (const placed of elementsNamed(tree, 'input')) {
    const { properties } = placed.element
    const item = closest(placed, 'li')
    const inTask = Array.isArray(item?.properties.className) && item.properties.className.includes('task-list-item')
    if (!inTask || properties.type !== 'checkbox') replace(placed)
    else Object.assign(properties, { disabled: true, ariaLabel: properties.checked ? 'Done' : 'To do' })
  }
}
