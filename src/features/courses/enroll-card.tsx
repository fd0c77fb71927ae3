import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ContentImage } from '#ui/content-image.tsx'
import { Link } from '#ui/link.tsx'
import type { ShownCourse } from './courses.queries.ts'
import { askAddress, enrolGoal } from './courses.queries.ts'
import { coursePrice, Price, Rupees } from './price.tsx'

/** The card next to the course, with its picture, price and enrolment link. The cards of lists link to it (`#enroll`). */
export function EnrollCard({ course, className }: { course: ShownCourse; className?: string }) {
  const { saved } = coursePrice(course)
  return (
    <Card as="aside" bare id="enroll" aria-label="Enrolment" className={className}>
      <ContentImage
        record={course}
        priority
        transition="course"
        sizes="(min-width: 64rem) 26rem, 100vw"
        className="aspect-[16/9] border-b border-line"
      />
      <div className="p-6 sm:p-7">
        <Price course={course} className="font-display text-h2 font-[640]" />
        {saved > 0 && (
          <p className="mt-1 text-small font-[560] text-success">
            Save <Rupees amount={saved} />
          </p>
        )}
        <ButtonLink {...enrolTarget(course)} size="large" wide className="mt-5">
          Enroll Now
        </ButtonLink>
        {!course.asksBy && (
          <p className="mt-3 text-center text-fine text-muted">Opens our enrolment page in a new tab.</p>
        )}
        <p className="mt-4 text-center text-small">
          <Link className="link" to={askAddress(course.slug, 'question')}>
            Ask about this course
          </Link>
        </p>
      </div>
    </Card>
  )
}

/** Where Enroll Now leads: to the course's enrolment page, or to the form of this one. */
const enrolTarget = ({ _id, asksBy, slug, enrollmentUrl }: ShownCourse) =>
  asksBy ? { to: askAddress(slug, 'enrol') } : { href: enrollmentUrl, target: '_blank', ...enrolGoal(_id) }

/** Below 1024 pixels: price and enrolment at the foot of the window, once the card has left it (courses.css). */
export const EnrollBar = ({ course }: { course: ShownCourse }) => (
  <div className="enroll-bar items-center justify-between gap-4 border-t border-line bg-paper px-gutter py-3">
    <Price course={course} className="font-display text-h3 font-[640]" />
    <ButtonLink {...enrolTarget(course)}>Enroll Now</ButtonLink>
  </div>
)
