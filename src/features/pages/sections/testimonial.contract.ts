import * as z from 'zod/mini'
import { testimonial } from '#features/testimonials/testimonials.contract.ts'
import { optional, record } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

export const kind = defineSection('testimonial', {
  words: {
    name: 'Testimonial',
    about: 'A quote from a client, with name and company.',
    also: 'quote client review praise',
    none: 'No other testimonial is active',
  },
  fields: {
    testimonialId: optional(
      record('Testimonial', 'testimonials', {
        hint: 'Leave blank for the next one in order: each such section of a page shows another.',
      }),
    ),
  },
  shown: { testimonial: z.omit(testimonial, { active: true, order: true }) },
})
