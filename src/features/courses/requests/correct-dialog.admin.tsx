import { useRef } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { SmallForm } from '#admin/fields/small-form.tsx'
import { useSmallForm } from '#admin/fields/use-small-form.ts'
import { Checkbox } from '#admin/forms/checkbox.tsx'
import { LocalDate } from '#admin/lists/date-time.tsx'
import { TextInput } from '#ui/field.tsx'
import { ApiError } from '#web/http.ts'
import {
  type CorrectionInput,
  type CourseRequest,
  correctable,
  courseRequestChange,
} from '../ground/course-requests.contract.ts'
import { correctionWords } from './correction-words.contract.ts'

type Values = Record<(typeof correctable)[number], string> & { tell: boolean }
type Sent = CorrectionInput & { tell?: true }

const typed = (request: CourseRequest): Values => ({
  name: request.name,
  phone: request.phone ?? '',
  people: String(request.people),
  company: request.company ?? '',
  gstin: request.gstin ?? '',
  tell: false,
})

/** The values to send: those that differ from `before`, so that what a colleague has corrected meanwhile stays. */
const toChange = (values: Values, before: Values): Sent => ({
  ...Object.fromEntries(
    correctable
      .filter((name) => values[name].trim() !== before[name])
      .map((name) => [name, name === 'people' ? Number(values.people) : values[name]]),
  ),
  ...(values.tell && { tell: true }),
})

type CorrectDialogProps = {
  request: CourseRequest
  onClose: () => void
  /** @param before the values that take the correction back, and tell the person too if they were told; undefined if nothing was corrected */
  onSaved: (saved: CourseRequest, before: Sent | undefined) => unknown
}

/** Corrects what someone asked with, and shows what was corrected before. */
export function CorrectDialog({ request, onClose, onSaved }: CorrectDialogProps) {
  const before = typed(request)
  const version = useRef(request.version)
  const form = useSmallForm<Values>({
    contract: courseRequestChange,
    toInput: (values) => toChange(values, before),
    defaults: before,
    async submit(values) {
      const json = toChange(values, before)
      if (Object.keys(json).length === 0) return onClose()
      try {
        const path = `/api/course-requests/${request._id}`
        const saved = await adminFetch<CourseRequest>(path, { method: 'PATCH', json, ifMatch: version.current })
        const { tell, ...corrected } = json
        const old = Object.keys(corrected).map((name) => [name, request[name as keyof CorrectionInput] ?? null])
        onSaved(saved, old.length > 0 ? { ...Object.fromEntries(old), tell } : undefined)
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'version_conflict')) throw error
        const { conflict } = error.body as { conflict: { current: CourseRequest } }
        version.current = conflict.current.version
        throw new Error(`${error.message} Your values are still here. Save again to keep them.`)
      }
    },
  })
  const { corrections = [], tells } = request
  const told = tells ? '' : 'No message is sent. '
  return (
    <Dialog open grows onClose={onClose} title="Edit" description={`${told}The old values stay below.`}>
      <SmallForm form={form} action="Save" onCancel={onClose}>
        <TextInput {...form.field('name')} label="Name" required autoComplete="off" />
        <TextInput
          label="Email"
          value={request.email}
          readOnly
          hint="It cannot be changed. With another address they ask again."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput
            {...form.field('people')}
            label="People"
            type="number"
            inputMode="numeric"
            min={1}
            max={50}
            required
          />
          <TextInput {...form.field('phone')} label="Phone" type="tel" autoComplete="off" />
        </div>
        <TextInput {...form.field('company')} label="Company" autoComplete="off" />
        <TextInput
          {...form.field('gstin')}
          label="GSTIN"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        {tells && (
          <Checkbox
            {...form.field('tell')}
            label="Send the confirmation again"
            hint={`${request.email} gets it with these details and the calendar file.`}
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
      </SmallForm>
    </Dialog>
  )
}
