import * as z from 'zod/mini'
import {
  auditFields,
  optionalAuditFields,
  pictureAddress,
  requiredDay,
  requiredText,
  scheduleFields,
  scheduleInput,
} from '#contract/fields.ts'

const testimonial = z.object({
  _id: z.string(),
  quote: z.string(),
  name: z.string(),
  role: z.string(),
  company: z.string(),
  photoUrl: z.optional(z.string()),
  active: z.boolean(),
  order: z.int(),
})

/** As the list gives it to everyone. */
export const listedTestimonial = z.extend(testimonial, { ...optionalAuditFields, ...scheduleFields })
export type Testimonial = z.infer<typeof testimonial>
/** As staff edit it. `agreedOn` is the day on which the client agreed to be quoted, YYYY-MM-DD. */
export const staffTestimonial = z.extend(testimonial, { agreedOn: z.string(), ...auditFields, ...scheduleFields })

export const testimonialInput = z.object({
  quote: requiredText('Quote', 1_000),
  name: requiredText('Name', 200),
  role: requiredText('Role', 200),
  company: requiredText('Company', 200),
  agreedOn: requiredDay('The date of the consent'),
  photoUrl: z.optional(pictureAddress()),
  active: z.optional(z.boolean()),
  ...scheduleInput,
})
