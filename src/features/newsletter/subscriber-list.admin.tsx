import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Column, DataTable } from '#office/data-table.tsx'
import { LocalDateTime } from '#office/date-time.tsx'
import { DownloadButton } from '#office/download-button.tsx'
import { ListFrame } from '#office/list-frame.tsx'
import { pagedPath, useListState } from '#office/list-state.ts'
import { officePageQuery } from '#office/office-query.ts'
import { Pager } from '#office/pager.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Subscriber } from './newsletter.contract.ts'

const columns: Column<Subscriber>[] = [
  { header: 'Email', cell: ({ email }) => email },
  { header: 'Subscribed At', cell: ({ subscribedAt }) => <LocalDateTime iso={subscribedAt} />, className: 'md:w-64' },
]

export default function SubscriberListScreen() {
  const state = useListState()
  const { search, page, change } = state
  const query = useQuery({
    ...officePageQuery<{ subscribers: Subscriber[] }>(pagedPath('/api/newsletter/subscribers', state)),
    placeholderData: keepPreviousData,
  })
  // As specified, a failure shows an empty list and is said in the console alone.
  useEffect(() => {
    if (query.error) console.warn('The subscribers could not be fetched', query.error)
  }, [query.error])
  const subscribers = query.data?.body.subscribers ?? []
  const total = query.data?.total ?? subscribers.length
  return (
    <ListFrame
      title="Newsletter Subscribers"
      count={query.data && total}
      actions={
        <DownloadButton
          label="Export CSV"
          path="/api/newsletter/subscribers.csv"
          fileName="subscribers.csv"
          failure="Failed to export subscribers"
        />
      }
      search={{ placeholder: 'Search subscribers...', value: search, onSearch: (words) => change({ search: words }, { replace: true }) }}
    >
      {query.isPending ? (
        <Spinner />
      ) : (
        <>
          <DataTable
            label="Newsletter Subscribers"
            columns={columns}
            rows={subscribers}
            rowKey={({ _id }) => _id}
            emptyText="No subscribers found"
          />
          <Pager page={page} total={total} onPage={(next) => change({ page: next > 1 ? String(next) : '' })} />
        </>
      )}
    </ListFrame>
  )
}
