import { apiQuery } from '#web/api-query.ts'
import type { Course } from './courses.contract.ts'

/** A course as pages load it: without the syllabus as typed, only rendered. */
export type ShownCourse = Omit<Course, 'syllabus'>

/** An active course by its current slug, a former one or its id; or null. */
export const courseQuery = (slug: string) =>
  apiQuery<ShownCourse | null>(`/api/courses/${encodeURIComponent(slug)}`, { omit: ['syllabus'] })
