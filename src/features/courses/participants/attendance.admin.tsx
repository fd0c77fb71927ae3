import { Check, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { formatCount } from '#admin/format.ts'
import { useMedia, useStore } from '#admin/hooks.ts'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { useListState } from '#admin/lists/list-state.ts'
import { keyedRow, useRowKeys } from '#admin/lists/rows.tsx'
import { formatWeekday, LocalTime, useToday } from '#admin/time.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Select } from '#ui/field.tsx'
import { EmptyState } from '#ui/states.tsx'
import { discardAttendance, outbox, pressAttendance, retryAttendance } from './attendance-outbox.admin.ts'
import { markOn } from './attendance-presses.ts'
import { FindPeople, matching, seatsOf } from './date-seats.admin.tsx'
import type { DateParticipants } from './participants.contract.ts'

/** The most days that are shown as buttons. */
const mostButtons = 5

type AttendanceProps = {
  people: DateParticipants
  /** When the list was loaded, if it cannot be loaded now. ISO 8601 */
  loadedAt: string | undefined
}

/** Who was there, by day. Without a network the presses wait on this device. */
export function Attendance({ people, loadedAt }: AttendanceProps) {
  const { days, date } = people
  const today = useToday()
  const { filters, change } = useListState(['day'])
  const passed = days.filter((day) => day <= today)
  if (passed.length === 0)
    return (
      <EmptyState title="No attendance yet">
        <p>You can take attendance from {formatWeekday(days[0] ?? date.startsOn)} on.</p>
      </EmptyState>
    )
  const chosen = passed.find((day) => day === filters.day)
  const day = chosen ?? (passed.includes(today) ? today : (passed.at(-1) ?? today))
  return (
    <div className="lg:max-w-3xl">
      <DaySwitch days={passed} day={day} today={today} onChoose={(day) => change({ day }, { replace: true })} />
      <DayAttendance key={day} people={people} day={day} loadedAt={loadedAt} />
    </div>
  )
}

type DaySwitchProps = { days: string[]; day: string; today: string; onChoose: (day: string) => void }

function DaySwitch({ days, day, today, onChoose }: DaySwitchProps) {
  const nameOf = (one: string) => (one === today ? 'Today' : formatWeekday(one))
  if (days.length === 1) return <h2 className="text-h3">{nameOf(day)}</h2>
  // Today is the first one.
  const options = days.toReversed().map((value) => ({ value, label: nameOf(value) }))
  if (days.length <= mostButtons)
    return (
      <div className="flex">
        <FilterButtons label="Day" options={options} value={day} onChoose={onChoose} />
      </div>
    )
  return (
    <Select
      label="Day"
      hideLabel
      value={day}
      onChange={({ target }) => onChoose(target.value)}
      className="w-full sm:w-60"
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}

type DayAttendanceProps = AttendanceProps & { day: string }

function DayAttendance({ people, day, loadedAt }: DayAttendanceProps) {
  const { date, acts } = people
  const may = acts.includes('attend')
  const unsent = useUnsent(date._id)
  const { presses } = unsent
  const [search, setSearch] = useState('')
  const seats = seatsOf(people).map((seat) => ({ ...seat, present: markOn(day, seat.participant, presses) }))
  const shown = seats.filter(matching(search))
  const press = (some: typeof seats, present: boolean) =>
    pressAttendance(some.map(({ participant: { _id: id } }) => ({ date: date._id, day, id, present })))
  useRowKeys({})
  const [there, absent] = [true, false].map((mark) => seats.filter(({ present }) => present === mark).length)
  const open = seats.filter(({ present }) => present === undefined)
  const isNew = open.length === seats.length
  if (seats.length === 0)
    return (
      <EmptyState title="No participants yet">
        <p>Everyone enrolled for this date appears here.</p>
      </EmptyState>
    )
  return (
    <>
      <div className="mt-3 mb-3 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="mr-auto tabular-nums">
          <span className="font-[560]">{there} present</span>
          <span className="text-muted">
            {` · ${absent} absent`}
            {open.length > 0 && ` · ${open.length} to mark`}
          </span>
        </p>
        {may && open.length > 0 && (
          <Button variant="secondary" size="small" onClick={() => press(open, isNew)}>
            {isNew ? 'Mark all present' : `Mark the other ${open.length} absent`}
          </Button>
        )}
      </div>
      <Unsent date={date._id} {...unsent} loadedAt={loadedAt} />
      <FindPeople count={seats.length} value={search} onSearch={setSearch} />
      <ul className="overflow-hidden rounded-control border border-line bg-raised">
        {shown.map((seat) => {
          const { participant, name, detail, present } = seat
          const content = <Person name={name} detail={detail} isNamed={seat.isNamed} present={present} />
          const look = 'flex min-h-14 w-full items-center gap-3 px-3.5 py-2 text-start'
          return (
            <li key={participant._id} className="border-line not-last:border-b">
              {may ? (
                <button
                  type="button"
                  {...keyedRow(participant._id)}
                  tabIndex={0}
                  onKeyDown={stepOn}
                  onClick={() => press([seat], present !== true)}
                  className={classNames(look, '-outline-offset-2 hover:bg-primary-soft/50 active:bg-primary-soft')}
                >
                  {content}
                </button>
              ) : (
                <div className={look}>{content}</div>
              )}
            </li>
          )
        })}
      </ul>
      {shown.length === 0 && <p className="mt-4 text-center text-muted">No participants found</p>}
    </>
  )
}

/** The arrow keys go to the next person. */
function stepOn(event: KeyboardEvent<HTMLElement>) {
  const row = event.currentTarget.parentElement
  const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key]
  if (!next) return
  event.preventDefault()
  next.querySelector('button')?.focus()
}

type PersonProps = { name: string; detail: string; isNamed: boolean; present: boolean | undefined }

function Person({ name, detail, isNamed, present }: PersonProps) {
  const Mark = present ? Check : X
  return (
    <>
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-7 shrink-0 place-items-center rounded-full border',
          present ? 'border-primary bg-primary text-on-primary' : 'text-muted',
          present === undefined ? 'border-dashed border-edge' : !present && 'border-edge',
        )}
      >
        {present !== undefined && <Mark className="size-4" strokeWidth={2.5} />}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        <bdi className={isNamed ? 'font-[560]' : 'text-muted'}>{name}</bdi>
        {detail && (
          <span className="block text-small text-muted">
            <bdi>{detail}</bdi>
          </span>
        )}
      </span>
      <span className={classNames('shrink-0 text-small', present ? 'font-[560] text-primary-strong' : 'text-muted')}>
        {present === undefined ? <span className="sr-only">Not marked</span> : present ? 'Present' : 'Absent'}
      </span>
    </>
  )
}

/** The presses of a date that the server does not have yet. */
function useUnsent(date: string) {
  const { presses, waits, refused } = useStore(outbox)
  return { presses: presses.filter((press) => press.date === date), waits, refused: refused.get(date) }
}

type UnsentProps = ReturnType<typeof useUnsent> & Pick<AttendanceProps, 'loadedAt'> & { date: string }

/** What is only on this device, and since when the list is as it is. Both are usual in a room without a network, so neither is an error. */
function Unsent({ date, presses, waits, refused, loadedAt }: UnsentProps) {
  const device = useMedia('(pointer: coarse)') ? 'phone' : 'computer'
  const people = new Set(presses.map(({ id }) => id)).size
  if (refused !== undefined && presses.length > 0)
    return (
      <Alert tone="error" className="mb-3">
        <p>{`Not saved: ${refused} ${formatCount(people, 'participant')} on this ${device} only.`}</p>
        <p className="mt-2 flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={() => retryAttendance(date)}>
            Try again
          </Button>
          <Button variant="quiet" size="small" onClick={() => discardAttendance(date)}>
            Discard
          </Button>
        </p>
      </Alert>
    )
  const isKept = waits && presses.length > 0
  return (
    <div role="status">
      {(isKept || loadedAt) && (
        <div className="mb-3 rounded-control border border-current/25 bg-warning-soft px-4 py-3 text-small font-[530] text-warning">
          {isKept && (
            <p>
              {`Saved on this ${device}, not sent yet`}
              <span className="font-normal">: {formatCount(people, 'participant')}. Sent once you are online.</span>
            </p>
          )}
          {loadedAt && (
            <p className="font-normal">
              No connection. This is the list of <LocalTime iso={loadedAt} />.
            </p>
          )}
        </div>
      )}
    </div>
  )
}
