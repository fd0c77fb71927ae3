import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { capitalised, formatCount } from '#admin/format.ts'
import { dayAfter, formatTime, formatWeekday, formatZoned, useTimeZone } from '#admin/time.tsx'
import { type Schedule, type ScheduleEntry, scheduleDays } from '#features/schedule/schedule.contract.ts'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/link.tsx'

const verbs = { appears: 'goes live', ends: 'ends', starts: 'starts', closes: 'closes enrollment' }

/** The scheduled events of the next days, in the company's time zone. Nothing without any. */
export function ScheduleStrip() {
  const { data } = useQuery(adminQuery<Schedule>('/api/schedule'))
  if (!data || data.entries.length === 0) return null
  return (
    <section aria-labelledby="schedule" className="mt-8">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="schedule" className="text-h2">
          Next {scheduleDays} days
        </h2>
        <Link to="/admin/site-preview" className="link text-small">
          Preview site on a date
        </Link>
      </div>
      <ScheduleDays {...data} />
    </section>
  )
}

function ScheduleDays({ today, timeZone, entries }: Schedule) {
  const days = Array.from({ length: scheduleDays }, (_, index) => dayAfter(today, index))
  return (
    <ol className="mt-2 grid gap-px overflow-hidden rounded-control border border-line bg-line md:grid-cols-7">
      {days.map((day) => {
        const planned = entries.filter((entry) => entry.day === day)
        return (
          <li key={day} className={classNames('min-h-20 bg-raised px-3 py-2', planned.length === 0 && 'max-md:hidden')}>
            <p className="text-fine text-muted">{day === today ? 'Today' : formatWeekday(day)}</p>
            <ul className="mt-1 grid gap-1.5">
              {planned.map((entry) => (
                <Entry key={`${entry._id} ${entry.what} ${entry.at}`} entry={entry} timeZone={timeZone} />
              ))}
            </ul>
          </li>
        )
      })}
    </ol>
  )
}

function Entry({ entry, timeZone }: { entry: ScheduleEntry; timeZone: string }) {
  const { entity, _id, label, name, what, at, mails } = entry
  const when = at ? formatZoned(at, timeZone) : 'on this day'
  return (
    <li className="text-small" title={`${label} “${name}” ${verbs[what]} ${when}`}>
      <Link
        to={`/admin/${entity}/edit/${_id}`}
        className="link-quiet line-clamp-3 font-[560] wrap-anywhere pointer-coarse:py-1.5"
      >
        {name}
      </Link>
      <span className="flex items-center gap-1.5 text-fine text-muted">
        {capitalised(verbs[what])}
        {at && ` ${timeOf(when)}`}
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

type EventProps = { entry: ScheduleEntry; today: string; subscribers: number | undefined }

/** An event of today or tomorrow, in a sentence. */
export function Event({ entry, today, subscribers }: EventProps) {
  const zone = useTimeZone()
  const { label, name, what, day, at, mails } = entry
  const when = day === today ? 'today' : 'tomorrow'
  if (what === 'closes') return `Enrollment for “${name}” ends ${when}.`
  return (
    <>
      {label} “{name}” {verbs[what]} {when}
      {at && ` at ${formatTime(at, zone)}`}
      {mails &&
        `, with a newsletter${subscribers === undefined ? '' : ` to ${formatCount(subscribers, 'subscriber')}`}`}
      .
    </>
  )
}
