import { escapeUnknownTag } from './typed-tags.ts'

/** Tags that begin a block of raw HTML in Markdown, up to the next blank line. */
const blockTag =
  /^ {0,3}<(?:!--|!doctype|\/?(?:address|article|aside|blockquote|body|center|dd|details|div|dl|dt|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?=[\s/>]|$))/i

/**
 * Whether a source is HTML only: every part between blank lines begins with the tag of a block. Markdown would leave such a source as it is,
 * except for indented lines, which it would read as code.
 */
export const isHtml = (source: string) =>
  source
    .trim()
    .split(/\n[^\S\n]*\n/)
    .every((part) => blockTag.test(part.trimStart()))

/** The fence that opens or closes a code block. */
export const fence = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/

/**
 * Prepares HTML in a source for Markdown. Line ends inside `<pre>` become entities: Markdown ends raw HTML at a blank line, so the rest of code with
 * blank lines would otherwise be read as Markdown. A tag on its own line that HTML does not have becomes words.
 */
export function prepareHtml(source: string): string {
  if (!source.includes('<')) return source
  let result = ''
  let fenced = ''
  for (let start = 0; start < source.length; ) {
    let end = endOfLine(source, start)
    const line = source.slice(start, end)
    const mark = fence.exec(line)?.[1] ?? ''
    if (fenced) {
      if (mark.startsWith(fenced)) fenced = ''
    } else if (mark) {
      fenced = mark
    } else if (blockTag.test(line)) {
      // The line is extended to the end of its last `<pre>`.
      for (let close = closeOfPre(source, start, end); close >= 0; close = closeOfPre(source, start, end)) {
        result += source.slice(start, close).replaceAll('\n', '&#10;')
        start = close
        end = endOfLine(source, close)
      }
    }
    const rest = source.slice(start, end)
    result += fenced || mark ? rest : escapeUnknownTag(rest)
    start = end
  }
  return result
}

/** The position after the next line end, or the end of the text. */
function endOfLine(source: string, from: number): number {
  const at = source.indexOf('\n', from)
  return at < 0 ? source.length : at + 1
}

/** Where the first `<pre>` between `from` and `to` is closed; -1 when there is none or it is never closed. */
function closeOfPre(source: string, from: number, to: number): number {
  const opened = source.slice(from, to).search(/<pre[\s>]/i)
  if (opened < 0) return -1
  const closing = /<\/pre/gi
  closing.lastIndex = from + opened
  return closing.exec(source)?.index ?? -1
}
