import { partQuery } from '#web/part-query.ts'
import type { Testimonial } from './testimonials.contract.ts'

export const testimonialsQuery = () => partQuery<Testimonial[]>('/api/testimonials')
