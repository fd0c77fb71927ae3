import * as z from 'zod/mini'
import { choice, requiredDay, requiredText, scheduleInput } from '#contract/fields.ts'

export const openingKinds = ['Full-time', 'Part-time', 'Contract', 'Internship'] as const

/** `closesOn` is the last day on which visitors see it, YYYY-MM-DD in the company's time zone. */
export const opening = z.object({
  _id: z.string(),
  title: z.string(),
  place: z.string(),
  kind: z.enum(openingKinds),
  description: z.string(),
  closesOn: z.string(),
  active: z.boolean(),
  order: z.int(),
})
export type Opening = z.infer<typeof opening>

/** An opening that visitors can apply for. `postedOn` is a day, YYYY-MM-DD. */
const shownOpening = z.object({ ...z.omit(opening, { active: true, order: true }).shape, postedOn: z.string() })
export type ShownOpening = z.infer<typeof shownOpening>
export const openingList = z.array(shownOpening)

export const openingInput = z.object({
  title: requiredText('Title', 200),
  place: requiredText('Place', 200),
  kind: choice('Kind', openingKinds),
  description: requiredText('Description', 10_000),
  closesOn: requiredDay('The closing day'),
  active: z.optional(z.boolean()),
  ...scheduleInput,
})
