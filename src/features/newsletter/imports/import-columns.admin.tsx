import { type FormEvent, useState } from 'react'
import { FormPanel } from '#admin/forms/form-columns.tsx'
import { useReadOnly } from '#admin/session/permissions.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field.tsx'
import { ImportSteps, useRun } from './import-steps.admin.tsx'
import type { ImportStatus, Meaning } from './imports.contract.ts'

const named: Record<Meaning, string> = {
  email: 'E-mail',
  name: 'Name',
  date: 'Date',
  state: 'State',
  topic: 'Topic',
  ignore: 'Ignore',
}

type ImportColumnsProps = {
  columns: NonNullable<ImportStatus['columns']>
  onContinue: (meanings: Meaning[]) => Promise<void>
}

/** The second step: what each column means, with samples from the file. */
export function ImportColumns({ columns, onContinue }: ImportColumnsProps) {
  const readOnly = useReadOnly()
  const [meanings, setMeanings] = useState(columns.map(({ meaning }) => meaning))
  const { busy, failure, run } = useRun()
  const send = (event: FormEvent) => {
    event.preventDefault()
    run(() => onContinue(meanings))
  }
  return (
    <form onSubmit={send} className="max-w-180">
      <ImportSteps current="Columns" />
      <FormPanel>
        {failure && <Alert tone="error">{failure}</Alert>}
        <ul className="-my-1 divide-y divide-line">
          {columns.map(({ heading, samples }, index) => {
            const title = heading || `Column ${index + 1}`
            return (
              <li key={index} className="grid gap-x-5 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_11rem] sm:items-start">
                <div className="min-w-0">
                  <p className="font-[560] wrap-anywhere">{title}</p>
                  <ul className="text-small text-muted">
                    {samples.map((sample) => (
                      <li key={sample} className="truncate">
                        {sample}
                      </li>
                    ))}
                  </ul>
                </div>
                <Select
                  label={`Meaning of ${title}`}
                  hideLabel
                  disabled={readOnly}
                  value={meanings[index] ?? 'ignore'}
                  onChange={({ target }) =>
                    setMeanings(meanings.map((one, at) => (at === index ? (target.value as Meaning) : one)))
                  }
                >
                  {Object.entries(named).map(([meaning, name]) => (
                    <option key={meaning} value={meaning}>
                      {name}
                    </option>
                  ))}
                </Select>
              </li>
            )
          })}
        </ul>
        <p className="text-small text-muted">
          A date is the day on which somebody subscribed. States are confirmed, pending, unsubscribed and bounced.
          Topics have a comma or a semicolon between them; without one, people get all.
        </p>
        {!readOnly && (
          <div className="flex justify-end">
            <Button type="submit" size="small" busy={busy}>
              Continue
            </Button>
          </div>
        )}
      </FormPanel>
    </form>
  )
}
