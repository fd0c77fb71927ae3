import { adminFetch } from '#admin/api/admin-calls.ts'
import type { Consequence } from '#admin/dialogs/confirm.tsx'
import { capitalised, formatCount } from '#admin/format.ts'
import { formatDate } from '#ui/date.tsx'
import { listPath } from '#web/api-query.ts'
import type { Cohort } from '../ground/cohorts.contract.ts'
import type { Occupied } from './cohort-people.contract.ts'

export const occupiedPath = (ids: string[]) =>
  `/api/cohorts/occupied?${new URLSearchParams(ids.map((id) => ['course', id]))}`

export const readOccupied = (ids: string[]) => adminFetch<Occupied[]>(occupiedPath(ids))

/** '11 seats are booked on 29 Dec 2026: 1 person is enrolled, 2 people wait.', or 'On 29 Dec 2026: 2 people wait.' @param named whether to name the course */
export function occupiedWords({ course, cohort, booked, enrolled, waiting, asked }: Occupied, named = false): string {
  const of = [cohort && `on ${formatDate(cohort.startsOn)}`, named && `in “${course.title}”`].filter(Boolean).join(' ')
  const seats = [booked > 0 && `${formatCount(booked, 'seat is', 'seats are')} booked`, of].filter(Boolean).join(' ')
  const people = [
    enrolled > 0 && `${formatCount(enrolled, 'person is', 'people are')} enrolled`,
    waiting > 0 && `${formatCount(waiting, 'person waits', 'people wait')}`,
    asked > 0 && `${formatCount(asked, 'person asks', 'people ask')} for a seat`,
  ].filter(Boolean)
  return `${capitalised([seats, people.join(', ')].filter(Boolean).join(': '))}.`
}

const mostNamed = 3

/** What hangs on courses that are deleted or deactivated, with the ways to these people and to their dates; undefined if no one does. */
export function hangingOn(all: Occupied[], many = false): Consequence | undefined {
  const [first] = all
  if (!first) return undefined
  const more = all.length - mostNamed
  const points = all.slice(0, mostNamed).map((one) => occupiedWords(one, many))
  const named = all.filter(({ enrolled, waiting, asked }) => enrolled + waiting + asked > 0)
  const courses = [...new Map(named.map(({ course }) => [course._id, course])).values()]
  const peopleOf = (id: string) => {
    const dates = named.filter(({ course }) => course._id === id)
    // The list of all its people, unless they are of one date.
    return listPath(`/admin/courses/${id}/registrations`, {
      cohort: dates.length === 1 ? dates[0]?.cohort?._id : undefined,
    })
  }
  const people = courses.slice(0, mostNamed).map(({ _id, title }) => ({
    to: peopleOf(_id),
    label: many ? `People of ${title}` : 'Look at the people',
  }))
  const dates = { to: `/admin/courses/edit/${first.course._id}?tab=dates`, label: 'Cancel a date and tell them' }
  return {
    points: [...points, ...(more > 0 ? [`${formatCount(more, 'more date')} with people.`] : [])],
    links: [...people, ...(!many && first.cohort ? [dates] : [])],
  }
}

type CohortPeople = Pick<Cohort, 'booked' | 'bookedElsewhere' | 'waiting'>

/** The people of a date, in a sentence; undefined without any. */
export function concernedWords({ booked, bookedElsewhere, waiting }: CohortPeople): string | undefined {
  const enrolled = booked - bookedElsewhere
  const parts = [
    enrolled > 0 && `${formatCount(enrolled, 'person has', 'people have')} a seat`,
    waiting > 0 && `${formatCount(waiting, 'person waits', 'people wait')} for one`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', ')}.` : undefined
}

/** Who has asked for a date, in a sentence, also without an answer yet or any more; undefined if it can be deleted. */
export const askedWords = (date: CohortPeople & Pick<Cohort, 'registrations'>): string | undefined =>
  concernedWords(date) ??
  (date.registrations > 0 ? `${formatCount(date.registrations, 'person', 'people')} asked for this date.` : undefined)

type Seats = Pick<Cohort, 'booked' | 'seats'>

/** '9 of 12 booked' in a column of seats, or '9 booked' where there is no limit. */
export const seatsInColumn = ({ booked, seats }: Seats): string =>
  seats === undefined ? `${booked} booked` : `${booked} of ${seats} booked`

/** '9 of 12 seats booked', or '9 people' where there is no limit. */
export const seatsInWords = ({ booked, seats }: Seats): string =>
  seats === undefined ? formatCount(booked, 'person', 'people') : `${booked} of ${formatCount(seats, 'seat')} booked`
