import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminPageQuery } from '#admin/api/queries.ts'
import { DownloadButton } from '#admin/lists/download-button.tsx'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { emptyList, ListBody } from '#admin/lists/list-body.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { pagedPath, useListState } from '#admin/lists/list-state.ts'
import { Pager } from '#admin/lists/pager.tsx'
import { type ContactRequest, contactStatuses } from './contact.contract.ts'
import { ContactCard } from './contact-card.admin.tsx'
import { FloodFilter } from './flood-filter.admin.tsx'

/** Cards are taller than rows; fewer make a page. */
const cardsPerPage = 20

const label = (status: string) => status.charAt(0).toUpperCase() + status.slice(1)
const options = [
  { value: '', label: 'All' },
  ...contactStatuses.map((status) => ({ value: status, label: label(status) })),
]

export default function ContactListScreen() {
  const state = useListState(['status', 'flood'])
  const { search, filters, page, change } = state
  const query = useQuery({
    ...adminPageQuery<ContactRequest[]>(pagedPath('/api/contact', state, cardsPerPage)),
    placeholderData: keepPreviousData,
  })
  const total = query.data?.total ?? query.data?.body.length
  return (
    <ListFrame
      title="Contacts"
      count={total}
      actions={
        <DownloadButton
          label="Export CSV"
          path="/api/contact.csv"
          fileName="contacts.csv"
          failure="Failed to export contacts"
        />
      }
      search={{
        placeholder: 'Search contacts...',
        value: search,
        onSearch: (words) => change({ search: words }, { replace: true }),
      }}
      filters={
        <>
          <FilterButtons
            label="Status"
            options={options}
            value={filters.status}
            onChoose={(status) => change({ status })}
          />
          <FloodFilter on={filters.flood !== ''} onChange={(on) => change({ flood: on ? 'true' : '' })} />
        </>
      }
    >
      <ListBody
        query={query}
        failure="Failed to fetch contacts"
        empty={({ body }) =>
          body.length > 0 ? null : emptyList(search !== '' || filters.status !== '' || filters.flood !== '', 'contacts')
        }
      >
        {({ body }) => (
          <>
            <ul className="grid gap-3">
              {body.map((request) => (
                <ContactCard key={request._id} request={request} />
              ))}
            </ul>
            <Pager
              page={page}
              total={total ?? 0}
              limit={cardsPerPage}
              onPage={(next) => change({ page: next > 1 ? String(next) : '' })}
            />
          </>
        )}
      </ListBody>
    </ListFrame>
  )
}
