import { type ReactNode, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { initialValues, readValues } from '#admin/fields/fields.ts'
import { FormDialog, useSmallForm } from '#admin/fields/small-form.tsx'
import { formatCount } from '#admin/format.ts'
import { Field } from '#admin/forms/form-field.tsx'
import type { DescribedForm } from '#admin/forms/form-resource.ts'
import { TimeInput } from '#admin/forms/schedule-field.tsx'
import { usualReminders } from '../ground/cohort-words.contract.ts'
import { type Cohort, cohortInput, type NoticeKind } from '../ground/cohorts.contract.ts'
import { cohortsPath } from '../ground/course-resource.admin.tsx'
import { AttendeeFields, type CohortValues, cohortFields as fields } from './cohort-fields.admin.tsx'
import { daysFrom } from './timetable.ts'

type NewCohort = Partial<Pick<CohortValues, 'startsOn' | 'timetable' | 'enrolVia'>>

type CohortDialogProps = {
  /** The id of the course, or of the page with an event. */
  ofId: string
  date: Cohort | NewCohort
  onClose: () => void
  /** @param notice the message that the change calls for, if people know the date */
  onSaved: (cohort: Cohort, notice?: NoticeKind) => void
}

type CohortDays = Pick<CohortValues, 'startsOn' | 'endsOn' | 'enrolBy'>
/** The years before it are a year that is being typed. */
const firstDay = '1970-01-01'

/** Moves the end and the deadline of a date with its start, by as many days. Both can be changed afterwards. */
function useFollowingDays(form: DescribedForm<CohortValues>, defaults: CohortDays) {
  // The days as they were last typed, not moved.
  const [typed, setTyped] = useState<CohortDays>(defaults)
  const { startsOn } = form.values
  const days = typed.startsOn ? Math.round((Date.parse(startsOn) - Date.parse(typed.startsOn)) / 86_400_000) : 0
  const followers = [typed.endsOn && fields.endsOn.label, typed.enrolBy && fields.enrolBy.label].filter(Boolean)
  const isMoved = startsOn >= firstDay && days !== 0 && followers.length > 0
  return {
    moved:
      isMoved &&
      `${followers.join(' and ')} moved by ${formatCount(Math.abs(days), 'day')}${days < 0 ? ' earlier' : ''} too.`,
    start(day: string) {
      form.set('startsOn', day)
      if (day < firstDay) return
      if (typed.startsOn)
        for (const [name, moved] of Object.entries(daysFrom(typed, day))) form.set(name as keyof CohortDays, moved)
      else setTyped({ ...typed, startsOn: day })
    },
    change: (name: 'endsOn' | 'enrolBy') => (day: string) => {
      const { startsOn, endsOn, enrolBy } = form.values
      form.set(name, day)
      setTyped({ startsOn, endsOn, enrolBy, [name]: day })
    },
  }
}

const attendeeFields = ['joinUrl', 'joinText', 'thankAfter'] as const
const priceFields = ['price', 'discountedPrice', 'discountUntil'] as const

/** Two columns where a day is shown whole in each. */
const columns = 'grid grid-cols-[repeat(auto-fit,minmax(min(10.5rem,100%),1fr))] gap-4'

export function CohortDialog({ ofId, date, onClose, onSaved }: CohortDialogProps) {
  const stored = '_id' in date ? date : undefined
  const defaults: CohortValues =
    '_id' in date
      ? readValues(fields, date)
      : { ...initialValues(fields), remindAt: usualReminders.map(String), ...date }
  const path = cohortsPath(ofId)
  const form = useSmallForm({
    contract: cohortInput,
    fields,
    defaults,
    submit: (json) =>
      stored
        ? adminFetch<Cohort>(`${path}/${stored._id}`, { method: 'PUT', json, ifMatch: stored.version })
        : adminFetch<Cohort>(path, { method: 'POST', json }),
    done: `Date ${stored ? 'updated' : 'added'} successfully`,
    reload: '/api/courses',
    onDone(saved) {
      const isMoved = stored && (['startsOn', 'endsOn', 'timetable'] as const).some((day) => saved[day] !== stored[day])
      onSaved(saved, isMoved ? 'moved' : stored ? undefined : 'opened')
    },
  })
  const { values } = form
  const follow = useFollowingDays(form, defaults)
  // The section of the event says the rest.
  const isEvent = stored?.pageId !== undefined
  const hasOwnPrice = priceFields.some((name) => defaults[name] !== '')
  return (
    <FormDialog grows title={stored ? 'Edit date' : 'Add a date'} form={form} action="Save" onClose={onClose}>
      <div className={columns}>
        {!isEvent && (
          <>
            <Field form={form} name="startsOn" onChange={follow.start} />
            <Field form={form} name="endsOn" onChange={follow.change('endsOn')} />
            <p role="status" className={follow.moved ? 'col-span-full text-small text-muted' : 'sr-only'}>
              {follow.moved}
            </p>
            <Field form={form} name="timetable" className="col-span-full" />
            <Field form={form} name="mode" />
          </>
        )}
        <Field form={form} name="language" />
        {!isEvent && values.mode !== 'online' && <Field form={form} name="place" className="col-span-full" />}
        {!isEvent && <Field form={form} name="seats" />}
        <Field form={form} name="bookedElsewhere" />
        {!isEvent && (
          <>
            <Field form={form} name="enrolBy" onChange={follow.change('enrolBy')} />
            <Field form={form} name="enrolVia" />
            {values.enrolVia === 'link' && <Field form={form} name="enrollmentUrl" className="col-span-full" />}
            <Fold title="Different price" filled={hasOwnPrice} failed={priceFields.some(form.errorAt)}>
              <div className={columns}>
                <Field form={form} name="price" />
                <Field form={form} name="discountedPrice" />
                <div className="col-span-full">
                  <TimeInput
                    label={fields.discountUntil.label}
                    value={values.discountUntil}
                    onChange={(time) => form.set('discountUntil', time)}
                    error={form.errorAt('discountUntil')}
                    optional
                  />
                </div>
              </div>
            </Fold>
          </>
        )}
        <Fold
          title="Participants and messages"
          filled={attendeeFields.some((name) => defaults[name] !== '') || defaults.trainerIds.length > 0}
          failed={[...attendeeFields, 'remindAt' as const, 'trainerIds' as const].some(form.errorAt)}
        >
          <AttendeeFields form={form} />
        </Fold>
        <Fold title="Internal note" filled={defaults.note !== ''} failed={form.errorAt('note') !== undefined}>
          <Field form={form} name="note" />
        </Fold>
      </div>
    </FormDialog>
  )
}

type FoldProps = {
  title: string
  filled: boolean /** Opens it, so that the error is seen. */
  failed: boolean
  children: ReactNode
}

/** Fields that few dates need, behind their title. */
function Fold({ title, filled, failed, children }: FoldProps) {
  const [open, setOpen] = useState(filled)
  if (failed && !open) setOpen(true)
  return (
    <details className="col-span-full" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-mark text-small font-[560] text-primary">{title}</summary>
      <div className="mt-3">{children}</div>
    </details>
  )
}
