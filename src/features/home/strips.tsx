import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PostSummary } from '#features/blog/blog.contract.ts'
import type { CourseSummary } from '#features/courses/ground/courses.contract.ts'
import { fullBefore, seatsText, shownCohort } from '#features/courses/ground/courses.queries.ts'
import { MoreLink } from '#site/page/more-link.tsx'
import { ContentImage } from '#ui/content-image.tsx'
import { FormattedDate, formatDate } from '#ui/date.tsx'
import { Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { formatRupeesShort } from '#ui/rupees.ts'
import { useWords } from '#web/company-context.tsx'
import { featuredCourses, highlights } from './home.queries.ts'
import { homeWords } from './home-words.contract.ts'

type StripProps = {
  id: string
  title: string
  text: string
  all: { to: string; label: string }
  ground?: 'sunken'
  children: ReactNode
}

/** A section of Home with the beginning of a list: a description at the left, the first entries at the right. */
function Strip({ id, title, text, all, ground, children }: StripProps) {
  return (
    <Section ground={ground} space="band" aria-labelledby={id} className="later [--later:40rem] lg:[--later:30rem]">
      <div className="grid gap-x-10 gap-y-5 sm:gap-y-8 lg:grid-cols-12">
        <div className="max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:items-baseline max-lg:gap-x-4 lg:col-span-4">
          <h2 id={id} dir="auto" className="text-h2">
            {title}
          </h2>
          <p
            dir="auto"
            className="mt-2 text-muted max-lg:order-last max-lg:col-span-2 max-sm:text-small lg:mt-3 lg:max-w-[22rem]"
          >
            {text}
          </p>
          <MoreLink to={all.to} className="lg:mt-4">
            {all.label}
          </MoreLink>
        </div>
        <ul className="self-start divide-y divide-line border-y border-line lg:col-span-8">{children}</ul>
      </div>
    </Section>
  )
}

export function FeaturedCourses() {
  const words = useWords('home', homeWords)
  const courses = useQuery(featuredCourses).data?.courses ?? []
  if (courses.length === 0) return null
  return (
    <Strip
      id="featured"
      ground="sunken"
      title={words.coursesTitle}
      text={words.coursesText}
      all={{ to: '/courses', label: 'All courses' }}
    >
      {courses.map((course) => (
        <CourseEntry key={course._id} course={course} />
      ))}
    </Strip>
  )
}

function CourseEntry({ course }: { course: CourseSummary }) {
  const { level, duration, startDate, upcoming, price, discountedPrice } = course
  const next = shownCohort(course)
  const full = fullBefore(course)
  return (
    <li className="relative grid grid-cols-[6rem_1fr] gap-x-5 max-sm:nth-[n+5]:hidden gap-y-2 py-4 sm:grid-cols-[7rem_1fr_auto] sm:items-center sm:gap-x-7">
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
            startDate && upcoming && [`Starts ${formatDate(startDate)}`, full && `(${full})`].filter(Boolean).join(' '),
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

/** The newest posts. If they cannot be loaded, Home is shown without them. */
export function LatestPosts() {
  const words = useWords('home', homeWords)
  const posts = useQuery(highlights).data?.blogs.slice(0, 3) ?? []
  if (posts.length === 0) return null
  return (
    <Strip id="latest" title={words.postsTitle} text={words.postsText} all={{ to: '/blog', label: 'All articles' }}>
      {posts.map((post) => (
        <PostEntry key={post._id} post={post} />
      ))}
    </Strip>
  )
}

function PostEntry({ post }: { post: PostSummary }) {
  return (
    <li className="relative flex gap-5 py-4 sm:gap-7">
      <ContentImage
        record={post}
        sizes="9rem"
        transition="post"
        className="aspect-[4/3] w-24 shrink-0 self-start rounded-control sm:w-28"
      />
      <div className="min-w-0">
        <p className="text-fine text-muted *:whitespace-nowrap">
          <span>{post.category} ·</span>{' '}
          <span>
            <FormattedDate iso={post.createdAt} /> ·
          </span>{' '}
          <span>{post.readTime} min read</span>
        </p>
        <h3 dir="auto" className="mt-1.5 text-h3">
          <Link to={`/blog/${post.slug}`} className="link-quiet link-cover">
            {post.title}
          </Link>
        </h3>
        <p dir="auto" className="mt-2 line-clamp-1 text-small text-muted max-sm:hidden">
          {post.excerpt}
        </p>
      </div>
    </li>
  )
}
