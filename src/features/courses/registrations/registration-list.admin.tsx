import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { formatCount } from '#admin/format.ts'
import { ExportButton } from '#admin/lists/download-button.tsx'
import { StatusFilter } from '#admin/lists/filter-buttons.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { useMay } from '#admin/session/use-auth.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { formatLongMonth, formatMonth, useToday } from '#admin/time.tsx'
import { formatDate } from '#ui/date.tsx'
import { Select } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import { weekdays } from '../ground/cohort-words.contract.ts'
import { cohortsQuery, dateScreen } from '../ground/course-resource.admin.tsx'
import type { Demand, Registration } from '../ground/registrations.contract.ts'
import { bestDemand, dayOfDemand } from './demand.ts'
import { usePeopleTable, useRegistrationKeys } from './people-table.admin.tsx'
import { groups } from './registration-words.admin.ts'
import { useRegistrations } from './use-registrations.admin.tsx'

const api = '/api/course-requests'
/** How often the list looks for new registrations, in ms. */
const refetchInterval = 20_000

export default function RegistrationListScreen() {
  const { id } = useParams()
  const isEvent = useLocation().pathname.startsWith('/admin/pages/')
  const offerPath = isEvent ? `/api/pages/${id}` : `/api/courses/id/${id}`
  const { data: offer } = useQuery({ ...adminQuery<{ title: string }>(offerPath), enabled: id !== undefined })
  const { data: dates = [] } = useQuery({ ...cohortsQuery(String(id)), enabled: id !== undefined })
  useRecordTitle(offer?.title)
  const fixed: Record<string, string> = id === undefined ? {} : { [isEvent ? 'event' : 'course']: id }
  const list = usePagedList<Registration>({ api, filters: ['group', 'cohort', 'dates'], fixed, refetchInterval })
  const registrations = useRegistrations()
  useRegistrationKeys((id) => list.rows?.find(({ _id }) => _id === id), registrations)
  const table = usePeopleTable(registrations, id === undefined ? 'all' : 'offer')
  const cohort = list.filter('cohort')
  const chosen = dates.find(({ _id }) => _id === cohort.value)
  return (
    <ListScreen
      {...table}
      title="Registrations"
      what="registrations"
      list={list}
      intro={
        offer && (
          <>
            <Link to={`/admin/${isEvent ? 'pages' : 'courses'}/edit/${id}`} className="link-quiet hover:text-primary">
              {offer.title}
            </Link>
            {' · '}
            <Link to="/admin/registrations" className="link-quiet hover:text-primary">
              All registrations
            </Link>
            {chosen && (
              <>
                {' · '}
                <Link to={dateScreen(chosen)} className="link-quiet hover:text-primary">
                  Participants on {formatDate(chosen.startsOn)}
                </Link>
              </>
            )}
          </>
        )
      }
      actions={
        <ExportButton
          list={list}
          path="/api/course-requests.csv"
          fileName="registrations.csv"
          failure="Failed to export the registrations"
        />
      }
      filters={
        <>
          <StatusFilter label="Group" list={list} statuses={groups} />
          {id === undefined && (
            <DateFilter
              {...list.filter('dates')}
              options={{ open: 'Upcoming or no date', over: 'Cancelled or past' }}
            />
          )}
          {!isEvent && dates.length > 0 && (
            <DateFilter
              {...cohort}
              options={Object.fromEntries(
                dates.map((date) => [date._id, formatDate(date.startsOn) + (date.cancelled ? ', cancelled' : '')]),
              )}
            />
          )}
        </>
      }
    >
      {id !== undefined && !isEvent && list.shown['group'] === 'interested' && <DemandTable courseId={id} />}
      {registrations.dialog}
    </ListScreen>
  )
}

type DateFilterProps = { value: string; onChoose: (value: string) => void; options: Record<string, string> }

const DateFilter = ({ value, onChoose, options }: DateFilterProps) => (
  <Select label="Date" hideLabel value={value} onChange={({ target }) => onChoose(target.value)} className="min-w-40">
    <option value="">All dates</option>
    {Object.entries(options).map(([one, label]) => (
      <option key={one} value={one}>
        {label}
      </option>
    ))}
  </Select>
)

const longWeekdays = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']

/** The months and weekdays in which people want a course, with a link to a new date that suits most of them; nothing if no one names a month. */
function DemandTable({ courseId }: { courseId: string }) {
  const { data } = useQuery(adminQuery<Demand>(listPath('/api/course-requests/demand', { course: courseId })))
  const mayWrite = useMay('publish')
  const today = useToday()
  const best = data && bestDemand(data)
  if (!data || !best) return null
  const { people, unverified, months, cells } = data
  const { month, weekday } = best
  const day = weekday === undefined ? '' : `${longWeekdays[weekday - 1]} in `
  const newDate = dayOfDemand(best, today)
  const timetable = weekday === undefined ? '' : weekdays[weekday - 1]
  const countOf = (one: string, index: number) =>
    cells.find((cell) => cell.month === one && cell.weekday === index + 1)?.people ?? 0
  return (
    <section aria-label="Demand" className="mb-4 rounded-control border border-line bg-raised p-4">
      <p>
        <span className="font-[560]">
          {best.people} of {people} prefer {day}
          {formatLongMonth(month)} {month.slice(0, 4)}.
        </span>{' '}
        {mayWrite && (
          <Link to={listPath(`/admin/courses/edit/${courseId}`, { tab: 'dates', newDate, timetable })} className="link">
            Add this date
          </Link>
        )}
      </p>
      {unverified > 0 && (
        <p className="text-small text-muted">
          {formatCount(unverified, 'person has', 'people have')} not confirmed their email.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll many months */}
      <section aria-label="Months and weekdays" tabIndex={0} className="mt-3 max-w-full overflow-x-auto">
        <table className="border-separate border-spacing-0.5 text-fine tabular-nums">
          <caption className="sr-only">How many people each weekday of a month suits</caption>
          <thead>
            <tr>
              <td />
              {months.map((one) => (
                <th key={one} scope="col" className="min-w-9 px-1 font-[550] text-muted">
                  {formatMonth(one)}
                  {one.endsWith('-01') && <span className="block font-normal">{one.slice(0, 4)}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((name, index) => (
              <tr key={name}>
                <th scope="row" className="pr-2 text-left font-[550] text-muted">
                  {name}
                </th>
                {months.map((one) => (
                  <Cell key={one} people={countOf(one, index)} most={best.people} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

/** The more people, the stronger the ground. The number has the ink of the page, which is legible on each. */
const Cell = ({ people, most }: { people: number; most: number }) => (
  <td
    className="h-7 min-w-9 rounded-mark text-center"
    style={{
      background: `color-mix(in oklab, var(--color-primary) ${Math.round((people / most) * 30)}%, var(--color-sunken))`,
    }}
  >
    {people > 0 ? people : <span className="sr-only">0</span>}
  </td>
)
