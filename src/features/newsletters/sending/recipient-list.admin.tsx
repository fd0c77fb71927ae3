import type { Column } from '#admin/lists/data-table.tsx'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { SearchField } from '#admin/lists/list-frame.tsx'
import { ListRows } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { StateMark } from '#admin/lists/record-badges.tsx'
import { LocalDateTime } from '#admin/time.tsx'
import { deliveryWords } from '#contract/deliveries.ts'
import type { NotificationStatus, Recipient } from '../ground/notifications.contract.ts'
import { callsOf } from './notification-data.shared.admin.ts'

/** The usual state has none. */
const tones = {
  waiting: 'plain',
  retrying: 'amber',
  sending: 'teal',
  sent: undefined,
  skipped: 'plain',
  failed: 'red',
} as const

const countedStates = ({ recipients, removed, counts }: NotificationStatus) => [
  { value: '', label: 'All', count: recipients - removed },
  ...(['failed', 'retrying', 'skipped', 'sent', 'waiting'] as const).map((value) => ({
    value,
    label: deliveryWords[value],
    count: counts[value],
  })),
]
const withoutCount = <Option extends { count: number }>({ count: _, ...option }: Option) => option

const isDue = (state: Recipient['state']) => state === 'waiting' || state === 'retrying'

const columns: Column<Recipient>[] = [
  { header: 'Email', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { header: 'Status', cell: ({ state }) => <StateMark label={deliveryWords[state]} tone={tones[state]} /> },
  {
    header: 'Reason',
    className: 'md:w-1/3',
    cell: ({ reason }) => reason && <span className="text-muted wrap-anywhere">{reason}</span>,
  },
  {
    header: 'When',
    className: 'max-md:hidden!',
    cell: ({ state, at }) =>
      state === 'sending' ? (
        'now'
      ) : (
        <>
          {isDue(state) && <span className="text-muted">due </span>}
          <LocalDateTime iso={at} />
        </>
      ),
  },
]

/** The state of each recipient, those with a problem first. */
export function NotificationRecipients({ status }: { status: NotificationStatus }) {
  const moving = status.state === 'sending'
  const list = usePagedList({
    api: `${callsOf(status)}/recipients`,
    filters: ['status'],
    rowsOf: ({ recipients }: { recipients: Recipient[] }) => recipients,
    refetchInterval: moving ? 3_000 : false,
  })
  const options = countedStates(status)
  // The counts are of all recipients, not of those that a search finds.
  const shown = list.search.value === '' ? options : options.map(withoutCount)
  return (
    <section aria-labelledby="recipients">
      <h2 id="recipients" className="text-h2">
        Recipients
      </h2>
      <div className="mt-3 mb-4 flex flex-wrap items-center gap-3">
        <SearchField placeholder="Search recipients..." {...list.search} />
        <FilterButtons label="Status" options={shown} {...list.filter('status')} />
      </div>
      <ListRows
        list={list}
        title="Recipients"
        what="recipients"
        columns={columns}
        summary={({ state, reason, at }) => (
          <>
            {deliveryWords[state]}
            {reason && ` · ${reason}`}
            {state !== 'sending' && (
              <>
                {' '}
                · {isDue(state) && 'due '}
                <LocalDateTime iso={at} />
              </>
            )}
          </>
        )}
      />
    </section>
  )
}
