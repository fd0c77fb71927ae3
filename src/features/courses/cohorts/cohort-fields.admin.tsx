import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { choices, custom, day, namedChoice, rupees, text, textArea, url, type ValuesOf } from '#admin/fields/fields.ts'
import { capitalised } from '#admin/format.ts'
import { ChoicesField } from '#admin/forms/controls.tsx'
import { Field } from '#admin/forms/form-field.tsx'
import type { DescribedForm } from '#admin/forms/form-resource.ts'
import { useMay } from '#admin/session/use-auth.ts'
import { enrollWayNames } from '../ground/course-resource.admin.tsx'
import { joiningFields } from './joining-details.admin.tsx'
import { daysWords } from './occupied.admin.ts'

const toNumber = (typed: string) => (typed.trim() === '' ? null : Number(typed))
const fromNumber = (stored: unknown) => (stored === undefined ? '' : String(stored))
const counted = { type: 'number', inputMode: 'numeric', min: 0, step: 1 }
const optionalPrice = { read: fromNumber, write: toNumber }

/** The fields of a date. Reminders leave days before it, thanks days after it. */
export const cohortFields = {
  startsOn: day('Start date'),
  endsOn: day('End date'),
  timetable: text('Schedule', { attributes: { placeholder: 'Sat 10:00-13:00' } }),
  mode: namedChoice('Format', {
    initial: 'online',
    named: { online: 'Online', place: 'In person', both: 'Hybrid: online and in person' },
  }),
  place: text('Location'),
  language: text('Language'),
  seats: text('Seats', {
    read: fromNumber,
    write: toNumber,
    attributes: { ...counted, min: 1, placeholder: 'Unlimited' },
  }),
  bookedElsewhere: text('Booked elsewhere', {
    initial: '0',
    read: fromNumber,
    write: (typed) => toNumber(typed) ?? 0,
    attributes: counted,
  }),
  enrolBy: day('Enrollment deadline'),
  enrolVia: namedChoice('Enrollment method', { named: enrollWayNames }),
  enrollmentUrl: url('Enrollment URL', { hint: 'Leave blank to use the URL of the course.' }),
  price: rupees('Price (₹)', optionalPrice),
  discountedPrice: rupees('Early price (₹)', optionalPrice),
  discountUntil: custom('Early price ends'),
  ...joiningFields,
  remindAt: {
    ...choices('Reminders', {}),
    read: (stored: unknown) => ((stored ?? []) as number[]).map(String),
    write: (days: string[]) => days.map(Number),
  },
  thankAfter: text('Thank-you email (days after the end)', {
    read: fromNumber,
    write: toNumber,
    attributes: { ...counted, max: 60, placeholder: 'None' },
  }),
  trainerIds: { ...choices('Trainers', {}), read: (stored: unknown) => (stored ?? []) as string[] },
  note: textArea('Note', { attributes: { rows: 3 }, hint: 'Only your team sees it.' }),
}
export type CohortValues = ValuesOf<typeof cohortFields>

/** The days before a date that the form offers. */
const reminderDays = [0, 1, 3, 7, 14]

type Colleague = { _id: string; name: string; email: string; active?: boolean }

/** How people join, which messages leave by themselves, and who teaches. */
export function AttendeeFields({ form }: { form: DescribedForm<CohortValues> }) {
  const { remindAt, trainerIds } = form.values
  const days = [...new Set([...reminderDays, ...remindAt.map(Number)])]
  const maySee = useMay('readContacts')
  const { data: users = [] } = useQuery({ ...adminQuery<Colleague[]>('/api/users'), enabled: maySee })
  const colleagues = users.filter(({ _id, active }) => active !== false || trainerIds.includes(_id))
  return (
    <div className="grid gap-4">
      <Field form={form} name="joinUrl" />
      <Field form={form} name="joinText" />
      <ChoicesField
        label="Reminders"
        hint="Sent at 9:00 to everyone enrolled. On the day before with the joining details."
        named={Object.fromEntries(days.map((number) => [number, capitalised(daysWords(number, 'reminder'))]))}
        value={remindAt}
        onChange={(chosen) => form.set('remindAt', chosen)}
      />
      <Field form={form} name="thankAfter" hint="Sent at 10:00 to the people who attended." />
      {maySee && colleagues.length > 0 && (
        <div className="max-h-60 overflow-y-auto">
          <ChoicesField
            label="Trainers"
            hint="See the participants of this date, take attendance and write to them."
            named={Object.fromEntries(colleagues.map(({ _id, name, email }) => [_id, `${name} (${email})`]))}
            value={trainerIds}
            onChange={(chosen) => form.set('trainerIds', chosen)}
          />
        </div>
      )}
    </div>
  )
}
