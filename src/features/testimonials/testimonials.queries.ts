import { partQuery } from '#web/api-query.ts'
import type { Testimonial } from './testimonials.contract.ts'

export const testimonialsQuery = () => partQuery<Testimonial[]>('/api/testimonials')
