import * as z from 'zod/mini'
import { courseSummary } from '#features/courses/ground/courses.contract.ts'
import { courseCategories } from '#features/courses/ground/courses-words.contract.ts'
import { choice, optional, records } from './fields.contract.ts'
import { defineSection, type Problem } from './section.contract.ts'

export const kind = defineSection('courses', {
  words: {
    name: 'Courses',
    about: 'Courses with their dates, seats and prices, as in the catalog.',
    also: 'training catalog classes',
    none: 'No such course is active',
  },
  fields: {
    courseIds: optional(
      records('Courses', 'courses', 12, { hint: 'Leave blank for those of the category, or for the featured ones.' }),
    ),
    category: optional(choice('Category', courseCategories)),
  },
  shown: { courses: z.array(courseSummary) },
  check: ({ courseIds, category }: { courseIds?: unknown; category?: unknown }): Problem[] =>
    courseIds && category ? [{ path: 'category', message: 'Choose courses or a category, not both' }] : [],
})
