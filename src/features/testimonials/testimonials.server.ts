import { rowTrash } from '#server/record/trash.ts'
import { orderedRoutes } from '#server/resource/ordered-routes.ts'
import { listedTestimonial, staffTestimonial, testimonialInput } from './testimonials.contract.ts'
import { testimonials } from './testimonials.table.ts'

export const testimonialRoutes = orderedRoutes({
  table: testimonials,
  tag: 'Testimonials',
  label: 'Testimonial',
  listed: listedTestimonial,
  input: testimonialInput,
  record: staffTestimonial,
})

export const testimonialTrash = rowTrash(testimonials, 'Testimonial', 'name')
