import { useQuery } from '@tanstack/react-query'
import type { CourseSummary } from '#features/courses/courses.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
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
        {discountedPrice ? (
          <s className="mr-3 font-text text-small font-normal text-muted">{formatRupeesShort(price)}</s>
        ) : null}
        {formatRupeesShort(discountedPrice || price)}
      </p>
    </li>
  )
}

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

/** Facts in one line that breaks only after the dot between two of them. */
const factsLine = (facts: (string | false | undefined)[]) =>
  facts
    .filter((fact) => typeof fact === 'string')
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
    .join('\u00a0· ')
