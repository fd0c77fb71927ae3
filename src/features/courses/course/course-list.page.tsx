import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { Questions } from '#features/faqs/faqs.part.tsx'
import { faqsQuery } from '#features/faqs/faqs.queries.ts'
import { ListForm } from '#site/list/list-form.tsx'
import { SearchBox } from '#site/list/search-box.tsx'
import { NoResult, SearchResult } from '#site/list/search-result.tsx'
import { Select } from '#ui/field.tsx'
import { Container } from '#ui/layout.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { apiQuery, listPath } from '#web/api-query.ts'
import { useWords } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import {
  type ListAddress,
  listParameters,
  readListAddress,
  titleOfPage,
  useListAddress,
  writeListAddress,
} from '#web/list-params.ts'
import { PageHero } from '#web/page-frame.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { QueryState } from '#web/query-state.tsx'
import { breadcrumbData, listData } from '#web/structured-data.ts'
import { CourseGrid } from '../ground/course-grid.part.tsx'
import type { courseList } from '../ground/courses.contract.ts'
import { courseCategories, courseLevels, coursesWords } from '../ground/courses-words.contract.ts'

const pageSize = 6

const courseFilters = { level: courseLevels, category: courseCategories }
type CourseListAddress = ListAddress<keyof typeof courseFilters>

/** The page, search and filters of an address, to load the list before the page is rendered. */
const readCourseListAddress = (search: URLSearchParams): CourseListAddress => readListAddress(search, courseFilters)
const courseListQuery = ({ page, search, filters }: CourseListAddress) =>
  apiQuery<z.infer<typeof courseList>>(
    listPath('/api/courses', { page, limit: pageSize, search, category: filters.category, level: filters.level }),
  )

export const search = (given: URLSearchParams) => listParameters(readCourseListAddress(given))

export const queries = ({ search }: PageRequest) => {
  const list = courseListQuery(readCourseListAddress(search))
  return import.meta.env.SSR ? [list, faqsQuery()] : [list]
}

export default function CourseListPage() {
  const words = useWords('courses', coursesWords)
  const list = useListAddress('/courses', courseFilters)
  const { address } = list
  const query = useQuery({ ...courseListQuery(address), placeholderData: keepPreviousData })
  return (
    <>
      <Head
        title={titleOfPage('Courses', address)}
        description="Expert-led courses in cloud computing, DevOps, AI, web and mobile development: live sessions, small groups and work on real systems."
        path={writeListAddress('/courses', { ...address, search: '' })}
        noIndex={address.search !== '' || (address.page > 1 && query.data?.courses.length === 0)}
        jsonLd={
          import.meta.env.SSR && [
            breadcrumbData([{ name: 'Courses', path: '/courses' }]),
            listData((query.data?.courses ?? []).map(({ title, slug }) => ({ title, path: `/courses/${slug}` }))),
          ]
        }
      />
      <PageHero eyebrow="Courses" title={words.title} lead={words.lead} aside={<CourseFilters list={list} />} />
      <Container className="pt-10 pb-section lg:pt-14">
        <div aria-busy={query.isPlaceholderData} className="transition-opacity aria-busy:opacity-60">
          <QueryState query={query} failure="Failed to load courses">
            {({ courses, totalPages, total }) =>
              courses.length === 0 ? (
                <NoResult list={list} title="No courses found" all={['/courses', 'Show all courses']} />
              ) : (
                <>
                  <SearchResult list={list} total={total} names={['course', 'courses']} />
                  <CourseGrid courses={courses} first />
                  <div className="mt-14">
                    <Pagination
                      page={address.page}
                      totalPages={totalPages}
                      hrefFor={(page) => list.hrefWith({ page })}
                      label="Pages of courses"
                      className="border-t border-line pt-6"
                    />
                  </div>
                </>
              )
            }
          </QueryState>
        </div>
      </Container>
      <Questions place="courses" ground="sunken" />
    </>
  )
}

type CourseFiltersProps = { list: ReturnType<typeof useListAddress<keyof typeof courseFilters>> }

function CourseFilters({ list }: CourseFiltersProps) {
  const { search, filters } = list.address
  return (
    <search>
      <ListForm list={list} className="grid gap-3 min-[22rem]:grid-cols-2">
        <div className="min-[22rem]:col-span-2">
          <SearchBox label="Search courses" placeholder="Search courses..." value={search} />
        </div>
        <Select name="level" label="Level" hideLabel defaultValue={filters.level}>
          <Choices all="All Levels" values={courseLevels} />
        </Select>
        <Select name="category" label="Category" hideLabel defaultValue={filters.category}>
          <Choices all="All Categories" values={courseCategories} />
        </Select>
      </ListForm>
    </search>
  )
}

const Choices = ({ all, values }: { all: string; values: readonly string[] }) => (
  <>
    <option value="">{all}</option>
    {values.map((value) => (
      <option key={value}>{value}</option>
    ))}
  </>
)
