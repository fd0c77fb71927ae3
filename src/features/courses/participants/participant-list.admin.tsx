import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useParams } from 'react-router'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { formatWeekday } from '#admin/time.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { dateScreen } from '../ground/course-resource.admin.tsx'
import { participantsQuery } from './attendance-outbox.admin.ts'
import { type Seat, seatsOf } from './date-seats.admin.tsx'
import type { DateParticipants } from './participants.contract.ts'
import './participant-list.css'

/** The columns for signatures that fit on a sheet next to the names. */
const mostDays = 4

const inSheets = (days: string[]) =>
  Array.from({ length: Math.ceil(days.length / mostDays) }, (_, index) =>
    days.slice(index * mostDays, (index + 1) * mostDays),
  )

/** The list of a date on A4, with a column to sign for each day. */
export default function ParticipantListScreen() {
  const { id = '' } = useParams()
  const query = useQuery(participantsQuery(id))
  const { data } = query
  useRecordTitle(data && formatDate(data.date.startsOn))
  if (!data)
    return query.isPending ? (
      <Spinner />
    ) : (
      <ErrorState as="h1" message="The participants could not be loaded." onRetry={() => query.refetch()} />
    )
  const seats = seatsOf(data)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
        <h1 className="mr-auto text-h1">List of participants</h1>
        <ButtonLink to={dateScreen(data.date)} variant="secondary" size="small">
          Back to the date
        </ButtonLink>
        <Button size="small" data-print>
          <Printer aria-hidden="true" className="size-4" />
          Print / PDF
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a sheet that is wider than the window */}
      <section className="sign-sheets" aria-label="Sheets" tabIndex={0}>
        {inSheets(data.days).map((days) => (
          <Sheet key={days[0]} people={data} seats={seats} days={days} />
        ))}
      </section>
    </>
  )
}

type SheetProps = { people: DateParticipants; seats: Seat[]; days: string[] }

const Sheet = ({ people: { course, date }, seats, days }: SheetProps) => (
  <section className="sign-sheet" aria-label={`Sheet for ${days.map(formatWeekday).join(', ')}`}>
    <h2 dir="auto">{course.title}</h2>
    <p>
      {[
        date.endsOn ? `${formatDate(date.startsOn)} to ${formatDate(date.endsOn)}` : formatDate(date.startsOn),
        date.timetable,
        date.place,
      ]
        .filter(Boolean)
        .join(' · ')}
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">Name</th>
          <th scope="col">Company</th>
          {days.map((day) => (
            <th key={day} scope="col" className="sign-day">
              {formatWeekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {seats.map(({ participant, booking, isNamed, name }, index) => (
          <tr key={participant._id}>
            <td>{index + 1}</td>
            <td>
              {isNamed ? (
                <bdi>{name}</bdi>
              ) : (
                booking && (
                  <span className="sign-hint">
                    Booked by <bdi>{booking.name}</bdi>
                  </span>
                )
              )}
            </td>
            <td>
              <bdi>{booking?.company}</bdi>
            </td>
            {days.map((day) => (
              <td key={day} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
