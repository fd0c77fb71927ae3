import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminQuery } from '#admin/api/queries.ts'
import { formatCount } from '#admin/format.ts'
import { LocalDate } from '#admin/lists/date-time.tsx'
import { useMay } from '#admin/session/permissions.ts'
import { deliveryWords } from '#contract/deliveries.ts'
import { Button } from '#ui/button.tsx'
import { formatDate } from '#ui/date.tsx'
import { listPath } from '#web/api-query.ts'
import type { Cohort, NoticeKind } from '../ground/cohorts.contract.ts'
import { NoticeDialog, noticesPath, useNoticeUndo } from './notice-dialog.admin.tsx'
import type { NoticeList } from './notices.contract.ts'
import { seatsInWords } from './occupied.admin.ts'

const noticeNames: Record<NoticeKind, string> = { moved: 'Moved', cancelled: 'Cancelled', opened: 'New date' }
const buttons: Record<NoticeKind, string> = {
  moved: 'that it has moved',
  cancelled: 'that it is cancelled',
  opened: 'who want a date',
}

/** The messages about the chosen date: what was sent, and what can be. */
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
      aria-label="Messages about this date"
      className="mb-4 grid gap-2 rounded-control border border-line bg-raised p-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto">
          <span className="font-[560]">{formatDate(cohort.startsOn)}</span>
          <span className="text-muted">
            {' · '}
            {seatsInWords(cohort)}
            {cohort.cancelled && ' · cancelled'}
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
            const { _id, count, sending, at, by, undoneAt, leavesAt } = notice
            const counts = [
              sending > 0 && `${sending} to go`,
              ...(['sent', 'failed', 'skipped'] as const).map(
                (state) => notice[state] > 0 && `${notice[state]} ${deliveryWords[state].toLowerCase()}`,
              ),
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
