import type { Root } from 'hast'
import { visitParents } from 'unist-util-visit-parents'
import { blockNames, inlineNames, strippedNames } from './sanitise-schema.ts'

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
export const escapeUnknownTag = (text: string): string =>
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
