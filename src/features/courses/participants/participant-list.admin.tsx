import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { formatCount } from '#admin/format.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { formatWeekday } from '#admin/time.tsx'
import { Sheet, Sheets } from '#site/page/sheets.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { dateScreen } from '../ground/course-resource.admin.tsx'
import { offerOf } from '../ground/offers.contract.ts'
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
    <Sheets
      title="List of participants"
      lead={`${formatCount(seats.length, 'seat')}, with a column to sign for each day.`}
      kind="flowing"
      actions={
        <ButtonLink to={dateScreen(data.date)} variant="secondary">
          Back to the date
        </ButtonLink>
      }
    >
      {inSheets(data.days).map((days) => (
        <SignSheet key={days[0]} people={data} seats={seats} days={days} />
      ))}
    </Sheets>
  )
}

type SignSheetProps = { people: DateParticipants; seats: Seat[]; days: string[] }

function SignSheet({ people, seats, days }: SignSheetProps) {
  const { date } = people
  const { title } = offerOf(people)
  const of = days.map(formatWeekday).join(', ')
  return (
    <Sheet label={`Sheet for ${of}`} foot={title} end={formatDate(date.startsOn)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a list that is wider than the window */}
      <section className="sign-sheet" aria-label={`List for ${of}`} tabIndex={0}>
        <h2 dir="auto">{title}</h2>
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
    </Sheet>
  )
}
