import { useQuery } from '@tanstack/react-query'
import { Ban, CalendarClock, Check, CircleDashed, UserRound, Waves } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminPageQuery } from '#admin/api/admin-calls.ts'
import { useShortcut } from '#admin/dialogs/shortcuts.tsx'
import { capitalised, formatNumber } from '#admin/format.ts'
import { type BulkAction, deleteAction } from '#admin/lists/bulk.tsx'
import { ExportButton } from '#admin/lists/download-button.tsx'
import { StatusFilter } from '#admin/lists/filter-buttons.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { onCurrentRow, pressInRow } from '#admin/lists/rows.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { waitingInterval } from '#admin/shell/screen.tsx'
import { Button } from '#ui/button.tsx'
import { listPath } from '#web/api-query.ts'
import { type ContactRequest, contactStatuses } from '../ground/contact.contract.ts'
import { contacts } from './contact-actions.admin.tsx'
import { ContactCard } from './contact-card.admin.tsx'
import { DeskFilters, deskFilters } from './desk-filters.admin.tsx'
import { askForDesk, DeskDialogHost } from './use-desk.admin.tsx'

/** A page has fewer cards than rows, since cards are taller. */
const cardsPerPage = 20

const statuses = [
  { value: '', label: 'All' },
  ...contactStatuses.map((status) => ({ value: status, label: capitalised(status) })),
]

const before = ({ status }: ContactRequest) => ({ action: status })
const actions: BulkAction<ContactRequest>[] = [
  { action: 'resolved', label: 'Resolve', done: 'resolved', icon: Check, undo: before },
  { action: 'spam', label: 'Spam', done: 'marked as spam', icon: Ban, undo: before },
  { action: 'pending', label: 'Reopen', done: 'pending again', icon: CircleDashed, undo: before },
  {
    action: 'owner',
    label: 'Assign',
    done: 'assigned',
    icon: UserRound,
    fields: (rows) => askForDesk(rows, 'ownerId'),
    undo: ({ owner }) => ({ action: 'owner', ownerId: owner?._id ?? null }),
  },
  {
    action: 'followUp',
    label: 'Follow up',
    done: 'updated',
    icon: CalendarClock,
    fields: (rows) => askForDesk(rows, 'followUpOn'),
    undo: ({ followUpOn }) => ({ action: 'followUp', followUpOn: followUpOn ?? null }),
  },
  deleteAction('They stay in the trash for 30 days.'),
]

export default function ContactListScreen() {
  const [aiming, setAiming] = useState(false)
  // New requests appear automatically, except while they would move buttons under the pointer.
  const refetchInterval = !aiming && waitingInterval
  const list = usePagedList<ContactRequest>({
    api: '/api/contact',
    limit: cardsPerPage,
    filters: ['status', 'flood', ...deskFilters],
    refetchInterval,
  })
  const flood = list.filter('flood')
  const navigate = useNavigate()
  const readOnly = useReadOnly()
  const open = (id: string, tab = '') => navigate(listPath(`/admin/contacts/${id}`, { tab }))
  const toTab = (key: string, label: string, tab: string) =>
    readOnly ? null : { key, label, ...onCurrentRow((id) => open(id, tab)) }
  useShortcut(toTab('r', 'Reply to the row', 'answer'))
  useShortcut(toTab('n', 'Add a note to the row', 'note'))
  useShortcut({ key: 'o', label: 'Assign the row', ...pressInRow('Owner') })
  useShortcut({ key: 'f', label: 'Follow up on the row', ...pressInRow('Follow-up') })
  useShortcut({ key: 'e', label: 'Mark the row resolved', ...pressInRow('resolved') })
  useShortcut({ key: 's', label: 'Mark the row spam', ...pressInRow('spam') })
  const watch = ({ target }: PointerEvent) =>
    setAiming(target instanceof Element && target.closest('[data-contact-actions]') !== null)
  return (
    <ListScreen
      title="Contacts"
      what="contacts"
      actions={
        <ExportButton list={list} path="/api/contact.csv" fileName="contacts.csv" failure="Failed to export contacts" />
      }
      list={list}
      filters={
        <>
          <StatusFilter list={list} statuses={statuses} />
          <FloodFilter on={flood.value !== ''} onChange={(on) => flood.onChoose(on ? 'true' : '')} />
          <DeskFilters list={list} />
        </>
      }
      nameOf={({ subject }) => subject}
      onOpen={(id) => open(id)}
      drawRows={(requests, selection) => (
        <ul className="grid gap-3" onPointerOver={watch} onPointerLeave={() => setAiming(false)}>
          {requests.map((request) => (
            <ContactCard key={request._id} request={request} selection={selection} />
          ))}
        </ul>
      )}
      bulk={{ resource: contacts, one: 'request', actions }}
      below={<DeskDialogHost />}
    />
  )
}

/** Filters the requests that came in a flood. It is shown while some of them are pending, or the filter is on. */
function FloodFilter({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const { data } = useQuery(adminPageQuery<ContactRequest[]>('/api/contact?flood=true&status=pending&limit=1'))
  const waiting = data?.total ?? 0
  if (!on && waiting === 0) return null
  return (
    <Button
      variant={on ? 'primary' : 'secondary'}
      size="small"
      className="px-3"
      aria-pressed={on}
      title="These arrived after many others from the same network. One email reported them all."
      onClick={() => onChange(!on)}
    >
      <Waves aria-hidden="true" className="size-4" />
      Flood
      {waiting > 0 && <span className="tabular-nums">{formatNumber(waiting)}</span>}
    </Button>
  )
}
