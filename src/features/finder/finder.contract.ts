import * as z from 'zod/mini'

/** The kinds of records that the finder looks through. */
export const foundEntities = [
  'blogs',
  'courses',
  'products',
  'services',
  'cases',
  'testimonials',
  'questions',
  'openings',
  'contactRequests',
  'subscribers',
  'users',
] as const

/** `name` is the record's title, subject or address. */
const found = z.object({ entity: z.enum(foundEntities), _id: z.string(), name: z.string() })

export const finderQuery = z.object({
  search: z
    .string('search is required')
    .check(z.trim(), z.minLength(1, 'search is required'), z.maxLength(200, 'search is too long')),
})
export const finderAnswer = z.object({ found: z.array(found) })
