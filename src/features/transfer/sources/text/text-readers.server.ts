import type { TextReader } from '../../ground/source.ts'
import type { SourceKind } from '../../ground/transfer.contract.ts'
import { ghostText } from '../ghost/ghost-text.server.ts'
import { readMarkdownText } from '../markdown/markdown-text.server.ts'
import { readWordpressText } from '../wordpress/wordpress-text.server.ts'

const readMarkdown: TextReader = (markdown) => ({ markdown, notes: [] })

/** How the texts of each program are brought into HTML or Markdown of ours. */
export const textReaders: Record<SourceKind, TextReader> = {
  wordpress: readWordpressText,
  ghost: ghostText,
  markdown: readMarkdownText,
  atrium: readMarkdown,
}
