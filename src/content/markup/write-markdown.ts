import type { Element } from 'hast'
import type { BlockContent, Nodes, PhrasingContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown } from 'mdast-util-to-markdown'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
import { type CalloutKind, calloutMarker } from './callouts.ts'

/** A mark of text, such as bold or a link. Adjacent marks with one key are one mark. */
export type LineMark = { key: string; write(children: PhrasingContent[]): PhrasingContent[] }

/** A part of a line with its marks: text, code, a line break or another thing, such as a picture. */
export type LinePiece = {
  type: 'text' | 'hardBreak' | 'thing'
  text: string
  marks: readonly LineMark[]
  /** Code is innermost, since Markdown's code contains no other marks. */
  code?: boolean | undefined
  thing?: PhrasingContent | undefined
}

/** A block in Markdown. Its list, if it is one, must be kept apart from another next to it. */
export type WrittenBlock = { text: string; list?: 'bullet' | 'ordered' | undefined }

/** Two lists in a row would become one. */
export function joinBlocks(blocks: Iterable<WrittenBlock>): string {
  let source = ''
  let before: WrittenBlock['list']
  for (const { text, list } of blocks) {
    if (text === '') continue
    source += `${source && '\n\n'}${list !== undefined && list === before ? '<!-- -->\n\n' : ''}${text}`
    before = list
  }
  return source
}

const gfm = gfmToMarkdown({ tablePipeAlign: false })

/** One style for all texts that programs of ours write. */
export const serialise = (tree: Nodes): string =>
  toMarkdown(tree, {
    extensions: [gfm],
    bullet: '-',
    bulletOther: '*',
    emphasis: '*',
    rule: '-',
    fences: true,
    listItemIndent: 'one',
  }).replace(/\n+$/, '')

const writer = unified().use(rehypeStringify).freeze()

export const inOneLine = (element: Element): string =>
  writer.stringify({ type: 'root', children: [element] }).replaceAll('\n', '&#10;')

/** HTML as mdast. It is one line, since Markdown ends raw HTML at a blank line. */
export const htmlLine = (element: Element) => ({ type: 'html', value: inOneLine(element) }) as const

/** A video. Its address needs no escapes. Without brackets, a sign at its end would count as part of the sentence. */
export const videoLine = (address: string): BlockContent => ({
  type: 'paragraph',
  children: [
    {
      type: 'html',
      value: /[\p{L}\p{N}/=-]$/u.test(address) ? address : `<${address.replace(/^www\./i, 'https://www.')}>`,
    },
  ],
})

/** A callout. The marker is in the line before the first paragraph. */
export function withMarker(kind: CalloutKind, blocks: BlockContent[]): BlockContent[] {
  const [first, ...rest] = blocks
  const marker = calloutMarker(kind)
  return first?.type === 'paragraph'
    ? [{ ...first, children: [{ type: 'html', value: `${marker}\n` }, ...first.children] }, ...rest]
    : [{ type: 'paragraph', children: [{ type: 'html', value: marker }] }, ...blocks]
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

/**
 * A line of text as Markdown. Applies the marks from the outside in: the one that spans the most pieces is outermost.
 * @param lineBreak how to write a line break, which Markdown's tables do not have
 */
export function writeLine(pieces: LinePiece[], lineBreak: PhrasingContent = { type: 'break' }): PhrasingContent[] {
  const written: PhrasingContent[] = []
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] as LinePiece
    const mark = outermost(pieces, at)
    if (!mark) {
      written.push(bare(piece, lineBreak))
      at++
      continue
    }
    const end = at + reach(pieces, at, mark)
    const marked = pieces
      .slice(at, end)
      .map((one) => ({ ...one, marks: one.marks.filter((other) => other.key !== mark.key) }))
    written.push(...wrapIn(mark, marked, lineBreak))
    at = end
  }
  return join(written)
}

function outermost(pieces: LinePiece[], at: number): LineMark | undefined {
  return (pieces[at] as LinePiece).marks.reduce<LineMark | undefined>(
    (most, mark) => (most && reach(pieces, at, most) >= reach(pieces, at, mark) ? most : mark),
    undefined,
  )
}

function reach(pieces: LinePiece[], from: number, { key }: LineMark): number {
  let at = from
  while (at < pieces.length && (pieces[at] as LinePiece).marks.some((mark) => mark.key === key)) at++
  return at - from
}

function wrapIn(mark: LineMark, marked: LinePiece[], lineBreak: PhrasingContent): PhrasingContent[] {
  const [before, inner, after] = withoutEdges(marked)
  if (inner.length === 0) return writeLine(marked, lineBreak)
  return [...writeLine(before, lineBreak), ...mark.write(writeLine(inner, lineBreak)), ...writeLine(after, lineBreak)]
}

function bare({ type, text, code, thing }: LinePiece, lineBreak: PhrasingContent): PhrasingContent {
  if (type === 'hardBreak') return lineBreak
  if (type === 'thing' && thing) return thing
  return code ? { type: 'inlineCode', value: text } : { type: 'text', value: text }
}

/** Splits the white space and line breaks off both ends, where Markdown would not recognise the marks. */
function withoutEdges(pieces: LinePiece[]): [before: LinePiece[], inner: LinePiece[], after: LinePiece[]] {
  const parts = pieces.flatMap((piece) =>
    isPlain(piece) ? piece.text.split(/(^ | $)/).flatMap((text) => (text ? { ...piece, text } : [])) : piece,
  )
  const isContent = (piece: LinePiece) => piece.type !== 'hardBreak' && !(isPlain(piece) && piece.text === ' ')
  const first = parts.findIndex(isContent)
  if (first < 0) return [parts, [], []]
  const end = parts.findLastIndex(isContent) + 1
  return [parts.slice(0, first), parts.slice(first, end), parts.slice(end)]
}

const isPlain = ({ type, code }: LinePiece) => type === 'text' && !code

/** Merges adjacent text and adjacent code, since two code spans side by side would run together. */
function join(content: PhrasingContent[]): PhrasingContent[] {
  const joined: PhrasingContent[] = []
  for (const node of content) {
    const last = joined.at(-1)
    if (last && last.type === node.type && (node.type === 'text' || node.type === 'inlineCode') && 'value' in last)
      last.value += node.value
    else joined.push(node)
  }
  return joined
}

/** An inline element of HTML around Markdown. */
export function tagged(tag: string, children: PhrasingContent[], attributes = ''): PhrasingContent[] {
  return [{ type: 'html', value: `<${tag}${attributes}>` }, ...children, { type: 'html', value: `</${tag}>` }]
}
