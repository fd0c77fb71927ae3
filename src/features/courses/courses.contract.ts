import * as z from 'zod/mini'
import { heading, person, publicListQuery } from '#contract/common.ts'
import { courseCategories, courseLevels } from './course-facets.contract.ts'

export { courseCategories, courseLevels } from './course-facets.contract.ts'

/** A course as the catalogue shows it. Prices are Indian rupees; `discountedPrice` is absent when there is no discount. */
const courseSummary = z.object({
  _id: z.string(),
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  duration: z.string(),
  price: z.number(),
  discountedPrice: z.optional(z.number()),
  imageUrl: z.optional(z.string()),
  imageAlt: z.optional(z.string()),
  category: z.enum(courseCategories),
  level: z.enum(courseLevels),
  prerequisites: z.array(z.string()),
  learningOutcomes: z.array(z.string()),
  instructor: person,
  enrollmentUrl: z.string(),
  startDate: z.optional(z.string()),
  active: z.boolean(),
  featured: z.boolean(),
  updatedAt: z.string(),
})
export type CourseSummary = z.infer<typeof courseSummary>

/** A whole course: `syllabus` as typed, `syllabusHtml` rendered and sanitised. */
export const course = z.extend(courseSummary, {
  syllabus: z.string(),
  syllabusHtml: z.string(),
  headings: z.array(heading),
})
export type Course = z.infer<typeof course>

export const courseList = z.object({ courses: z.array(courseSummary), totalPages: z.int() })

export const courseListQuery = z.object({
  ...publicListQuery,
  category: z.optional(z.string()),
  level: z.optional(z.string()),
  featured: z.optional(z.stringbool()),
})
export type CourseListQuery = z.infer<typeof courseListQuery>
