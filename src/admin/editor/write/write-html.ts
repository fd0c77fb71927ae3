import type { Mark, Node } from '@tiptap/pm/model'
import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { inlineWriterOf, writerOf } from '#admin/editor/blocks/all.ts'
import type { HtmlWriter } from '#admin/editor/blocks/block.ts'
import { inlineTags } from '#admin/editor/marks.ts'
import { piecesOf } from './inline-pieces.ts'

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

const markNames: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
  ...inlineTags,
}

function marked({ type, attrs }: Mark, inner: ElementContent): Element {
  if (type.name === 'link') return h('a', { href: attrs['href'], title: attrs['title'] }, inner)
  if (type.name === 'textColor') return h('span', { className: [attrs['color']] }, inner)
  const tag = markNames[type.name]
  if (!tag) throw new Error(`The editor cannot write “${type.name}”, a mark`)
  return h(tag, [inner])
}
