import type { Mark, Node } from '@tiptap/pm/model'
import { collapseSpace } from '#admin/editor/blocks/reading.ts'

/** One piece of a block's inline content: text, a picture or a line break, with the marks that are still to be applied. */
export type Piece = { text: string; node: Node; marks: readonly Mark[] }

/** The inline content of a block with white space as a browser shows it: single spaces, none at the ends or next to line breaks. */
export function piecesOf(block: Node): Piece[] {
  const pieces = collapseSpace(
    block.children.map((node) => ({ type: node.type.name, text: node.text ?? '', node, marks: node.marks })),
  )
  // A line break at the end has no effect.
  while (pieces.at(-1)?.type === 'hardBreak') pieces.pop()
  return pieces
}
