import { adminFetch } from '#admin/api/admin-calls.ts'
import type { Consequence } from '#admin/dialogs/confirm.tsx'
import { formatCount } from '#admin/format.ts'
import { formatDate } from '#ui/date.tsx'
import { listPath } from '#web/api-query.ts'
import type { Cohort, NoticeKind } from '../ground/cohorts.contract.ts'
import { offerOf, registrationsPath } from '../ground/offers.contract.ts'
import { emailNotConfirmed } from '../ground/registration-words.contract.ts'
import type { NoticeAudience, NoticeGroup } from './notices.contract.ts'
import type { Occupied } from './occupied.contract.ts'

export const occupiedPath = (ids: string[]) =>
  `/api/cohorts/occupied?${new URLSearchParams(ids.map((id) => ['course', id]))}`

/** '29 Dec 2026: 11 seats booked, 1 enrolled, 2 on the waitlist.' @param named whether to name the course or the event */
export function occupiedWords({ cohort, booked, ...occupied }: Occupied, named = false): string {
  const of = [named && `“${offerOf(occupied).title}”`, cohort && formatDate(cohort.startsOn)].filter(Boolean).join(', ')
  const people = [booked > 0 && `${formatCount(booked, 'seat')} booked`, groupWords(occupied)]
    .filter(Boolean)
    .join(', ')
  return `${[of, people].filter(Boolean).join(': ')}.`
}

type GroupCounts = { enrolled: number; waiting: number } & Partial<Record<NoticeGroup, number>>

/** '4 enrolled, 1 to confirm, 2 on the waitlist'; empty without any. */
export const groupWords = ({ enrolled, waiting, ...counts }: GroupCounts): string => {
  const { asked = 0, interested = 0, attended = 0, absent = 0, informed = 0 } = counts
  return [
    enrolled > 0 && `${enrolled} enrolled`,
    informed > 0 && formatCount(informed, 'more participant'),
    attended > 0 && `${attended} attended`,
    absent > 0 && `${absent} did not attend`,
    asked > 0 && `${asked} to confirm`,
    waiting > 0 && `${waiting} on the waitlist`,
    interested > 0 && `${interested} interested`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** The people whom the cancellation of a date concerns, and those who are not told of it. */
export function cancelWords({
  count,
  leftOut,
  ...counts
}: GroupCounts & Pick<NoticeAudience, 'count' | 'leftOut'>): string {
  const unconfirmed = leftOut.filter(({ reason }) => reason === emailNotConfirmed).length
  const confirmed = count > 0 ? `${groupWords(counts)}. You can notify them next.` : 'No confirmed registrations.'
  return [confirmed, unconfirmed > 0 && `${unconfirmed} unconfirmed will not be notified.`].filter(Boolean).join(' ')
}

const mostNamed = 3

/** What hangs on courses or pages that are deleted or deactivated, with the ways to these people and to their dates; undefined if no one does. */
export function hangingOn(all: Occupied[], many = false): Consequence | undefined {
  const [first] = all
  if (!first) return undefined
  const more = all.length - mostNamed
  const points = all.slice(0, mostNamed).map((one) => occupiedWords(one, many))
  const named = all.filter(({ enrolled, waiting, asked }) => enrolled + waiting + asked > 0)
  const offers = Map.groupBy(named, (one) => offerOf(one)._id).values()
  const people = [...offers].slice(0, mostNamed).map((dates) => {
    const { course, event, cohort } = dates[0] as Occupied
    return {
      // The list of all its people, unless they are of one date.
      to: listPath(registrationsPath({ course: course?._id, event: event?._id }), {
        cohort: course && dates.length === 1 ? cohort?._id : undefined,
      }),
      label: many ? `Registrations for ${(course ?? event)?.title}` : 'View registrations',
    }
  })
  const dates = first.course
    ? { to: `/admin/courses/edit/${first.course._id}?tab=dates`, label: 'Cancel a date and notify them' }
    : { to: `/admin/pages/edit/${first.event?._id}`, label: 'Cancel the event and notify them' }
  return {
    points: [...points, ...(more > 0 ? [`${formatCount(more, 'more date')} with registrations.`] : [])],
    links: [...people, ...(!many && first.cohort ? [dates] : [])],
  }
}

/** The same of the rows of a list. */
export async function hangingOnRows(rows: { _id: string }[]): Promise<Consequence | undefined> {
  const all = await adminFetch<Occupied[]>(occupiedPath(rows.map(({ _id }) => _id))).catch(() => undefined)
  return all ? hangingOn(all, rows.length > 1) : { detail: 'Registrations could not be counted.' }
}

type CohortPeople = Pick<Cohort, 'booked' | 'bookedElsewhere' | 'waiting'>

/** The people of a date: '4 enrolled, 2 on the waitlist'; empty without any. */
export const peopleWords = ({ booked, bookedElsewhere, waiting }: CohortPeople): string =>
  groupWords({ enrolled: booked - bookedElsewhere, waiting })

/** The people of a date, in a sentence; undefined without any. */
export const concernedWords = (date: CohortPeople): string | undefined => {
  const words = peopleWords(date)
  return words === '' ? undefined : `${words}.`
}

/** Who has registered for a date, in a sentence, also without an answer yet or any more; undefined if it can be deleted. */
export const askedWords = (date: CohortPeople & Pick<Cohort, 'registrations'>): string | undefined =>
  concernedWords(date) ??
  (date.registrations > 0 ? `${formatCount(date.registrations, 'registration')} for this date.` : undefined)

/** '9 / 12 booked', or '9 booked' where there is no limit. */
export const seatsBooked = ({ booked, seats }: Pick<Cohort, 'booked' | 'seats'>): string =>
  `${seats === undefined ? booked : `${booked} / ${seats}`} booked`

/** When a message leaves by itself: '7 days before', '1 day after'. @param days before the date, negative for days after it */
export const daysWords = (days: number, kind: NoticeKind): string => {
  if (days === 0) return kind === 'thanks' ? 'at the end of the last day' : 'on the first day'
  return `${formatCount(Math.abs(days), 'day')} ${days > 0 ? 'before' : 'after'}`
}
