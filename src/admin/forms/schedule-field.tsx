import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { useDraftsOnly } from '#admin/session/use-auth.ts'
import { dayAfter, useTimeZone } from '#admin/time.tsx'
import { fromWallTime, toWallTime, zoneName } from '#contract/zoned-format.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { Choice } from './controls.tsx'
import type { FormState } from './form-resource.ts'

type ScheduleValues = { publishAt: string; unpublishAt: string }

type ScheduleFieldProps = {
  values: ScheduleValues
  set: (name: keyof ScheduleValues, value: string) => void
  errorAt: (name: keyof ScheduleValues) => string | undefined
  /** A note below the time of publication. */
  children?: ReactNode
}

/** When a record appears on the site and ends. Until there is such a time, a button chooses tomorrow morning. */
export function ScheduleField(props: ScheduleFieldProps) {
  const { publishAt, unpublishAt } = props.values
  const zone = useTimeZone()
  const [asked, setAsked] = useState(false)
  const draftsOnly = useDraftsOnly()
  function schedule() {
    setAsked(true)
    props.set('publishAt', tomorrowMorning(zone))
  }
  if (draftsOnly) return null
  if (asked || publishAt !== '' || unpublishAt !== '') return <ScheduleTimes {...props} focused={asked} />
  return (
    <Button variant="secondary" size="small" className="justify-self-start" onClick={schedule}>
      Schedule…
    </Button>
  )
}

/** The same in the form of a record that is active. */
export function Schedule<Values extends FieldValues>({ form }: { form: FormState<Values> }) {
  const { fields, values, set, errorAt } = form
  if (!('publishAt' in fields) || !values['active']) return null
  const at = (name: string) => name as FieldPath<Values>
  return (
    <ScheduleField
      values={{ publishAt: values['publishAt'], unpublishAt: values['unpublishAt'] }}
      set={(name, value) => set(at(name), value)}
      errorAt={(name) => errorAt(at(name))}
    />
  )
}

/** @param focused whether the time of publication takes the focus when it appears */
function ScheduleTimes({ values, set, errorAt, children, focused }: ScheduleFieldProps & { focused: boolean }) {
  const zone = useTimeZone()
  const { publishAt, unpublishAt } = values
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (focused) group.current?.querySelector<HTMLElement>('[type=datetime-local]')?.focus()
  }, [focused])
  const isEnding = unpublishAt !== ''
  const timeOf = (name: keyof ScheduleValues, label: string) => ({
    label,
    value: values[name],
    onChange: (time: string) => set(name, time),
    error: errorAt(name),
  })
  return (
    <fieldset ref={group} className="grid gap-3">
      <When now="Now" {...timeOf('publishAt', 'Appears')} />
      {children}
      <Choice
        type="checkbox"
        name="ends"
        label="End automatically"
        checked={isEnding}
        onChange={() => set('unpublishAt', isEnding ? '' : timeAfter(publishAt, 14, '09:00', zone))}
      />
      {isEnding && <TimeInput {...timeOf('unpublishAt', 'Ends')} />}
    </fieldset>
  )
}

/** The choice between now, for which the value is '', and a time; the caller has the fieldset. @param now the label of now */
export function When({ now, ...time }: TimeInputProps & { now: string }) {
  const zone = useTimeZone()
  const { value, onChange } = time
  const isLater = value !== ''
  return (
    <>
      <legend className="mb-1.5 text-small font-[560]">When</legend>
      <div className="grid gap-1">
        <Choice type="radio" name="when" label={now} checked={!isLater} onChange={() => onChange('')} />
        <Choice
          type="radio"
          name="when"
          label="Schedule"
          checked={isLater}
          onChange={() => onChange(tomorrowMorning(zone))}
        />
      </div>
      {isLater && <TimeInput {...time} />}
    </>
  )
}

/** A time of the day some days after a moment, or after today. */
function timeAfter(iso: string, days: number, time: string, zone: string): string {
  const day = toWallTime(iso || new Date().toISOString(), zone).slice(0, 10)
  return fromWallTime(`${dayAfter(day, days)}T${time}`, zone)
}

/** Half past nine tomorrow, ISO 8601. */
const tomorrowMorning = (zone: string) => timeAfter('', 1, '09:30', zone)

type TimeInputProps = {
  label: string
  value: string
  onChange: (iso: string) => void
  error?: string | undefined
  hint?: string | undefined
  optional?: boolean | undefined
}

/** A date and time in the company's zone, which is named. Its value is ISO 8601 in UTC, '' for none. */
export function TimeInput({ label, value, onChange, error, hint, optional }: TimeInputProps) {
  const zone = useTimeZone()
  // An incomplete time stays in the control.
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      label={label}
      type="datetime-local"
      hint={hint ?? `${zone.replaceAll('_', ' ')} (${zoneName(zone, value ? new Date(value) : new Date())})`}
      value={typed ?? toWallTime(value, zone)}
      onChange={({ target }) => {
        setTyped(target.value)
        const time = fromWallTime(target.value, zone)
        if (time !== '') onChange(time)
      }}
      onBlur={() => {
        if (typed === '' && optional) onChange('')
        setTyped(undefined)
      }}
      error={error}
    />
  )
}
