import { longestContext, longestQuote, type RemarkAnchor } from './remarks.ts'

// The words of a remark in a text without markup, in which blocks are lines. Texts are compared with white space folded, composed (NFC), and without
// invisible marks: an editor, a page and a stored source differ in these.

export type TextRange = { from: number; to: number }
/** A text as it is compared, with the place in the text of each of its characters, and the end. */
export type Folded = { text: string; places: Int32Array }
export type Found = TextRange & {
  /** How many characters of the context are the same. */
  score: number
  isOnly: boolean
}

/** Soft hyphens, and marks without width: joiners, directions, byte order marks. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const isInvisible = (code: number) =>
  code === 0xad ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x2069) ||
  code === 0xfeff
/** The spaces of Unicode are among few blocks. */
const mayBeSpace = (code: number) => (code >= 0x80 && code <= 0xa0) || (code >= 0x1680 && code <= 0x3000)
const isSpace = (code: number) =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || (mayBeSpace(code) && /[\s\x85]/.test(String.fromCharCode(code)))

/** A character with the marks that compose with it, also those of Hangul. */
const composed = /.[\p{M}\u1160-\u11ff\u00ad\u200b-\u200f\u2060-\u2069]*/gsu

export function fold(source: string): Folded {
  const plain = source.replace(invisible, '')
  if (plain !== plain.normalize('NFC')) return foldComposing(source)
  const places = new Int32Array(source.length + 1)
  const parts: string[] = []
  let count = 0
  let start = 0
  let wasSpace = false
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at)
    const space = isSpace(code)
    const isLeftOut = space ? wasSpace : isInvisible(code)
    if (isLeftOut || (space && code !== 0x20)) {
      parts.push(source.slice(start, at), isLeftOut ? '' : ' ')
      start = at + 1
    }
    if (isLeftOut) continue
    wasSpace = space
    places[count++] = at
  }
  parts.push(source.slice(start))
  places[count] = source.length
  return { text: parts.join(''), places: places.subarray(0, count + 1) }
}

/** The same for a text that is not composed. It takes longer. */
function foldComposing(source: string): Folded {
  const places: number[] = []
  let text = ''
  for (const { 0: part, index } of source.matchAll(composed)) {
    const plain = part.replace(invisible, '').normalize('NFC')
    const word = isSpace(plain.charCodeAt(0)) ? (text.endsWith(' ') ? '' : ' ') + plain.slice(1) : plain
    text += word
    for (let count = 0; count < word.length; count++) places.push(index)
  }
  places.push(source.length)
  return { text, places: Int32Array.from(places) }
}

let last: { source: string; folded: Folded } | undefined
/** Folds a text once for all remarks on it. */
function foldOnce(source: string): Folded {
  if (last?.source !== source) last = { source, folded: fold(source) }
  return last.folded
}

export const folded = (text: string | undefined) => fold(text ?? '').text.trim()

/** The best place of the marked words. Its range is that of the folded text. */
export function locate({ text }: Folded, { quote, before, after }: RemarkAnchor): Found | undefined {
  const words = folded(quote)
  if (words === '') return undefined
  const [left, right] = [folded(before), folded(after)]
  const most = left.length + right.length
  let best: Found | undefined
  let count = 0
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const score = sameBefore(text, at, left) + sameAfter(text, at + words.length, right)
    count++
    if (!best || score > best.score) best = { from: at, to: at + words.length, score, isOnly: true }
    // No other place has more of it, but one at the end of the text.
    if (score >= most && left !== '' && right !== '') break
  }
  return best && { ...best, isOnly: count === 1 }
}

/** How many characters of an anchor's context are around a range of a folded text. */
export const scoreAt = ({ text }: Folded, { from, to }: TextRange, { before, after }: RemarkAnchor): number =>
  sameBefore(text, from, folded(before)) + sameAfter(text, to, folded(after))

/** How many characters of the context are before a place. One more if both begin there. */
function sameBefore(text: string, place: number, context: string): number {
  const end = text[place - 1] === ' ' ? place - 1 : place
  let count = 0
  while (count < context.length && text[end - 1 - count] === context[context.length - 1 - count]) count++
  return count + (count === context.length && end === count ? 1 : 0)
}

function sameAfter(text: string, place: number, context: string): number {
  const start = text[place] === ' ' ? place + 1 : place
  let count = 0
  while (count < context.length && text[start + count] === context[count]) count++
  return count + (count === context.length && start + count === text.length ? 1 : 0)
}

/** The range in the source, without invisible marks at its end. */
export function inSource(source: string, { places }: Folded, { from, to }: TextRange): TextRange {
  const start = places[from] ?? 0
  let end = places[to] ?? source.length
  while (end > start && isInvisible(source.charCodeAt(end - 1))) end--
  return { from: start, to: end }
}

/**
 * Finds marked words in a text: of several places the one with the same words around it.
 * @returns undefined when the words are gone
 */
export function findAnchor(text: string, anchor: RemarkAnchor): TextRange | undefined {
  const own = foldOnce(text)
  const found = locate(own, anchor)
  return found && inSource(text, own, found)
}

/** Half a surrogate pair cannot be stored. */
const whole = (text: string) => text.replace(/\p{Surrogate}/gu, '')

/** Marks words of a text, at most as many as an anchor holds. */
export function anchorAt(text: string, from: number, to: number, field: string): RemarkAnchor {
  const end = Math.min(to, from + longestQuote)
  return {
    field,
    quote: whole(text.slice(from, end)),
    before: whole(text.slice(Math.max(0, from - longestContext), from)),
    after: whole(text.slice(end, end + longestContext)),
  }
}

/** Marks selected words of a text, without white space at their ends. @returns undefined when no words are selected */
export function wordsAt(text: string, from: number, to: number, field: string): RemarkAnchor | undefined {
  const words = text.slice(from, Math.min(to, from + longestQuote))
  const start = from + words.length - words.trimStart().length
  const end = from + words.trimEnd().length
  return end > start ? anchorAt(text, start, end, field) : undefined
}
