import type { Mark, Node } from '@tiptap/pm/model'
import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { inlineWriterOf, writerOf } from '#admin/editor/blocks/all.ts'
import type { HtmlWriter } from '#admin/editor/blocks/block.ts'
import { collapseSpace } from '#admin/editor/blocks/reading.ts'
import { tagOfMark } from './marks.ts'

/** Writes blocks inside raw HTML, where a page reads no Markdown. */
export const htmlWriter: HtmlWriter = {
  blocks: (nodes) =>
    nodes
      .filter((node) => node.type.name !== 'paragraph' || piecesOf(node).length > 0)
      .map((node) => writerOf(node).toHtml(node, htmlWriter)),
  inline: (block) =>
    piecesOf(block).map(({ text, node, marks }) =>
      marks.reduceRight<ElementContent>((inner, mark) => marked(mark, inner), bare(text, node)),
    ),
}

function bare(text: string, node: Node): ElementContent {
  if (node.isText) return { type: 'text', value: text }
  return node.type.name === 'hardBreak' ? h('br') : inlineWriterOf(node).toHtml(node)
}

function marked({ type, attrs }: Mark, inner: ElementContent): Element {
  if (type.name === 'link') return h('a', { href: attrs['href'], title: attrs['title'] }, inner)
  if (type.name === 'textColor') return h('span', { className: [attrs['color']] }, inner)
  return h(tagOfMark(type.name), [inner])
}

/** One piece of a block's inline content: text, a picture or a line break, with the marks that are still to be applied. */
export type Piece = { text: string; node: Node; marks: readonly Mark[] }

/** The inline content of a block with white space as a browser shows it: single spaces, none at the ends or next to line breaks. */
export function piecesOf(block: Node): Piece[] {
  const pieces = collapseSpace(
    block.children.map((node) => ({ type: node.type.name, text: node.text ?? '', node, marks: node.marks })),
  )
  // A line break at the end has no effect.
  while (pieces.at(-1)?.type === 'hardBreak') pieces.pop()
  return pieces
}
