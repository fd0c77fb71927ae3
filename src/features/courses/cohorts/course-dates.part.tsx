import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { shortTime } from '#contract/zoned-format.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { gstWords } from '../ground/cohort-words.contract.ts'
import type { PublicCohort } from '../ground/cohorts.contract.ts'
import {
  askAddress,
  enrollGoal,
  enrollLabel,
  openCohorts,
  type ShownCourse,
  seatsText,
  shownCohort,
} from '../ground/courses.queries.ts'
import { AskLink, EnrollBar, EnrollCard, opensNewTab } from '../ground/enroll-card.tsx'
import { LargePrice, Price } from '../ground/price.tsx'
import { priced } from '../ground/prices.contract.ts'
import { placeText } from './cohort-words.ts'
import { OwnTimes, ownTimeModule } from './own-times.tsx'
import { firstDayOf, later, momentIn, readTimetable, timetableText, zoneOf } from './timetable.ts'

const mostDates = 3

type PartProps = { course: ShownCourse /** The id of a date in the address. */; chosen?: string | undefined }

/** The enrollment card, and the bar at the foot of a phone. The stylesheet (courses.css) shows the chosen date's price and button, without a script. */
export default function CourseDates({ course, chosen }: PartProps) {
  const { gst, termsUrl, timeZone = 'UTC' } = course
  const all = openCohorts(course)
  const first = all.find(({ _id }) => _id === chosen) ?? shownCohort(course)
  const dates = choiceOf(all, first)
  const each = (show: (date: PublicCohort | undefined) => ReactNode) =>
    dates.length > 1
      ? dates.map((date, index) => (
          <div key={date._id} className={`of-date of-date-${index + 1}`}>
            {show(date)}
          </div>
        ))
      : show(dates[0])
  const choice = <DateChoice key={first?._id} course={course} all={all} dates={dates} first={first} />
  return (
    <>
      <EnrollCard course={course} choice={dates.length > 1 && choice}>
        {each((date) => (
          <LargePrice
            course={priced(course, date)}
            until={date?.discountUntil && shortTime(date.discountUntil, timeZone)}
          />
        ))}
        {(gst || termsUrl) && (
          <p className="mt-1 text-fine text-muted">
            {gst && gstWords[gst]}
            {gst && termsUrl && ' · '}
            {termsUrl && (
              <a href={termsUrl} className="link">
                Terms
              </a>
            )}
          </p>
        )}
        {dates.length === 1 && choice}
        {dates.length === 0 && <p className="mt-4 text-small text-muted">No open dates at the moment.</p>}
        {each((date) => (
          <>
            <EnrollButton course={course} date={date} size="large" wide className="mt-5" />
            {opensPage(date) && opensNewTab}
          </>
        ))}
        <div className="mt-4 flex flex-wrap justify-center gap-x-5 gap-y-1 text-small">
          {each(
            (date) =>
              date && (
                <>
                  <a className="link" href={`/api/courses/${course.slug}/dates/${date._id}.ics`}>
                    Add to calendar
                  </a>
                  {date.state === 'few' && opensPage(date) && (
                    <Link className="link" to={askAddress(course.slug, 'waitlist', date._id)}>
                      Waitlist for groups
                    </Link>
                  )}
                </>
              ),
          )}
          <AskLink slug={course.slug} />
        </div>
      </EnrollCard>
      <EnrollBar>
        {each((date) => (
          <>
            <Price course={priced(course, date)} className="font-display text-h3 font-[640]" />
            <EnrollButton course={course} date={date} />
          </>
        ))}
      </EnrollBar>
    </>
  )
}

/** The next dates to choose from, and the one that is chosen first, which may be later. */
function choiceOf(all: PublicCohort[], first: PublicCohort | undefined): PublicCohort[] {
  const next = all.slice(0, mostDates)
  return first === undefined || next.includes(first) ? next : [...next.slice(0, -1), first]
}

const opensPage = (date: PublicCohort | undefined) =>
  date !== undefined && date.state !== 'full' && date.enrolVia === 'link'

type DateProps = { course: ShownCourse; date: PublicCohort | undefined }

/** A course with its open dates. */
type OfCourse = { course: ShownCourse; all: PublicCohort[] }

function EnrollButton({
  course: { _id, slug, enrollmentUrl },
  date,
  ...look
}: DateProps & Pick<Parameters<typeof ButtonLink>[0], 'size' | 'wide' | 'className'>) {
  const label = enrollLabel(date)
  if (date && opensPage(date))
    return (
      <ButtonLink {...look} href={date.enrollmentUrl ?? enrollmentUrl} target="_blank" {...enrollGoal(_id)}>
        {label}
      </ButtonLink>
    )
  const kind = date ? (date.state === 'full' ? 'waitlist' : 'enrol') : 'nextDate'
  return (
    <ButtonLink {...look} to={askAddress(slug, kind, date?._id)}>
      {label}
    </ButtonLink>
  )
}

type ChoiceProps = OfCourse & { dates: PublicCohort[]; first: PublicCohort | undefined }

/** The dates as radios. The form names its module, so that a choice does not load the client. */
function DateChoice({ course, all, dates, first }: ChoiceProps) {
  const several = dates.length > 1
  const Label = several ? 'label' : 'div'
  return (
    <form action={`/courses/${course.slug}`} data-module={ownTimeModule} className={several ? undefined : 'mt-5'}>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-small font-[560]">{several ? 'Choose a date' : 'Next date'}</legend>
        {dates.map((date, index) => (
          <Label key={date._id} className="date flex gap-3 rounded-control px-3.5 py-2.5 text-small">
            {several && (
              <input
                type="radio"
                name="date"
                value={date._id}
                defaultChecked={date === first}
                className={`date-${index + 1} mt-1 size-4 shrink-0 accent-primary`}
              />
            )}
            <DateText course={course} all={all} date={date} />
          </Label>
        ))}
      </fieldset>
      <OtherDates course={course} all={all} shown={dates} />
    </form>
  )
}

/** The dates for which the choice has no room. Each is a link to the page with it among those to choose from. */
function OtherDates({ course, all, shown }: OfCourse & { shown: PublicCohort[] }) {
  const others = all.filter((date) => !shown.includes(date))
  if (others.length === 0) return null
  return (
    <details className="mt-3 text-small">
      <summary className="w-fit cursor-pointer rounded-mark font-[560] text-primary">All {all.length} dates</summary>
      <ul className="mt-2 divide-y divide-line">
        {others.map((date) => (
          <li key={date._id}>
            <Link
              to={`/courses/${course.slug}?date=${date._id}#enrol`}
              className="link-quiet flex items-center gap-3 py-2.5"
            >
              <DateLine all={all} date={date} />
              <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-primary" />
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** '22 Dec – 28 Jan', with the year if it is not clear. */
function daysOf({ startsOn, endsOn = startsOn }: PublicCohort, isNear: boolean): string {
  const days = [...new Set([startsOn, endsOn])].map(formatDate)
  return isNear ? days.map((day) => day.slice(0, -5)).join(' – ') : days.join(' – ')
}

type DateLineProps = Pick<OfCourse, 'all'> & { date: PublicCohort }

/** '22 Dec – 28 Jan · 2 seats left' */
function DateLine({ all, date }: DateLineProps) {
  const seats = seatsText(date)
  const isNear = all.length > 1 && (date.endsOn ?? date.startsOn) < later(all[0]?.startsOn ?? '', 330)
  return (
    <span className="flex flex-1 flex-wrap items-baseline justify-between gap-x-3">
      <span className="font-[560] text-ink">{daysOf(date, isNear)}</span>
      {seats && <span className={date.state === 'full' ? 'text-muted' : 'font-[560] text-accent-ink'}>{seats}</span>}
    </span>
  )
}

function DateText({ course, all, date }: OfCourse & DateLineProps) {
  const { timeZone = 'UTC' } = course
  const { startsOn, timetable, language, enrolBy } = date
  const zone = zoneOf({ startsOn }, timeZone)
  const deadline = enrolBy && `Enroll by ${formatDate(enrolBy).replace(/ \d+$/, '')}`.replaceAll(' ', '\u00a0')
  const more = [placeText(date), language, deadline].filter(Boolean).join(' · ')
  return (
    <span className="min-w-0 flex-1">
      <DateLine all={all} date={date} />
      <span className="date-details text-muted">
        {timetable && (
          <span className="block">
            {timetableText(timetable, zone)}
            <FirstTimes date={date} zone={zone} timeZone={timeZone} />
          </span>
        )}
        {more && <span className="block">{more}</span>}
      </span>
    </span>
  )
}

const firstWeek = (startsOn: string, endsOn: string) =>
  Array.from({ length: 7 }, (_, index) => later(startsOn, index)).filter((day) => day <= endsOn)

type FirstTimesProps = { date: PublicCohort; zone: string; timeZone: string }

/** The first times of a date in the zone of a reader elsewhere. */
function FirstTimes({ date: { startsOn, endsOn = startsOn, timetable }, zone, timeZone }: FirstTimesProps) {
  const slots = readTimetable(timetable, zone)
  if (!slots) return null
  const times = slots.flatMap(({ days, start, end }) => {
    const firsts =
      days.length > 0 ? days.map((day) => firstDayOf({ days: [day] }, startsOn)) : firstWeek(startsOn, endsOn)
    return firsts.flatMap((first) => [start, end].map((time) => momentIn(timeZone, first, time)))
  })
  return <OwnTimes moments={times} timeZone={timeZone} />
}
