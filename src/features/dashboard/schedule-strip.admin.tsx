import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { adminQuery } from '#admin/api/queries.ts'
import { TimeInput } from '#admin/forms/schedule-field.tsx'
import { dayAfter, formatWeekday, formatZoned } from '#admin/zoned-time.ts'
import { type Schedule, type ScheduleEntry, scheduleDays } from '#features/schedule/schedule.contract.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'
import { notify } from '#ui/toasts.ts'

const verbs = { appears: 'appears', ends: 'ends', starts: 'begins' }

/** The scheduled events of the next days, in the company's time zone. */
export function ScheduleStrip() {
  const { data } = useQuery(adminQuery<Schedule>('/api/schedule'))
  if (!data) return null
  const { entries } = data
  return (
    <section aria-labelledby="schedule" className="mt-8">
      <h2 id="schedule" className="text-h2">
        Next {scheduleDays} days
      </h2>
      {entries.length === 0 ? (
        <p className="mt-2 rounded-control border border-line bg-raised px-4 py-6 text-center text-muted">
          Nothing is scheduled
        </p>
      ) : (
        <ScheduleDays {...data} />
      )}
      <AsOf />
    </section>
  )
}

function ScheduleDays({ today, timeZone, entries }: Schedule) {
  const days = Array.from({ length: scheduleDays + 1 }, (_, index) => dayAfter(today, index))
  return (
    <ol className="mt-2 grid gap-px overflow-hidden rounded-control border border-line bg-line md:grid-cols-5 xl:grid-cols-8">
      {days.map((day) => {
        const planned = entries.filter((entry) => entry.day === day)
        return (
          <li key={day} className={classNames('min-h-20 bg-raised px-3 py-2', planned.length === 0 && 'max-md:hidden')}>
            <p className="text-fine text-muted">{day === today ? 'Today' : formatWeekday(day)}</p>
            <ul className="mt-1 grid gap-1.5">
              {planned.map((entry) => (
                <Entry key={`${entry._id} ${entry.what}`} entry={entry} timeZone={timeZone} />
              ))}
            </ul>
          </li>
        )
      })}
      {/* Fills the last row. */}
      <li aria-hidden="true" className="bg-raised max-xl:hidden" />
    </ol>
  )
}

/** Opens the site as it will be at a time. */
function AsOf() {
  const [at, setAt] = useState('')
  const open = async () => {
    try {
      const { url } = await adminFetch<{ url: string }>('/api/as-of', { method: 'POST', json: { at } })
      window.open(url, '_blank', 'noopener')
    } catch (error) {
      notify('error', (error as Error).message)
    }
  }
  return (
    <div className="mt-3 flex flex-wrap items-end gap-2">
      <TimeInput label="See the site as of" value={at} onChange={setAt} optional />
      <Button variant="secondary" size="small" disabled={at === ''} onClick={open}>
        Open
      </Button>
    </div>
  )
}

function Entry({ entry, timeZone }: { entry: ScheduleEntry; timeZone: string }) {
  const { entity, _id, label, name, what, at, mails } = entry
  const when = at ? formatZoned(at, timeZone) : 'on this day'
  return (
    <li className="text-small" title={`${label} “${name}” ${verbs[what]} ${when}`}>
      <Link
        to={`/admin/${entity}/edit/${_id}`}
        className="link-quiet line-clamp-2 font-[560] wrap-anywhere pointer-coarse:py-1.5"
      >
        {name}
      </Link>
      <span className="flex items-center gap-1.5 text-fine text-muted">
        {at && `${timeOf(when)} `}
        {verbs[what]}
        {mails && (
          <>
            <Mail aria-hidden="true" className="size-3.5" />
            <span className="sr-only">, with a newsletter</span>
          </>
        )}
      </span>
    </li>
  )
}

const timeOf = (zoned: string) => zoned.split(', ').pop()
