import type * as z from 'zod/mini'
import { apiQuery, listPath } from '#web/api-query.ts'
import { type ListAddress, readListAddress } from '#web/list-params.ts'
import type { courseList } from './courses.contract.ts'
import { courseCategories, courseLevels } from './courses-words.contract.ts'

/** Course catalogue page size (section 9). */
const pageSize = 6

export const courseFilters = { level: courseLevels, category: courseCategories }
type CourseListAddress = ListAddress<keyof typeof courseFilters>

/** The page, search and filters of an address, to load the list before the page is rendered. */
export const readCourseListAddress = (search: URLSearchParams): CourseListAddress =>
  readListAddress(search, courseFilters)

/** One page of the active courses. */
export const courseListQuery = ({ page, search, filters }: CourseListAddress) =>
  apiQuery<z.infer<typeof courseList>>(
    listPath('/api/courses', { page, limit: pageSize, search, category: filters.category, level: filters.level }),
  )
