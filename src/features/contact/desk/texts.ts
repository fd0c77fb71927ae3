import { mailHolds } from '#contract/deliveries.ts'
import { lookup } from '#contract/lookup.ts'

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

/**
 * When an answer leaves that can still be undone, in words. The clock of the browser may differ from the server's, which decides.
 * @param now in milliseconds since 1970
 */
export function leaving(leavesAt: string, now: number): string {
  const seconds = Math.min(mailHolds.answer, Math.ceil((Date.parse(leavesAt) - now) / 1_000))
  return seconds > 0 ? `Leaves in ${seconds} s.` : 'Leaves now.'
}

/** A text that was taken back, above the text typed since. */
export const aboveTyped = (undone: string, typed: string): string => [undone, typed.trim()].filter(Boolean).join('\n\n')

export { splitQuotation } from './quotation.ts'
