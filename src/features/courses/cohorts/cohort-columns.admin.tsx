import type { ComponentProps } from 'react'
import type { Column } from '#admin/lists/data-table.tsx'
import { StateMark } from '#admin/lists/record-badges.tsx'
import { formatDate } from '#ui/date.tsx'
import { Link, useMayOpen } from '#ui/link.tsx'
import type { CohortState } from '../ground/cohort-words.contract.ts'
import type { Cohort } from '../ground/cohorts.contract.ts'
import { peopleWords, seatsBooked } from './occupied.admin.ts'

export const modes = { online: 'Online', place: 'In person', both: 'Hybrid' }
export const marks: Record<CohortState, ComponentProps<typeof StateMark>> = {
  cancelled: { label: 'Cancelled', tone: 'plain' },
  past: { label: 'Past', tone: 'plain' },
  running: { label: 'Running', tone: 'plain' },
  closed: { label: 'Closed', tone: 'plain' },
  full: { label: 'Full', tone: 'amber' },
  few: { label: 'Few seats left', tone: 'amber' },
  open: { label: 'Open' },
}

/** Where the reader finds the people of a date: their registrations, or who takes part; undefined for others. */
export function peopleOf({ _id, courseId, readsPeople }: Cohort, mayOpen: (to: string) => boolean): string | undefined {
  const all = `/admin/courses/${courseId}/registrations?cohort=${_id}`
  if (mayOpen(all)) return all
  return readsPeople ? `/admin/courses/dates/${_id}` : undefined
}

export const columns: Column<Cohort>[] = [
  {
    header: 'Date',
    className: 'md:w-1/3',
    cell: ({ startsOn, endsOn, timetable, warnings }) => (
      <>
        <span className="font-[560] whitespace-nowrap">{formatDate(startsOn)}</span>
        {endsOn && <span className="text-muted max-md:hidden"> – {formatDate(endsOn)}</span>}
        <span className="block text-small text-muted max-md:hidden">{timetable}</span>
        {warnings?.map((text) => (
          <span key={text} className="block text-small text-danger">
            {text}
          </span>
        ))}
      </>
    ),
  },
  { header: 'Format', className: 'max-xl:md:hidden whitespace-nowrap', cell: ({ mode }) => modes[mode] },
  {
    header: 'Seats',
    cell: (date) => {
      const over = date.booked - (date.seats ?? Number.POSITIVE_INFINITY)
      return (
        <span className="whitespace-nowrap tabular-nums">
          {seatsBooked(date)}
          {over > 0 && <span className="block text-small text-danger">{over} over capacity</span>}
        </span>
      )
    },
  },
  { header: 'Status', cell: ({ state }) => <StateMark {...marks[state]} /> },
  { header: 'Registrations', cell: (date) => <Registered date={date} /> },
]

function Registered({ date }: { date: Cohort }) {
  const to = peopleOf(date, useMayOpen())
  const words = peopleWords(date)
  if (!to || date.registrations === 0) return words || 'None'
  return (
    <Link to={to} className="link tabular-nums">
      {(words || 'View').split(/(?<=, )/).map((part) => (
        <span key={part} className="block whitespace-nowrap">
          {part}
        </span>
      ))}
    </Link>
  )
}
