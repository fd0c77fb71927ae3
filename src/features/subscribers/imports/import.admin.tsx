import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { adminFetch, invalidateAdmin } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { formatNumber } from '#admin/format.ts'
import { ListBody, ListFrame } from '#admin/lists/list-frame.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import type { ImportStatus } from '../ground/imports.contract.ts'
import { ImportCheckStep } from './import-check.admin.tsx'
import { ImportColumns } from './import-columns.admin.tsx'
import { ImportResult } from './import-result.admin.tsx'
import { ImportSteps, importCall, importQuery } from './import-steps.admin.tsx'
import { asksOf, isSure } from './import-sureness.ts'

/** How often the screen looks whether an import that is under way has ended, in ms. */
const lookEvery = 2_000

/** One import: its columns, if the program does not know them, and its check before it is applied, and its result, which stays. */
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
  const step = query.get('step')

  const show = (status: ImportStatus) => client.setQueryData(importQuery(id).queryKey, status)
  /** Calls the import's own call, shows the answer, and renews the list of subscribers. @throws ApiError */
  async function run(action: 'apply' | 'undo') {
    show(await adminFetch<ImportStatus>(`${importCall(id)}/${action}`, { method: 'POST' }))
    void invalidateAdmin(client, '/api/newsletter/subscribers')
  }
  async function choose(json: object) {
    const status = await adminFetch<ImportStatus>(importCall(id), { method: 'PUT', json })
    show(status)
    return status
  }

  return (
    <ListFrame title="Import subscribers">
      <ListBody query={found} failure="Failed to fetch import" empty={() => null}>
        {(status) => {
          if (status.state === 'applying') return <Interrupted status={status} onContinue={() => run('apply')} />
          if (status.state !== 'open') return <ImportResult status={status} onUndo={() => run('undo')} />
          // A colleague may have chosen another column of states since.
          if (!asksOf(status) && (step === 'check' || (step !== 'columns' && isSure(status))))
            return (
              <ImportCheckStep
                status={status}
                withColumns={step === 'check' || !isSure(status)}
                onBack={() => setQuery({ step: 'columns' })}
                onApply={async (choices) => {
                  // A colleague may have chosen other columns since this check was shown.
                  await choose({
                    ...choices,
                    columns: status.columns?.map(({ meaning }) => meaning),
                    everyone: status.everyone,
                  })
                  await run('apply')
                  setQuery({}, { replace: true })
                }}
              />
            )
          return (
            <ImportColumns
              status={status}
              onContinue={async (choices) => {
                const next = await choose(choices)
                if (!asksOf(next)) setQuery({ step: 'check' })
                return next
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
function Interrupted({ status: { lines, linesLeft }, onContinue }: InterruptedProps) {
  const readOnly = useReadOnly()
  const { act, busy, failure } = useAct({ inPlace: true })
  return (
    <>
      <ImportSteps current="Check" />
      <Alert tone={failure ? 'error' : 'warning'}>
        {failure ??
          `Importing: ${formatNumber(lines - linesLeft)} of ${formatNumber(lines)} lines are done. If it was interrupted, it continues within a minute, or when you press Continue.`}
      </Alert>
      {!readOnly && (
        <div className="mt-4 flex justify-end">
          <Button size="small" busy={busy} onClick={() => act(onContinue)}>
            Continue
          </Button>
        </div>
      )}
    </>
  )
}
