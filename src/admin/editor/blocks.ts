import { Node } from '@tiptap/core'
import { type CalloutKind, callouts } from '#content/markup/callouts.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    calloutBlocks: {
      /** Wraps the blocks at the cursor in a callout, or changes the kind of the one around it. */
      setCallout: (kind: CalloutKind) => ReturnType
      /** Takes the blocks at the cursor out of their callout. */
      unsetCallout: () => ReturnType
    }
    foldedBlocks: {
      /** Inserts a text that is folded below its summary. */
      insertFolded: () => ReturnType
    }
  }
}

/** A callout, in Markdown a quotation that begins with `[!NOTE]` and the like. */
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
  addCommands() {
    return {
      setCallout:
        (kind) =>
        ({ editor, commands }) =>
          editor.isActive(this.name)
            ? commands.updateAttributes(this.name, { kind })
            : commands.wrapIn(this.name, { kind }),
      unsetCallout:
        () =>
        ({ commands }) =>
          commands.lift(this.name),
    }
  },
})

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
  addCommands() {
    return {
      insertFolded:
        () =>
        ({ chain }) =>
          chain()
            .insertContent({
              type: this.name,
              content: [
                { type: 'detailsSummary', content: [{ type: 'text', text: 'Summary' }] },
                { type: 'paragraph' },
              ],
            })
            .run(),
    }
  },
})

const FoldedSummary = Node.create({
  name: 'detailsSummary',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'div[data-summary]' }],
  renderHTML: () => ['div', { class: 'folded-summary', 'data-summary': '' }, 0],
})

export const blockExtensions = [Callout, Folded, FoldedSummary]
