import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { invalidateAdmin } from '#admin/api/admin-calls.ts'
import { ListBody, ListFrame } from '#admin/lists/list-frame.tsx'
import { useRecordTitle } from '#admin/shell/breadcrumb.tsx'
import { Alert } from '#ui/alert.tsx'
import { ButtonLink } from '#ui/button.tsx'
import type { ContentImport } from '../ground/transfer.contract.ts'
import { ImportProgress, ImportSteps, importQuery, isUnderWay, startPath } from './import-parts.admin.tsx'
import { ImportReport } from './import-report.admin.tsx'
import { UndoImport } from './import-result.admin.tsx'

/** How often the screen asks how far an import is, in ms. */
const lookEvery = 2_000

/** One import: its report while it is open, its progress, and its result, which stays. */
export default function ContentImportScreen() {
  const { id = '' } = useParams()
  const client = useQueryClient()
  const found = useQuery({
    ...importQuery(id),
    refetchInterval: ({ state }) => isUnderWay(state.data?.state) && lookEvery,
  })
  const state = found.data?.state
  const before = useRef(state)
  useEffect(() => {
    // All lists may have other records now.
    if (isUnderWay(before.current) && !isUnderWay(state)) void invalidateAdmin(client, '')
    before.current = state
  }, [state, client])
  useRecordTitle(found.data?.fileName)
  return (
    <ListFrame title="Import content">
      <ListBody query={found} failure="Failed to fetch import" empty={() => null}>
        {(status) => <ImportStep status={status} />}
      </ListBody>
    </ListFrame>
  )
}

function ImportStep({ status }: { status: ContentImport }) {
  const { _id, state, progress, undoUntil, commandLine } = status
  if (state === 'failed') return <Failed status={status} />
  if (isUnderWay(state))
    return (
      <>
        <ImportSteps current={state === 'reading' ? 'Report' : 'Result'} />
        <ImportProgress state={state} progress={progress} commandLine={commandLine}>
          {state === 'applying' && undoUntil && (
            <UndoImport id={_id} until={undoUntil}>
              Stop and undo
            </UndoImport>
          )}
        </ImportProgress>
      </>
    )
  return <ImportReport key={`${_id} ${state}`} status={status} />
}

const Failed = ({ status: { fileName, reason } }: { status: ContentImport }) => (
  <div className="max-w-180">
    <ImportSteps current="File" />
    <Alert tone="error">
      <p className="wrap-anywhere">“{fileName}” could not be read.</p>
      {reason && <p className="mt-1 font-normal wrap-anywhere">{reason}</p>}
    </Alert>
    <div className="mt-4 flex justify-end">
      <ButtonLink size="small" to={startPath}>
        Try another file
      </ButtonLink>
    </div>
  </div>
)
