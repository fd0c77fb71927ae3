import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { FormattedDate } from '#ui/date.tsx'
import { Facts } from '#ui/facts.tsx'
import type { CourseSummary } from './courses.contract.ts'
import { Price } from './price.tsx'

type CourseCardProps = {
  course: CourseSummary
  /** The heading level of its title on the page. */
  heading?: 'h2' | 'h3'
  /** Its picture is above the fold. */
  priority?: boolean
}

/** A course in the catalogue: subject, facts, price and two links. */
export function CourseCard({ course, heading: Heading = 'h2', priority }: CourseCardProps) {
  const { title, slug, startDate, upcoming } = course
  return (
    <Card as="li" bare className={classNames('flex flex-col', !priority && 'later [--later:45rem]')}>
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
        <Heading className="mt-4 text-h3">{title}</Heading>
        <p className="mt-2 mb-6 line-clamp-6 text-small text-muted">{course.description}</p>
        <Facts
          className="mt-auto mb-6"
          facts={[
            { name: 'Duration', value: course.duration },
            { name: 'Instructor', value: course.instructor.name },
            { name: 'Starts', value: upcoming && startDate && <FormattedDate iso={startDate} /> },
          ]}
        />
        <Price course={course} className="font-display text-h3 font-[640]" />
        <div className="mt-4 grid grid-cols-2 gap-3">
          <ButtonLink to={`/courses/${slug}`} variant="secondary" className="px-2">
            View Details<span className="sr-only">: {title}</span>
          </ButtonLink>
          <ButtonLink to={`/courses/${slug}#enroll`} className="px-2">
            Enroll Now<span className="sr-only">: {title}</span>
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}

/** Courses as cards, three in a row. */
export const CourseGrid = ({ children }: { children: ReactNode }) => (
  <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8">{children}</ul>
)
