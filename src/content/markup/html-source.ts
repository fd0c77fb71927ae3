/** Tags that begin a block of raw HTML in Markdown, up to the next blank line. */
const blockTag =
  /^ {0,3}<(?:!--|!doctype|\/?(?:address|article|aside|blockquote|body|center|dd|details|div|dl|dt|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?=[\s/>]|$))/i

/**
 * Whether a source is HTML throughout: every part between blank lines opens with a block's tag. Markdown would leave all of it alone, but
 * for its indentation, which it would take for code.
 */
export const isHtml = (source: string) =>
  source
    .trim()
    .split(/\n[^\S\n]*\n/)
    .every((part) => blockTag.test(part.trimStart()))

/** The mark that opens or closes a block of code. */
export const fence = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/

/**
 * Writes the line ends inside `<pre>` as entities. Markdown ends raw HTML at a blank line, and editors write code with blank lines, all
 * in one line with the paragraphs around it: the rest of such code would be read as Markdown.
 */
export function keepPreformatted(source: string): string {
  if (!/<pre[\s>]/i.test(source)) return source
  let kept = ''
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
      // The line ends where its last `<pre>` has been closed.
      for (let close = closeOfPre(source, start, end); close >= 0; close = closeOfPre(source, start, end)) {
        kept += source.slice(start, close).replaceAll('\n', '&#10;')
        start = close
        end = endOfLine(source, close)
      }
    }
    kept += source.slice(start, end)
    start = end
  }
  return kept
}

/** The place behind the line end (or the text's end) that follows `from`. */
function endOfLine(source: string, from: number): number {
  const at = source.indexOf('\n', from)
  return at < 0 ? source.length : at + 1
}

/** Where the first `<pre>` between `from` and `to` is closed; -1 when there is none, or it never is. */
function closeOfPre(source: string, from: number, to: number): number {
  const opened = source.slice(from, to).search(/<pre[\s>]/i)
  if (opened < 0) return -1
  const closing = /<\/pre/gi
  closing.lastIndex = from + opened
  return closing.exec(source)?.index ?? -1
}
