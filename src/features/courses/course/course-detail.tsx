import { ArrowRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { Person } from '#contract/fields.ts'
import { BackLink, PassOn } from '#site/page/back-link.tsx'
import { RenderedContent } from '#site/page/rendered-content.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { FeatureList, isFilled } from '#ui/feature-list.tsx'
import { Card, Container } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { useSearch } from '#ui/router.ts'
import { ServerPart } from '#web/server-part.tsx'
import { AskSection } from '../cohorts/ask-section.tsx'
import { askAddress, enrollGoal, type ShownCourse } from '../ground/courses.queries.ts'
import { AskLink, EnrollBar, EnrollCard, opensNewTab } from '../ground/enroll-card.tsx'
import { LargePrice, Price } from '../ground/price.tsx'
import { StartDate } from '../ground/start-date.tsx'

type CourseDetailProps = {
  course: ShownCourse
  /** Whether its address is for everyone, so that it can be shared. */
  isPublic?: boolean
}

const loadDates = () => import('../cohorts/course-dates.part.tsx')
const datesOnServer = import.meta.env.SSR ? await loadDates() : undefined

/** The description at the left, the enrollment card at the right; on a phone the card is between the two parts of the description. */
export function CourseDetail({ course, isPublic }: CourseDetailProps) {
  const chosen = useSearch().get('date') ?? undefined
  return (
    <Container className="course as-document grid gap-x-12 gap-y-14 pt-10 pb-section lg:grid-cols-12 lg:pt-14">
      <header className="lg:col-span-7">
        <BackLink to="/courses">Back to Courses</BackLink>
        <div className="mt-8 flex flex-wrap items-center gap-x-3 gap-y-4">
          <Badge>{course.category}</Badge>
          {isPublic && <PassOn className="sm:ml-auto" />}
        </div>
        <h1 dir="auto" className="mt-4 text-h1">
          {course.title}
        </h1>
        <p dir="auto" className="mt-5 max-w-measure me-auto text-lead text-muted">
          {course.description}
        </p>
        <CourseFacts course={course} />
      </header>
      {course.cohorts ? (
        <ServerPart
          key={course._id}
          className="contents"
          load={loadDates}
          onServer={datesOnServer}
          of={{ course, chosen }}
        />
      ) : (
        <EnrollCard course={course}>
          <LargePrice course={course} />
          <ButtonLink {...enrollTarget(course)} size="large" wide className="mt-5">
            Enroll Now
          </ButtonLink>
          {!course.asksBy && opensNewTab}
          <p className="mt-4 text-center text-small">
            <AskLink slug={course.slug} />
          </p>
        </EnrollCard>
      )}
      <div className="grid min-w-0 gap-14 lg:col-span-7">
        <AskSection key={course._id} course={course} />
        <CourseSections course={course} />
        {course.next && <NextCourse next={course.next} />}
      </div>
      {!course.cohorts && (
        <EnrollBar>
          <Price course={course} className="font-display text-h3 font-[640]" />
          <ButtonLink {...enrollTarget(course)}>Enroll Now</ButtonLink>
        </EnrollBar>
      )}
    </Container>
  )
}

function CourseFacts({ course }: { course: ShownCourse }) {
  const { instructor, duration, level, startDate, upcoming } = course
  const facts = [
    { name: 'Instructor', value: instructor.name },
    { name: 'Duration', value: duration },
    { name: 'Level', value: level },
    {
      name: 'Starts',
      value: startDate && (upcoming ? <StartDate course={course} /> : <AskForDates course={course} />),
    },
  ].filter(({ value }) => value)
  return (
    <dl className="mt-9 flex flex-wrap gap-x-10 gap-y-4 border-t border-line pt-5">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-fine text-muted">{name}</dt>
          <dd dir="auto" className="text-small font-[560]">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The last start has passed, and the next one is not set. */
const AskForDates = ({ course: { title, slug, cohorts } }: { course: ShownCourse }) => (
  <Link
    className="link"
    to={cohorts ? askAddress(slug, 'nextDate') : `/contact?${new URLSearchParams({ subject: `Next dates: ${title}` })}`}
  >
    Ask about the next date
  </Link>
)

function CourseSections({ course }: { course: ShownCourse }) {
  const { syllabusHtml, learningOutcomes, prerequisites, instructor } = course
  return (
    <div className="grid gap-14">
      {syllabusHtml.trim() && (
        <Part title="Course Syllabus">
          <Syllabus course={course} />
        </Part>
      )}
      {learningOutcomes.some(isFilled) && (
        <Part title="What You'll Learn">
          <FeatureList items={learningOutcomes} />
        </Part>
      )}
      {prerequisites.some(isFilled) && (
        <Part title="Prerequisites">
          <FeatureList items={prerequisites} />
        </Part>
      )}
      <Part title="Instructor">
        <CourseInstructor instructor={instructor} />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-6 text-h2">
        {title}
      </h2>
      {children}
    </section>
  )
}
const CourseInstructor = ({ instructor }: { instructor: Person }) => (
  <Card className="flex flex-col gap-5 sm:flex-row">
    <Avatar name={instructor.name} url={instructor.avatarUrl} size={72} />
    <div>
      <h3 dir="auto" className="text-h3">
        {instructor.name}
      </h3>
      <p className="text-small text-primary">Course Instructor</p>
      {instructor.bio && (
        <p dir="auto" className="mt-3 text-small text-muted">
          {instructor.bio}
        </p>
      )}
    </div>
  </Card>
)
const NextCourse = ({ next }: { next: NonNullable<ShownCourse['next']> }) => (
  <nav aria-label="Next course" className="relative border-y border-line py-6">
    <p className="eyebrow">
      Next course · {next.level} · {next.duration}
    </p>
    <Link to={`/courses/${next.slug}`} className="link-quiet link-cover mt-1 flex items-center justify-between gap-6">
      <span dir="auto" className="min-w-0 font-display text-h3 font-[640] wrap-anywhere">
        {next.title}
      </span>
      <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-primary" />
    </Link>
  </nav>
)

/** Where Enroll Now leads: to the course's enrollment page, or to the form of this one. */
const enrollTarget = ({ _id, asksBy, slug, enrollmentUrl }: ShownCourse) =>
  asksBy ? { to: askAddress(slug, 'enrol') } : { href: enrollmentUrl, target: '_blank', ...enrollGoal(_id) }

/** Matches 'Week 1: An account you can trust' and 'Day 2 – …': the step's name, then the separator before its title. */
const step = '((?:week|day)\\s+\\d+)\\s*[:–—-]\\s*'
const stepTitle = new RegExp(`^${step}`, 'i')
const stepHeading = new RegExp(`<div class="heading">(<h[23]\\b[^>]*>)\\s*${step}`, 'gi')

/** The syllabus. If all its chapters are weeks or days, it is a timeline with their names in the margin. */
function Syllabus({ course: { syllabusHtml, headings } }: { course: Pick<ShownCourse, 'syllabusHtml' | 'headings'> }) {
  const top = Math.min(...headings.map(({ depth }) => depth))
  const chapters = headings.filter(({ depth }) => depth === top)
  if (chapters.length < 2 || !chapters.every(({ text }) => stepTitle.test(text)))
    return <RenderedContent html={syllabusHtml} />
  const html = syllabusHtml.replace(
    stepHeading,
    '<div class="heading step">$1<span class="step-name">$2<span class="sr-only">:</span></span> ',
  )
  return <RenderedContent html={html} className="syllabus-steps" />
}
