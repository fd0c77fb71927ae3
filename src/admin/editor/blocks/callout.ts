import { type Editor, Node } from '@tiptap/core'
import { h } from 'hastscript'
import { Info } from 'lucide-react'
import { type CalloutKind, calloutMarker, callouts, takeCallout } from '#content/markup/callouts.ts'
import { withMarker } from '#content/markup/write-markdown.ts'
import { type MenuEntry, noteProperties, orParagraph, type TextBlock } from './block.ts'

const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    kind: {
      default: 'note',
      parseHTML: (element: HTMLElement) => element.dataset['callout'] ?? 'note',
      rendered: false,
    },
  }),
  parseHTML: () => [{ tag: 'div[data-callout]' }],
  renderHTML: ({ node: { attrs } }) => {
    const kind = attrs['kind'] as CalloutKind
    return [
      'div',
      { class: `callout callout-${kind}`, 'data-callout': kind, role: 'note', 'data-title': callouts[kind] },
      0,
    ]
  },
})

/** Wraps the blocks at the cursor in a callout, or changes the kind of the one around it. */
const setCallout = (kind: string) => (editor: Editor) =>
  editor.isActive('callout')
    ? editor.commands.updateAttributes('callout', { kind })
    : editor.commands.wrapIn('callout', { kind })

const entryOf = ([kind, title]: [string, string]): MenuEntry => ({
  label: `Callout: ${title}`,
  icon: Info,
  insert: true,
  run: setCallout(kind),
})

/** A quotation that begins with `[!NOTE]` and the like, as on GitHub. */
export const callout: TextBlock = {
  extensions: [Callout],
  nodes: ['callout'],
  tags: ['blockquote'],
  read(element, reader) {
    const kind = takeCallout(element)
    if (!kind) return null
    noteProperties(element, [], reader)
    return [{ type: 'callout', attrs: { kind }, content: orParagraph(reader.blocks(element.children)) }]
  },
  toMarkdown: (node, writer) => [
    { type: 'blockquote', children: withMarker(node.attrs['kind'], writer.blocks(node.children)) },
  ],
  toHtml: (node, writer) => h('blockquote', h('p', calloutMarker(node.attrs['kind'])), ...writer.blocks(node.children)),
  menu: [
    { label: 'Callout', icon: Info, slash: 'note warning tip', run: setCallout('note') },
    ...Object.entries(callouts).map(entryOf),
    {
      label: 'Remove callout',
      icon: Info,
      insert: true,
      removes: 'callout',
      run: (editor) => editor.commands.lift('callout'),
    },
  ],
}
