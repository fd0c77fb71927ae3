import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { markedText, readValues, url } from '#admin/fields/fields.ts'
import { FormDialog, useSmallForm } from '#admin/fields/small-form.tsx'
import { Field } from '#admin/forms/form-field.tsx'
import { answerText } from '#features/contact/ground/answer-text.contract.ts'
import { Button } from '#ui/button.tsx'
import { type Cohort, joiningInput } from '../ground/cohorts.contract.ts'

export const joiningFields = {
  joinUrl: url('Joining link'),
  joinText: markedText('Joining details', {
    attributes: { rows: 4 },
    hint: 'Only participants see them: how to get there or sign in, and what to bring.',
  }),
}

type Joined = Pick<Cohort, '_id' | 'version' | 'joinUrl' | 'joinText' | 'mode'>

/** How the participants of a date join it. Those who teach it change it without the rest of the date. */
export function JoiningDetails({ cohort, mayEdit }: { cohort: Joined; mayEdit: boolean }) {
  const [open, setOpen] = useState(false)
  const { joinUrl, joinText, mode } = cohort
  const isEmpty = !joinUrl && !joinText
  return (
    <section aria-labelledby="joining" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="joining" className="mr-auto text-h3">
          Joining details
        </h2>
        {mayEdit && (
          <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
            <Pencil aria-hidden="true" className="size-4" />
            {isEmpty ? 'Add joining details' : 'Edit joining details'}
          </Button>
        )}
      </div>
      {isEmpty && (
        <p className="text-small text-muted">
          {mode === 'place'
            ? 'None yet.'
            : 'None yet. Participants need a link or a text that says how to join online.'}
        </p>
      )}
      {joinUrl && (
        <p>
          <a href={joinUrl} target="_blank" rel="noopener noreferrer" className="link wrap-anywhere">
            {joinUrl}
          </a>
        </p>
      )}
      {joinText && (
        <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
          {answerText(joinText)}
        </p>
      )}
      {open && <JoiningDialog cohort={cohort} onClose={() => setOpen(false)} />}
    </section>
  )
}

function JoiningDialog({ cohort, onClose }: { cohort: Joined; onClose: () => void }) {
  // A change of a colleague while it is open is a conflict.
  const [{ _id, version }] = useState(cohort)
  const form = useSmallForm({
    contract: joiningInput,
    fields: joiningFields,
    defaults: readValues(joiningFields, cohort),
    submit: (json) => adminFetch(`/api/cohorts/${_id}/joining`, { method: 'PUT', json, ifMatch: version }),
    done: 'Joining details updated',
    reload: ['/api/cohorts', '/api/courses'],
    onDone: onClose,
  })
  return (
    <FormDialog grows title="Joining details" form={form} action="Save" onClose={onClose}>
      <Field form={form} name="joinUrl" />
      <Field form={form} name="joinText" />
    </FormDialog>
  )
}
