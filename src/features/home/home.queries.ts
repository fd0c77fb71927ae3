import type * as z from 'zod/mini'
import type { highlights as highlightList } from '#features/blog/blog.contract.ts'
import type { Product, Service } from '#features/catalog/catalog.contract.ts'
import type { courseList } from '#features/courses/ground/courses.contract.ts'
import { apiQuery } from '#web/api-query.ts'

/** The courses that the company puts forward; there may be none. */
export const featuredCourses = apiQuery<z.infer<typeof courseList>>('/api/courses?featured=true&limit=6', {
  optional: true,
})

/** The newest articles, and the newest of each category. */
export const highlights = apiQuery<z.infer<typeof highlightList>>('/api/blog-highlights', { optional: true })

export const allServices = apiQuery<Service[]>('/api/services', { optional: true })
export const allProducts = apiQuery<Product[]>('/api/products', { optional: true })
