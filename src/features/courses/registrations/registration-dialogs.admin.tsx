import { useRef } from 'react'
import type * as z from 'zod/mini'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { FormDialog, useSmallForm } from '#admin/fields/small-form.tsx'
import { Checkbox } from '#admin/forms/controls.tsx'
import { LocalDate } from '#admin/time.tsx'
import { formatDate } from '#ui/date.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { ApiError } from '#web/http.ts'
import { seatsBooked } from '../cohorts/occupied.admin.ts'
import { isOver } from '../ground/cohort-words.contract.ts'
import type { Cohort } from '../ground/cohorts.contract.ts'
import { correctable, correctionWords } from '../ground/registration-words.contract.ts'
import { type CorrectionInput, type Registration, registrationChange } from '../ground/registrations.contract.ts'

export const registrationsApi = '/api/course-requests'
/** Their lists, and the courses and dates with the seats that they take. */
export const registrationsReload = [registrationsApi, '/api/courses', '/api/cohorts']
export type RegistrationChange = z.input<typeof registrationChange>

/** Changes a registration over the version that was seen. @throws ApiError */
export const sendChange = ({ _id, version }: Registration, json: RegistrationChange) =>
  adminFetch<Registration>(`${registrationsApi}/${_id}`, { method: 'PATCH', json, ifMatch: version })

type RegistrationDialogProps = {
  registration: Registration
  onClose: () => void
  onUndo: (changed: Registration, before: RegistrationChange) => void
}

export function NoteDialog({ registration, onClose, onUndo }: RegistrationDialogProps) {
  const { name, note: before = null } = registration
  const form = useSmallForm({
    contract: registrationChange,
    toInput: ({ note }) => ({ note: note.trim() || null }),
    defaults: { note: before ?? '' },
    submit: (change) => sendChange(registration, change),
    done: (changed) => ({
      done: changed.note ? 'Note saved' : 'Note removed',
      detail: name,
      undo: () => onUndo(changed, { note: before }),
    }),
    reload: registrationsReload,
    onDone: onClose,
  })
  return (
    <FormDialog title="Note" description={name} form={form} action="Save" onClose={onClose}>
      <TextArea
        {...form.field('note')}
        label="Note"
        hint="Internal: only your team sees it."
        rows={4}
        maxLength={5_000}
      />
    </FormDialog>
  )
}

export function MoveDialog({ registration, dates, onClose, onUndo }: RegistrationDialogProps & { dates: Cohort[] }) {
  const before = registration.cohort?._id
  const others = dates.filter((date) => date._id !== before && !isOver(date))
  const form = useSmallForm({
    contract: registrationChange,
    defaults: { cohortId: others[0]?._id ?? '' },
    submit: (change) => sendChange(registration, change),
    done: (moved) =>
      before === undefined
        ? undefined
        : { done: 'Moved', detail: registration.name, undo: () => onUndo(moved, { cohortId: before }) },
    reload: registrationsReload,
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Move to another date"
      description={registration.name}
      form={form}
      action="Move"
      disabled={others.length === 0}
      onClose={onClose}
    >
      {others.length === 0 ? (
        <p>This course has no other upcoming date.</p>
      ) : (
        <Select {...form.field('cohortId')} label="Date">
          {others.map(({ _id, startsOn, seats, booked, state }) => (
            <option key={_id} value={_id}>
              {formatDate(startsOn)}
              {seats === undefined ? '' : `, ${seatsBooked({ seats, booked })}`}
              {state === 'running' ? ', running' : state === 'closed' ? ', closed' : ''}
            </option>
          ))}
        </Select>
      )}
    </FormDialog>
  )
}

type Values = Record<(typeof correctable)[number], string> & { tell: boolean }
type CorrectionChange = CorrectionInput & { tell?: true }

const typed = (registration: Registration): Values => ({
  name: registration.name,
  phone: registration.phone ?? '',
  people: String(registration.people),
  company: registration.company ?? '',
  gstin: registration.gstin ?? '',
  email: registration.email ?? '',
  poNumber: registration.poNumber ?? '',
  invoiceNo: registration.invoiceNo ?? '',
  paidOn: registration.paidOn ?? '',
  tell: false,
})

/** The values to send: those that differ from `before`, so that what a colleague has corrected meanwhile stays. */
const toChange = (values: Values, before: Values): CorrectionChange => ({
  ...Object.fromEntries(
    correctable
      .filter((name) => values[name].trim() !== before[name])
      .map((name) => [name, name === 'people' ? Number(values.people) : values[name]]),
  ),
  ...(values.tell && { tell: true }),
})

/** Corrects what someone asked with, and shows what was corrected before. */
export function CorrectDialog({ registration, onClose, onUndo }: RegistrationDialogProps) {
  const before = typed(registration)
  const version = useRef(registration.version)
  const form = useSmallForm({
    contract: registrationChange,
    toInput: (values: Values) => toChange(values, before),
    defaults: before,
    async submit(change) {
      if (Object.keys(change).length === 0) return undefined
      try {
        const saved = await sendChange({ ...registration, version: version.current }, change)
        const { tell, ...corrected } = change
        const old = Object.keys(corrected).map((name) => [name, registration[name as keyof CorrectionInput] ?? null])
        // Someone who was told is told when the correction is taken back, too.
        return { saved, old: old.length > 0 && { ...Object.fromEntries(old), tell } }
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'version_conflict')) throw error
        const { conflict } = error.body as { conflict: { current: Registration } }
        version.current = conflict.current.version
        throw new Error(`${error.message} Your values are still here. Save again to keep them.`)
      }
    },
    done(corrected) {
      if (!corrected) return undefined
      const { saved, old } = corrected
      if (!old) return `Sending the confirmation to ${saved.email}`
      const done = old.tell ? 'Registration updated. Sending the confirmation…' : 'Registration updated'
      return { done, detail: saved.name, undo: () => onUndo(saved, old) }
    },
    reload: registrationsReload,
    onDone: onClose,
  })
  const { corrections = [], tells } = registration
  const told = tells ? '' : 'No email is sent. '
  return (
    <FormDialog
      grows
      title="Edit registration"
      description={`${told}Earlier values are kept.`}
      form={form}
      action="Save"
      onClose={onClose}
    >
      <TextInput {...form.field('name')} label="Name" required autoComplete="off" />
      {registration.setsEmail ? (
        <TextInput {...form.field('email')} label="Email" type="email" autoComplete="off" />
      ) : (
        <TextInput
          label="Email"
          value={registration.email}
          readOnly
          hint="Cannot be changed. For another address, they register again."
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          {...form.field('people')}
          label="Number of people"
          type="number"
          inputMode="numeric"
          min={1}
          max={50}
          required
        />
        <TextInput {...form.field('phone')} label="Phone" type="tel" autoComplete="off" />
      </div>
      <TextInput {...form.field('company')} label="Company" autoComplete="off" />
      {/* An event costs nothing. */}
      {!registration.event && (
        <>
          <TextInput
            {...form.field('gstin')}
            label="GSTIN"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <div className="grid gap-4 sm:grid-cols-3">
            <TextInput {...form.field('poNumber')} label="PO number" autoComplete="off" />
            <TextInput {...form.field('invoiceNo')} label="Invoice number" autoComplete="off" />
            <TextInput {...form.field('paidOn')} label="Paid on" autoComplete="off" />
          </div>
        </>
      )}
      {tells && (
        <Checkbox
          {...form.field('tell')}
          label="Resend the confirmation"
          hint={`${registration.email} receives it with these details and the calendar file.`}
        />
      )}
      {corrections.length > 0 && (
        <section aria-label="Earlier values" className="border-t border-line pt-3 text-small">
          <h3 className="font-[560]">Earlier values</h3>
          <ul className="mt-1 grid gap-1 text-muted">
            {corrections.toReversed().map(({ at, by, before }) => (
              <li key={at} className="wrap-anywhere">
                <span className="text-ink">{correctionWords(before).join(', ')}</span>, until <LocalDate iso={at} />,{' '}
                {by}
              </li>
            ))}
          </ul>
        </section>
      )}
    </FormDialog>
  )
}
