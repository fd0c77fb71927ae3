import { Heading2, Heading3, Heading4, type LucideIcon } from 'lucide-react'
import type { MenuEntry, TextBlock } from './block.ts'
import { laidOut, layoutOf } from './block-layout.ts'
import { withInline } from './reading.ts'

const entry = (level: 2 | 3 | 4, icon: LucideIcon, slash: string): MenuEntry => ({
  label: `Heading ${level}`,
  icon,
  slash,
  run: (editor) => editor.commands.setHeading({ level }),
})

export const heading: TextBlock = {
  nodes: ['heading'],
  tags: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  read(element, reader) {
    const attrs = { ...layoutOf(element, reader), level: Number(element.tagName[1]) }
    return [withInline({ type: 'heading', attrs }, element.children, reader)]
  },
  ...laidOut(
    ({ attrs }) => `h${attrs['level']}`,
    (children, { attrs }) => [{ type: 'heading', depth: attrs['level'], children }],
  ),
  // The page's title is heading 1, so headings of a text begin with 2.
  menu: [entry(2, Heading2, 'h2 section'), entry(3, Heading3, 'h3'), entry(4, Heading4, 'h4')],
}
