import { lookup } from '#contract/lookup.ts'
import { answerHold } from './desk.contract.ts'

/** The texts for the words in braces of a saved reply. */
type ReplyWords = { name: string; course: string; date: string; link: string }

/** The words that a saved reply can name, for its form. */
export const replyWords = ['{name}', '{first name}', '{course}', '{date}', '{link}']

/** The text of a saved reply for one person. Braces around any other word stay. */
export function fillReply(body: string, { name, course, date, link }: ReplyWords): string {
  const values: Record<string, string> = { name, 'first name': firstName(name), course, date, link }
  return body.replace(/\{([a-z ]+)\}/gi, (all, word: string) => lookup(values, word.toLowerCase()) ?? all)
}

/** "Dr. Asha Nair" is called Asha. */
function firstName(name: string): string {
  const words = name.trim().split(/\s+/)
  return words.find((word) => !/^(dr|mr|mrs|ms|prof|shri|smt)\.?$/i.test(word)) ?? name
}

const attribution = /^(on\s.{4,200}wrote:|am\s.{4,200}schrieb.{0,100}:|le\s.{4,200}écrit\s*:)$/i
const separator = /^(-{2,}\s*(original message|forwarded message|ursprüngliche nachricht).*|_{10,})$/i

/** Parts the answer in a message from the quotation below it: lines with `>`, and the line that introduces them. */
export function splitQuotation(text: string): { text: string; quotation?: string } {
  const lines = text.split('\n')
  const marked = lines.findIndex((line) => separator.test(line.trim()))
  // Below the last line without a mark, everything is quoted.
  let start = lines.length
  while (start > 0 && /^\s*(>|$)/.test(lines[start - 1] ?? '')) start--
  if (!lines.slice(start).some((line) => line.trimStart().startsWith('>'))) start = lines.length
  const begin = [start, marked].filter((place) => place >= 0 && place < lines.length)
  if (begin.length === 0) return { text }
  let first = Math.min(...begin)
  // Mail programs break the introducing line.
  for (const count of [1, 2]) {
    const before = lines.slice(Math.max(0, first - count), first)
    if (attribution.test(before.map((line) => line.trim()).join(' '))) {
      first -= count
      break
    }
  }
  const answer = lines.slice(0, first).join('\n').trim()
  return answer === '' ? { text } : { text: answer, quotation: lines.slice(first).join('\n').trim() }
}

/**
 * When an answer leaves that can still be undone, in words. The clock of the browser may differ from the server's, which decides.
 * @param now in milliseconds since 1970
 */
export function leaving(leavesAt: string, now: number): string {
  const seconds = Math.min(answerHold, Math.ceil((Date.parse(leavesAt) - now) / 1_000))
  return seconds > 0 ? `Leaves in ${seconds} s.` : 'Leaves now.'
}

/** A text that was taken back, above the text typed since. */
export const aboveTyped = (undone: string, typed: string): string => [undone, typed.trim()].filter(Boolean).join('\n\n')
