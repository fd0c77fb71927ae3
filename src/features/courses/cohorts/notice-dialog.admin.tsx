import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { adminQuery, invalidateAdmin } from '#admin/api/queries.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { offerUndo } from '#admin/dialogs/undo.tsx'
import { formatCount } from '#admin/format.ts'
import { LocalDate } from '#admin/lists/date-time.tsx'
import { useMay } from '#admin/session/permissions.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { TextArea } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { notify } from '#ui/toasts.ts'
import { listPath } from '#web/api-query.ts'
import { cohortsPath } from '../course-resource.admin.tsx'
import type { Cohort, NoticeKind } from './cohorts.contract.ts'
import { type CohortNotice, type NoticeAudience, type NoticeList, noticeHold } from './notices.contract.ts'

type NoticeDialogProps = { cohort: Pick<Cohort, '_id' | 'courseId'>; kind: NoticeKind; onClose: () => void }

const titles: Record<NoticeKind, string> = {
  moved: 'Tell them that the date has moved?',
  cancelled: 'Tell them that the date is cancelled?',
  opened: 'Tell those who want a date?',
}

/** The calls on the messages about a date. */
export const noticesPath = ({ _id, courseId }: NoticeDialogProps['cohort']) => `${cohortsPath(courseId)}/${_id}/notices`

/** Shows whom a message about a date would reach and what it says, and sends it on a press. */
export function NoticeDialog({ cohort, kind, onClose }: NoticeDialogProps) {
  const maySee = useMay('readContacts')
  const query = useQuery({ ...adminQuery<NoticeList>(`${noticesPath(cohort)}?kind=${kind}`), enabled: maySee })
  const { audience } = query.data ?? {}
  return (
    <Dialog open grows onClose={onClose} title={titles[kind]}>
      {!maySee ? (
        <Untold onClose={onClose}>
          Your role cannot see the people of a course. A colleague in sales or marketing can tell them.
        </Untold>
      ) : audience ? (
        <Notice cohort={cohort} audience={audience} onClose={onClose} />
      ) : query.isPending ? (
        <Spinner />
      ) : (
        <ErrorState message="The people could not be loaded." onRetry={() => query.refetch()} />
      )}
    </Dialog>
  )
}

const Untold = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <div className="grid gap-4">
    <div>{children}</div>
    <div className="flex justify-end">
      <Button size="small" onClick={onClose}>
        Close
      </Button>
    </div>
  </div>
)

type NoticeProps = Pick<NoticeDialogProps, 'cohort' | 'onClose'> & { audience: NoticeAudience }

function Notice({ cohort, audience, onClose }: NoticeProps) {
  const { kind, count, refusal, preview } = audience
  const client = useQueryClient()
  const maySend = useMay('writeContacts')
  const [body, setBody] = useState('')
  const [busy, setBusy] = useState(false)
  const reload = () => invalidateAdmin(client, noticesPath(cohort))

  async function send() {
    setBusy(true)
    try {
      const json = { kind, count, body: body.trim() || null }
      const notice = await adminFetch<CohortNotice>(noticesPath(cohort), { method: 'POST', json })
      onClose()
      offerUndo({
        done: `Leaves in ${noticeHold} s.`,
        detail: `${formatCount(notice.count, 'message')}: ${preview.subject}`,
        time: noticeHold * 1_000,
        undo: () => undoNotice(cohort, notice).then(reload),
      })
    } catch (error) {
      notify('error', (error as Error).message)
      setBusy(false)
    }
    await reload()
  }

  if (refusal || count === 0)
    return (
      <Untold onClose={onClose}>
        {refusal ? <Alert tone="warning">{refusal}</Alert> : <p>There is no one to tell.</p>}
        <Readers audience={audience} />
      </Untold>
    )
  return (
    <div className="grid gap-4">
      <Readers audience={audience} />
      <div className="grid gap-3 rounded-control border border-line bg-paper p-4">
        <p className="font-[560] wrap-anywhere">{preview.subject}</p>
        {preview.text.map((paragraph) => (
          <p key={paragraph} className="wrap-anywhere">
            {paragraph}
          </p>
        ))}
        <TextArea
          label="Add a sentence"
          hint="Optional. It follows the text above."
          rows={2}
          maxLength={5_000}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
        {preview.closing.map((paragraph) => (
          <p key={paragraph} className="wrap-anywhere">
            {paragraph}
          </p>
        ))}
        <p className="text-small text-muted">Each message has a link with which the person can withdraw.</p>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="small" onClick={onClose}>
          Not now
        </Button>
        {maySend && (
          <Button size="small" busy={busy} onClick={send}>
            Send to {formatCount(count, 'person', 'people')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Takes a message back before the first one leaves. */
async function undoNotice(cohort: NoticeDialogProps['cohort'], { _id }: CohortNotice): Promise<void> {
  try {
    await adminFetch(`${noticesPath(cohort)}/${_id}/undo`, { method: 'POST' })
    notify('success', 'Nothing was sent')
  } catch (error) {
    notify('error', (error as Error).message)
  }
}

function Readers({
  audience: { count, enrolled, waiting, interested, people, leftOut },
}: {
  audience: NoticeAudience
}) {
  const groups = [
    enrolled > 0 && `${enrolled} enrolled`,
    waiting > 0 && `${waiting} on the waiting list`,
    interested > 0 && formatCount(interested, 'wants a date', 'want a date'),
  ]
  return (
    <div className="grid gap-1">
      {count > 0 && (
        <Names title={groups.filter(Boolean).join(', ')}>
          {people.map(({ _id, name, email }) => (
            <li key={_id} className="wrap-anywhere">
              {name} <span className="text-muted">{email}</span>
            </li>
          ))}
        </Names>
      )}
      {leftOut.length > 0 && (
        <Names title={`${leftOut.length} left out`}>
          {leftOut.map(({ _id, name, reason }) => (
            <li key={_id} className="wrap-anywhere">
              {name} <span className="text-muted">{reason}</span>
            </li>
          ))}
        </Names>
      )}
    </div>
  )
}

const Names = ({ title, children }: { title: string; children: ReactNode }) => (
  <details>
    <summary className="cursor-pointer py-1 font-[560]">{title}</summary>
    <ul className="grid max-h-60 gap-1 overflow-y-auto pl-4 text-small">{children}</ul>
  </details>
)

const noticeNames: Record<NoticeKind, string> = { moved: 'Moved', cancelled: 'Cancelled', opened: 'New date' }
const buttons: Record<NoticeKind, string> = {
  moved: 'that it has moved',
  cancelled: 'that it is cancelled',
  opened: 'who want a date',
}

/** The messages about the chosen date: what was sent, and what can be. */
export function DateNotices({ cohort }: { cohort: Cohort }) {
  const client = useQueryClient()
  const [kind, setKind] = useState<NoticeKind | null>(null)
  const maySend = useMay('writeContacts')
  const { data } = useQuery({
    ...adminQuery<NoticeList>(noticesPath(cohort)),
    refetchInterval: ({ state }) => (state.data?.notices.some(({ sending }) => sending > 0) ? 2_000 : false),
  })
  const { state, seats, taken, cancelled } = cohort
  const takesPeople = state === 'open' || state === 'few' || state === 'full'
  const kinds: NoticeKind[] = cancelled
    ? ['cancelled']
    : state === 'past'
      ? []
      : takesPeople
        ? ['moved', 'opened']
        : ['moved']
  const audiences = useQueries({
    queries: kinds.map((one) => adminQuery<NoticeList>(listPath(noticesPath(cohort), { kind: one }))),
  })
  const reached = audiences.flatMap(({ data }) => (data?.audience && data.audience.count > 0 ? [data.audience] : []))
  const undo = (notice: NoticeList['notices'][number]) =>
    undoNotice(cohort, notice).then(() => invalidateAdmin(client, noticesPath(cohort)))
  return (
    <section
      aria-label="Messages about this date"
      className="mb-4 grid gap-2 rounded-control border border-line bg-raised p-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto">
          <span className="font-[560]">{formatDate(cohort.startsOn)}</span>
          <span className="text-muted">
            {' · '}
            {seats === undefined ? formatCount(taken, 'person', 'people') : `${taken} of ${seats} seats`}
            {cancelled && ' · cancelled'}
          </span>
        </p>
        {maySend &&
          reached.map((one) => (
            <Button key={one.kind} variant="secondary" size="small" onClick={() => setKind(one.kind)}>
              Tell {formatCount(one.count, 'person', 'people')} {buttons[one.kind]}
            </Button>
          ))}
      </div>
      {data && data.notices.length > 0 && (
        <ul className="grid gap-1 text-small">
          {data.notices.map((notice) => {
            const { _id, count, sending, sent, failed, skipped, at, by, undoneAt, leavesAt } = notice
            const counts = [
              sending > 0 && `${sending} to go`,
              sent > 0 && `${sent} sent`,
              failed > 0 && `${failed} failed`,
              skipped > 0 && `${skipped} skipped`,
            ]
            return (
              <li key={_id} className="flex flex-wrap items-center gap-x-3 text-muted">
                <span>
                  <span className="text-ink">{noticeNames[notice.kind]}</span>, {formatCount(count, 'person', 'people')}
                  , <LocalDate iso={at} />
                  {by && `, ${by}`}: {undoneAt ? 'taken back' : counts.filter(Boolean).join(', ')}
                </span>
                {leavesAt && maySend && (
                  <Button variant="quiet" size="small" onClick={() => undo(notice)}>
                    Undo
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {kind && <NoticeDialog cohort={cohort} kind={kind} onClose={() => setKind(null)} />}
    </section>
  )
}
