import type { Editor, Extensions, JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { Element, ElementContent } from 'hast'
import type { LucideIcon } from 'lucide-react'
import type { BlockContent, PhrasingContent } from 'mdast'

/** Reads the content of a block. */
export type Reader = {
  /** Names markup that the visual view cannot hold, as a person reads it: `footnotes`, `<kbd>`. */
  unsupported: Set<string>
  blocks(elements: ElementContent[]): JSONContent[]
  /** Text with its marks, pictures and line breaks. */
  inline(elements: ElementContent[]): JSONContent[]
}

/** Writes the content of a block as HTML. */
export type HtmlWriter = {
  /** Leaves out empty paragraphs, which pages do not show. */
  blocks(nodes: readonly Node[]): Element[]
  inline(block: Node): ElementContent[]
}

/** Writes the content of a block as Markdown. */
export type MarkdownWriter = {
  blocks(nodes: readonly Node[]): BlockContent[]
  /** @param lineBreak how to write a line break, which Markdown's tables do not have */
  inline(block: Node, lineBreak?: PhrasingContent): PhrasingContent[]
  /** For what Markdown does not have. */
  html: HtmlWriter
}

/** A dialog that a menu opens. */
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

type Described = {
  /** Its part of the schema. The plain blocks have none here, since they are parts of the StarterKit. */
  extensions?: Extensions
  /** The elements that it reads, as pages have them. */
  tags: readonly string[]
  /** @returns null for an element that an earlier block of the list reads */
  read(element: Element, reader: Reader): JSONContent[] | null
  menu: MenuEntry[]
}

/** A kind of block. It writes its nodes together with all nodes that occur only inside them, such as the rows of a table. */
export type TextBlock = Described & {
  nodes: readonly string[]
  /** As mdast. */
  toMarkdown(node: Node, writer: MarkdownWriter): BlockContent[]
  /** As hast. */
  toHtml(node: Node, writer: HtmlWriter): Element
}

/** A node in a line of text. */
export type InlineBlock = Described & {
  inline: {
    node: string
    tag: string
    read(element: Element, reader: Reader): JSONContent
    toMarkdown(node: Node): PhrasingContent
    toHtml(node: Node): Element
  }
}

export type EditorBlock = TextBlock | InlineBlock
