import { useQuery } from '@tanstack/react-query'
import type { CourseSummary } from '#features/courses/courses.contract.ts'
import { openDates, seatsText } from '#features/courses/courses.queries.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { formatRupeesShort } from '#ui/rupees.ts'
import { useWords } from '#web/company-context.tsx'
import { featuredCourses } from './home.queries.ts'
import { homeWords } from './home-words.contract.ts'
import { Strip } from './strip.tsx'

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
      pending={isPending}
    >
      {courses.map((course) => (
        <Entry key={course._id} course={course} />
      ))}
    </Strip>
  )
}

function Entry({ course }: { course: CourseSummary }) {
  const { level, duration, startDate, upcoming, price, discountedPrice } = course
  const [next] = openDates(course)
  return (
    <li className="relative grid grid-cols-[6rem_1fr] gap-x-5 gap-y-2 py-4 sm:grid-cols-[7rem_1fr_auto] sm:items-center sm:gap-x-7">
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
          {factsLine([
            level,
            duration,
            startDate && upcoming && `Starts ${formatDate(startDate)}`,
            next && seatsText(next),
          ])}
        </p>
      </div>
      <p className="font-display text-h3 font-[640] tabular-nums">
        {discountedPrice ? (
          <s className="mr-3 font-text text-small font-normal text-muted">{formatRupeesShort(price)}</s>
        ) : null}
        {formatRupeesShort(discountedPrice || price)}
      </p>
    </li>
  )
}

/** Facts in one line that breaks only after the dot between two of them. */
const factsLine = (facts: (string | false | undefined)[]) =>
  facts
    .filter((fact) => typeof fact === 'string')
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
    .join('\u00a0· ')
