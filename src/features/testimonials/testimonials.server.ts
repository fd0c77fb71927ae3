import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { consent, testimonial, testimonialInput } from './testimonials.contract.ts'
import { testimonials } from './testimonials.table.ts'

export const testimonialEntity = orderedEntity(testimonials, {
  label: 'Testimonial',
  record: testimonial,
  staffOnly: consent,
  input: testimonialInput,
})
