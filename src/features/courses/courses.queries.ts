import type * as z from 'zod/mini'
import { apiQuery, listPath } from '#site/api-query.ts'
import { type ListAddress, readListAddress } from '#site/list-address.ts'
import type { Course, courseList } from './courses.contract.ts'

/** Course catalogue page size (section 9). */
const pageSize = 6

export const courseFilters = ['level', 'category'] as const
type CourseListAddress = ListAddress<(typeof courseFilters)[number]>

/** Where the catalogue of an address stands, for what asks before the page is there. */
export const readCourseListAddress = (search: URLSearchParams): CourseListAddress => readListAddress(search, courseFilters)

/** One page of the active courses. */
export const courseListQuery = ({ page, search, filters }: CourseListAddress) =>
  apiQuery<z.infer<typeof courseList>>(
    listPath('/api/courses', { page, limit: pageSize, search, category: filters.category, level: filters.level }),
  )

/** A course as pages have it: its syllabus rendered, without what was typed. */
export type ShownCourse = Omit<Course, 'syllabus'>

/** One active course by its slug (an old one too, or its id), or null. */
export const courseQuery = (slug: string) =>
  apiQuery<ShownCourse | null>(`/api/courses/${encodeURIComponent(slug)}`, { omit: ['syllabus'] })
