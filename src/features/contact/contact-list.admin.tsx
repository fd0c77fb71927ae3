import { type PointerEvent, useState } from 'react'
import { ExportButton } from '#admin/lists/export-button.tsx'
import { FilterButtons } from '#admin/lists/filter-buttons.tsx'
import { ListFrame } from '#admin/lists/list-frame.tsx'
import { PagedRows, usePagedList } from '#admin/lists/paged-list.tsx'
import { TrashLink } from '#admin/lists/trash-link.tsx'
import { waitingInterval } from '#admin/shell/waiting.ts'
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
  const [aiming, setAiming] = useState(false)
  const list = usePagedList<ContactRequest>({
    api: '/api/contact',
    limit: cardsPerPage,
    filters: ['status', 'flood'],
    // New requests appear by themselves, but not while they would move the buttons under the pointer.
    refetchInterval: !aiming && waitingInterval,
  })
  const watch = ({ target }: PointerEvent) =>
    setAiming(target instanceof Element && target.closest('[data-contact-actions]') !== null)
  const flood = list.filter('flood')
  return (
    <ListFrame
      title="Contacts"
      count={list.total}
      actions={
        <>
          <TrashLink />
          <ExportButton
            list={list}
            path="/api/contact.csv"
            fileName="contacts.csv"
            failure="Failed to export contacts"
          />
        </>
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
          <ul className="grid gap-3" onPointerOver={watch} onPointerLeave={() => setAiming(false)}>
            {requests.map((request) => (
              <ContactCard key={request._id} request={request} />
            ))}
          </ul>
        )}
      </PagedRows>
    </ListFrame>
  )
}
