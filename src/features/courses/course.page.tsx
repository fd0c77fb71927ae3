import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Questions } from '#features/questions/questions.part.tsx'
import { questionsQuery } from '#features/questions/questions.queries.ts'
import { DraftFallback } from '#site/page/draft-fallback.tsx'
import { NotFound } from '#site/page/not-found.tsx'
import { Redirect } from '#site/page/redirect.tsx'
import { useScrollToHash } from '#site/page/use-scroll-to-hash.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useCompany } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { QueryState } from '#web/query-state.tsx'
import { courseData } from './course-data.ts'
import { CourseDetail } from './course-detail.tsx'
import { courseQuery } from './courses.queries.ts'

export const queries = ({ params }: PageRequest) => {
  const course = courseQuery(params['slug'] ?? '')
  return import.meta.env.SSR ? [course, questionsQuery()] : [course]
}

// biome-ignore lint/style/noRestrictedImports: fetched only where staff have signed in
const draft = () => import('./course-draft.admin.tsx')

const wayBack = (
  <ButtonLink to="/courses" variant="secondary">
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
          if (!course) {
            return (
              <DraftFallback key={slug} load={draft}>
                <CourseNotFound />
              </DraftFallback>
            )
          }
          const path = `/courses/${course.slug}`
          if (course.slug !== slug) {
            return (
              <Redirect
                to={path}
                title={course.title}
                fetched={{ key: courseQuery(course.slug).queryKey, data: course }}
              />
            )
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
              <CourseDetail course={course} isPublic />
              <Questions key={course._id} courseId={course._id} ground="sunken" />
            </>
          )
        }}
      </QueryState>
    </>
  )
}

const courses = { path: '/courses', label: 'Search courses' } as const

const CourseNotFound = () => (
  <NotFound title="Course not found" lead="It may have ended or moved." search={courses}>
    {wayBack}
  </NotFound>
)
