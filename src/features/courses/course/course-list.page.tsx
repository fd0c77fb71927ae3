import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type * as z from 'zod/mini'
import { Questions } from '#features/faqs/faqs.part.tsx'
import { faqsQuery } from '#features/faqs/faqs.queries.ts'
import { ListForm } from '#site/list/list-form.tsx'
import { SearchBox } from '#site/list/search-box.tsx'
import { NoResult, SearchResult } from '#site/list/search-result.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { Facts } from '#ui/feature-list.tsx'
import { Select } from '#ui/field.tsx'
import { Card, Container } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { apiQuery, listPath } from '#web/api-query.ts'
import { useWords } from '#web/company-context.tsx'
import { breadcrumbData, Head } from '#web/head.tsx'
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
import type { CourseSummary, courseList } from '../ground/courses.contract.ts'
import { enrollLabel, seatsText, shownCohort } from '../ground/courses.queries.ts'
import { courseCategories, courseLevels, coursesWords } from '../ground/courses-words.contract.ts'
import { Price } from '../ground/price.tsx'
import { StartDate } from '../ground/start-date.tsx'

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

/** The courses on the page as search engines read them (schema.org). */
const listData = (courses: { slug: string }[]) => ({
  '@type': 'ItemList',
  itemListElement: courses.map(({ slug }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url: `/courses/${slug}`,
  })),
})

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
        jsonLd={[breadcrumbData([{ name: 'Courses', path: '/courses' }]), listData(query.data?.courses ?? [])]}
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
                  <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8">
                    {courses.map((course, index) => (
                      <CourseCard key={course._id} course={course} priority={index === 0} />
                    ))}
                  </ul>
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

type CourseCardProps = {
  course: CourseSummary
  /** Its picture is above the fold. */
  priority?: boolean
}

/** A course in the catalogue: subject, facts and price. The whole card leads to the course; above it is the link to enroll. */
function CourseCard({ course, priority }: CourseCardProps) {
  const { title, slug, startDate, upcoming, cohorts } = course
  const next = shownCohort(course)
  return (
    <Card as="li" bare className={classNames('group flex flex-col', !priority && 'later [--later:43rem]')}>
      <ContentImage
        record={course}
        priority={priority}
        transition="course"
        sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw"
        className="aspect-[16/9] border-b border-line"
      />
      <div className="flex flex-1 flex-col p-6">
        <div className="flex flex-wrap items-center gap-2">
          <Badge>{course.category}</Badge>
          <Badge tone="plain">{course.level}</Badge>
        </div>
        <h2 dir="auto" className="mt-4 text-h3 transition-colors group-hover:text-primary">
          {title}
        </h2>
        <p dir="auto" className="mt-2 mb-6 line-clamp-6 text-small text-muted">
          {course.description}
        </p>
        <Facts
          className="mt-auto mb-6"
          facts={[
            { name: 'Duration', value: course.duration },
            { name: 'Instructor', value: course.instructor.name },
            { name: 'Starts', value: upcoming && startDate && <StartDate course={course} /> },
            { name: 'Seats', value: next && seatsText(next) },
          ]}
        />
        <Price course={course} className="font-display text-h3 font-[640]" />
        <div className="mt-4 flex items-center justify-between gap-3">
          <Link
            to={`/courses/${slug}`}
            className="link-cover link-quiet inline-flex min-h-11 items-center gap-1.5 text-small font-[560] text-primary"
          >
            View Details<span className="sr-only">: {title}</span>
            <ArrowRight aria-hidden="true" className="size-4" strokeWidth={2} />
          </Link>
          <ButtonLink to={`/courses/${slug}#enrol`} className="relative z-1">
            {cohorts ? enrollLabel(next) : 'Enroll Now'}
            <span className="sr-only">: {title}</span>
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}
