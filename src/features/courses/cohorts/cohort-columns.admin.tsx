import type { ComponentProps } from 'react'
import type { Column } from '#admin/lists/data-table.tsx'
import { StateMark } from '#admin/lists/record-badges.tsx'
import { formatDate } from '#ui/date.tsx'
import { Link, useMayOpen } from '#ui/link.tsx'
import type { CohortState } from '../ground/cohort-words.contract.ts'
import type { Cohort } from '../ground/cohorts.contract.ts'
import { dateScreen } from '../ground/course-resource.admin.tsx'
import { registrationsPath } from '../ground/offers.contract.ts'
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

/** The page of a date, for those who may see its people. */
export const peopleOf = (date: Cohort, mayOpen: (to: string) => boolean): string | undefined =>
  date.readsPeople || mayOpen(registrationsOf(date)) ? dateScreen(date) : undefined

/** All registrations for a date, in any state. */
export const registrationsOf = ({ _id, courseId, pageId }: Pick<Cohort, '_id' | 'courseId' | 'pageId'>) =>
  `${registrationsPath({ course: courseId, event: pageId })}?cohort=${_id}`

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
  { header: 'Participants', cell: (date) => <Registered date={date} /> },
]

/** The people of a date in words, with a link for those who may see them. */
export function Registered({ date }: { date: Cohort }) {
  const to = peopleOf(date, useMayOpen())
  const words = peopleWords(date)
  if (!to) return words || 'None'
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
