import type { TextReader } from '../../ground/source.ts'
import type { SourceKind } from '../../ground/transfer.contract.ts'
import { readMarkdownText } from '../markdown/markdown-text.server.ts'

const readHtml: TextReader = (html) => ({ html, notes: [] })
const readMarkdown: TextReader = (markdown) => ({ markdown, notes: [] })

/** How the texts of each program are brought into HTML or Markdown of ours. */
export const textReaders: Record<SourceKind, TextReader> = {
  wordpress: readHtml,
  ghost: readHtml,
  markdown: readMarkdownText,
  atrium: readMarkdown,
}
