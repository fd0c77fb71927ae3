import { useQuery } from '@tanstack/react-query'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { formatCount } from '#admin/format.ts'
import type { Place } from '#admin/shell/finder/places.ts'
import { formatWeekday } from '#admin/time.tsx'
import { formatDate } from '#ui/date.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/states.tsx'
import { listPath } from '#web/api-query.ts'
import { hangingOnRows, seatsBooked } from '../cohorts/occupied.admin.ts'
import { isOver } from '../ground/cohort-words.contract.ts'
import type { Cohort } from '../ground/cohorts.contract.ts'
import { cohortsPath, dateScreen } from '../ground/course-resource.admin.tsx'
import { offerOf } from '../ground/offers.contract.ts'
import { useOutbox } from './attendance-outbox.admin.ts'
import type { ListedDate } from './date-list.contract.ts'

export const datesApi = '/api/cohorts'

/** '9 / 12 booked · 4 unnamed' */
export const seatWords = (date: ListedDate): string =>
  [seatsBooked(date), unnamedWords(date)].filter(Boolean).join(' · ')

export const unnamedWords = ({ unnamed }: ListedDate) => unnamed > 0 && `${unnamed} without a name`

/** The dates that someone teaches, for the finder. Other roles find a date by its course. */
export async function datePlaces(): Promise<Place[]> {
  const dates = await adminFetch<ListedDate[]>(datesApi)
  return dates.map((date) => ({
    to: dateScreen(date),
    label: `${offerOf(date).title}, ${formatDate(date.startsOn)}`,
    kind: 'date',
  }))
}

/** The people of the events of pages that are deleted or deactivated. */
export const hangingOnPages = hangingOnRows

/** The messages to the people of a page's event; undefined while there is nobody. */
export async function messagesOfEvent(pageId: string): Promise<string | undefined> {
  const [date] = await adminFetch<Cohort[]>(cohortsPath(pageId))
  return date && date.registrations > 0 ? `${dateScreen(date)}?tab=messages` : undefined
}

/** 'Priya teaches 2 dates to come.', for the question before they are deleted; empty without any. */
export async function teachingWords({ _id, name }: { _id: string; name: string }): Promise<string> {
  const dates = await adminFetch<ListedDate[]>(listPath(datesApi, { teacher: _id, status: 'upcoming' }))
  const count = dates.filter((date) => !isOver(date)).length
  return count > 0 ? `${name} teaches ${formatCount(count, 'date')} to come. ` : ''
}

export const NoDates = () => (
  <EmptyState title="No dates yet">
    <p>When a colleague makes you the trainer of a date, it appears here.</p>
  </EmptyState>
)

const mostNext = 5

/** The next dates of a trainer. @param named those that the screen has shown already; undefined until it knows */
export function NextDates({ named }: { named: string[] | undefined }) {
  useOutbox()
  const { data } = useQuery(adminQuery<ListedDate[]>(datesApi))
  if (!data || !named) return null
  if (data.length === 0) return <NoDates />
  const toCome = data.filter(({ state }) => state !== 'past')
  const next = toCome.filter(({ _id }) => !named.includes(_id)).slice(0, mostNext)
  return (
    <section aria-labelledby="next-dates" className="mt-8">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="next-dates" className="text-h2">
          Next dates
        </h2>
        <Link to="/admin/dates" className="link text-small">
          All my dates
        </Link>
      </div>
      {next.length === 0 ? (
        <p className="mt-2 text-muted">{toCome.length === 0 ? 'No upcoming dates.' : 'No later dates.'}</p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {next.map((date) => (
            <li key={date._id} className="group relative flex flex-wrap items-baseline gap-x-4 py-2.5 sm:flex-nowrap">
              <span className="w-28 shrink-0 text-muted tabular-nums">{formatWeekday(date.startsOn)}</span>
              <Link
                to={dateScreen(date)}
                dir="auto"
                className="link-quiet link-cover min-w-0 flex-1 font-[560] wrap-anywhere group-hover:text-primary max-sm:order-last max-sm:basis-full"
              >
                {offerOf(date).title}
              </Link>
              <span className="text-small text-muted tabular-nums max-sm:ml-auto">
                {date.state === 'cancelled' ? 'Cancelled' : seatWords(date)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
