import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import { DownloadButton } from '#admin/lists/download-button.tsx'
import { LocalDate, LocalDateTime } from '#admin/time.tsx'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/feature-list.tsx'
import { type ContentImport, sourceNames } from '../ground/transfer.contract.ts'
import { ImportChoices } from './import-choices.admin.tsx'
import { ImportItems, useImportItems } from './import-items.admin.tsx'
import { ImportLosses } from './import-losses.admin.tsx'
import { ImportSteps, importCall, importsQuery, startPath } from './import-parts.admin.tsx'
import { ImportEnd } from './import-result.admin.tsx'
import { companionsOf, factsOf, hasOthers, summaryOf, type Time } from './import-words.admin.ts'

/** An import before it is applied, with its choices, or its result. */
export function ImportReport({ status }: { status: ContentImport }) {
  const { _id, state, counts, notes, undoneAt, keptUntil } = status
  const time = state === 'open' ? 'before' : 'after'
  const shown = state === 'undone' ? 'undone' : time
  const list = useImportItems(_id)
  return (
    <>
      <ImportSteps current={time === 'before' ? 'Report' : 'Result'} />
      <div role="status">
        <p className="max-w-measure text-h2 font-[560] text-pretty">
          {state === 'undone' ? (
            <>
              This import was undone
              {undoneAt && (
                <>
                  {' '}
                  on <LocalDateTime iso={undoneAt} />
                </>
              )}
              .
            </>
          ) : (
            summaryOf(counts, time)
          )}
        </p>
        <p className="mt-1 max-w-measure text-muted empty:hidden">
          {state === 'undone'
            ? 'Everything that it had added is deleted, and everything that it had updated is as before.'
            : [
                companionsOf(counts),
                hasOthers(counts) && 'Some other things are not carried over: the list says which, and why.',
              ]
                .filter(Boolean)
                .join(' ')}
        </p>
      </div>
      <div className="mt-5 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid gap-5 xl:order-last">
          {time === 'before' ? (
            <ImportChoices status={status} />
          ) : (
            <ImportEnd status={status} onShowFailed={list.showFailed} />
          )}
          <FormPanel title="In this file">
            <ImportFacts status={status} time={shown} />
            <div className="flex flex-wrap gap-2">
              <DownloadButton
                path={`${importCall(_id)}/report.csv`}
                fileName="import-report.csv"
                failure="The report could not be downloaded."
              >
                Download report (CSV)
              </DownloadButton>
              {time === 'before' && <DiscardButton id={_id} />}
            </div>
            {keptUntil && (
              <p className="text-small text-muted">
                Uploads that are not imported are deleted after 7 days. This one is deleted on{' '}
                <LocalDate iso={keptUntil} />.
              </p>
            )}
          </FormPanel>
        </div>
        <div className="grid min-w-0 gap-8">
          {state !== 'undone' && <ImportLosses id={_id} notes={notes} time={time} onShow={list.showNote} />}
          <ImportItems list={list} counts={counts} time={shown} />
        </div>
      </div>
    </>
  )
}

type ImportFactsProps = { status: ContentImport; time: Time }

function ImportFacts({ status, time }: ImportFactsProps) {
  const { fileName, source, site, by, at, appliedAt, counts } = status
  const facts: { name: string; value: ReactNode }[] = [
    { name: 'File', value: <span className="wrap-anywhere">{fileName}</span> },
    { name: 'Source', value: source && sourceNames[source] },
    { name: 'Site', value: site?.title && <span className="wrap-anywhere">{site.title}</span> },
    { name: 'Address', value: site?.address && <span className="wrap-anywhere">{site.address}</span> },
    ...factsOf(counts, time),
    { name: 'Uploaded', value: <LocalDateTime iso={at} /> },
    { name: 'By', value: by },
    { name: 'Imported', value: appliedAt && <LocalDateTime iso={appliedAt} /> },
  ]
  return <Facts facts={facts} />
}

/** Deletes an import that is not applied. */
function DiscardButton({ id }: { id: string }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { act, busy } = useAct()
  async function discard() {
    const question = 'Discard this import?'
    const detail = 'The uploaded files and this report are deleted. Nothing of it is on your site.'
    if (!(await confirm({ question, detail, action: 'Discard import' }))) return
    const done = await act(() => adminFetch(importCall(id), { method: 'DELETE' }), { done: 'Import discarded' })
    if (!done) return
    // Only the list: this screen still asks for an import that is gone.
    void client.invalidateQueries({ queryKey: importsQuery.queryKey, exact: true })
    navigate(startPath, { replace: true })
  }
  return (
    <Button variant="quiet" size="small" className="text-danger!" busy={busy} onClick={discard}>
      Discard import
    </Button>
  )
}
