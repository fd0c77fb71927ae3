import { useQuery } from '@tanstack/react-query'
import type { CourseSummary } from '#features/courses/courses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ContentImage } from '#ui/content-image.tsx'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { formatRupeesShort } from '#ui/rupees.ts'
import { factsLine } from './facts-line.ts'
import { featuredCourses } from './home.queries.ts'

/** The featured course that starts first, or the first featured one without a date to come. */
function nextOf(courses: CourseSummary[]): CourseSummary | undefined {
  const dated = courses.filter(({ upcoming }) => upcoming)
  return dated.toSorted((a, b) => String(a.startDate).localeCompare(String(b.startDate)))[0] ?? courses[0]
}

/** The end of the chapter on training: a featured course with its date and price, or a link to the catalogue if there is none. */
export function NextCourse() {
  const course = nextOf(useQuery(featuredCourses).data?.courses ?? [])
  if (!course)
    return (
      <ButtonLink to="/courses" variant="secondary" className="mt-6">
        All courses
      </ButtonLink>
    )
  const { title, slug, level, duration, startDate, upcoming, price, discountedPrice } = course
  const starts = startDate && upcoming && `Starts ${formatDate(startDate)}`
  return (
    <div className="relative mt-6 overflow-hidden rounded-control border border-line">
      <ContentImage record={course} sizes="(min-width: 64rem) 36rem, 100vw" className="aspect-[5/2]" />
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 p-5">
        <h4 className="text-h3">
          <Link to={`/courses/${slug}`} className="link-quiet link-cover">
            {title}
          </Link>
        </h4>
        <p className="font-display text-h3 font-[640] tabular-nums">{formatRupeesShort(discountedPrice || price)}</p>
        <p className="w-full text-small text-muted">{factsLine([level, duration, starts])}</p>
      </div>
    </div>
  )
}
