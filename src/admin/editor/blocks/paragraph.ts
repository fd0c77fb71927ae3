import { Pilcrow } from 'lucide-react'
import type { TextBlock } from './block.ts'
import { laidOut, layoutOf } from './block-layout.ts'
import { withInline } from './reading.ts'

export const paragraph: TextBlock = {
  nodes: ['paragraph'],
  tags: ['p'],
  read(element, reader) {
    const read = withInline({ type: 'paragraph', attrs: layoutOf(element, reader) }, element.children, reader)
    return read.content ? [read] : []
  },
  // Markdown does not have an empty paragraph.
  ...laidOut(
    () => 'p',
    (children) => (children.length > 0 ? [{ type: 'paragraph', children }] : []),
  ),
  menu: [{ label: 'Paragraph', icon: Pilcrow, slash: 'text', run: (editor) => editor.commands.setParagraph() }],
}
