import type { Mark, Node } from '@tiptap/pm/model'

/** One piece of a block's inline content: text, a picture or a line break, with the marks that are still to be applied. */
export type Piece = { text: string; node: Node; marks: readonly Mark[] }

/** The inline content of a block with white space as a browser shows it: single spaces, none at the ends or next to line breaks. */
export function piecesOf(block: Node): Piece[] {
  const pieces = block.children.map(
    (node): Piece => ({ text: (node.text ?? '').replace(/[ \t\r\n]+/g, ' '), node, marks: node.marks }),
  )
  const trimmed: Piece[] = []
  const endLine = () => {
    for (let last = trimmed.at(-1); last?.node.isText; last = trimmed.at(-1)) {
      last.text = last.text.replace(/ $/, '')
      if (last.text) return
      trimmed.pop()
    }
  }
  let afterSpace = true
  for (const piece of pieces) {
    if (piece.node.isText) {
      if (afterSpace) piece.text = piece.text.replace(/^ /, '')
      if (piece.text === '') continue
      afterSpace = piece.text.endsWith(' ')
    } else {
      afterSpace = piece.node.type.name === 'hardBreak'
      if (afterSpace) endLine()
    }
    trimmed.push(piece)
  }
  endLine()
  // A line break at the end has no effect.
  while (trimmed.at(-1)?.node.type.name === 'hardBreak') trimmed.pop()
  endLine()
  return trimmed
}
