import type { Mark, Node } from '@tiptap/pm/model'
import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import type { Nodes, PhrasingContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import { inlineWriterOf, writerOf } from '#admin/editor/blocks/all.ts'
import { collapseSpace, type HtmlWriter, type MarkdownWriter } from '#admin/editor/blocks/block.ts'
import { tagOfMark } from './marks.ts'

/** Writes blocks inside raw HTML, where a page reads no Markdown. */
const htmlWriter: HtmlWriter = {
  blocks: (nodes) =>
    nodes
      .filter((node) => node.type.name !== 'paragraph' || piecesOf(node).length > 0)
      .map((node) => writerOf(node).toHtml(node, htmlWriter)),
  inline: (block) =>
    piecesOf(block).map(({ text, node, marks }) =>
      marks.reduceRight<ElementContent>((inner, mark) => asElement(mark, inner), asHast(text, node)),
    ),
}

function asHast(text: string, node: Node): ElementContent {
  if (node.isText) return { type: 'text', value: text }
  return node.type.name === 'hardBreak' ? h('br') : inlineWriterOf(node).toHtml(node)
}

function asElement({ type, attrs }: Mark, inner: ElementContent): Element {
  if (type.name === 'link') return h('a', { href: attrs['href'], title: attrs['title'] }, inner)
  if (type.name === 'textColor') return h('span', { className: [attrs['color']] }, inner)
  return h(tagOfMark(type.name), [inner])
}

/** One piece of a block's inline content: text, a picture or a line break, with the marks that are still to be applied. */
type Piece = { text: string; node: Node; marks: readonly Mark[] }

/** The inline content of a block with white space as a browser shows it: single spaces, none at the ends or next to line breaks. */
function piecesOf(block: Node): Piece[] {
  const pieces = collapseSpace(
    block.children.map((node) => ({ type: node.type.name, text: node.text ?? '', node, marks: node.marks })),
  )
  // A line break at the end has no effect.
  while (pieces.at(-1)?.type === 'hardBreak') pieces.pop()
  return pieces
}

const markdownWriter: MarkdownWriter = {
  blocks: (nodes) => nodes.flatMap((node) => writerOf(node).toMarkdown(node, markdownWriter)),
  inline: (block, lineBreak = { type: 'break' }) => wrap(piecesOf(block), lineBreak),
  html: htmlWriter,
}

/** The source of each block. Blocks are immutable, so each is written once. */
const written = new WeakMap<Node, string>()

/**
 * Writes a document of the visual view as GitHub-flavoured Markdown, with HTML for what Markdown does not have: colour, underline,
 * alignment, indent, tables with merged cells or with blocks in a cell. Only changed blocks are written again.
 */
export function writeContent(doc: Node): string {
  let source = ''
  let before = ''
  for (const block of doc.children) {
    const text = writeBlock(block)
    if (text === '') continue
    const { name } = block.type
    // Two lists in a row would become one.
    const apart = isList(name) && isList(before) && (name === 'orderedList') === (before === 'orderedList')
    source += `${source && '\n\n'}${apart ? '<!-- -->\n\n' : ''}${text}`
    before = name
  }
  return source
}

const isList = (name: string) => name.endsWith('List')

function writeBlock(block: Node): string {
  const cached = written.get(block)
  if (cached !== undefined) return cached
  const text = serialise({ type: 'root', children: markdownWriter.blocks([block]) }).replace(/\n+$/, '')
  written.set(block, text)
  return text
}

const serialise = (tree: Nodes) =>
  toMarkdown(tree, {
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    bullet: '-',
    bulletOther: '*',
    emphasis: '*',
    rule: '-',
    fences: true,
    listItemIndent: 'one',
  })

/** Applies the marks from the outside in: the one that spans the most pieces is outermost. */
function wrap(pieces: Piece[], lineBreak: PhrasingContent): PhrasingContent[] {
  const written: PhrasingContent[] = []
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as Piece
    const mark = outermost(pieces, at)
    if (!mark) {
      written.push(bare(piece, lineBreak))
      at++
      continue
    }
    const end = at + reach(pieces, at, mark)
    const marked = pieces
      .slice(at, end)
      .map((one) => ({ ...one, marks: one.marks.filter((other) => other !== mark && !other.eq(mark)) }))
    written.push(...wrapIn(mark, marked, lineBreak))
    at = end
  }
  return join(written)
}

/** Code is innermost, since Markdown's code contains no other marks. */
function outermost(pieces: Piece[], at: number): Mark | undefined {
  const marks = (pieces[at] as Piece).marks.filter(({ type }) => type.name !== 'code')
  return marks.reduce<Mark | undefined>(
    (most, mark) => (most && reach(pieces, at, most) >= reach(pieces, at, mark) ? most : mark),
    undefined,
  )
}

function reach(pieces: Piece[], from: number, mark: Mark): number {
  let at = from
  while (at < pieces.length && mark.isInSet((pieces[at] as Piece).marks)) at++
  return at - from
}

function wrapIn(mark: Mark, marked: Piece[], lineBreak: PhrasingContent): PhrasingContent[] {
  const [before, inner, after] = withoutEdges(marked)
  if (inner.length === 0) return wrap(marked, lineBreak)
  const children = wrap(inner, lineBreak)
  return [...wrap(before, lineBreak), ...asMarked(mark, children), ...wrap(after, lineBreak)]
}

function asMarked({ type, attrs }: Mark, children: PhrasingContent[]): PhrasingContent[] {
  switch (type.name) {
    case 'bold':
      return [{ type: 'strong', children }]
    case 'italic':
      return [{ type: 'emphasis', children }]
    case 'strike':
      return [{ type: 'delete', children }]
    case 'link':
      return [{ type: 'link', url: attrs['href'] ?? '', title: attrs['title'], children: children as never }]
    case 'textColor':
      return tagged('span', children, ` class="${attrs['color']}"`)
    default:
      return tagged(tagOfMark(type.name), children)
  }
}

const tagged = (tag: string, children: PhrasingContent[], attributes = ''): PhrasingContent[] => [
  { type: 'html', value: `<${tag}${attributes}>` },
  ...children,
  { type: 'html', value: `</${tag}>` },
]

function bare({ text, node, marks }: Piece, lineBreak: PhrasingContent): PhrasingContent {
  if (node.type.name === 'hardBreak') return lineBreak
  if (!node.isText) return inlineWriterOf(node).toMarkdown(node)
  return marks.length > 0 ? { type: 'inlineCode', value: text } : { type: 'text', value: text }
}

/** Splits the white space and line breaks off both ends, where Markdown would not recognise the marks. */
function withoutEdges(pieces: Piece[]): [before: Piece[], inner: Piece[], after: Piece[]] {
  const parts = pieces.flatMap((piece) =>
    isPlain(piece) ? piece.text.split(/(^ | $)/).flatMap((text) => (text ? { ...piece, text } : [])) : piece,
  )
  const isContent = (piece: Piece) => piece.node.type.name !== 'hardBreak' && !(isPlain(piece) && piece.text === ' ')
  const first = parts.findIndex(isContent)
  if (first < 0) return [parts, [], []]
  const end = parts.findLastIndex(isContent) + 1
  return [parts.slice(0, first), parts.slice(first, end), parts.slice(end)]
}

const isPlain = ({ node, marks }: Piece) => node.isText && !marks.some(({ type }) => type.name === 'code')

/** Merges adjacent text and adjacent code, since two code spans side by side would run together. */
function join(content: PhrasingContent[]): PhrasingContent[] {
  const joined: PhrasingContent[] = []
  for (const node of content) {
    const last = joined.at(-1)
    if (last && last.type === node.type && (node.type === 'text' || node.type === 'inlineCode') && 'value' in last)
      last.value += node.value
    else joined.push(node)
  }
  return joined
}
