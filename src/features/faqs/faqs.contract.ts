import * as z from 'zod/mini'
import { recordId, requiredText, scheduleInput } from '#contract/fields.ts'

/** The pages that can answer a question, by their names for staff. */
export const faqPlaces = { home: 'Home', services: 'Services', courses: 'Courses' } as const
export type FaqPlace = keyof typeof faqPlaces
const places = z.array(z.enum(Object.keys(faqPlaces) as FaqPlace[], 'Places are Home, Services and Courses'))

/** `courseId` is the course whose page answers the question too; empty or absent for none. */
export const faq = z.object({
  _id: z.string(),
  question: z.string(),
  answer: z.string(),
  places,
  courseId: z.optional(z.string()),
  active: z.boolean(),
  order: z.int(),
})
export type Faq = z.infer<typeof faq>

export const faqInput = z.object({
  question: requiredText('Question', 300),
  answer: requiredText('Answer', 5_000),
  places: z.optional(places.check(z.maxLength(3, 'Name each page once'))),
  courseId: z.optional(recordId('Course')),
  active: z.optional(z.boolean()),
  ...scheduleInput,
})
