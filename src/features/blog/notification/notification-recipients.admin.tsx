import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminPageQuery } from '#admin/api/queries.ts'
import { type Column, DataTable } from '#admin/lists/data-table.tsx'
import { LocalDateTime } from '#admin/lists/date-time.tsx'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { emptyList, ListBody } from '#admin/lists/list-body.tsx'
import { pagedPath, useListState } from '#admin/lists/list-state.ts'
import { Pager } from '#admin/lists/pager.tsx'
import { SearchField } from '#admin/lists/search-field.tsx'
import { Badge } from '#ui/badge.tsx'
import type { Recipient, RecipientState } from './notifications.contract.ts'

const words: Record<RecipientState, { label: string; tone: 'teal' | 'amber' | 'green' | 'red' | 'plain' }> = {
  waiting: { label: 'Waiting', tone: 'plain' },
  retrying: { label: 'Trying again', tone: 'amber' },
  sending: { label: 'Sending', tone: 'teal' },
  sent: { label: 'Sent', tone: 'green' },
  skipped: { label: 'Skipped', tone: 'plain' },
  failed: { label: 'Failed', tone: 'red' },
}
const options = [
  { value: '', label: 'All' },
  ...(['failed', 'retrying', 'skipped', 'sent', 'waiting'] as const).map((value) => ({
    value,
    label: words[value].label,
  })),
]

const columns: Column<Recipient>[] = [
  { header: 'Email', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  { header: 'State', cell: ({ state }) => <Badge tone={words[state].tone}>{words[state].label}</Badge> },
  {
    header: 'Because',
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

/** What became of each recipient, those with trouble first. @param moving whether more is being sent at this moment */
export function NotificationRecipients({ id, moving }: { id: string; moving: boolean }) {
  const state = useListState(['status'])
  const { search, filters, page, change } = state
  const query = useQuery({
    ...adminPageQuery<{ recipients: Recipient[] }>(pagedPath(`/api/blogs/${id}/notification/recipients`, state)),
    placeholderData: keepPreviousData,
    refetchInterval: moving ? 3_000 : false,
  })
  const total = query.data?.total ?? 0
  return (
    <section aria-labelledby="recipients">
      <h2 id="recipients" className="text-h2">
        Recipients
      </h2>
      <div className="mt-3 mb-4 flex flex-wrap items-center gap-3">
        <SearchField
          placeholder="Search recipients..."
          value={search}
          onSearch={(words) => change({ search: words }, { replace: true })}
        />
        <FilterButtons
          label="State"
          options={options}
          value={filters.status}
          onChoose={(status) => change({ status })}
        />
      </div>
      <ListBody
        query={query}
        failure="Failed to fetch recipients"
        empty={({ body }) =>
          body.recipients.length > 0 ? null : emptyList(search !== '' || filters.status !== '', 'recipients')
        }
      >
        {({ body }) => (
          <>
            <DataTable label="Recipients" columns={columns} rows={body.recipients} rowKey={({ _id }) => _id} />
            <Pager page={page} total={total} onPage={(next) => change({ page: next > 1 ? String(next) : '' })} />
          </>
        )}
      </ListBody>
    </section>
  )
}
