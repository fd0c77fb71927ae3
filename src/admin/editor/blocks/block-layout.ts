import { type CommandProps, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import type { BlockContent, PhrasingContent } from 'mdast'
import {
  type Alignment,
  alignClass,
  alignClasses,
  alignments,
  indentClass,
  indentClasses,
  maxIndent,
} from '#content/markup/classes.contract.ts'
import { classesOf } from '#content/markup/elements.ts'
import { htmlLine } from '#content/markup/write-markdown.ts'
import { noteProperties, type Reader, type TextBlock } from './block.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    blockLayout: {
      /** Aligns the selected paragraphs and headings; `null` removes the alignment. */
      setAlignment: (alignment: Alignment | null) => ReturnType
      /** Nests a list item one level deeper, or indents another block by one step. */
      indent: () => ReturnType
      outdent: () => ReturnType
    }
  }
}

const withLayout = ['paragraph', 'heading']

/** Alignment and indent of paragraphs and headings, stored as the classes that the pages define. */
export const BlockLayout = Extension.create({
  name: 'blockLayout',
  addGlobalAttributes: () => [
    {
      types: withLayout,
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

/** @returns whether the layout of a selected block changes */
function setOnBlocks({ state, tr, dispatch }: CommandProps, change: (layout: Layout) => Partial<Layout>): boolean {
  let changed = false
  for (const { $from, $to } of state.selection.ranges) {
    state.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
      if (!withLayout.includes(node.type.name)) return
      const attributes = { ...node.attrs, ...change(node.attrs as Layout) }
      if (attributes.align === node.attrs['align'] && attributes.indent === node.attrs['indent']) return
      changed = true
      if (dispatch) tr.setNodeMarkup(at, undefined, attributes)
    })
  }
  return changed
}

/** Reads the layout of an element, which may have no other properties. */
export function layoutOf(element: Element, reader: Reader): Layout {
  const classes = classesOf(element)
  const align = alignments[alignClasses.findIndex((name) => classes.includes(name))] ?? null
  const indent = indentClasses.findIndex((name) => classes.includes(name)) + 1
  const others = classes.filter((name) => ![...alignClasses, ...indentClasses].some((own) => own === name))
  noteProperties({ ...element, properties: { ...element.properties, className: others } }, [], reader)
  return { align, indent }
}

/** Writes a line of text. With a layout it is HTML, since Markdown has no layout; without one, `plain` writes it. */
export const laidOut = (
  tagOf: (node: Node) => string,
  plain: (children: PhrasingContent[], node: Node) => BlockContent[],
): Pick<TextBlock, 'toMarkdown' | 'toHtml'> => {
  const element = (node: Node, children: ElementContent[]) =>
    h(tagOf(node), { className: layoutClasses(node.attrs as Layout) }, ...children)
  return {
    toMarkdown(node, writer) {
      const children = writer.inline(node)
      if (!node.attrs['align'] && !node.attrs['indent']) return plain(children, node)
      return children.length > 0 ? [htmlLine(element(node, writer.html.inline(node)))] : []
    },
    toHtml: (node, writer) => element(node, writer.inline(node)),
  }
}

function layoutClasses({ align, indent }: Layout) {
  const names = [...(align ? [alignClass(align)] : []), ...(indent ? [indentClass(indent)] : [])]
  return names.length > 0 ? names : undefined
}
