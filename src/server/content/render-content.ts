import { createHash } from 'node:crypto'
import type { Root } from 'hast'
import QuickLRU from 'quick-lru'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { make, words } from '#content/elements.ts'
import { countWords, linesOf, minutesToRead } from '#content/plain-text.ts'
import { sanitisedTree } from '#content/sanitised-tree.ts'
import type { Heading } from '#contract/common.ts'
import { finishCode } from './code-blocks.ts'
import { finishHeadings } from './headings.ts'
import { finishImages } from './images.ts'
import { finishLinks } from './links.ts'
import { finishTables } from './tables.ts'
import { finishTaskLists } from './task-lists.ts'

export type RenderOptions = {
  /** How many levels deeper headings are set than they are typed. */
  headingOffset?: number
  /** Our own origin (`https://www.example.com`): links to it in full are no links to another site. */
  siteOrigin?: string
}

type Rendered = { html: string; headings: Heading[]; text: string }

/** Between this and twice as many are kept. Longer sources are rendered each time, lest a few of them fill the memory. */
const cache = new QuickLRU<string, Rendered>({ maxSize: 100 })
const longestKept = 300_000

const writer = unified().use(rehypeStringify).freeze()

/**
 * Renders content as staff typed it (GitHub-flavoured Markdown, HTML, or both) to HTML that is safe to show anywhere on the site.
 * @returns `headings`: those of level 2 and 3 for a table of contents, in order; their `id`s are in `html`
 */
export function renderContent(source: string, options: RenderOptions = {}): { html: string; headings: Heading[] } {
  const { html, headings } = rendered(source, options)
  return { html, headings }
}

/** The same with the words that a reader sees (`text`, as `plainText`), how many they are, and how many minutes they take to read. */
export function measureContent(source: string, options: RenderOptions = {}) {
  const { html, headings, text } = rendered(source, options)
  const count = countWords(text)
  return { html, headings, text, words: count, readTime: minutesToRead(count) }
}

/** The words that a reader of the content sees, a line to each block: for search and excerpts. */
export const plainText = (source: string): string => rendered(source, {}).text

/** Minutes to read the content, at 200 words a minute, at least 1. */
export const readTime = (source: string): number => minutesToRead(countWords(plainText(source)))

function rendered(source: string, { headingOffset = 0, siteOrigin = '' }: RenderOptions): Rendered {
  const key = createHash('sha256').update(`${headingOffset} ${siteOrigin}\n${source}`).digest('base64')
  const known = cache.get(key)
  if (known) return known
  const result = render(source, headingOffset, siteOrigin)
  if (source.length <= longestKept) cache.set(key, result)
  return result
}

function render(source: string, headingOffset: number, siteOrigin: string): Rendered {
  try {
    const tree = sanitisedTree(source)
    const text = linesOf(tree)
    finishTaskLists(tree)
    const headings = finishHeadings(tree, headingOffset)
    finishImages(tree)
    finishTables(tree)
    finishCode(tree)
    finishLinks(tree, siteOrigin)
    return { html: writer.stringify(tree), headings, text }
  } catch {
    // Tens of thousands of elements in one another exhaust the stack: such a source is shown as it was typed.
    const asTyped: Root = { type: 'root', children: [make('pre', { tabIndex: 0 }, make('code', {}, words(source)))] }
    return { html: writer.stringify(asTyped), headings: [], text: source }
  }
}
