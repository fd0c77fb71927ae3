import { apiQuery } from '#web/api-query.ts'
import type { Course } from './courses.contract.ts'

/** A course as pages have it: its syllabus rendered, without what was typed. */
export type ShownCourse = Omit<Course, 'syllabus'>

/** One active course by its slug (an old one too, or its id), or null. */
export const courseQuery = (slug: string) =>
  apiQuery<ShownCourse | null>(`/api/courses/${encodeURIComponent(slug)}`, { omit: ['syllabus'] })
