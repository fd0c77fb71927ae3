import * as z from 'zod/mini'
import { requiredText } from '#contract/fields.ts'

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
