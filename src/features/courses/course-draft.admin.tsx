import { useParams } from 'react-router'
import { DraftBanner } from '#admin/preview/draft-banner.tsx'
import { DraftQuery } from '#admin/preview/draft-query.tsx'
import type { DraftScreen } from '#site/page/draft-fallback.tsx'
import { Head } from '#web/head.tsx'
import { CourseDetail } from './course-detail.tsx'
import type { ShownCourse } from './courses.queries.ts'

/** An inactive course on its own page, as staff see it. */
const CourseDraft: DraftScreen = ({ children }) => {
  const { slug = '' } = useParams()
  return (
    <DraftQuery<ShownCourse> path={`/api/courses/${encodeURIComponent(slug)}`} otherwise={children}>
      {(course) => (
        <>
          <Head title={course.title} noIndex />
          <DraftBanner word="Draft" edit={`/admin/courses/edit/${course._id}`}>
            This course is inactive: only staff see it.
          </DraftBanner>
          <CourseDetail course={course} />
        </>
      )}
    </DraftQuery>
  )
}
export default CourseDraft
