import type { Mark, Node } from '@tiptap/pm/model'

/** One piece of a block's words: text, a picture or a line break, with what is still to be wrapped around it. */
export type Piece = { text: string; node: Node; marks: readonly Mark[] }

/** The words of a block as a browser would show them: single spaces, none at the ends and beside line ends. */
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
  // A line end behind which nothing stands is none.
  while (trimmed.at(-1)?.node.type.name === 'hardBreak') trimmed.pop()
  endLine()
  return trimmed
}
