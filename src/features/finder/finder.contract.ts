import * as z from 'zod/mini'

/** `label` is the kind of record: 'Course'; `name` is its title, subject or address. */
const found = z.object({ entity: z.string(), label: z.string(), _id: z.string(), name: z.string() })

export const finderQuery = z.object({
  search: z
    .string('search is required')
    .check(z.trim(), z.minLength(1, 'search is required'), z.maxLength(200, 'search is too long')),
})
export const finderAnswer = z.object({ found: z.array(found) })
