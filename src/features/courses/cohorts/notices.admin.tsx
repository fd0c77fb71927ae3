import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { formatCount } from '#admin/format.ts'
import { LocalDate, LocalDateTime } from '#admin/time.tsx'
import { deliveryWords } from '#contract/deliveries.ts'
import { answerText } from '#features/contact/ground/answer-text.contract.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { listPath } from '#web/api-query.ts'
import { type Cohort, isForAttendees, type NoticeKind } from '../ground/cohorts.contract.ts'
import { JoiningDetails } from './joining-details.admin.tsx'
import { NoticeDialog, type NoticeDialogProps, noticesPath, useNoticeUndo } from './notice-dialog.admin.tsx'
import { audienceNames } from './notice-parts.admin.tsx'
import type { CohortNotice, NoticeList } from './notices.contract.ts'
import { daysWords } from './occupied.admin.ts'

/** The name of a message in the list of those that were sent, and the words of its button. */
const words: Record<NoticeKind, { name: string; button: string }> = {
  moved: { name: 'Moved', button: 'about the new time' },
  cancelled: { name: 'Cancelled', button: 'about the cancellation' },
  opened: { name: 'New date', button: 'interested in a date' },
  joining: { name: 'Joining details', button: 'Send joining details' },
  reminder: { name: 'Reminder', button: 'Send reminder' },
  note: { name: 'Note', button: 'Write a note' },
  thanks: { name: 'Thanks', button: 'Say thank you' },
}

/** The messages of a date, loaded again while some are on their way. */
const useNotices = (cohort: NoticeDialogProps['cohort']) =>
  useQuery({
    ...adminQuery<NoticeList>(noticesPath(cohort)),
    refetchInterval: ({ state }) => (state.data?.notices.some(({ sending }) => sending > 0) ? 2_000 : false),
  })

/** A button for each message about a change that someone has not got yet. */
function ChangeButtons({ cohort, list, onOpen }: ListProps & { onOpen: (kind: NoticeKind) => void }) {
  const audiences = useQueries({
    queries: list.sends
      .filter((kind) => !isForAttendees(kind))
      .map((kind) => adminQuery<NoticeList>(listPath(noticesPath(cohort), { kind }))),
  })
  const reached = audiences.flatMap(({ data }) => (data?.audience && data.audience.count > 0 ? [data.audience] : []))
  return reached.map(({ kind, count }) => (
    <Button key={kind} variant="secondary" size="small" onClick={() => onOpen(kind)}>
      Notify {formatCount(count, 'person', 'people')} {words[kind].button}
    </Button>
  ))
}

type MessagesProps = {
  cohort: Omit<Cohort, 'readsPeople' | 'warnings'>
  /** Whether the reader may change the joining details. */
  mayJoin: boolean
}

/** All about messages on the page of a date: how people join, what leaves by itself, what was sent, and what can be. */
export function Messages({ cohort, mayJoin }: MessagesProps) {
  const [kind, setKind] = useState<NoticeKind | null>(null)
  const { data, isPending, refetch } = useNotices(cohort)
  if (!data)
    return isPending ? <Spinner /> : <ErrorState message="The messages could not be loaded." onRetry={refetch} />
  const sends = data.sends.filter(isForAttendees)
  const isEmpty = data.scheduled.length === 0 && data.notices.length === 0
  return (
    <div className="grid gap-8">
      <JoiningDetails cohort={cohort} mayEdit={mayJoin} />
      <section aria-labelledby="messages" className="grid gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <h2 id="messages" className="mr-auto text-h3">
            Messages
          </h2>
          <ChangeButtons cohort={cohort} list={data} onOpen={setKind} />
          {sends.map((one) => (
            <Button key={one} variant="secondary" size="small" onClick={() => setKind(one)}>
              {words[one].button}
            </Button>
          ))}
        </div>
        {data.scheduled.length > 0 && (
          <ul aria-label="Scheduled messages" className="divide-y divide-line border-t border-line">
            {data.scheduled.map(({ kind, at, daysBefore }) => (
              <Row key={at + kind} name={words[kind].name}>
                Scheduled for <LocalDateTime iso={at} />, {daysWords(daysBefore, kind)}
              </Row>
            ))}
          </ul>
        )}
        {isEmpty ? (
          <p className="text-small text-muted">No messages yet.</p>
        ) : (
          <SentNotices cohort={cohort} list={data} />
        )}
      </section>
      {kind && <NoticeDialog cohort={cohort} kind={kind} onClose={() => setKind(null)} />}
    </div>
  )
}

type ListProps = { cohort: NoticeDialogProps['cohort']; list: NoticeList }

function SentNotices({ cohort, list }: ListProps) {
  const undo = useNoticeUndo(cohort)
  if (list.notices.length === 0) return null
  return (
    <ul aria-label="Sent messages" className="divide-y divide-line border-t border-line">
      {list.notices.map((notice) => (
        <Row
          key={notice._id}
          name={nameOf(notice)}
          body={notice.body}
          act={
            notice.leavesAt &&
            list.sends.includes(notice.kind) && (
              <Button variant="quiet" size="small" onClick={() => undo(notice)}>
                Undo
              </Button>
            )
          }
        >
          {formatCount(notice.count, 'person', 'people')}, <LocalDate iso={notice.at} />
          {senderOf(notice)}: {notice.undoneAt ? 'undone' : countsOf(notice)}
        </Row>
      ))}
    </ul>
  )
}

type RowProps = { name: string; body?: string | undefined; act?: ReactNode; children: ReactNode }

const Row = ({ name, body, act, children }: RowProps) => (
  <li className="flex min-h-11 flex-wrap items-center gap-x-3 py-2 text-small">
    <div className="mr-auto min-w-0">
      <p className="text-muted">
        <span className="font-[560] text-ink">{name}</span> · {children}
      </p>
      {body && (
        <p dir="auto" className="line-clamp-2 text-muted wrap-anywhere">
          {answerText(body)}
        </p>
      )}
    </div>
    {act}
  </li>
)

const nameOf = ({ kind, audience }: CohortNotice) =>
  audience && audience !== 'enrolled' ? `${words[kind].name} to: ${audienceNames[audience]}` : words[kind].name

const senderOf = ({ by, daysBefore, kind }: CohortNotice): string =>
  by ? `, ${by}` : daysBefore === undefined ? '' : `, sent automatically, ${daysWords(daysBefore, kind)}`

const countsOf = (notice: CohortNotice): string =>
  [
    notice.sending > 0 && `${notice.sending} sending`,
    ...(['sent', 'failed', 'skipped'] as const).map(
      (state) => notice[state] > 0 && `${notice[state]} ${deliveryWords[state].toLowerCase()}`,
    ),
  ]
    .filter(Boolean)
    .join(', ')
