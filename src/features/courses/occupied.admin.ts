import { adminFetch } from '#admin/api/admin-calls.ts'
import type { Consequence } from '#admin/dialogs/confirm.tsx'
import { formatCount } from '#admin/format.ts'
import type { Occupied } from '#features/courses/cohorts/occupied.contract.ts'
import { formatDate } from '#ui/date.tsx'
import { listPath } from '#web/api-query.ts'

/** The call that counts what hangs on courses. */
export const occupiedPath = (ids: string[]) =>
  `/api/cohorts/occupied?${new URLSearchParams(ids.map((id) => ['course', id]))}`

export const readOccupied = (ids: string[]) => adminFetch<Occupied[]>(occupiedPath(ids))

/** '11 seats are taken on 29 Dec 2026: 1 person is enrolled, 2 people wait.' @param named whether to name the course */
export function occupiedWords({ course, cohort, taken, enrolled, waiting, asked }: Occupied, named = false): string {
  const seats = [
    `${formatCount(taken, 'seat is', 'seats are')} taken`,
    cohort && `on ${formatDate(cohort.startsOn)}`,
    named && `in “${course.title}”`,
  ]
  const people = [
    enrolled > 0 && `${formatCount(enrolled, 'person is', 'people are')} enrolled`,
    waiting > 0 && `${formatCount(waiting, 'person waits', 'people wait')}`,
    asked > 0 && `${formatCount(asked, 'person asks', 'people ask')} for a seat`,
  ].filter(Boolean)
  return `${seats.filter(Boolean).join(' ')}${people.length > 0 ? `: ${people.join(', ')}` : ''}.`
}

/** The people of a date, or of a course without dates. */
const peopleOf = ({ course, cohort }: Occupied) =>
  listPath(`/admin/courses/${course._id}/people`, { cohort: cohort?._id })

/** The most dates that a question names. */
const mostNamed = 3

/** What hangs on courses that are deleted or deactivated, with the ways to these people and to their dates; undefined if no one does. */
export function hangingOn(all: Occupied[], many = false): Consequence | undefined {
  const [first] = all
  if (!first) return undefined
  const named = all.slice(0, mostNamed)
  const more = all.length - named.length
  const sentences = [
    ...named.map((one) => occupiedWords(one, many)),
    more > 0 && `So it is for ${formatCount(more, 'more date')}.`,
    'Tell them first: cancel the date, and write to them.',
  ]
  const ofCourses = [...new Map(all.map((one) => [one.course._id, one])).values()].slice(0, mostNamed)
  return {
    detail: sentences.filter(Boolean).join(' '),
    links: [
      ...ofCourses
        .filter(({ cohort }) => cohort)
        .map(({ course }) => ({
          to: `/admin/courses/edit/${course._id}?tab=dates`,
          label: many ? `Dates of ${course.title}` : 'Cancel the date',
        })),
      ...(many ? ofCourses : named).map((one) => ({
        to: peopleOf(many ? { ...one, cohort: undefined } : one),
        label: many
          ? `People of ${one.course.title}`
          : one.cohort && named.length > 1
            ? `People on ${formatDate(one.cohort.startsOn)}`
            : 'Look at the people',
      })),
    ],
  }
}
