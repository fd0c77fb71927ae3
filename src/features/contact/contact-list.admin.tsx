import { DownloadButton } from '#admin/lists/download-button.tsx'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { PagedRows, usePagedList } from '#admin/lists/paged-list.tsx'
import { type ContactRequest, contactStatuses } from './contact.contract.ts'
import { ContactCard } from './contact-card.admin.tsx'
import { FloodFilter } from './flood-filter.admin.tsx'

/** A page has fewer cards than rows, since cards are taller. */
const cardsPerPage = 20

const label = (status: string) => status.charAt(0).toUpperCase() + status.slice(1)
const options = [
  { value: '', label: 'All' },
  ...contactStatuses.map((status) => ({ value: status, label: label(status) })),
]

export default function ContactListScreen() {
  const list = usePagedList<ContactRequest>({ api: '/api/contact', limit: cardsPerPage, filters: ['status', 'flood'] })
  const flood = list.filter('flood')
  return (
    <ListFrame
      title="Contacts"
      count={list.total}
      actions={
        <DownloadButton
          label="Export CSV"
          path="/api/contact.csv"
          fileName="contacts.csv"
          failure="Failed to export contacts"
        />
      }
      search={{ placeholder: 'Search contacts...', ...list.search }}
      filters={
        <>
          <FilterButtons label="Status" options={options} {...list.filter('status')} />
          <FloodFilter on={flood.value !== ''} onChange={(on) => flood.onChoose(on ? 'true' : '')} />
        </>
      }
    >
      <PagedRows list={list} what="contacts" failure="Failed to fetch contacts">
        {(requests) => (
          <ul className="grid gap-3">
            {requests.map((request) => (
              <ContactCard key={request._id} request={request} />
            ))}
          </ul>
        )}
      </PagedRows>
    </ListFrame>
  )
}
