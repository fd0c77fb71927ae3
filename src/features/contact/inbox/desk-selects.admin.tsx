import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { OptionalSelect } from '#admin/fields/small-form.tsx'
import { openSelect } from '#admin/lists/rows.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { dayAfter, formatWeekday, useToday } from '#admin/time.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { classNames } from '#ui/class-names.ts'
import { formatDate } from '#ui/date.tsx'
import { followUpWords, type Tone } from '../ground/clock.contract.ts'
import type { ContactRequest } from '../ground/contact.contract.ts'
import { useColleagues } from './colleagues.shared.admin.tsx'
import { useDeskChange, withOwners } from './use-desk.admin.tsx'

/** `inRow` is the form in a list: a word to press, which shows no value until the row is pointed at. */
type DeskSelectProps = { request: ContactRequest; inRow?: boolean }

const tones = { amber: 'text-accent-ink', red: 'font-[560] text-danger' }
export const toneClass = (tone: Tone) => (tone ? tones[tone] : undefined)

const inRowClass =
  'field-sizing-content max-w-52 -mx-1 cursor-pointer appearance-none truncate rounded-mark px-1 hover:bg-primary-soft hover:text-primary pointer-coarse:min-h-11'
/** Holds the selects of a row without a value, which take no room and are shown while somebody points at the row. */
export const unsetClass =
  'flex w-0 gap-x-3 whitespace-nowrap opacity-0 transition-opacity group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:hidden'

export function OwnerSelect({ request, inRow }: DeskSelectProps) {
  const { owner, subject } = request
  const colleagues = useColleagues()
  const { choose, chosen } = useDeskChange(request, 'ownerId')
  const readOnly = useReadOnly()
  const options = withOwners(colleagues, [request])
  const value = chosen ?? owner?._id ?? ''
  if (readOnly && !owner) return inRow ? null : <Shown label="Owner">Unassigned</Shown>
  const face = owner && inRow && <Avatar name={owner.name} size={20} className="mr-1.5" />
  if (readOnly && owner)
    return inRow ? (
      <span className="inline-flex items-center">
        {face}
        <span className="sr-only">Owner:</span> {owner.name}
      </span>
    ) : (
      <Shown label="Owner">{owner.name}</Shown>
    )
  const select = {
    options,
    value,
    'aria-busy': chosen !== undefined || undefined,
    'data-action': 'Owner',
    onKeyDown: openWithKeys,
    onChoose: choose,
  }
  if (!inRow) return <OptionalSelect label="Owner" none="Unassigned" {...select} />
  return (
    <span className="inline-flex items-center">
      {face}
      <RowSelect label={`Owner of ${subject}`} none={owner ? 'Unassigned' : 'Assign'} {...select} />
    </span>
  )
}

/** The keys that would choose the next value open the list, so that only a decision is stored. */
function openWithKeys(event: KeyboardEvent<HTMLSelectElement>) {
  const { key, ctrlKey, metaKey, altKey, currentTarget } = event
  if (ctrlKey || metaKey || altKey || !(key.startsWith('Arrow') || (key.length === 1 && key !== ' '))) return
  event.preventDefault()
  openSelect(currentTarget)
}

const other = 'other'
const noDay = { text: '', tone: undefined }

/** The day to follow up: one of the next days, or any other in a date field that takes the place of the select. */
export function FollowUpSelect({ request, inRow }: DeskSelectProps) {
  const { followUpOn = '', followUpDue, subject } = request
  const { choose, chosen } = useDeskChange(request, 'followUpOn')
  const [picking, setPicking] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const today = useToday()
  const readOnly = useReadOnly()
  const value = chosen ?? followUpOn
  const { text, tone } = value ? followUpWords(value, value === followUpOn ? followUpDue : undefined) : noDay
  if (readOnly) {
    if (inRow) return followUpOn ? <span className={toneClass(tone)}>{text}</span> : null
    return <Shown label="Follow-up">{followUpOn ? formatDate(followUpOn) : 'None'}</Shown>
  }
  const show = (asDate: boolean) => {
    flushSync(() => setPicking(asDate))
    place.current?.querySelector<HTMLElement>('select, input')?.focus()
  }
  if (picking) {
    const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
      if (key !== 'Enter' && key !== 'Escape') return
      if (key === 'Escape') currentTarget.value = value
      currentTarget.blur()
      show(false)
    }
    return (
      <span ref={place} className={inRow ? 'inline-flex' : 'block'}>
        {!inRow && <span className="mb-1.5 block text-small font-[560]">Follow-up</span>}
        <input
          type="date"
          aria-label={inRow ? `Follow-up of ${subject}` : 'Follow-up'}
          min={today}
          defaultValue={value}
          onKeyDown={onKeyDown}
          onBlur={({ currentTarget }) => {
            setPicking(false)
            if (currentTarget.value) choose(currentTarget.value)
          }}
          className={classNames(
            'rounded-control border border-edge bg-raised text-ink',
            inRow ? 'h-7 px-2 pointer-coarse:h-11' : 'h-control w-full px-3.5 text-body',
          )}
        />
      </span>
    )
  }
  const days: [day: string, name: string][] = [
    [dayAfter(today, 1), 'Tomorrow'],
    [dayAfter(today, 3), 'In 3 days'],
    [dayAfter(today, 7), 'In a week'],
    [dayAfter(today, 14), 'In 2 weeks'],
  ]
  const options: [string, string][] = [
    ...(value ? [[value, inRow ? text : formatDate(value)] as [string, string]] : []),
    ...days
      .filter(([day]) => day !== value)
      .map(([day, name]): [string, string] => [day, `${name}, ${formatWeekday(day)}`]),
    [other, 'Choose a date…'],
  ]
  const select = {
    options,
    value,
    'data-action': 'Follow-up',
    onKeyDown: openWithKeys,
    onChoose: (day: string) => (day === other ? show(true) : choose(day)),
  }
  return (
    <span ref={place} className={inRow ? 'inline-flex items-center' : 'block'}>
      {inRow ? (
        <RowSelect
          label={`Follow-up of ${subject}`}
          none={value ? 'No follow-up' : 'Follow up'}
          className={toneClass(tone)}
          {...select}
        />
      ) : (
        <OptionalSelect label="Follow-up" none="None" {...select} />
      )}
    </span>
  )
}

type RowSelectProps = ComponentProps<typeof OptionalSelect> & { label: string }

const RowSelect = ({ label, none, options, onChoose, className, ...select }: RowSelectProps) => (
  <select
    {...select}
    aria-label={label}
    onChange={({ target }) => onChoose(target.value)}
    className={classNames(inRowClass, className)}
  >
    <option value="">{none}</option>
    {options.map(([value, text]) => (
      <option key={value} value={value} className="bg-raised text-ink">
        {text}
      </option>
    ))}
  </select>
)

/** The value for a role that may not change it. */
const Shown = ({ label, children }: { label: string; children: string }) => (
  <p>
    <span className="block text-small text-muted">{label}</span>
    {children}
  </p>
)
