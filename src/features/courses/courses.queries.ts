import { apiQuery } from '#web/api-query.ts'
import type { Course, PreviewedCourse } from './courses.contract.ts'

/** A course as pages load it: without the syllabus as typed, only rendered. */
export type ShownCourse = Omit<Course, 'syllabus'>

/** An active course by its current slug, a former one or its id; or null. */
export const courseQuery = (slug: string) =>
  apiQuery<ShownCourse | null>(`/api/courses/${encodeURIComponent(slug)}`, { omit: ['syllabus'] })

/** The course of a preview link; null when the link does not work. */
export const courseLinkQuery = (token: string) =>
  apiQuery<PreviewedCourse | null>(`/api/previews/courses/${encodeURIComponent(token)}`)
