import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/queries.ts'
import { formatCount } from '#admin/format.ts'
import { useMay } from '#admin/session/permissions.ts'
import { useToday } from '#admin/use-time-zone.ts'
import { formatLongMonth, formatMonth } from '#admin/zoned-time.ts'
import { weekdays } from '#features/courses/cohorts/cohort-words.contract.ts'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import type { Wishes } from './course-requests.contract.ts'
import { bestWish, firstDayOf } from './wishes.ts'

const longWeekdays = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']

/** The months and weekdays that people wish for, with a link to a new date that fits most of them. Nothing where nobody names a month. */
export function WishDrawing({ courseId }: { courseId: string }) {
  const { data } = useQuery(adminQuery<Wishes>(listPath('/api/course-requests/wishes', { course: courseId })))
  const mayWrite = useMay('writeContent')
  const today = useToday()
  const best = data && bestWish(data)
  if (!data || !best) return null
  const { people, unverified, months, cells } = data
  const { month, weekday } = best
  const day = weekday === undefined ? '' : `${longWeekdays[weekday - 1]} in `
  const newDate = firstDayOf(best, today)
  const timetable = weekday === undefined ? '' : weekdays[weekday - 1]
  const countOf = (one: string, index: number) =>
    cells.find((cell) => cell.month === one && cell.weekday === index + 1)?.people ?? 0
  return (
    <section aria-label="Wishes" className="mb-4 rounded-control border border-line bg-raised p-4">
      <p>
        <span className="font-[560]">
          {best.people} of {people}: {day}
          {formatLongMonth(month)} {month.slice(0, 4)}.
        </span>{' '}
        {mayWrite && (
          <Link to={listPath(`/admin/courses/edit/${courseId}`, { newDate, timetable })} className="link">
            Make this date
          </Link>
        )}
      </p>
      {unverified > 0 && (
        <p className="text-small text-muted">
          {formatCount(unverified, 'person has', 'people have')} not pressed the button in our message.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll many months */}
      <section aria-label="Months and weekdays" tabIndex={0} className="mt-3 max-w-full overflow-x-auto">
        <table className="border-separate border-spacing-0.5 text-fine tabular-nums">
          <caption className="sr-only">How many people a weekday of a month fits</caption>
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
