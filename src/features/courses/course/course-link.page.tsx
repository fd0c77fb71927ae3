import { PreviewLinkPage, previewLinkQuery, previewSearch } from '#site/page/preview-link-page.tsx'
import type { PageRequest } from '#web/page-route.ts'
import type { PreviewedCourse } from '../ground/courses.contract.ts'
import { CourseDetail } from './course-detail.tsx'

const linkQuery = previewLinkQuery<PreviewedCourse>('courses')

export const search = previewSearch
export const queries = (request: PageRequest) => [linkQuery(request)]

export default function CourseLinkPage() {
  return (
    <PreviewLinkPage query={linkQuery} titleOf={({ course }) => course.title}>
      {({ course }) => <CourseDetail course={course} />}
    </PreviewLinkPage>
  )
}
