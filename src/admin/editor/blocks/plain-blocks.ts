import { h } from 'hastscript'
import { Code2, Heading2, Heading3, Heading4, type LucideIcon, Minus, Pilcrow, Quote } from 'lucide-react'
import { classesOf } from '#content/markup/elements.ts'
import {
  isBlank,
  isElement,
  type MenuEntry,
  noteProperties,
  orParagraph,
  type TextBlock,
  verbatim,
  withInline,
} from './block.ts'
import { laidOut, layoutOf } from './block-layout.ts'

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

export const quotation: TextBlock = {
  nodes: ['blockquote'],
  tags: ['blockquote'],
  read(element, reader) {
    noteProperties(element, [], reader)
    return [{ type: 'blockquote', content: orParagraph(reader.blocks(element.children)) }]
  },
  toMarkdown: (node, writer) => [{ type: 'blockquote', children: writer.blocks(node.children) }],
  toHtml: (node, writer) => h('blockquote', writer.blocks(node.children)),
  menu: [{ label: 'Quote', icon: Quote, slash: 'blockquote', run: (editor) => editor.commands.toggleBlockquote() }],
}

export const codeBlock: TextBlock = {
  nodes: ['codeBlock'],
  tags: ['pre'],
  read(pre, reader) {
    const [only, ...others] = pre.children.filter((child) => !isBlank(child))
    const code = others.length === 0 && only?.type === 'element' && only.tagName === 'code' ? only : pre
    const language =
      classesOf(code)
        .find((name) => name.startsWith('language-'))
        ?.slice('language-'.length) ?? null
    noteProperties(pre, code === pre ? ['className'] : [], reader)
    if (code.children.some(isElement)) reader.unsupported.add('markup in code')
    const text = verbatim(code).replace(/\n$/, '')
    return [{ type: 'codeBlock', attrs: { language }, ...(text && { content: [{ type: 'text', text }] }) }]
  },
  toMarkdown: (node) => [{ type: 'code', lang: node.attrs['language'], value: node.textContent }],
  toHtml({ attrs: { language }, textContent }) {
    return h('pre', h('code', { className: language ? [`language-${language}`] : undefined }, textContent))
  },
  menu: [{ label: 'Code block', icon: Code2, slash: 'pre', run: (editor) => editor.commands.toggleCodeBlock() }],
}

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
    {
      label: 'Divider',
      icon: Minus,
      slash: 'hr rule line',
      insert: true,
      run: (editor) => editor.commands.setHorizontalRule(),
    },
  ],
}
