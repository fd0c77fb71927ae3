import type { Root } from 'hast'
import { visitParents } from 'unist-util-visit-parents'
import { blockNames, inlineNames, strippedNames } from './sanitise-schema.ts'

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
export function endOfLine(source: string, from: number): number {
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

/** Elements of HTML that pages never show as such; obsolete ones get a modern name. */
const others =
  'acronym address area article aside base big body center datalist dialog fieldset font footer form frame head header hgroup html label legend link main map menu meta meter nav nobr optgroup output param picture progress search slot source strike track tt'
const shown = new Set([...blockNames, ...inlineNames])
/** Elements that no one leaves open: `List<S>` strikes nothing. Blocks are often left open in old HTML. */
const closed = new Set(inlineNames.filter((name) => !/^(?:br|img|input|rp|rt|wbr)$/.test(name)))
/** More bare tags of one element are broken HTML, not words about it. */
const mostWords = 20
const known = new Set([...shown, ...strippedNames, ...others.split(' ')])

const tag = /<(\/?)([a-z][\w-]*)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi
/** A line with only one tag, which would begin a block of HTML in Markdown. */
const line = /^( {0,3})<(?=\/?([a-z][\w-]*)(?:[\s/][^<>]*)?>\s*$)/i

/** Escapes a line with nothing but a tag that HTML does not have, so that Markdown reads it as words. */
const escapeUnknownTag = (text: string): string =>
  text.replace(line, (whole, indent: string, name: string) => (known.has(name.toLowerCase()) ? whole : `${indent}&lt;`))

/**
 * Words in angle brackets that were not meant as elements become words: `<bucket-name>`, `List<String>`, or “put `<script>` in the head”. Those are
 * all tags that HTML does not have, and bare tags without their counterpart, but for blocks that pages show.
 */
export function keepTypedTags(tree: Root): Root {
  const found = new Map<string, number>()
  const raw: { value: string }[] = []
  visitParents(tree, (node) => {
    const { type, value } = node as { type: string; value?: string }
    if (type === 'raw' && value?.includes('<')) raw.push(node as unknown as { value: string })
  })
  for (const { value } of raw)
    for (const [, slash, name = ''] of value.matchAll(tag)) {
      const key = slash + name.toLowerCase()
      found.set(key, (found.get(key) ?? 0) + 1)
    }
  const isWord = (slash: string, name: string, more: string) => {
    if (!known.has(name)) return true
    if (more !== '' || found.has(slash ? name : `/${name}`)) return false
    return !shown.has(name) || (closed.has(name) && (found.get(slash + name) ?? 0) <= mostWords)
  }
  for (const node of raw)
    node.value = node.value.replace(tag, (whole, slash: string, name: string, more: string) =>
      isWord(slash, name.toLowerCase(), more) ? `&lt;${whole.slice(1)}` : whole,
    )
  return tree
}
