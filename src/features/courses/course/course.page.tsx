import { Questions } from '#features/faqs/faqs.part.tsx'
import { faqsQuery } from '#features/faqs/faqs.queries.ts'
import { DetailPage } from '#site/page/detail-page.tsx'
import { NotFound } from '#site/page/not-found.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/layout.tsx'
import { useCompany } from '#web/company-context.tsx'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-frame.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { AskSection } from '../cohorts/ask-section.tsx'
import type { EndedCourse } from '../ground/courses.contract.ts'
import { courseQuery, kindOf } from '../ground/courses.queries.ts'
import { CourseDetail } from './course-detail.tsx'

export const queries = ({ params }: PageRequest) => {
  const course = courseQuery(params['slug'] ?? '')
  return import.meta.env.SSR ? [course, faqsQuery()] : [course]
}

/** The form that the address asks for, and the thanks for one. */
export const search = (given: URLSearchParams) => ({
  ask: kindOf(given.get('ask')),
  date: /^[\w-]{1,36}$/.exec(given.get('date') ?? '')?.[0],
  sent: kindOf(given.get('sent')),
  place: /^\d{1,6}$/.exec(given.get('place') ?? '')?.[0],
  confirm: given.get('confirm') && 1,
})

// Only search engines read it.
const onServer = import.meta.env.SSR ? await import('../cohorts/course-data.ts') : undefined

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
      {(course, path) =>
        'ended' in course ? (
          <Ended course={course} path={path} />
        ) : (
          <>
            <Head
              title={course.title}
              description={course.description}
              path={path}
              image={course.imageUrl}
              jsonLd={onServer?.courseData(course, company)}
            />
            <CourseDetail course={course} isPublic />
            <Questions key={course._id} courseId={course._id} ground="sunken" />
          </>
        )
      }
    </DetailPage>
  )
}

/** A course that is no longer public: visitors can still ask for its next date. Its title may have changed since. */
const Ended = ({ course, path }: { course: EndedCourse; path: string }) => (
  <>
    <Head title="Course not on our list" path={path} status={410} />
    <PageHero
      eyebrow="Courses"
      title="This course is not on our list at the moment"
      lead="Tell us when you would like to join, and we will write when it has a new date."
    >
      {wayBack}
    </PageHero>
    <Section space="band">
      <div className="max-w-[45rem]">
        <AskSection course={course} usual="nextDate" />
      </div>
    </Section>
  </>
)
