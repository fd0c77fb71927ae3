// An answer is a mail, so it arrives as it was typed, line by line. Only marks that nobody types by accident give a text a look: `**bold**`, links,
// lists, quotations and fenced code (docs/decisions/100-answers-of-the-desk.md).

/**
 * An answer as plain text: what was typed, without the marks of bold words, and with the addresses of links behind their words.
 * @param publicUrl in front of links to pages of ours, which begin with a slash
 */
export function answerText(source: string, publicUrl = ''): string {
  const lineText = (line: string): string =>
    piecesOf(line)
      .map((piece) => {
        if (piece.kind === 'bold') return lineText(piece.words)
        if (piece.kind === 'typed' || piece.words === piece.address) return piece.words
        return `${piece.words} (${wholeAddress(piece.address, publicUrl).replace(/^(?:mailto|tel):/, '')})`
      })
      .join('')
  const lines = linesOf(source)
  const written: string[] = []
  for (let at = 0; at < lines.length; ) {
    const end = endOfFence(lines, at)
    if (end > at) written.push(...lines.slice(at, end))
    else written.push(lineText(lines[at] ?? ''))
    at = Math.max(end, at + 1)
  }
  return written.join('\n')
}

type Block = { tag: 'p' | 'blockquote' | 'pre' | 'ul' | 'ol'; lines: string[]; items?: string[][] }

const linesOf = (source: string) => source.split(/\r\n|\r|\n/)
/** The first line of a quotation has words: `> 50 %` is a figure. */
const quotation = /^>+ (?=[\p{L}"“„«*[(])/u
const quoted = /^>(?=[\s>]|$) ?/

export function blocksOf(source: string): Block[] {
  const lines = linesOf(source)
  const blocks: Block[] = []
  /** Whether the next line continues the last paragraph. */
  let open = false
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const fenced = endOfFence(lines, at)
    const list = listAt(lines, at)
    const last = blocks.at(-1)
    if (fenced > at) {
      blocks.push({ tag: 'pre', lines: lines.slice(at + 1, fenced - 1) })
      at = fenced
      open = false
    } else if (list) {
      blocks.push({ tag: list.tag, lines: [], items: list.items })
      at = list.end
      open = false
    } else {
      const continues = open && last?.tag === 'blockquote' && quoted.test(line)
      const tag = continues || quotation.test(line) ? 'blockquote' : 'p'
      const words = tag === 'p' ? line : line.replace(quoted, '')
      if (line.trim() === '') open = false
      else if (open && last?.tag === tag) last.lines.push(words)
      else {
        blocks.push({ tag, lines: [words] })
        open = true
      }
      at++
    }
  }
  return blocks
}

/** Where the fenced code ends that begins at a line; the line itself if none does, or it is never closed. */
function endOfFence(lines: string[], at: number): number {
  if (!/^```[\w+#.-]*\s*$/.test(lines[at] ?? '')) return at
  for (let end = at + 1; end < lines.length; end++) if (/^```\s*$/.test(lines[end] ?? '')) return end + 1
  return at
}

/** An item of a list, with the number of a counted one. */
const item = /^(?:-|(\d{1,3})\.) +(?=\S)/

/**
 * The list that begins at a line: two or more items in a row, `- x`, or `1. x` counted from one. A single such line is a signature, a year or a
 * number of days more often than a list. Indented lines continue an item.
 */
function listAt(lines: string[], start: number): { tag: 'ul' | 'ol'; items: string[][]; end: number } | undefined {
  const items: string[][] = []
  const isCounted = item.exec(lines[start] ?? '')?.[1] !== undefined
  let at = start
  for (; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [marker, number] = item.exec(line) ?? []
    const isNext = marker !== undefined && (isCounted ? Number(number) === items.length + 1 : number === undefined)
    if (isNext) items.push([line.slice(marker.length)])
    else if (items.length > 0 && /^\s+\S/.test(line)) items.at(-1)?.push(line.trimStart())
    else break
  }
  return items.length > 1 ? { tag: isCounted ? 'ol' : 'ul', items, end: at } : undefined
}

type Piece =
  | { kind: 'typed'; words: string }
  | { kind: 'bold'; words: string }
  | { kind: 'link'; words: string; address: string }

/** Scripts that have no spaces between words. */
const unspaced = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}`
/** `**x**` around words: not in `2**3**4`, `**kwargs` or `src/**\/*.ts`. */
const bold = String.raw`(?<=^|[^\p{L}\p{N}_*/\\]|[${unspaced}])\*\*(?=[\p{L}\p{N}\p{Sc}\p{So}"'“‘„«([¿¡#@+–-])(?<bold>[^*\n]+)(?<=[\p{L}\p{M}\p{N}\p{Sc}\p{So}"'”’“»).!?:,;%…+#])\*\*(?:(?=[${unspaced}])|(?![\p{L}\p{N}_*]))`
const address = String.raw`(?:https?:\/\/|mailto:|tel:|\/(?!\/))[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*`
const link = String.raw`(?<!!)\[(?<words>[^[\]\n]+)\]\((?<to>${address})\)`
const inAddress = String.raw`[^\s<>"“”*|\\^{}\x60]`
/** One that goes on with a word in angle brackets leads nowhere. */
const bare = String.raw`(?<![\p{L}\p{N}_])(?<bare>https?:\/\/${inAddress}+)(?!<|${inAddress})`
/** Words between grave accents are code, in which nothing else is read. */
const mark = new RegExp(`\`[^\`\\n]+\`|${bold}|${link}|${bare}`, 'gu')

/** The pieces of a line. Together they have all of its words. */
export function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: whole, index, groups = {} } of line.matchAll(mark)) {
    const { bold, words, to, bare } = groups
    const url = to ?? withoutPunctuation(bare ?? '')
    if (bold === undefined && (url === '' || (!url.startsWith('/') && !URL.canParse(url)))) continue
    pieces.push({ kind: 'typed', words: line.slice(end, index) })
    end = index + (bare === undefined ? whole.length : url.length)
    pieces.push(
      bold !== undefined ? { kind: 'bold', words: bold } : { kind: 'link', words: words ?? url, address: url },
    )
  }
  return [...pieces, { kind: 'typed', words: line.slice(end) }]
}

/** A typed address without the punctuation of the sentence around it. */
function withoutPunctuation(url: string): string {
  const trimmed = url.replace(/[.,;:!?'’…\]]+$/, '')
  const isOpen = trimmed.endsWith(')') && trimmed.split(')').length > trimmed.split('(').length
  return isOpen ? withoutPunctuation(trimmed.slice(0, -1)) : trimmed
}

export const wholeAddress = (address: string, publicUrl: string) =>
  address.startsWith('/') ? publicUrl + address : address
