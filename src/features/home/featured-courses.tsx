import { useQuery } from '@tanstack/react-query'
import type { CourseSummary } from '#features/courses/courses.contract.ts'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { formatRupeesShort } from '#ui/rupees.ts'
import { featuredCourses } from './home.queries.ts'
import { Strip, StripSkeleton } from './strip.tsx'

/** The featured courses; renders nothing if there are none. */
export function FeaturedCourses() {
  const { data, isPending } = useQuery(featuredCourses)
  const courses = data?.courses ?? []
  if (!isPending && courses.length === 0) return null
  return (
    <Strip
      id="featured"
      ground="sunken"
      title="Featured courses"
      text="Taught by the people who do the work, in small groups, with your own code on the table."
      all={{ to: '/courses', label: 'All courses' }}
    >
      {isPending ? (
        <StripSkeleton />
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {courses.map((course) => (
            <Entry key={course._id} course={course} />
          ))}
        </ul>
      )}
    </Strip>
  )
}

function Entry({ course }: { course: CourseSummary }) {
  const facts = [
    course.level,
    course.duration,
    course.startDate && course.upcoming && `Starts ${formatDate(course.startDate)}`,
  ].filter(Boolean)
  return (
    <li className="relative grid gap-x-8 gap-y-2 py-5 sm:grid-cols-[1fr_auto] sm:items-baseline">
      <div>
        <h3 className="text-h3">
          <Link to={`/courses/${course.slug}`} className="link-quiet link-cover">
            {course.title}
          </Link>
        </h3>
        <p className="mt-1.5 text-small text-muted">{facts.join(' · ')}</p>
      </div>
      <p className="font-display text-h3 font-[640] tabular-nums">
        {course.discountedPrice ? (
          <>
            <s className="mr-3 font-text text-small font-normal text-muted">{formatRupeesShort(course.price)}</s>
            {formatRupeesShort(course.discountedPrice)}
          </>
        ) : (
          formatRupeesShort(course.price)
        )}
      </p>
    </li>
  )
}
