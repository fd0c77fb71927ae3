import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { adminQuery } from '#admin/api/queries.ts'
import { useAct } from '#admin/api/use-act.ts'
import { Dialog } from '#admin/dialogs/dialog.tsx'
import { formatCount } from '#admin/format.ts'
import { useMay } from '#admin/session/permissions.ts'
import { mailHolds } from '#contract/deliveries.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import type { Cohort, NoticeKind } from '../ground/cohorts.contract.ts'
import { cohortsPath } from '../ground/course-resource.admin.tsx'
import type { CohortNotice, NoticeAudience, NoticeList } from './notices.contract.ts'

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

const factsAndLink =
  'Each message names the time, the place and the price, and has a link with which the person can withdraw.'

/** What each message has besides the text that is shown. */
const alsoSaid: Record<NoticeKind, string> = {
  moved: `${factsAndLink} Those with a seat get a calendar file.`,
  cancelled: 'Those with a seat get a calendar file that takes the date out of their calendar.',
  opened: factsAndLink,
}

type NoticeProps = Pick<NoticeDialogProps, 'cohort' | 'onClose'> & { audience: NoticeAudience }

function Notice({ cohort, audience, onClose }: NoticeProps) {
  const { kind, count, refusal, preview } = audience
  const maySend = useMay('writeContacts')
  const [body, setBody] = useState('')
  const { act, busy } = useAct({ reload: noticesPath(cohort) })
  const undo = useNoticeUndo(cohort)

  async function send() {
    const json = { kind, count, body: body.trim() || null }
    const notice = await adminFetch<CohortNotice>(noticesPath(cohort), { method: 'POST', json })
    onClose()
    return notice
  }
  const done = (notice: CohortNotice) => ({
    done: `Leaves in ${mailHolds.notice} s.`,
    detail: `${formatCount(notice.count, 'message')}: ${preview.subject}`,
    time: mailHolds.notice * 1_000,
    undo: () => undo(notice),
  })

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
        <p className="text-small text-muted">{alsoSaid[kind]}</p>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="small" onClick={onClose}>
          Not now
        </Button>
        {maySend && (
          <Button size="small" busy={busy} onClick={() => act(send, { done })}>
            Send to {formatCount(count, 'person', 'people')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Takes a message back before the first one leaves. */
export function useNoticeUndo(cohort: NoticeDialogProps['cohort']) {
  const { act } = useAct({ reload: noticesPath(cohort) })
  return ({ _id }: CohortNotice) =>
    act(() => adminFetch(`${noticesPath(cohort)}/${_id}/undo`, { method: 'POST' }), { done: 'Nothing was sent' })
}

function Readers({
  audience: { count, enrolled, asked, waiting, interested, people, leftOut },
}: {
  audience: NoticeAudience
}) {
  const groups = [
    enrolled > 0 && `${enrolled} enrolled`,
    asked > 0 && `${asked} to confirm`,
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
