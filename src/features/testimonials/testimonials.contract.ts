import * as z from 'zod/mini'
import { pictureAddress, requiredDay, requiredText, scheduleInput } from '#contract/fields.ts'

export const testimonial = z.object({
  _id: z.string(),
  quote: z.string(),
  name: z.string(),
  role: z.string(),
  company: z.string(),
  photoUrl: z.optional(z.string()),
  active: z.boolean(),
  order: z.int(),
})
export type Testimonial = z.infer<typeof testimonial>
/** The day on which the client agreed to be quoted, YYYY-MM-DD. */
export const consent = { agreedOn: z.string() }

export const testimonialInput = z.object({
  quote: requiredText('Quote', 1_000, true),
  name: requiredText('Name', 200),
  role: requiredText('Role', 200),
  company: requiredText('Company', 200),
  agreedOn: requiredDay('The date of permission'),
  photoUrl: z.optional(pictureAddress()),
  active: z.optional(z.boolean()),
  ...scheduleInput,
})
