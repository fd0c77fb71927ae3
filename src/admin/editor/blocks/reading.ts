import type { JSONContent } from '@tiptap/core'
import type { Element, ElementContent } from 'hast'
import type { Reader } from './block.ts'

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

/** The content of a block that must not be empty. */
export const orParagraph = (blocks: JSONContent[]) => (blocks.length > 0 ? blocks : [{ type: 'paragraph' }])

/** A block with text in it. */
export function withInline(block: JSONContent, children: ElementContent[], reader: Reader): JSONContent {
  const content = reader.inline(children)
  return content.length > 0 ? { ...block, content } : block
}

/** Collapses white space to single spaces, also across marks, and removes it at the ends and next to line breaks. */
export function collapseSpace<Piece extends { type: string; text: string }>(pieces: Piece[]): Piece[] {
  const collapsed: Piece[] = []
  const endLine = () => {
    for (let last = collapsed.at(-1); last?.type === 'text'; last = collapsed.at(-1)) {
      last.text = last.text.replace(/ $/, '')
      if (last.text) return
      collapsed.pop()
    }
  }
  let afterSpace = true
  for (const piece of pieces) {
    if (piece.type === 'text') {
      const text: string = piece.text.replace(/[ \t\r\n\f]+/g, ' ').replace(afterSpace ? /^ / : '', '')
      if (text === '') continue
      afterSpace = text.endsWith(' ')
      collapsed.push({ ...piece, text })
    } else {
      afterSpace = piece.type === 'hardBreak'
      if (afterSpace) endLine()
      collapsed.push(piece)
    }
  }
  endLine()
  return collapsed
}
