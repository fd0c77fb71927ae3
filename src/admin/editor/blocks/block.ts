import type { Editor, Extensions, JSONContent, NodeViewRenderer } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { NodeView } from '@tiptap/pm/view'
import type { Element, ElementContent } from 'hast'
import type { LucideIcon } from 'lucide-react'
import type { BlockContent, PhrasingContent } from 'mdast'

export type Reader = {
  /** Names markup that the visual view cannot hold, as a person reads it: `footnotes`, `<kbd>`. */
  unsupported: Set<string>
  blocks(elements: ElementContent[]): JSONContent[]
  /** Text with its marks, pictures and line breaks. */
  inline(elements: ElementContent[]): JSONContent[]
}

export type HtmlWriter = {
  /** Leaves out empty paragraphs, which pages do not show. */
  blocks(nodes: readonly Node[]): Element[]
  inline(block: Node): ElementContent[]
}

export type MarkdownWriter = {
  blocks(nodes: readonly Node[]): BlockContent[]
  /** @param lineBreak how to write a line break, which Markdown's tables do not have */
  inline(block: Node, lineBreak?: PhrasingContent): PhrasingContent[]
  html: HtmlWriter
}

export type BlockDialog = 'image' | 'gallery' | 'video'

export type MenuEntry = {
  label: string
  icon: LucideIcon
  run: ((editor: Editor) => void) | BlockDialog
  /** Further words that find it after `/`. Without them, `/` does not offer it. */
  slash?: string
  /** Whether the menu Insert of the toolbar has it. */
  insert?: true
  /** The node that it removes; offered while the cursor is in one. */
  removes?: string
}

type BlockBase = {
  /** Its part of the schema. The plain blocks have none here, since they are parts of the StarterKit. */
  extensions?: Extensions
  /** The elements that it reads, as pages have them. */
  tags: readonly string[]
  /** @returns null for an element that an earlier block of the list reads */
  read(element: Element, reader: Reader): JSONContent[] | null
  menu: MenuEntry[]
}

/**
 * Renders a node by its own elements. When the editor is destroyed, TipTap removes its node views and renders the text once more, so a plugin has the
 * view as well.
 */
export const drawnBy = (name: string, view: (node: Node) => NodeView) => ({
  addNodeView:
    (): NodeViewRenderer =>
    ({ node }) =>
      view(node),
  addProseMirrorPlugins: () => [new Plugin({ props: { nodeViews: { [name]: view } } })],
})

/** A kind of block. It writes its nodes together with all nodes that occur only inside them, such as the rows of a table. */
export type TextBlock = BlockBase & {
  nodes: readonly string[]
  toMarkdown(node: Node, writer: MarkdownWriter): BlockContent[]
  toHtml(node: Node, writer: HtmlWriter): Element
}

export type InlineBlock = BlockBase & {
  inline: {
    node: string
    tag: string
    read(element: Element, reader: Reader): JSONContent
    toMarkdown(node: Node): PhrasingContent
    toHtml(node: Node): Element
  }
}

export type EditorBlock = TextBlock | InlineBlock

/** Adds the attributes and classes that are not in `handled` to the unsupported markup. */
export function noteProperties({ tagName, properties }: Element, handled: string[], { unsupported }: Reader) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || handled.includes(name) || (Array.isArray(value) && value.length === 0))
      continue
    unsupported.add(
      name === 'id'
        ? `anchors (id) at <${tagName}>`
        : `${name === 'className' ? 'classes' : `“${name}”`} at <${tagName}>`,
    )
  }
}

export const isElement = (node: ElementContent): node is Element => node.type === 'element'

/** Only collapsible white space: a non-breaking space is content. */
export const isBlank = (node: ElementContent) => node.type === 'text' && /^[ \t\r\n\f]*$/.test(node.value)

/** The text of an element with its white space. */
export const verbatim = (node: Element): string =>
  node.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? verbatim(child) : ''))
    .join('')

export const orParagraph = (blocks: JSONContent[]) => (blocks.length > 0 ? blocks : [{ type: 'paragraph' }])

export function withInline(block: JSONContent, children: ElementContent[], reader: Reader): JSONContent {
  const content = reader.inline(children)
  return content.length > 0 ? { ...block, content } : block
}
