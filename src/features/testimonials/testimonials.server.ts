import { orderedEntity } from '#server/resource/ordered-entity.ts'
import { listedTestimonial, staffTestimonial, testimonialInput } from './testimonials.contract.ts'
import { testimonials } from './testimonials.table.ts'

export const testimonialEntity = orderedEntity(testimonials, {
  label: 'Testimonial',
  listed: listedTestimonial,
  input: testimonialInput,
  record: staffTestimonial,
})
