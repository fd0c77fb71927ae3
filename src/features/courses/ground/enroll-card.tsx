import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { Card } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { askAddress, type ShownCourse } from './courses.queries.ts'

type EnrollCardProps = {
  course: ShownCourse
  /** Choices above the price and the link, in place of a picture. They scroll where the window is too low for all of them. */
  choice?: ReactNode | false
  children: ReactNode
}

/** The card next to the course, with its picture, price and enrollment link. The cards of lists link to it (`#enrol`). */
export const EnrollCard = ({ course, choice, children }: EnrollCardProps) => (
  <div className="lg:col-span-5 lg:col-start-8 lg:row-span-2 lg:row-start-1 xl:col-span-4 xl:col-start-9">
    <Card
      as="aside"
      bare
      id="enrol"
      aria-label="Enrollment"
      className={classNames(
        'lg:sticky lg:top-28',
        Boolean(choice) && 'lg:flex lg:max-h-[max(34rem,100dvh-9rem)] lg:flex-col',
      )}
    >
      {choice ? (
        <div className="border-b border-line p-6 sm:p-7 lg:min-h-0 lg:overflow-y-auto">{choice}</div>
      ) : (
        <ContentImage
          record={course}
          priority
          transition="course"
          sizes="(min-width: 64rem) 26rem, 100vw"
          className="aspect-[16/9] border-b border-line"
        />
      )}
      <div className={classNames('shrink-0', choice ? 'p-6 sm:px-7' : 'p-6 sm:p-7')}>{children}</div>
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
