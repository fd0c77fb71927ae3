import { Questions } from '#features/questions/questions.part.tsx'
import { questionsQuery } from '#features/questions/questions.queries.ts'
import { DetailPage } from '#site/page/detail-page.tsx'
import { NotFound } from '#site/page/not-found.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useCompany } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import type { PageRequest } from '#web/page-route.ts'
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

const missing = (
  <NotFound
    title="Course not found"
    lead="It may have ended or moved."
    search={{ path: '/courses', label: 'Search courses' }}
  >
    {wayBack}
  </NotFound>
)

export default function CoursePage() {
  const company = useCompany()
  return (
    <DetailPage
      query={courseQuery}
      list={{ path: '/courses', heading: 'Courses' }}
      failure="Failed to load course details"
      failureAction={wayBack}
      draft={draft}
      missing={missing}
    >
      {(course, path) => (
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
      )}
    </DetailPage>
  )
}
