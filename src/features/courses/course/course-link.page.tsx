import { PreviewLinkPage } from '#site/page/preview-link-page.tsx'
import type { PageRequest } from '#web/page-route.ts'
import { courseLinkQuery } from '../ground/courses.queries.ts'
import { CourseDetail } from './course-detail.tsx'

export const queries = ({ params }: PageRequest) => [courseLinkQuery(params['token'] ?? '')]

export default function CourseLinkPage() {
  return (
    <PreviewLinkPage query={courseLinkQuery} titleOf={({ course }) => course.title}>
      {({ course }) => <CourseDetail course={course} />}
    </PreviewLinkPage>
  )
}
