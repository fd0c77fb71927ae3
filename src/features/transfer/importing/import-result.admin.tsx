import { useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { formatCount, formatNumber } from '#admin/format.ts'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import { LocalDateTime } from '#admin/time.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import type { ContentImport } from '../ground/transfer.contract.ts'
import { importCall, importQuery, startPath } from './import-parts.admin.tsx'
import { failedCount, screenOf } from './import-words.admin.ts'

type ImportEndProps = { status: ContentImport; onShowFailed: () => void }

/** The end of an import: where to go on, how to undo it, or what an undo has kept. */
export function ImportEnd({ status, onShowFailed }: ImportEndProps) {
  const { state, reason, counts, undoUntil } = status
  if (state === 'undone') return <Undone kept={status.kept ?? []} />
  const failed = failedCount(counts)
  return (
    <FormPanel title="What’s next">
      {reason && <Alert tone="error">{reason}</Alert>}
      {failed > 0 && (
        <div className="grid justify-items-start gap-3">
          <Alert tone="error">
            {formatCount(failed, 'item')} could not be imported. To try again, import the same file once more: nothing
            is added twice.
          </Alert>
          <Button variant="secondary" size="small" onClick={onShowFailed}>
            Show what failed
          </Button>
        </div>
      )}
      <p className="text-muted">Old addresses lead to the new pages once your domain points to this site.</p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink variant="secondary" size="small" to="/admin/blogs">
          View posts
        </ButtonLink>
        <ButtonLink variant="secondary" size="small" to="/admin/redirects">
          View redirects
        </ButtonLink>
        <ButtonLink variant="secondary" size="small" to={startPath}>
          Import another file
        </ButtonLink>
      </div>
      {undoUntil ? (
        <UndoImport id={status._id} until={undoUntil}>
          Undo import
        </UndoImport>
      ) : (
        <p className="text-small text-muted">This import can no longer be undone.</p>
      )}
    </FormPanel>
  )
}

type UndoImportProps = { id: string; until: string; children: string }

/** The button that undoes an import, or the part of it that is done. */
export function UndoImport({ id, until, children }: UndoImportProps) {
  const client = useQueryClient()
  const { act, busy, failure } = useAct({ inPlace: true })
  async function undo() {
    const question = 'Undo import?'
    const detail =
      'Everything that it added is deleted, and what it updated is as before. Anything that somebody has edited since, or that is used elsewhere, stays.'
    if (!(await confirm({ question, detail, action: 'Undo import' }))) return
    await act(async () => {
      const status = await adminFetch<ContentImport>(`${importCall(id)}/undo`, { method: 'POST' })
      client.setQueryData(importQuery(id).queryKey, status)
    })
  }
  return (
    <div className="grid justify-items-start gap-3 border-t border-line pt-4">
      <p className="text-small text-muted">
        You can undo this import until <LocalDateTime iso={until} />.
      </p>
      {failure && <Alert tone="error">{failure}</Alert>}
      <Button variant="secondary" size="small" busy={busy} onClick={undo}>
        {!busy && <Undo2 aria-hidden="true" className="size-4" />}
        {children}
      </Button>
    </div>
  )
}

const Undone = ({ kept }: { kept: NonNullable<ContentImport['kept']> }) => (
  <FormPanel title={kept.length > 0 ? 'Kept' : 'What’s next'}>
    {kept.length > 0 && (
      <div>
        <p className="text-muted">
          {kept.length === 1
            ? 'This one was edited after the import or is used elsewhere, so it is still here:'
            : `These ${formatNumber(kept.length)} were edited after the import or are used elsewhere, so they are still here:`}
        </p>
        <ul className="mt-2 grid max-h-80 gap-1 overflow-y-auto">
          {kept.map(({ name, ...record }) => {
            const [to, shown] = [screenOf(record), name.trim() || 'Untitled']
            return (
              <li key={`${record.entity} ${record._id}`} dir="auto" className="wrap-anywhere">
                {to === undefined ? (
                  shown
                ) : (
                  <Link to={to} className="link">
                    {shown}
                  </Link>
                )}
              </li>
            )
          })}
        </ul>
      </div>
    )}
    <ButtonLink variant="secondary" size="small" to={startPath} className="justify-self-start">
      Import another file
    </ButtonLink>
  </FormPanel>
)
