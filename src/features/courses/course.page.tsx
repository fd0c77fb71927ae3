import type { Company } from '#contract/company.ts'
import { Questions } from '#features/questions/questions.part.tsx'
import { questionsQuery } from '#features/questions/questions.queries.ts'
import { DetailPage } from '#site/page/detail-page.tsx'
import { NotFound } from '#site/page/not-found.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { isFilled } from '#ui/feature-list.tsx'
import { useCompany } from '#web/company-context.tsx'
import { breadcrumbData, Head } from '#web/head.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { CourseDetail } from './course-detail.tsx'
import { courseQuery, type ShownCourse } from './courses.queries.ts'
import { coursePrice } from './price.tsx'

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

/** A course as search engines read it (schema.org). Free seats and online teaching are unknown, so they are omitted. */
function courseData(course: ShownCourse, company: Company): object[] {
  const path = `/courses/${course.slug}`
  const nextStart = course.upcoming ? course.startDate : undefined
  return [
    {
      '@type': 'Course',
      name: course.title,
      description: course.description,
      url: path,
      image: course.imageUrl,
      provider: { '@type': 'Organization', name: company.brand, url: '/' },
      educationalLevel: course.level,
      about: course.category,
      teaches: course.learningOutcomes.filter(isFilled),
      coursePrerequisites: course.prerequisites.filter(isFilled),
      offers: {
        '@type': 'Offer',
        category: 'Paid',
        price: coursePrice(course).now,
        priceCurrency: 'INR',
        url: course.enrollmentUrl,
      },
      hasCourseInstance: nextStart && {
        '@type': 'CourseInstance',
        startDate: nextStart,
        instructor: { '@type': 'Person', name: course.instructor.name },
      },
    },
    breadcrumbData([
      { name: 'Courses', path: '/courses' },
      { name: course.title, path },
    ]),
  ]
}
