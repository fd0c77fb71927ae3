import { Pencil, Send, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { formatCount } from '#admin/format.ts'
import type { Column } from '#admin/lists/data-table.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { RecordLink } from '#admin/lists/rows.tsx'
import { LocalDateTime } from '#admin/time.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ConnectionTabs } from '../ground/connection-tabs.admin.tsx'
import {
  DeliveryBadge,
  formNames,
  HookState,
  hooksPath,
  hostOf,
  stateName,
  useHookActs,
  useHooks,
} from './hook-words.admin.tsx'
import type { Hook } from './hooks.contract.ts'

/** The webhooks, the oldest first. */
export default function HookListScreen() {
  const query = useHooks()
  const { test, remove } = useHookActs()
  const navigate = useNavigate()
  return (
    <ListScreen
      title="Connections"
      what="webhooks"
      label="Webhooks"
      tabs={<ConnectionTabs shown="hooks" />}
      list={{ query, rows: query.data, total: query.data?.length }}
      create={{ label: 'New webhook', to: `${hooksPath}/new` }}
      columns={columns}
      nameOf={({ url }) => hostOf(url)}
      summary={(hook) => (
        <>
          {stateName(hook)} · {formNames[hook.form]} · {formatCount(hook.events.length, 'event')}
        </>
      )}
      onOpen={(id) => navigate(`${hooksPath}/${id}`)}
      actionsOf={(hook) => [
        { icon: Send, short: 'Send a test event to', onClick: () => test(hook) },
        { icon: Pencil, short: 'Edit', to: `${hooksPath}/${hook._id}/edit` },
        { icon: Trash2, short: 'Delete', danger: true, onClick: () => remove(hook) },
      ]}
      empty={
        <EmptyState title="No webhooks yet">
          <p>
            A webhook tells another program, or a channel of your chat, as soon as something happens here: a message
            arrives, a seat is requested, a post is published.
          </p>
        </EmptyState>
      }
    />
  )
}

const columns: Column<Hook>[] = [
  {
    header: 'Address',
    className: 'md:w-full',
    cell: ({ _id, url }) => <RecordLink to={`${hooksPath}/${_id}`}>{hostOf(url)}</RecordLink>,
  },
  { header: 'Form', className: 'md:whitespace-nowrap', cell: ({ form }) => formNames[form] },
  {
    header: 'Events',
    align: 'right',
    className: 'tabular-nums max-lg:md:hidden',
    cell: ({ events }) => <span title={events.join(', ')}>{events.length}</span>,
  },
  {
    header: 'State',
    cell: (hook) => (
      <span title={hook.offReason}>
        <HookState hook={hook} />
      </span>
    ),
  },
  {
    header: 'Last delivery',
    className: 'md:whitespace-nowrap',
    cell: ({ last }) =>
      last ? (
        <span className="inline-flex items-center gap-x-2.5 gap-y-1 max-xl:flex-wrap">
          <DeliveryBadge {...last} />
          <LocalDateTime iso={last.at} />
        </span>
      ) : (
        <span className="text-muted">None yet</span>
      ),
  },
]
