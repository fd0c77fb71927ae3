import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { isTooDeep, isTooIntricate } from '#content/markup/intricacy.ts'
import { countWords, linesOf, minutesToRead } from '#content/markup/plain-text.ts'
import { sanitisedTree } from '#content/markup/sanitised-tree.ts'
import type { Heading } from '#contract/fields.ts'
import { finishCode } from './code-blocks.ts'
import { finishHeadings } from './headings.ts'
import { finishImages } from './images.ts'
import { finishLinks } from './links.ts'
import { finishTables } from './tables.ts'
import { finishTaskLists } from './task-lists.ts'

export type RenderOptions = {
  /** How many levels deeper headings are set than they are typed. */
  headingOffset?: number
  /** Our own origin (`https://www.example.com`): what is there is no link or picture of another site. */
  siteOrigin?: string
}

export type Rendered = {
  html: string
  /** Those of level 2 and 3 for a table of contents, in order; their `id`s are in `html`. */
  headings: Heading[]
  /** The words that a reader sees, a line to each block: for search and excerpts. */
  text: string
  words: number
  /** Minutes, at 200 words each, at least 1. */
  readTime: number
}

const writer = unified().use(rehypeStringify).freeze()

/**
 * Renders content as staff typed it (GitHub-flavoured Markdown, HTML, or both) to HTML that is safe to show anywhere on the site. It may
 * take longer than anybody waits, and all memory that there is: only a helper process calls it.
 * @returns null for a text that is nested too deep or has too large a table
 */
export function renderContent(source: string, { headingOffset = 0, siteOrigin }: RenderOptions = {}): Rendered | null {
  if (isTooIntricate(source)) return null
  try {
    const tree = sanitisedTree(source)
    if (isTooDeep(tree)) return null
    const text = linesOf(tree)
    finishTaskLists(tree)
    const headings = finishHeadings(tree, headingOffset)
    finishImages(tree, siteOrigin)
    finishTables(tree)
    finishCode(tree)
    finishLinks(tree, siteOrigin)
    const words = countWords(text)
    return { html: writer.stringify(tree), headings, text, words, readTime: minutesToRead(words) }
  } catch (error) {
    // The parsers go as deep as a text does: thousands of elements in one another exhaust the stack.
    if (error instanceof RangeError) return null
    throw error
  }
}
