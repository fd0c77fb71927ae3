import { type BaseSyntheticEvent, useRef, useState } from 'react'
import { adminFetch, conflictIn } from '#admin/api/admin-calls.ts'
import { FieldError, FormDialog, useSmallForm } from '#admin/fields/small-form.tsx'
import { Checkbox } from '#admin/forms/controls.tsx'
import { useCanMail, useMay } from '#admin/session/use-auth.ts'
import { useToday } from '#admin/time.tsx'
import { lookup } from '#contract/lookup.ts'
import { Button } from '#ui/button.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { ApiError } from '#web/http.ts'
import { type EnteredInput, enteredInput, type Registration } from '../ground/registrations.contract.ts'
import { registrationsApi, registrationsReload } from '../registrations/registration-dialogs.admin.tsx'
import { participantsPath } from './attendance-outbox.admin.ts'
import { seatsOf } from './date-seats.admin.tsx'
import { type DateParticipants, type ParticipantChange, participantChange } from './participants.contract.ts'

type Values = { name: string; email: string; phone: string; informed: boolean }

type ParticipantDialogProps = {
  people: DateParticipants
  /** The id of the participant. */
  id: string
  /** Goes on to the next seat of the booking that has no name. */
  onNext: (id: string) => void
  onClose: () => void
}

/** Names the person of a seat. Those who may change registrations also enter how to reach them. */
export function ParticipantDialog({ people, id, onNext, onClose }: ParticipantDialogProps) {
  const mayWrite = useMay('writeContacts')
  const seats = seatsOf(people)
  // As the dialog was opened: a colleague's change meanwhile is a conflict.
  const [seat] = useState(() => seats.find(({ participant }) => participant._id === id))
  const { name = '', email = '', phone = '', informed = false } = seat?.participant ?? {}
  const before: Values = { name, email, phone, informed }
  const version = useRef(seat?.participant.version)
  const goesOn = useRef(false)
  const others = seats.filter(({ booking }) => booking !== undefined && booking._id === seat?.booking?._id)
  const next = others.find((other) => !other.isNamed && other.participant._id !== id)
  const form = useSmallForm({
    contract: participantChange,
    toInput: (values: Values): ParticipantChange => ({ _id: id, ...changed(values, before) }),
    defaults: before,
    async submit(change) {
      if (Object.keys(change).length === 1) return undefined
      const participants = [{ ...change, version: version.current }]
      try {
        return await adminFetch<DateParticipants>(participantsPath(people.date._id), {
          method: 'PUT',
          json: { participants },
        })
      } catch (error) {
        const conflict = conflictIn<{ version: number }>(error)
        if (conflict) {
          version.current = conflict.current.version
          throw new Error(`${(error as Error).message} Your values are still here. Save again to keep them.`)
        }
        const issue = error instanceof ApiError ? error.issues[0] : undefined
        throw issue ? new FieldError(issue.path.replace('participants.0.', ''), issue.message) : error
      }
    },
    done: (saved) => saved && 'Participant updated',
    reload: '/api/cohorts',
    onDone() {
      if (goesOn.current && next) onNext(next.participant._id)
      else onClose()
    },
  })
  const { values } = form
  const place = others.findIndex(({ participant }) => participant._id === id) + 1
  const onSubmit = (event?: BaseSyntheticEvent) => {
    const submitter = (event?.nativeEvent as SubmitEvent | undefined)?.submitter
    goesOn.current = submitter?.hasAttribute('data-next') === true
    return form.onSubmit(event)
  }
  return (
    <FormDialog
      title={seat?.isNamed ? 'Edit participant' : 'Name a participant'}
      description={
        seat?.booking && others.length > 1
          ? `Seat ${place} of ${others.length}, booked by ${seat.booking.name}`
          : undefined
      }
      form={{ ...form, onSubmit }}
      action="Save"
      further={
        next &&
        !seat?.isNamed && (
          <Button type="submit" variant="secondary" size="small" disabled={form.busy} data-next="">
            Save and next
          </Button>
        )
      }
      onClose={onClose}
    >
      <TextInput {...form.field('name')} label="Name" autoComplete="off" />
      {mayWrite && (
        <>
          <TextInput {...form.field('email')} label="Email" type="email" autoComplete="off" />
          <TextInput {...form.field('phone')} label="Phone" type="tel" autoComplete="off" />
          {values.email.trim() !== '' && (
            <Checkbox
              {...form.field('informed')}
              label={`Send ${values.name.trim() || 'them'} the joining details`}
              hint="By default, only the person who booked gets them."
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

/** The values that differ, so that a colleague's other changes stay. */
const changed = (values: Values, before: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const typed = typeof value === 'string' ? value.trim() : value
      return typed !== before[name as keyof Values]
    }),
  )

type EnteredValues = {
  [Name in 'name' | 'email' | 'phone' | 'people' | 'company' | 'gstin' | 'poNumber' | 'note' | 'askedOn']: string
} & { tell: boolean }

/** The refusals that the colleague can answer with another button, and the input of that button. */
const answers: Record<string, { button: string; input: Partial<EnteredInput> }> = {
  no_seat: { button: 'Add to the waitlist', input: { waiting: true } },
  registered: { button: 'Add anyway', input: { again: true } },
}

type AddParticipantsProps = { date: DateParticipants['date']; onClose: () => void }

/** Enters people who have asked by phone. Nothing that was typed is lost when the seats are too few. */
export function AddParticipants({ date, onClose }: AddParticipantsProps) {
  const today = useToday()
  const canMail = useCanMail()
  const [refusal, setRefusal] = useState('')
  // Someone who is registered already may find no seat, too.
  const agreed = useRef<Partial<EnteredInput>>({})
  const form = useSmallForm({
    contract: enteredInput,
    toInput: ({ people, tell, email, ...values }: EnteredValues) => ({
      ...{ courseId: date.courseId, pageId: date.pageId, cohortId: date._id },
      ...values,
      email,
      people: people.trim() === '' ? Number.NaN : Number(people),
      ...(canMail && email.trim() !== '' && { tell }),
    }),
    defaults: {
      ...{ name: '', email: '', phone: '', people: '1', company: '', gstin: '', poNumber: '', note: '' },
      ...{ askedOn: today, tell: true },
    },
    async submit(input) {
      try {
        const json = { ...input, ...agreed.current }
        return await adminFetch<Registration>(`${registrationsApi}/entered`, { method: 'POST', json })
      } catch (error) {
        setRefusal(error instanceof ApiError ? error.code : '')
        throw error
      }
    },
    done: ({ name, state }) => (state === 'waiting' ? `${name} is on the waitlist` : `${name} is enrolled`),
    reload: registrationsReload,
    onDone: onClose,
  })
  const answer = lookup(answers, refusal)
  // An event costs nothing.
  const isInvoiced = date.courseId !== undefined
  const onSubmit = (event?: BaseSyntheticEvent) => {
    const submitter = (event?.nativeEvent as SubmitEvent | undefined)?.submitter
    agreed.current = submitter?.hasAttribute('data-agreed') && answer ? { ...agreed.current, ...answer.input } : {}
    setRefusal('')
    return form.onSubmit(event)
  }
  return (
    <FormDialog
      grows
      title="Add participants"
      description="They are enrolled at once."
      form={{ ...form, onSubmit }}
      action="Add"
      further={
        answer && (
          <Button type="submit" variant="secondary" size="small" disabled={form.busy} data-agreed="">
            {answer.button}
          </Button>
        )
      }
      onClose={onClose}
    >
      <TextInput {...form.field('name')} label="Name" required autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput {...form.field('email')} label="Email" type="email" autoComplete="off" />
        <TextInput {...form.field('phone')} label="Phone" type="tel" autoComplete="off" />
        <TextInput
          {...form.field('people')}
          label="Number of people"
          type="number"
          inputMode="numeric"
          min={1}
          max={50}
          required
        />
        <TextInput {...form.field('askedOn')} label="They asked by phone on" type="date" max={today} required />
        <TextInput {...form.field('company')} label="Company" autoComplete="off" />
        {isInvoiced && (
          <TextInput
            {...form.field('gstin')}
            label="GSTIN"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </div>
      {isInvoiced && <TextInput {...form.field('poNumber')} label="PO number" autoComplete="off" />}
      <TextArea {...form.field('note')} label="Note" hint="Internal: only your team sees it." rows={2} />
      {canMail && form.values.email.trim() !== '' && (
        <Checkbox {...form.field('tell')} label="Send the confirmation" hint="With the calendar file." />
      )}
    </FormDialog>
  )
}
