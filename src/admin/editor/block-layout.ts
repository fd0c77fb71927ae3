import { type CommandProps, Extension } from '@tiptap/core'
import { type Alignment, alignClass, alignments, indentClass, maxIndent } from '#content/markup/classes.contract.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    blockLayout: {
      /** Aligns the selected paragraphs and headings; `null` removes the alignment. */
      setAlignment: (alignment: Alignment | null) => ReturnType
      /** Nests a list item one level deeper, or indents another block by one step. */
      indent: () => ReturnType
      /** Reverses `indent`. */
      outdent: () => ReturnType
    }
  }
}

const laidOut = ['paragraph', 'heading']

/** Alignment and indent of paragraphs and headings, stored as the classes that the pages define. */
export const BlockLayout = Extension.create({
  name: 'blockLayout',
  addGlobalAttributes: () => [
    {
      types: laidOut,
      attributes: {
        align: {
          default: null,
          parseHTML: (element) =>
            alignments.find(
              (name) => element.classList.contains(alignClass(name)) || element.style.textAlign === name,
            ) ?? null,
          renderHTML: ({ align }) => (align ? { class: alignClass(align) } : {}),
        },
        indent: {
          default: 0,
          parseHTML: (element) => Number(/(?:^|\s)indent-([1-8])(?:\s|$)/.exec(element.className)?.[1] ?? 0),
          renderHTML: ({ indent }) => (indent ? { class: indentClass(indent) } : {}),
        },
      },
    },
  ],
  addKeyboardShortcuts() {
    const align = (alignment: Alignment) => () => this.editor.commands.setAlignment(alignment)
    return {
      'Mod-]': () => this.editor.commands.indent(),
      'Mod-[': () => this.editor.commands.outdent(),
      'Mod-Shift-l': align('left'),
      'Mod-Shift-e': align('center'),
      'Mod-Shift-r': align('right'),
      'Mod-Shift-j': align('justify'),
    }
  },
  addCommands() {
    const item = ({ editor }: CommandProps) =>
      editor.isActive('taskItem') ? 'taskItem' : editor.isActive('listItem') ? 'listItem' : null
    return {
      setAlignment: (alignment) => (props) => setOnBlocks(props, () => ({ align: alignment })),
      indent: () => (props) => {
        const list = item(props)
        if (list) return props.commands.sinkListItem(list)
        return setOnBlocks(props, ({ indent }) => ({ indent: Math.min(maxIndent, indent + 1) }))
      },
      outdent: () => (props) => {
        const list = item(props)
        if (list) return props.commands.liftListItem(list)
        return setOnBlocks(props, ({ indent }) => ({ indent: Math.max(0, indent - 1) }))
      },
    }
  },
})

type Layout = { align: Alignment | null; indent: number }

/** @returns whether the selection has a block whose layout changes */
function setOnBlocks({ state, tr, dispatch }: CommandProps, change: (layout: Layout) => Partial<Layout>): boolean {
  let changed = false
  for (const { $from, $to } of state.selection.ranges) {
    state.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
      if (!laidOut.includes(node.type.name)) return
      const attributes = { ...node.attrs, ...change(node.attrs as Layout) }
      if (attributes.align === node.attrs['align'] && attributes.indent === node.attrs['indent']) return
      changed = true
      if (dispatch) tr.setNodeMarkup(at, undefined, attributes)
    })
  }
  return changed
}
