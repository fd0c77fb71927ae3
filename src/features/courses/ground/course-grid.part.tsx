import { ArrowRight } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { Facts } from '#ui/feature-list.tsx'
import { Card } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import type { CourseSummary } from './courses.contract.ts'
import { enrollLabel, seatsText, shownCohort } from './courses.queries.ts'
import { Price } from './price.tsx'
import { StartDate } from './start-date.tsx'

type CourseGridProps = {
  courses: CourseSummary[]
  /** The heading level of the titles on the page. */
  heading?: 'h2' | 'h3'
  /** The grid is at the top of its page, so that its first picture is above the fold. */
  first?: boolean
}

/** Courses as cards, three in a row. */
export const CourseGrid = ({ courses, heading, first = false }: CourseGridProps) => (
  <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8">
    {courses.map((course, index) => (
      <CourseCard key={course._id} course={course} heading={heading} priority={first && index === 0} />
    ))}
  </ul>
)

type CourseCardProps = {
  course: CourseSummary
  heading?: 'h2' | 'h3' | undefined
  /** Its picture is above the fold. */
  priority?: boolean
}

/** A course in the catalogue: subject, facts and price. The whole card leads to the course; above it is the link to enroll. */
function CourseCard({ course, heading: Heading = 'h2', priority }: CourseCardProps) {
  const { title, slug, startDate, upcoming, cohorts } = course
  const next = shownCohort(course)
  return (
    <Card as="li" bare className={classNames('group flex flex-col', !priority && 'later [--later:43rem]')}>
      <ContentImage
        record={course}
        priority={priority}
        transition="course"
        sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw"
        className="aspect-[16/9] border-b border-line"
      />
      <div className="flex flex-1 flex-col p-6">
        <div className="flex flex-wrap items-center gap-2">
          <Badge>{course.category}</Badge>
          <Badge tone="plain">{course.level}</Badge>
        </div>
        <Heading dir="auto" className="mt-4 text-h3 transition-colors group-hover:text-primary">
          {title}
        </Heading>
        <p dir="auto" className="mt-2 mb-6 line-clamp-6 text-small text-muted">
          {course.description}
        </p>
        <Facts
          className="mt-auto mb-6"
          facts={[
            { name: 'Duration', value: course.duration },
            { name: 'Instructor', value: course.instructor.name },
            { name: 'Starts', value: upcoming && startDate && <StartDate course={course} /> },
            { name: 'Seats', value: next && seatsText(next) },
          ]}
        />
        <Price course={course} className="font-display text-h3 font-[640]" />
        <div className="mt-4 flex items-center justify-between gap-3">
          <Link
            to={`/courses/${slug}`}
            className="link-cover link-quiet inline-flex min-h-11 items-center gap-1.5 text-small font-[560] text-primary"
          >
            View Details<span className="sr-only">: {title}</span>
            <ArrowRight aria-hidden="true" className="size-4" strokeWidth={2} />
          </Link>
          <ButtonLink to={`/courses/${slug}#enrol`} className="relative z-1">
            {cohorts ? enrollLabel(next) : 'Enroll Now'}
            <span className="sr-only">: {title}</span>
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}
