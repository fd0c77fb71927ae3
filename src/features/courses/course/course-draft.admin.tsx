import { DraftPage } from '#admin/preview/draft-page.tsx'
import type { DraftScreen } from '#site/page/draft-fallback.tsx'
import type { ShownCourse } from '../ground/courses.queries.ts'
import { CourseDetail } from './course-detail.tsx'

const note = 'This course is inactive: only staff see it.'

const CourseDraft: DraftScreen = ({ children }) => (
  <DraftPage<ShownCourse> api="/api/courses" list="/admin/courses" note={note} otherwise={children}>
    {(course) => <CourseDetail course={course} />}
  </DraftPage>
)
export default CourseDraft
