import { type ConvertedText, SourceError, type TextFacts, type TextReader } from '../../ground/source.ts'
import type { SourceKind } from '../../ground/transfer.contract.ts'
import { ghostText } from '../ghost/ghost-text.server.ts'
import { readMarkdownText } from '../markdown/markdown-text.server.ts'
import { readWordpressText } from '../wordpress/wordpress-text.server.ts'
import { markdownToContent } from './markdown-to-content.server.ts'
import { htmlToContent, longestText, tooDeep, tooLong } from './to-content.server.ts'

const readAsTyped: TextReader = (markdown) => ({ markdown, notes: [] })

/** How the texts of each program are brought into HTML or Markdown of ours. */
const textReaders: Record<SourceKind, TextReader> = {
  wordpress: readWordpressText,
  ghost: ghostText,
  markdown: readMarkdownText,
  atrium: readAsTyped,
}

/** A text, or why it cannot be carried over, as a sentence for people. */
export type Conversion = { converted: ConvertedText } | { reason: string }

/** The longest text of a source that is read at all, in characters: its markup may be several times its words. */
const longestSource = 10 * longestText

/** Converts a text in this process. It may take very long and exhaust the memory, so call it in a worker process only. */
export function convertHere(kind: SourceKind, text: string, facts: TextFacts): Conversion {
  if (text.length > longestSource) return { reason: tooLong }
  try {
    const read = textReaders[kind](text, facts)
    const converted =
      'html' in read ? htmlToContent(read.html, facts, read.notes) : markdownToContent(read.markdown, facts, read.notes)
    return converted.content.length > longestText ? { reason: tooLong } : { converted }
  } catch (error) {
    if (error instanceof SourceError) return { reason: error.message }
    // The parsers are recursive, so thousands of nested elements exhaust the stack.
    if (error instanceof RangeError) return { reason: tooDeep }
    throw error
  }
}
