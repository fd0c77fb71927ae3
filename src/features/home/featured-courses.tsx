import { useQuery } from '@tanstack/react-query'
import type { CourseSummary } from '#features/courses/courses.contract.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { formatRupeesShort } from '#ui/rupees.ts'
import { useWords } from '#web/company-context.tsx'
import { factsLine } from './facts-line.ts'
import { featuredCourses } from './home.queries.ts'
import { homeWords } from './home-words.contract.ts'
import { Strip, StripSkeleton } from './strip.tsx'

/** The featured courses; renders nothing if there are none. */
export function FeaturedCourses() {
  const words = useWords('home', homeWords)
  const { data, isPending } = useQuery(featuredCourses)
  const courses = data?.courses ?? []
  if (!isPending && courses.length === 0) return null
  return (
    <Strip
      id="featured"
      ground="sunken"
      title={words.coursesTitle}
      text={words.coursesText}
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
  const { level, duration, startDate, upcoming } = course
  return (
    <li className="relative grid grid-cols-[6rem_1fr] gap-x-5 gap-y-2 py-5 sm:grid-cols-[9rem_1fr_auto] sm:items-center sm:gap-x-7">
      <ContentImage
        record={course}
        sizes="9rem"
        className="aspect-[4/3] self-start rounded-control max-sm:row-span-2"
      />
      <div>
        <h3 className="text-h3">
          <Link to={`/courses/${course.slug}`} className="link-quiet link-cover">
            {course.title}
          </Link>
        </h3>
        <p className="mt-1.5 text-small text-muted">
          {factsLine([level, duration, startDate && upcoming && `Starts ${formatDate(startDate)}`])}
        </p>
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
