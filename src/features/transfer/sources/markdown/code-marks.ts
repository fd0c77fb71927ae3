/**
 * Rules for words must not read code. So code is taken out of a text, with a mark in its place, and put back at the end. Marks are characters that
 * no text has.
 */
type Piece = { kind: 'fence' | 'span' | 'html' | 'words'; value: string }

const opened = '\uFDD0'
const closed = '\uFDD1'
const mark = /\uFDD0(\d+)\uFDD1/g
/** White space, quotations and points of a list before a block. */
const before = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/
const fence = /^(`{3,}|~{3,})(.*)$/
/** Code between tags of Jekyll or Hugo, with the language and what follows in the line. */
const tagged =
  /^(?:\{%-?\s*highlight\s+([^\s%]+)[^%\n]*%\}|\{\{[<%]\s*highlight\s+["'`]?([\w+#.-]*)["'`]?[^\n]*?[>%]\}\})(.*)$/
const endOfTagged = /\{%-?\s*endhighlight\s*-?%\}|\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/
/** Points of lists, definitions, footnotes and boxes, whose further lines are indented without being code. */
const continued = /^\s*(?:(?:[-*+:]|\d{1,9}[.)]|!!!|\?\?\?\+?)\s|\[\^[^\]\n]+\]:)/

export class CodeMarks {
  readonly pieces: Piece[] = []

  /** Takes something out, and gives the mark for it. */
  keep(value: string, kind: Piece['kind'] = 'words'): string {
    this.pieces.push({ kind, value })
    return `${opened}${this.pieces.length - 1}${closed}`
  }

  /** Takes all code out of a text. @param indented whether four spaces are code, which they are not in MDX */
  take(source: string, { indented = true } = {}): string {
    const text = source.replace(/[\uFDD0\uFDD1\0]/g, '')
    return this.takeSpans(this.takeBlocks(text.split('\n'), indented))
  }

  private takeBlocks(lines: string[], indented: boolean): string {
    const result: string[] = []
    let blank = true
    let inList = false
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] ?? ''
      const prefix = before.exec(line)?.[0] ?? ''
      const rest = line.slice(prefix.length)
      const [, sign = '', info = ''] = fence.exec(rest) ?? []
      const tag = tagged.exec(rest)
      if (tag || (sign && !(sign[0] === '`' && info.includes('`')))) {
        const end = tag ? endOfTags(lines, at, rest) : endOfFence(lines, at, sign, prefix)
        const inner = lines.slice(at + 1, end).map((one) => withoutPrefix(one, prefix))
        const block = tag ? fromTags(tag, inner, lines[end]) : { info, code: inner, after: '' }
        result.push(`${prefix}${this.keep(fenced(block.info, block.code), 'fence')}`)
        if (block.after.trim()) result.push('', `${prefix}${block.after.trim()}`)
        at = end
        blank = false
        continue
      }
      if (continued.test(line)) inList = true
      else if (blank && /^\S/.test(line)) inList = false
      if (indented && blank && !inList && /^(?: {4}|\t)/.test(line) && line.trim() !== '') {
        let end = at
        while (end + 1 < lines.length && /^(?: {4}|\t|\s*$)/.test(lines[end + 1] ?? '')) end++
        while ((lines[end] ?? '').trim() === '') end--
        result.push(this.keep(lines.slice(at, end + 1).join('\n'), 'html'))
        at = end
        blank = false
        continue
      }
      result.push(line)
      blank = line.trim() === ''
    }
    return result.join('\n')
  }

  /** Takes out spans of code, comments, and elements whose content is no text, in the order in which they begin. */
  private takeSpans(text: string): string {
    const lower = text.toLowerCase()
    const found = [...lower.matchAll(/\\?`+|<!--|<(pre|code|script|style|textarea|svg|math)(?=[\s>])/g)].map(
      ({ 0: sign, 1: name, index }) => ({ sign, name, from: index }),
    )
    // A span ends with as many signs as it began with. The next one is the last of its list.
    const following = new Map<string, number[]>()
    for (const { sign, from } of found.toReversed()) {
      const places = following.get(sign)
      if (places) places.push(from)
      else following.set(sign, [from])
    }
    const unclosed = new Set<string>()
    let result = ''
    let at = 0
    for (const { sign, name, from } of found) {
      if (from < at || sign.startsWith('\\') || unclosed.has(sign)) continue
      const to = sign.startsWith('`')
        ? endOfSpan(text, following.get(sign) ?? [], from, sign)
        : endOfHtml(lower, name, from + sign.length)
      if (to < 0 && !sign.startsWith('`')) unclosed.add(sign)
      if (to < 0) continue
      result += text.slice(at, from) + this.keep(text.slice(from, to), sign.startsWith('`') ? 'span' : 'html')
      at = to
    }
    return result + text.slice(at)
  }

  /** Changes the code that was taken out. */
  change(change: (value: string) => string) {
    for (const piece of this.pieces) if (piece.kind !== 'words') piece.value = change(piece.value)
  }

  /** Puts everything back. A block of code gets the prefix of its mark on each of its lines. */
  restore(text: string): string {
    let result = text
    // A part that was taken out may have marks itself.
    for (let depth = 0; depth < 5 && result.includes(opened); depth++)
      result = result
        .split('\n')
        .map((line) => this.restoreLine(line))
        .join('\n')
    return result
  }

  private restoreLine(line: string): string {
    if (!line.includes(opened)) return line
    const prefix = before.exec(line)?.[0] ?? ''
    return line.replace(mark, (whole, place: string, at: number) => {
      const piece = this.pieces[Number(place)]
      if (piece?.kind !== 'fence') return piece?.value ?? whole
      const alone = at === prefix.length
      const following = prefix.replace(/[^\s>]/g, ' ')
      const code = piece.value.replace(
        /\n(?=(\n)?)/g,
        (_, blank?: string) => `\n${blank ? following.trimEnd() : following}`,
      )
      const after = line.slice(at + whole.length).trim() ? `\n${following.trimEnd()}\n${following}` : ''
      return `${alone ? '' : `\n${following.trimEnd()}\n${following}`}${code}${after}`
    })
  }
}

/** A span is in one block. */
function endOfSpan(text: string, places: number[], from: number, sign: string): number {
  while (places.length > 0 && (places.at(-1) ?? 0) <= from) places.pop()
  const end = places.at(-1)
  return end === undefined || /\n[^\S\n]*\n/.test(text.slice(from, end)) ? -1 : end + sign.length
}

function endOfHtml(lower: string, name: string | undefined, from: number): number {
  const closing = name ? `</${name}` : '-->'
  const end = lower.indexOf(closing, from)
  if (end < 0) return -1
  return name ? lower.indexOf('>', end) + 1 || lower.length : end + closing.length
}

function endOfFence(lines: string[], from: number, sign: string, prefix: string): number {
  const quoted = prefix.includes('>')
  for (let at = from + 1; at < lines.length; at++) {
    const line = (lines[at] ?? '').replace(/^[\s>]*/, '').trimEnd()
    if (line.length >= sign.length && line === (sign[0] ?? '').repeat(line.length)) return at
    if (quoted && !(lines[at] ?? '').includes('>')) return at - 1
  }
  return lines.length
}

function endOfTags(lines: string[], from: number, rest: string): number {
  if (endOfTagged.test(rest)) return from
  const found = lines.findIndex((line, at) => at > from && endOfTagged.test(line))
  return found < 0 ? lines.length : found
}

function fromTags([, liquid, hugo, first = '']: RegExpExecArray, inner: string[], last = '') {
  const [inFirst = '', afterFirst] = first.split(endOfTagged)
  const [inLast = '', after = ''] = afterFirst === undefined ? last.split(endOfTagged) : ['', afterFirst]
  const code = [...(inFirst.trim() ? [inFirst] : []), ...inner, ...(inLast.trim() ? [inLast] : [])]
  return { info: liquid ?? hugo ?? '', code, after }
}

/** A line of a block without the prefix of the block's first line. */
function withoutPrefix(line: string, prefix: string): string {
  let at = 0
  while (at < prefix.length && at < line.length && /[\s>]/.test(line[at] ?? '')) at++
  return line.slice(at)
}

/** A block of code as Markdown has it everywhere: the language, and the title as a line above. */
function fenced(info: string, code: string[]): string {
  const { language, title } = readInfo(info.trim())
  const longest = Math.max(2, ...code.map((line) => /^\s*(`*)/.exec(line)?.[1]?.length ?? 0))
  const sign = '`'.repeat(longest + 1)
  const above = title === '' ? '' : `${/^[^\s`]+$/.test(title) ? `\`${title}\`` : `**${title}**`}\n\n`
  return `${above}${sign}${language}\n${code.map((line) => `${line}\n`).join('')}${sign}`
}

/** Reads `js {1,3} title="x"`, `ts{4} [x]`, `js:title=x`, `{.python .numberLines}`, `{r, echo=FALSE}`, `go {linenos=table}`. */
function readInfo(info: string): { language: string; title: string } {
  const title =
    /\b(?:title|filename|name|file|caption)\s*[=:]\s*(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+))/
      .exec(info)
      ?.slice(1)
      .find(Boolean) ??
    /\s\[([^\]]+)\]/.exec(info)?.[1] ??
    ''
  const first = /^\{[.\s]*([\w+#-]+)/.exec(info)?.[1] ?? /^[^\s:{,]+/.exec(info)?.[0] ?? ''
  return { language: /^[\w+#.-]{1,30}$/.test(first) && !first.includes('=') ? first : '', title: title.trim() }
}
