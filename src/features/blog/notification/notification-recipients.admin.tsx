import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { LocalDateTime } from '#admin/lists/date-time.tsx'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { SearchField } from '#admin/lists/list-frame.tsx'
import { PagedRows, usePagedList } from '#admin/lists/paged-list.tsx'
import { Badge } from '#ui/badge.tsx'
import type { Recipient, RecipientState } from './notifications.contract.ts'

const states: Record<RecipientState, { label: string; tone: 'teal' | 'amber' | 'green' | 'red' | 'plain' }> = {
  waiting: { label: 'Waiting', tone: 'plain' },
  retrying: { label: 'Retrying', tone: 'amber' },
  sending: { label: 'Sending', tone: 'teal' },
  sent: { label: 'Sent', tone: 'green' },
  skipped: { label: 'Skipped', tone: 'plain' },
  failed: { label: 'Failed', tone: 'red' },
}
const options = [
  { value: '', label: 'All' },
  ...(['failed', 'retrying', 'skipped', 'sent', 'waiting'] as const).map((value) => ({
    value,
    label: states[value].label,
  })),
]

const columns: Column<Recipient>[] = [
  { header: 'Email', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { header: 'State', cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].label}</Badge> },
  {
    header: 'Reason',
    className: 'md:w-1/3',
    cell: ({ reason }) => <span className="text-muted wrap-anywhere">{reason ?? ''}</span>,
  },
  {
    header: 'When',
    cell: ({ state, at }) =>
      state === 'sending' ? (
        'now'
      ) : (
        <>
          {(state === 'waiting' || state === 'retrying') && <span className="text-muted">due </span>}
          <LocalDateTime iso={at} />
        </>
      ),
  },
]

/** The state of each recipient, those with a problem first. @param moving whether messages are being sent now */
export function NotificationRecipients({ id, moving }: { id: string; moving: boolean }) {
  const list = usePagedList({
    api: `/api/blogs/${id}/notification/recipients`,
    filters: ['status'],
    rowsOf: ({ recipients }: { recipients: Recipient[] }) => recipients,
    refetchInterval: moving ? 3_000 : false,
  })
  return (
    <section aria-labelledby="recipients">
      <h2 id="recipients" className="text-h2">
        Recipients
      </h2>
      <div className="mt-3 mb-4 flex flex-wrap items-center gap-3">
        <SearchField placeholder="Search recipients..." {...list.search} />
        <FilterButtons label="State" options={options} {...list.filter('status')} />
      </div>
      <PagedRows list={list} what="recipients" failure="Failed to fetch recipients">
        {(rows) => <DataTable label="Recipients" columns={columns} rows={rows} rowKey={({ _id }) => _id} />}
      </PagedRows>
    </section>
  )
}
