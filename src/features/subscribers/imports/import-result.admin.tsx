import { Undo2 } from 'lucide-react'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { formatCount, formatNumber } from '#admin/format.ts'
import { FormPanel } from '#admin/forms/form-layout.tsx'
import { DownloadButton } from '#admin/lists/download-button.tsx'
import { NewRecordButton } from '#admin/lists/list-frame.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { LocalDate, LocalDateTime } from '#admin/time.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FormattedDate } from '#ui/date.tsx'
import { Facts } from '#ui/feature-list.tsx'
import type { ImportStatus, ReasonCount } from '../ground/imports.contract.ts'
import { ImportSteps, importCall } from './import-steps.admin.tsx'

type ImportResultProps = { status: ImportStatus; onUndo: () => Promise<void> }

/** The last step: what the import did, the lines that it left out, and how to undo it. */
export function ImportResult({ status, onUndo }: ImportResultProps) {
  const { added, known, stopped, left, repeated, asked, agreed, agreedOn, state } = status
  return (
    <div className="max-w-180">
      <ImportSteps current="Result" />
      <FormPanel>
        <div role="status">
          <p className="font-display text-h1 font-[600] tabular-nums">{formatNumber(added)} added</p>
          <p className="mt-1 text-muted tabular-nums empty:hidden">
            {[
              stopped > 0 && `${formatNumber(stopped)} unsubscribed`,
              known > 0 && `${formatNumber(known)} already subscribed`,
              repeated > 0 && formatCount(repeated, 'duplicate'),
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
        {state === 'applied' && status.everyone === 'agreed' && added > 0 && (
          <div className="flex flex-wrap gap-2">
            <ButtonLink variant="secondary" size="small" to={`/admin/subscribers?source=${status._id}`}>
              View subscribers
            </ButtonLink>
            <NewRecordButton
              path="/admin/newsletters/new"
              values={{ audience: `${new URLSearchParams({ to: 'import', importId: status._id })}` }}
              needs="sendNewsletters"
            >
              Write a newsletter to them
            </NewRecordButton>
          </div>
        )}
        {state === 'undone' && <TakenBack status={status} />}
        {state === 'incomplete' && <Incomplete status={status} />}
        <Facts
          facts={[
            { name: 'File', value: <span className="wrap-anywhere">{status.fileName ?? 'Pasted addresses'}</span> },
            { name: 'Imported', value: status.appliedAt && <LocalDateTime iso={status.appliedAt} /> },
            { name: 'By', value: status.by },
            { name: 'Contains', value: status.everyone !== 'agreed' && everyoneWords[status.everyone] },
            {
              name: 'Proof of consent',
              value: agreed && (
                <span className="wrap-anywhere">
                  {agreed}
                  {agreedOn && (
                    <>
                      , <FormattedDate iso={agreedOn} />
                    </>
                  )}
                </span>
              ),
            },
            {
              name: 'Confirmation emails',
              value:
                asked &&
                `${formatNumber(asked.sent)} sent${asked.waiting > 0 ? `, ${formatNumber(asked.waiting)} to follow` : ''}`,
            },
          ]}
        />
        {left > 0 && <LeftOut status={status} />}
        {status.undoUntil && <TakeBack until={status.undoUntil} onUndo={onUndo} />}
      </FormPanel>
    </div>
  )
}

const everyoneWords = { unsubscribed: 'People who unsubscribed', bounced: 'Addresses that bounced' }

const Incomplete = ({ status: { lines, linesLeft } }: { status: ImportStatus }) => (
  <Alert tone="error">
    This import was interrupted: {formatNumber(linesLeft)} of {formatCount(lines, 'line')} were not imported and are no
    longer stored. Upload the file again. Subscribers that were added already stay as they are.
  </Alert>
)

const Reasons = ({ reasons }: { reasons: ReasonCount[] }) => (
  <ul className="mt-1 grid gap-0.5 text-small">
    {reasons.map(({ reason, count }) => (
      <li key={reason} className="wrap-anywhere">
        {formatNumber(count)} × {reason}
      </li>
    ))}
  </ul>
)

function LeftOut({ status: { _id, left, reasons = [], leftLines = 0, leftUntil } }: { status: ImportStatus }) {
  const readOnly = useReadOnly()
  return (
    <section aria-labelledby="left-out">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="left-out" className="font-[560]">
          {formatCount(left, 'address', 'addresses')} skipped
        </h2>
        {!readOnly && leftLines > 0 && (
          <DownloadButton
            path={`${importCall(_id)}/left-out.csv`}
            fileName="left-out-lines.csv"
            failure="Failed to download the lines"
          >
            Download as CSV
          </DownloadButton>
        )}
      </div>
      <Reasons reasons={reasons} />
      <p className="mt-1 text-small text-muted">
        {leftUntil ? (
          <>
            The lines are kept until <LocalDate iso={leftUntil} />.
          </>
        ) : (
          'The lines were deleted.'
        )}
      </p>
    </section>
  )
}

function TakeBack({ until, onUndo }: { until: string; onUndo: () => Promise<void> }) {
  const readOnly = useReadOnly()
  const { act, busy, failure } = useAct({ inPlace: true })
  if (readOnly) return null
  async function takeBack() {
    const question = 'Undo import?'
    const detail =
      'Removes the subscribers that it added, except those who changed since, signed up themselves or received a newsletter. Those whom it unsubscribed are subscribed again.'
    if (await confirm({ question, detail, action: 'Undo import' })) await act(onUndo)
  }
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      {failure && <Alert tone="error">{failure}</Alert>}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-small text-muted">
          You can undo this import until <LocalDateTime iso={until} />.
        </p>
        <Button variant="secondary" size="small" busy={busy} onClick={takeBack}>
          {!busy && <Undo2 aria-hidden="true" className="size-4" />}
          Undo import
        </Button>
      </div>
    </div>
  )
}

const TakenBack = ({ status: { undoneAt, taken = 0, restored = 0, kept = [] } }: { status: ImportStatus }) => (
  <Alert tone="warning">
    <p>
      Undone{' '}
      {undoneAt && (
        <>
          on <LocalDateTime iso={undoneAt} />
        </>
      )}
      : {formatCount(taken, 'subscriber')} removed
      {restored > 0 && `, ${formatNumber(restored)} subscribed again`}
      {kept.length > 0 && `, ${formatNumber(kept.reduce((sum, { count }) => sum + count, 0))} kept`}
    </p>
    {kept.length > 0 && <Reasons reasons={kept} />}
  </Alert>
)
