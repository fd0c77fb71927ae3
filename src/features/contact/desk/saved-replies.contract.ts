import * as z from 'zod/mini'
import { requiredText } from '#contract/fields.ts'
import { lookup } from '#contract/lookup.ts'

export const savedReply = z.object({
  _id: z.string(),
  name: z.string(),
  body: z.string(),
  active: z.boolean(),
  order: z.int(),
})
export type SavedReply = z.infer<typeof savedReply>

export const savedReplyInput = z.object({
  name: requiredText('Name', 200),
  body: requiredText('Text', 20_000),
  active: z.optional(z.boolean()),
})

/** The texts for the words in braces of a saved reply. */
type ReplyWords = { name: string; course: string; date: string; link: string }

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
