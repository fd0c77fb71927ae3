import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useCompany } from '#site/company-context.tsx'
import { Head } from '#site/head.tsx'
import { Moved } from '#site/moved.tsx'
import type { PageRequest } from '#site/page-route.ts'
import { QueryState } from '#site/query-state.tsx'
import { useScrollToHash } from '#site/scroll-to-hash.ts'
import { WayBack } from '#site/way-back.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Container, Section } from '#ui/layout.tsx'
import { EmptyState } from '#ui/states.tsx'
import { courseData } from './course-data.ts'
import { CourseFacts } from './course-facts.tsx'
import { CourseSections } from './course-sections.tsx'
import { courseQuery, type ShownCourse } from './courses.queries.ts'
import { EnrollCard } from './enroll-card.tsx'

export const queries = ({ params }: PageRequest) => [courseQuery(params.slug ?? '')]

const wayBack = (
  <ButtonLink to="/courses" look="secondary">
    Back to Courses
  </ButtonLink>
)

export default function CoursePage() {
  const { slug = '' } = useParams()
  const company = useCompany()
  const query = useQuery(courseQuery(slug))
  useScrollToHash(query.isSuccess)
  return (
    <>
      {!query.data && <Head title="Courses" />}
      <QueryState query={query} failure="Failed to load course details" failureAction={wayBack} whole>
        {(course) => {
          if (!course) return <CourseNotFound />
          const path = `/courses/${course.slug}`
          if (course.slug !== slug) {
            return <Moved to={path} title={course.title} known={{ key: courseQuery(course.slug).queryKey, data: course }} />
          }
          return (
            <>
              <Head
                title={course.title}
                description={course.description}
                path={path}
                image={course.imageUrl}
                jsonLd={courseData(course, company)}
              />
              <CourseDetail course={course} />
            </>
          )
        }}
      </QueryState>
    </>
  )
}

const CourseNotFound = () => (
  <Section>
    <Head title="Course not found" status={404} />
    <EmptyState title="Course not found" as="h1">
      <p>It may have ended or moved.</p>
      <div className="mt-5">{wayBack}</div>
    </EmptyState>
  </Section>
)

/** What it is at the left, how to enrol at the right; on a phone the card stands between the two. */
const CourseDetail = ({ course }: { course: ShownCourse }) => (
  <Container className="grid gap-x-12 gap-y-14 pt-10 pb-section lg:grid-cols-12 lg:pt-14">
    <header className="lg:col-span-7">
      <WayBack to="/courses">Back to Courses</WayBack>
      <p className="mt-8">
        <Badge>{course.category}</Badge>
      </p>
      <h1 className="mt-4 text-h1">{course.title}</h1>
      <p className="mt-5 max-w-measure text-lead text-muted">{course.description}</p>
      <CourseFacts course={course} />
    </header>
    <div className="lg:col-span-5 lg:col-start-8 lg:row-span-2 lg:row-start-1 xl:col-span-4 xl:col-start-9">
      <EnrollCard course={course} className="lg:sticky lg:top-28" />
    </div>
    <div className="min-w-0 lg:col-span-7">
      <CourseSections course={course} />
    </div>
  </Container>
)
