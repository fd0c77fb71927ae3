import { BackLink, ShareButton } from '#site/page/back-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Container } from '#ui/layout.tsx'
import { CourseFacts } from './course-facts.tsx'
import { NextCourse } from './course-next.tsx'
import { CourseSections } from './course-sections.tsx'
import type { ShownCourse } from './courses.queries.ts'
import { EnrollBar, EnrollCard } from './enroll-card.tsx'

type CourseDetailProps = {
  course: ShownCourse
  /** Whether its address is for everyone, so that it can be shared. */
  isPublic?: boolean
}

/** The description at the left, the enrolment card at the right; on a phone the card is between the two parts of the description. */
export const CourseDetail = ({ course, isPublic }: CourseDetailProps) => (
  <Container className="course grid gap-x-12 gap-y-14 pt-10 pb-section lg:grid-cols-12 lg:pt-14">
    <header className="lg:col-span-7">
      <BackLink to="/courses">Back to Courses</BackLink>
      <p className="mt-8 flex items-center">
        <Badge>{course.category}</Badge>
        {isPublic && <ShareButton />}
      </p>
      <h1 className="mt-4 text-h1">{course.title}</h1>
      <p className="mt-5 max-w-measure text-lead text-muted">{course.description}</p>
      <CourseFacts course={course} />
    </header>
    <div className="lg:col-span-5 lg:col-start-8 lg:row-span-2 lg:row-start-1 xl:col-span-4 xl:col-start-9">
      <EnrollCard course={course} className="lg:sticky lg:top-28" />
    </div>
    <div className="grid min-w-0 gap-14 lg:col-span-7">
      <CourseSections course={course} />
      {course.next && <NextCourse next={course.next} />}
    </div>
    <EnrollBar course={course} />
  </Container>
)
