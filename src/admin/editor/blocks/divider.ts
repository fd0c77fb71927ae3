import { h } from 'hastscript'
import { Minus } from 'lucide-react'
import type { TextBlock } from './block.ts'
import { noteProperties } from './reading.ts'

export const divider: TextBlock = {
  nodes: ['horizontalRule'],
  tags: ['hr'],
  read(element, reader) {
    noteProperties(element, [], reader)
    return [{ type: 'horizontalRule' }]
  },
  toMarkdown: () => [{ type: 'thematicBreak' }],
  toHtml: () => h('hr'),
  menu: [
    { label: 'Dividing line', icon: Minus, slash: 'hr rule', run: (editor) => editor.commands.setHorizontalRule() },
  ],
}
