import { renderingColumns } from '#content/render/stored-rendering.ts'
import { scheduleColumns, trashColumns } from '#server/database/lifecycle.ts'
import { boolean, integer, json, number, optional, type Stored, table, text, time } from '#server/database/table.ts'
import { appearanceColumns } from '#server/record/shared-fields.ts'
import type { enrolWays } from './cohorts/cohort-words.contract.ts'
import type { courseCategories, courseLevels } from './courses.contract.ts'

/**
 * Prices are in Indian rupees; `startDate` is a day, YYYY-MM-DD; `syllabus` is as typed, and too long to load in lists. `order` is the place
 * among featured courses, 0 for one that has none yet; `asksBy` is how people enrol for a new date.
 */
export const courses = table('courses', {
  id: text(),
  title: text(),
  slug: text(),
  description: text(),
  duration: text(),
  price: number(),
  discountedPrice: optional(number()),
  imageUrl: optional(text()),
  imageAlt: optional(text()),
  category: text<(typeof courseCategories)[number]>(),
  level: text<(typeof courseLevels)[number]>(),
  prerequisites: json<string[]>(),
  learningOutcomes: json<string[]>(),
  instructorId: text(),
  enrollmentUrl: text(),
  startDate: optional(text()),
  active: boolean(),
  featured: boolean(),
  order: integer(),
  asksBy: text<(typeof enrolWays)[number]>(),
  version: integer(),
  createdAt: time(),
  updatedAt: time(),
  syllabus: text(),
  updatedBy: optional(text()),
  ...renderingColumns,
  ...trashColumns,
  ...scheduleColumns,
  ...appearanceColumns,
})

/** The slug history: requests for a former slug are redirected to the course. */
export const coursePastSlugs = table('coursePastSlugs', { slug: text(), courseId: text() })

declare module '#server/database/schema.ts' {
  interface Schema {
    courses: Stored<typeof courses>
    coursePastSlugs: Stored<typeof coursePastSlugs>
  }
}
