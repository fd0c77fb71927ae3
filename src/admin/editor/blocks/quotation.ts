import { h } from 'hastscript'
import { Quote } from 'lucide-react'
import type { TextBlock } from './block.ts'
import { noteProperties, orParagraph } from './reading.ts'

export const quotation: TextBlock = {
  nodes: ['blockquote'],
  tags: ['blockquote'],
  read(element, reader) {
    noteProperties(element, [], reader)
    return [{ type: 'blockquote', content: orParagraph(reader.blocks(element.children)) }]
  },
  toMarkdown: (node, writer) => [{ type: 'blockquote', children: writer.blocks(node.children) }],
  toHtml: (node, writer) => h('blockquote', writer.blocks(node.children)),
  menu: [{ label: 'Quotation', icon: Quote, slash: 'blockquote', run: (editor) => editor.commands.toggleBlockquote() }],
}
