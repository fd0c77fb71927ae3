import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAct } from '#admin/api/use-act.ts'
import { formatCount } from '#admin/format.ts'
import { Choice } from '#admin/forms/controls.tsx'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import { StepButtons } from '#admin/lists/steps.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { Alert } from '#ui/alert.tsx'
import { Select } from '#ui/field.tsx'
import type { ColumnValue, Everyone, ImportStatus, Meaning } from '../ground/imports.contract.ts'
import { ImportSteps } from './import-steps.admin.tsx'
import { asksOf } from './import-sureness.ts'

const named: Record<Meaning, string> = {
  email: 'Email',
  name: 'Name',
  date: 'Date',
  state: 'Status',
  topic: 'Topic',
  ignore: 'Ignore',
}

const people: Record<Everyone, string> = {
  agreed: 'People who agreed to receive our newsletter',
  unsubscribed: 'People who unsubscribed',
  bounced: 'Addresses that bounced',
}

const valueNames: Record<NonNullable<ColumnValue['means']>, string> = {
  confirmed: 'Subscribed',
  pending: 'Not confirmed',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  skip: 'Skip',
}

type ColumnAnswers = {
  columns: Meaning[]
  everyone: Everyone
  values: { column: number; value: string | null; means: NonNullable<ColumnValue['means']> }[]
}

type ImportColumnsProps = {
  status: ImportStatus
  /** Stores the choices and shows the next step, or this one again if the file has states that are not known. */
  onContinue: (choices: ColumnAnswers) => Promise<ImportStatus>
}

const keyOf = (column: number, { value }: ColumnValue) => JSON.stringify([column, value])

/** The step for a file that the program does not understand: who is in it, and what each column means, with samples. */
export function ImportColumns({ status, onContinue }: ImportColumnsProps) {
  const { columns = [], everyone: found } = status
  const readOnly = useReadOnly()
  const [meanings, setMeanings] = useState(columns.map(({ meaning }) => meaning))
  const [everyone, setEveryone] = useState(found)
  const [answers, setAnswers] = useState<Record<string, ColumnValue['means']>>({})
  const [isAsked, setAsked] = useState(false)
  const { act, busy, failure } = useAct({ inPlace: true })
  const valuesOf = (index: number) =>
    everyone === 'agreed' && meanings[index] === 'state' ? (columns[index]?.values ?? []) : []
  const meansOf = (index: number, one: ColumnValue) => answers[keyOf(index, one)] ?? one.means

  const form = useRef<HTMLFormElement>(null)
  // The status is that of the answer, which can have values that were not there before.
  useEffect(() => {
    if (isAsked && asksOf(status)) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [status, isAsked])
  const send = (event: FormEvent) => {
    event.preventDefault()
    const values = columns.flatMap((_, column) =>
      valuesOf(column).flatMap((one) => {
        const means = answers[keyOf(column, one)]
        return means ? [{ column, value: one.value, means }] : []
      }),
    )
    void act(async () => setAsked(asksOf(await onContinue({ columns: meanings, everyone, values }))))
  }
  return (
    <form ref={form} onSubmit={send} className="max-w-180">
      <ImportSteps current="Columns" />
      <FormPanel>
        {failure && <Alert tone="error">{failure}</Alert>}
        {isAsked && !failure && (
          <Alert tone="warning">This file has statuses that we do not know. Choose what each of them means.</Alert>
        )}
        <fieldset disabled={readOnly}>
          <legend className="mb-1 text-small font-[560]">This file contains</legend>
          {Object.entries(people).map(([kind, label]) => (
            <Choice
              key={kind}
              type="radio"
              name="everyone"
              label={label}
              checked={everyone === kind}
              onChange={() => setEveryone(kind as Everyone)}
            />
          ))}
          <p className="mt-1 text-small text-muted">
            {found !== 'agreed' && everyone === found && 'The file looks like such a list. '}
            {everyone === 'agreed'
              ? 'A status column can say that some of them unsubscribed.'
              : 'They receive no newsletters, and later imports do not add them again.'}
          </p>
        </fieldset>
        <ul className="-my-1 divide-y divide-line border-t border-line">
          {columns.map(({ heading, samples }, index) => {
            const title = heading || `Column ${index + 1}`
            return (
              <li key={index} className="grid gap-x-5 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_11rem] sm:items-start">
                <div className="min-w-0">
                  <p className="font-[560] wrap-anywhere">{title}</p>
                  {valuesOf(index).length === 0 && (
                    <ul className="text-small text-muted">
                      {samples.map((sample) => (
                        <li key={sample} className="truncate">
                          {sample}
                        </li>
                      ))}
                    </ul>
                  )}
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
                {valuesOf(index).length > 0 && (
                  <ul aria-label={`States in ${title}`} className="grid gap-2 sm:col-span-2">
                    {valuesOf(index).map((one) => (
                      <StateOfValue
                        key={keyOf(index, one)}
                        one={one}
                        title={title}
                        means={meansOf(index, one)}
                        isAsked={isAsked}
                        onChange={(means) => setAnswers({ ...answers, [keyOf(index, one)]: means })}
                      />
                    ))}
                  </ul>
                )}
              </li>
            )
          })}
        </ul>
        <p className="text-small text-muted">
          A date is the day of the subscription. A status says who may receive mail. Separate topics with commas or
          semicolons. People without a topic receive every newsletter.
        </p>
        <StepButtons busy={busy}>Continue</StepButtons>
      </FormPanel>
    </form>
  )
}

type StateOfValueProps = {
  one: ColumnValue
  title: string
  means: ColumnValue['means']
  isAsked: boolean
  onChange: (means: NonNullable<ColumnValue['means']>) => void
}

function StateOfValue({ one: { value, lines }, title, means, isAsked, onChange }: StateOfValueProps) {
  const readOnly = useReadOnly()
  const name = value === null ? 'All other values' : value === '' ? 'Empty' : value
  return (
    <li className="grid gap-x-5 gap-y-1 pl-4 sm:grid-cols-[minmax(0,1fr)_14rem] sm:items-center">
      <span className="text-small wrap-anywhere">
        <span className={value ? 'text-ink' : 'text-muted'}>{name}</span>{' '}
        <span className="text-muted">· {formatCount(lines, 'line')}</span>
      </span>
      <Select
        label={`${name} in ${title}`}
        hideLabel
        disabled={readOnly}
        value={means ?? ''}
        error={isAsked && means === undefined ? 'Choose what this means' : undefined}
        onChange={({ target }) => onChange(target.value as NonNullable<typeof means>)}
      >
        {means === undefined && <option value="">Choose…</option>}
        {Object.entries(valueNames).map(([meaning, label]) => (
          <option key={meaning} value={meaning}>
            {label}
          </option>
        ))}
      </Select>
    </li>
  )
}
