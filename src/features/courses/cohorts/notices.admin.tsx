import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { Dialog, DialogFoot } from '#admin/dialogs/dialog.tsx'
import { formatCount } from '#admin/format.ts'
import { useMay } from '#admin/session/use-auth.ts'
import { LocalDate } from '#admin/time.tsx'
import { deliveryWords, mailHolds } from '#contract/deliveries.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { TextArea } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { listPath } from '#web/api-query.ts'
import type { Cohort, NoticeKind } from '../ground/cohorts.contract.ts'
import { cohortsPath } from '../ground/course-resource.admin.tsx'
import type { CohortNotice, NoticeAudience, NoticeList } from './notices.contract.ts'
import { groupWords, seatsBooked } from './occupied.admin.ts'

type NoticeDialogProps = { cohort: Pick<Cohort, '_id' | 'courseId'>; kind: NoticeKind; onClose: () => void }

const factsAndLink = 'Each email includes the time, location and price, and a link to withdraw.'

/** `also` is what each message has besides the text that is shown. */
const words: Record<NoticeKind, { name: string; button: string; title: string; also: string }> = {
  moved: {
    name: 'Moved',
    button: 'about the new time',
    title: 'Notify them that the date has moved?',
    also: `${factsAndLink} Enrolled people also get a calendar file.`,
  },
  cancelled: {
    name: 'Cancelled',
    button: 'about the cancellation',
    title: 'Notify them that the date is cancelled?',
    also: 'Enrolled people also get a calendar file that removes the date from their calendar.',
  },
  opened: {
    name: 'New date',
    button: 'interested in a date',
    title: 'Notify people interested in a date?',
    also: factsAndLink,
  },
}

export const noticesPath = ({ _id, courseId }: NoticeDialogProps['cohort']) => `${cohortsPath(courseId)}/${_id}/notices`

/** Shows whom a message about a date would reach and what it says, and sends it on a press. */
export function NoticeDialog({ cohort, kind, onClose }: NoticeDialogProps) {
  const maySee = useMay('readContacts')
  const query = useQuery({ ...adminQuery<NoticeList>(`${noticesPath(cohort)}?kind=${kind}`), enabled: maySee })
  const { audience } = query.data ?? {}
  return (
    <Dialog open grows onClose={onClose} title={words[kind].title}>
      {!maySee ? (
        <Untold onClose={onClose}>
          Your role cannot see registrations. A colleague in sales or marketing can notify them.
        </Untold>
      ) : audience ? (
        <Notice cohort={cohort} audience={audience} onClose={onClose} />
      ) : query.isPending ? (
        <Spinner />
      ) : (
        <ErrorState message="The recipients could not be loaded." onRetry={() => query.refetch()} />
      )}
    </Dialog>
  )
}

const Untold = ({ onClose, children }: { onClose: () => void; children: ReactNode }) => (
  <div className="grid gap-4">
    <div>{children}</div>
    <DialogFoot>
      <Button size="small" onClick={onClose}>
        Close
      </Button>
    </DialogFoot>
  </div>
)

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
    done: `Sending in ${mailHolds.notice} s`,
    detail: `${formatCount(notice.count, 'email')}: ${preview.subject}`,
    time: mailHolds.notice * 1_000,
    undo: () => undo(notice),
  })

  if (refusal || count === 0)
    return (
      <Untold onClose={onClose}>
        {refusal ? <Alert tone="warning">{refusal}</Alert> : <p>No recipients.</p>}
        <Readers audience={audience} />
      </Untold>
    )
  return (
    <div className="grid gap-4">
      <Readers audience={audience} />
      <div className="grid gap-3 rounded-control border border-line bg-paper p-4">
        <p className="font-[560] wrap-anywhere">{preview.subject}</p>
        {preview.text.map(paragraph)}
        <TextArea
          label="Add a sentence"
          hint="Optional. It follows the text above."
          rows={2}
          maxLength={5_000}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
        {preview.closing.map(paragraph)}
        <p className="text-small text-muted">{words[kind].also}</p>
      </div>
      <DialogFoot>
        <Button variant="quiet" size="small" onClick={onClose}>
          Not now
        </Button>
        {maySend && (
          <Button size="small" busy={busy} onClick={() => act(send, { done })}>
            Send to {formatCount(count, 'person', 'people')}
          </Button>
        )}
      </DialogFoot>
    </div>
  )
}

const paragraph = (text: string) => (
  <p key={text} className="wrap-anywhere">
    {text}
  </p>
)

function useNoticeUndo(cohort: NoticeDialogProps['cohort']) {
  const { act } = useAct({ reload: noticesPath(cohort) })
  return ({ _id }: CohortNotice) =>
    act(() => adminFetch(`${noticesPath(cohort)}/${_id}/undo`, { method: 'POST' }), { done: 'Sending undone' })
}

function Readers({ audience: { count, people, leftOut, ...groups } }: { audience: NoticeAudience }) {
  return (
    <div className="grid gap-1">
      {count > 0 && (
        <Names
          title={groupWords(groups)}
          people={people.map((one) => ({ ...one, email: one.email ?? '' }))}
          detail="email"
        />
      )}
      {leftOut.length > 0 && <Names title={`${leftOut.length} not notified`} people={leftOut} detail="reason" />}
    </div>
  )
}

type NamesProps<Detail extends string> = {
  title: string
  people: ({ _id: string; name: string } & Record<Detail, string>)[]
  detail: Detail
}

const Names = <Detail extends string>({ title, people, detail }: NamesProps<Detail>) => (
  <details>
    <summary className="cursor-pointer py-1 font-[560]">{title}</summary>
    <ul className="grid max-h-60 gap-1 overflow-y-auto pl-4 text-small">
      {people.map((person) => (
        <li key={person._id} className="wrap-anywhere">
          {person.name} <span className="text-muted">{person[detail]}</span>
        </li>
      ))}
    </ul>
  </details>
)

export function CohortNotices({ cohort }: { cohort: Cohort }) {
  const [kind, setKind] = useState<NoticeKind | null>(null)
  const maySend = useMay('writeContacts')
  const { data } = useQuery({
    ...adminQuery<NoticeList>(noticesPath(cohort)),
    refetchInterval: ({ state }) => (state.data?.notices.some(({ sending }) => sending > 0) ? 2_000 : false),
  })
  const audiences = useQueries({
    queries: (data?.kinds ?? []).map((one) => adminQuery<NoticeList>(listPath(noticesPath(cohort), { kind: one }))),
  })
  const reached = audiences.flatMap(({ data }) => (data?.audience && data.audience.count > 0 ? [data.audience] : []))
  const undo = useNoticeUndo(cohort)
  return (
    <section
      aria-label="Notifications about this date"
      className="mb-4 grid gap-2 rounded-control border border-line bg-raised p-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto">
          <span className="font-[560]">{formatDate(cohort.startsOn)}</span>
          <span className="text-muted">
            {' · '}
            {seatsBooked(cohort)}
            {cohort.cancelled && ' · cancelled'}
          </span>
        </p>
        {maySend &&
          reached.map((one) => (
            <Button key={one.kind} variant="secondary" size="small" onClick={() => setKind(one.kind)}>
              Notify {formatCount(one.count, 'person', 'people')} {words[one.kind].button}
            </Button>
          ))}
      </div>
      {data && data.notices.length > 0 && (
        <ul className="grid gap-1 text-small">
          {data.notices.map((notice) => {
            const { _id, count, sending, at, by, undoneAt, leavesAt } = notice
            const counts = [
              sending > 0 && `${sending} sending`,
              ...(['sent', 'failed', 'skipped'] as const).map(
                (state) => notice[state] > 0 && `${notice[state]} ${deliveryWords[state].toLowerCase()}`,
              ),
            ]
            return (
              <li key={_id} className="flex flex-wrap items-center gap-x-3 text-muted">
                <span>
                  <span className="text-ink">{words[notice.kind].name}</span>, {formatCount(count, 'person', 'people')},{' '}
                  <LocalDate iso={at} />
                  {by && `, ${by}`}: {undoneAt ? 'undone' : counts.filter(Boolean).join(', ')}
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
