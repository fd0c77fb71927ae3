import type { Mark, Node } from '@tiptap/pm/model'
import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import type { PhrasingContent } from 'mdast'
import { inlineWriterOf, writerOf } from '#admin/editor/blocks/all.ts'
import type { HtmlWriter, MarkdownWriter } from '#admin/editor/blocks/block.ts'
import {
  collapseSpace,
  joinBlocks,
  type LineMark,
  type LinePiece,
  serialise,
  tagged,
  type WrittenBlock,
  writeLine,
} from '#content/markup/write-markdown.ts'
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
  inline: (block, lineBreak) => writeLine(piecesOf(block).map(asLinePiece), lineBreak),
  html: htmlWriter,
}

/** The source of each block. Blocks are immutable, so each is written once. */
const written = new WeakMap<Node, WrittenBlock>()

/**
 * Writes a document of the visual view as GitHub-flavoured Markdown, with HTML for what Markdown does not have: colour, underline,
 * alignment, indent, tables with merged cells or with blocks in a cell. Only changed blocks are written again.
 */
export const writeContent = (doc: Node): string => joinBlocks(doc.children.map(writeBlock))

function writeBlock(block: Node): WrittenBlock {
  const cached = written.get(block)
  if (cached) return cached
  const { name } = block.type
  const list = name === 'orderedList' ? 'ordered' : name.endsWith('List') ? 'bullet' : undefined
  const result = { text: serialise({ type: 'root', children: markdownWriter.blocks([block]) }), list } as const
  written.set(block, result)
  return result
}

function asLinePiece({ text, node, marks }: Piece): LinePiece {
  const code = marks.some(({ type }) => type.name === 'code')
  return {
    type: node.isText ? 'text' : node.type.name === 'hardBreak' ? 'hardBreak' : 'thing',
    text,
    marks: marks.filter(({ type }) => type.name !== 'code').map(asLineMark),
    code,
    ...(!node.isText && node.type.name !== 'hardBreak' && { thing: inlineWriterOf(node).toMarkdown(node) }),
  }
}

const asLineMark = ({ type, attrs }: Mark): LineMark => ({
  key: `${type.name} ${JSON.stringify(attrs)}`,
  write: (children) => asMarked({ type, attrs }, children),
})

function asMarked({ type, attrs }: Pick<Mark, 'type' | 'attrs'>, children: PhrasingContent[]): PhrasingContent[] {
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
