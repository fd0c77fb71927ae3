import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { adminQuery } from '#admin/api/admin-calls.ts'
import type { Column } from '#admin/lists/data-table.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/states.tsx'
import { seatsBooked } from '../cohorts/occupied.admin.ts'
import type { DateParticipants } from './participants.contract.ts'

type Person = DateParticipants['bookings'][number]

export default function CohortPeopleScreen() {
  const { id } = useParams()
  const query = useQuery(adminQuery<DateParticipants>(`/api/cohorts/${id}/participants`))
  const { course, date, bookings: people } = query.data ?? {}
  useRecordTitle(date && formatDate(date.startsOn))
  return (
    <ListScreen
      title="Participants"
      what="participants"
      empty={
        <EmptyState title="No participants yet">
          <p>Everyone enrolled for this date appears here.</p>
        </EmptyState>
      }
      list={{ query, rows: people, total: people?.reduce((sum, { people }) => sum + people, 0) }}
      columns={columns}
      intro={
        course &&
        date && (
          <>
            <Link to={`/admin/courses/edit/${course._id}?tab=dates`} className="link-quiet hover:text-primary">
              {course.title}
            </Link>
            {[
              date.endsOn ? `${formatDate(date.startsOn)} to ${formatDate(date.endsOn)}` : formatDate(date.startsOn),
              date.timetable,
              date.place,
              seatsBooked(date),
              date.bookedElsewhere > 0 && `${date.bookedElsewhere} booked elsewhere`,
              date.waiting > 0 && `${date.waiting} on the waitlist`,
              date.state === 'cancelled' && 'cancelled',
            ]
              .filter(Boolean)
              .map((part) => ` · ${part}`)
              .join('')}
          </>
        )
      }
    />
  )
}

const columns: Column<Person>[] = [
  { header: 'Name', className: 'md:min-w-44', cell: ({ name }) => <span className="font-[560]">{name}</span> },
  { header: 'Seats', align: 'right', cell: ({ people }) => <span className="tabular-nums">{people}</span> },
  { header: 'Company', cell: ({ company }) => <span className="wrap-anywhere">{company}</span> },
  { header: 'Message', className: 'md:w-1/2', cell: ({ message }) => <span className="wrap-anywhere">{message}</span> },
]
