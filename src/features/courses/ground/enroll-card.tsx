import type { ReactNode } from 'react'
import { ContentImage } from '#ui/content-image.tsx'
import { Card } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { askAddress, type ShownCourse } from './courses.queries.ts'

type EnrollCardProps = {
  course: ShownCourse
  picture?: string
  children: ReactNode
}

/** The card next to the course, with its picture, price and enrollment link. The cards of lists link to it (`#enroll`). */
export const EnrollCard = ({ course, picture = 'aspect-[16/9]', children }: EnrollCardProps) => (
  <div className="lg:col-span-5 lg:col-start-8 lg:row-span-2 lg:row-start-1 xl:col-span-4 xl:col-start-9">
    <Card as="aside" bare id="enroll" aria-label="Enrollment" className="lg:sticky lg:top-28">
      <ContentImage
        record={course}
        priority
        transition="course"
        sizes="(min-width: 64rem) 26rem, 100vw"
        className={`${picture} border-b border-line`}
      />
      <div className="p-6 sm:p-7">{children}</div>
    </Card>
  </div>
)

/** Below 1024 pixels: price and enrollment at the foot of the window, once the card has left it (courses.css). */
export const EnrollBar = ({ children }: { children: ReactNode }) => (
  <div className="enroll-bar order-last items-center justify-between gap-4 border-t border-line bg-paper px-gutter py-3">
    {children}
  </div>
)

/** Says that the button above leads to another page. */
export const opensNewTab = (
  <p className="mt-3 text-center text-fine text-muted">Opens our enrollment page in a new tab.</p>
)

export const AskLink = ({ slug }: { slug: string }) => (
  <Link className="link" to={askAddress(slug, 'question')}>
    Ask about this course
  </Link>
)
