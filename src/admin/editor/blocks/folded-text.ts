import { Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { h } from 'hastscript'
import { ListCollapse } from 'lucide-react'
import { inOneLine } from '#content/markup/write-markdown.ts'
import { type HtmlWriter, isElement, noteProperties, orParagraph, type TextBlock, withInline } from './block.ts'

/** A text that pages fold below its summary. The editor shows it unfolded. */
const Folded = Node.create({
  name: 'details',
  group: 'block',
  content: 'detailsSummary block+',
  defining: true,
  addAttributes: () => ({
    open: { default: false, parseHTML: (element: HTMLElement) => element.dataset['open'] === 'true', rendered: false },
  }),
  parseHTML: () => [{ tag: 'div[data-folded]' }],
  renderHTML: ({ node: { attrs } }) => [
    'div',
    { class: 'folded-block', 'data-folded': '', 'data-open': String(attrs['open']) },
    0,
  ],
})

const Summary = Node.create({
  name: 'detailsSummary',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'div[data-summary]' }],
  renderHTML: () => ['div', { class: 'folded-summary', 'data-summary': '' }, 0],
})

function partsOf(details: DocumentNode, writer: HtmlWriter) {
  const [summary, ...text] = details.children
  return { summary: h('summary', {}, ...(summary ? writer.inline(summary) : [])), text }
}

const newFolded = {
  type: 'details',
  content: [{ type: 'detailsSummary', content: [{ type: 'text', text: 'Summary' }] }, { type: 'paragraph' }],
}

/** `<details>` around Markdown. */
export const foldedText: TextBlock = {
  extensions: [Folded, Summary],
  nodes: ['details'],
  tags: ['details'],
  read(element, reader) {
    const summary = element.children.filter(isElement).find(({ tagName }) => tagName === 'summary')
    const text = reader.blocks(element.children.filter((child) => child !== summary))
    noteProperties(element, ['open'], reader)
    if (!summary) {
      reader.unsupported.add('<details>')
      return text
    }
    noteProperties(summary, [], reader)
    const open = Boolean(element.properties.open)
    const line = withInline({ type: 'detailsSummary' }, summary.children, reader)
    return [{ type: 'details', attrs: { open }, content: [line, ...orParagraph(text)] }]
  },
  // Blank lines end the raw HTML, so that the blocks between its tags are Markdown.
  toMarkdown(node, writer) {
    const { summary, text } = partsOf(node, writer.html)
    const tag = node.attrs['open'] ? '<details open>' : '<details>'
    return [
      { type: 'html', value: `${tag}${inOneLine(summary)}` },
      ...writer.blocks(text),
      { type: 'html', value: '</details>' },
    ]
  },
  toHtml(node, writer) {
    const { summary, text } = partsOf(node, writer)
    return h('details', { open: node.attrs['open'] || undefined }, summary, ...writer.blocks(text))
  },
  menu: [
    {
      label: 'Toggle',
      icon: ListCollapse,
      slash: 'details summary fold',
      insert: true,
      run: (editor) => editor.commands.insertContent(newFolded),
    },
  ],
}
