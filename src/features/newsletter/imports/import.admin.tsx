import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { invalidateAdmin } from '#admin/api/queries.ts'
import { formatNumber } from '#admin/format.ts'
import { FormPanel } from '#admin/forms/form-columns.tsx'
import { useRun } from '#admin/hooks.ts'
import { ListBody, ListFrame } from '#admin/lists/list-frame.tsx'
import { useReadOnly } from '#admin/session/permissions.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/field.tsx'
import { ImportCheckStep } from './import-check.admin.tsx'
import { ImportResult } from './import-result.admin.tsx'
import { ImportSteps, importCall, importQuery } from './import-steps.admin.tsx'
import type { ImportStatus, Meaning } from './imports.contract.ts'

/** How often the screen looks whether an import that is under way has ended, in ms. */
const lookEvery = 2_000

/** One import: its columns and its check before it is applied, and its result, which stays. */
export default function ImportScreen() {
  const { id = '' } = useParams()
  const client = useQueryClient()
  const [query, setQuery] = useSearchParams()
  const found = useQuery({
    ...importQuery(id),
    refetchInterval: ({ state }) => state.data?.state === 'applying' && lookEvery,
  })
  const title = found.data && (found.data.fileName ?? 'Pasted addresses')
  useRecordTitle(title)
  const isCheck = query.get('step') === 'check'

  const show = (status: ImportStatus) => client.setQueryData(importQuery(id).queryKey, status)
  /** Calls the import's own call, shows the answer, and renews the list of subscribers. @throws ApiError */
  async function act(action: 'apply' | 'undo') {
    show(await adminFetch<ImportStatus>(`${importCall(id)}/${action}`, { method: 'POST' }))
    void invalidateAdmin(client, '/api/newsletter/subscribers')
  }
  async function choose(json: object) {
    show(await adminFetch<ImportStatus>(importCall(id), { method: 'PUT', json }))
  }

  return (
    <ListFrame title="Import subscribers">
      <ListBody query={found} failure="Failed to fetch import" empty={() => null}>
        {(status) => {
          if (status.state === 'applying') return <Interrupted status={status} onContinue={() => act('apply')} />
          if (status.state !== 'open') return <ImportResult status={status} onUndo={() => act('undo')} />
          if (isCheck)
            return (
              <ImportCheckStep
                status={status}
                onBack={() => setQuery({})}
                onApply={async (choices) => {
                  // A colleague may have chosen other columns since this check was shown.
                  await choose({ ...choices, columns: status.columns?.map(({ meaning }) => meaning) })
                  await act('apply')
                  setQuery({}, { replace: true })
                }}
              />
            )
          return (
            <ImportColumns
              columns={status.columns ?? []}
              onContinue={async (columns) => {
                await choose({ columns })
                setQuery({ step: 'check' })
              }}
            />
          )
        }}
      </ListBody>
    </ListFrame>
  )
}

type InterruptedProps = { status: ImportStatus; onContinue: () => Promise<void> }

/** An import under way, of another tab or a server that was stopped. */
function Interrupted({ status: { added, known, left, lines }, onContinue }: InterruptedProps) {
  const readOnly = useReadOnly()
  const { busy, failure, run } = useRun()
  return (
    <>
      <ImportSteps current="Check" />
      <Alert tone={failure ? 'error' : 'warning'}>
        {failure ??
          `This import is under way: ${formatNumber(added + known + left)} addresses of ${formatNumber(lines)} lines are done. If the numbers no longer rise, it was interrupted and can go on.`}
      </Alert>
      {!readOnly && (
        <div className="mt-4 flex justify-end">
          <Button size="small" busy={busy} onClick={() => run(onContinue)}>
            Go on
          </Button>
        </div>
      )}
    </>
  )
}

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
function ImportColumns({ columns, onContinue }: ImportColumnsProps) {
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
          A date is the day of the subscription. States are confirmed, pending, unsubscribed and bounced. Topics have a
          comma or a semicolon between them; without one, people get all.
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
