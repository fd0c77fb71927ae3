import { markupScanner } from './markup-scan.ts'

const blocks = new Set(
  'address article aside blockquote caption center col colgroup dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main map menu nav ol p section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)
const empty = new Set(['hr', 'col'])
/** Elements in which a text needs no paragraph if it is the only one. */
const single = new Set(
  'li td th dt dd div figure section article aside main header footer details center form nav'.split(' '),
)
/** Elements that are a line of their own, or have none. */
const lines = new Set(
  'p h1 h2 h3 h4 h5 h6 figcaption caption summary legend ul ol dl table thead tbody tfoot tr colgroup menu'.split(' '),
)

/** An address on a line of its own is something to embed. */
const addressLine = /^[^\S\n]*(https?:\/\/[^\s<>"[\]]+)[^\S\n]*$/

/**
 * Gives a classic text its paragraphs, as WordPress does when it shows one: a blank line begins a paragraph, the end of a line is a line break, and blocks
 * of HTML stay.
 */
export function withParagraphs(text: string): string {
  const source = text.replace(/\r\n?/g, '\n')
  const markup = markupScanner(source)
  const open: string[] = []
  const parts: string[] = []
  let line = ''
  /** Whether the text is next to another block of its element. */
  let follows = false

  const flush = (isLast: boolean) => {
    const around = open.at(-1) ?? ''
    const chunks = paragraphsIn(line)
    const alone = chunks.length === 1 && !follows && isLast && !/\n\s*\n/.test(line)
    line = ''
    if (chunks.length === 0) return
    const wraps = !lines.has(around) && !(single.has(around) && alone)
    for (const chunk of chunks) parts.push(wraps ? `<p>${chunk}</p>\n` : chunk)
    follows = true
  }

  for (let at = 0; at < source.length; ) {
    const next = source.indexOf('<', at)
    if (next < 0) {
      line += source.slice(at)
      break
    }
    line += source.slice(at, next)
    const found = markup(next)
    if (!found) {
      line += '<'
      at = next + 1
      continue
    }
    const piece = source.slice(next, found.end)
    at = found.end
    const { name, closing } = found
    if (name === 'pre' && found.isRaw) {
      flush(false)
      parts.push(piece, '\n')
    } else if (found.isRaw || !blocks.has(name)) line += piece
    else {
      flush(closing)
      parts.push(piece, closing ? '\n' : '')
      follows = closing || empty.has(name)
      if (closing) {
        const from = open.lastIndexOf(name)
        if (from >= 0) open.length = from
      } else if (!empty.has(name) && !piece.endsWith('/>')) open.push(name)
    }
  }
  flush(true)
  return parts.join('')
}

/** The paragraphs of a text without blocks, with their line breaks. */
function paragraphsIn(text: string): string[] {
  const found: string[] = []
  for (const paragraph of text.replace(/<br\s*\/?>(?:\s*<br\s*\/?>)+/gi, '\n\n').split(/\n[^\S\n]*(?:\n\s*)+/)) {
    let kept: string[] = []
    const end = () => {
      const words = kept.join('\n').trim()
      if (words) found.push(words.replace(/(?:<br\s*\/?>)?[^\S\n]*\n/gi, '<br>\n'))
      kept = []
    }
    for (const line of paragraph.split('\n')) {
      const address = addressLine.exec(line)?.[1]
      if (address === undefined) kept.push(line)
      else {
        end()
        found.push(address)
      }
    }
    end()
  }
  return found
}
