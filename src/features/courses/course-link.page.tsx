import { PreviewLinkPage } from '#site/page/preview-link-page.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { CourseDetail } from './course-detail.tsx'
import { courseLinkQuery } from './courses.queries.ts'

export const queries = ({ params }: PageRequest) => [courseLinkQuery(params['token'] ?? '')]

export default function CourseLinkPage() {
  return (
    <PreviewLinkPage query={courseLinkQuery} titleOf={({ course }) => course.title}>
      {({ course }) => <CourseDetail course={course} />}
    </PreviewLinkPage>
  )
}
