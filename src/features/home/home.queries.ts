import type * as z from 'zod/mini'
import type { newestPerCategory as newestList, postList } from '#features/blog/blog.contract.ts'
import type { Product, Service } from '#features/catalog/catalog.contract.ts'
import type { courseList } from '#features/courses/courses.contract.ts'
import { apiQuery, listPath } from '#web/api-query.ts'

/** The courses that the company puts forward; there may be none. */
export const featuredCourses = apiQuery<z.infer<typeof courseList>>(
  listPath('/api/courses', { featured: true, limit: 6 }),
  {
    optional: true,
  },
)

/** The three newest articles. */
export const latestPosts = apiQuery<z.infer<typeof postList>>(listPath('/api/blogs', { limit: 3 }), { optional: true })

/** The newest article of each category. */
export const newestPerCategory = apiQuery<z.infer<typeof newestList>>('/api/blog-categories/newest', { optional: true })

export const allServices = apiQuery<Service[]>('/api/services', { optional: true })
export const allProducts = apiQuery<Product[]>('/api/products', { optional: true })
