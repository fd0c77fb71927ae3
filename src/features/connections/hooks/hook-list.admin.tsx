import { Pencil, Send, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
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
  stateName,
  useHookActs,
  useHooks,
} from './hook-words.admin.tsx'
import { type Hook, hostOf } from './hooks.contract.ts'

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
          {stateName(hook)} · {formNames[hook.form]}
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
            A webhook tells another program or a chat channel as soon as something happens here, such as a new message,
            a seat request or a published post.
          </p>
        </EmptyState>
      }
    />
  )
}

/** The first events of a webhook, by which those of one host differ: the path of an address may be a password. */
function eventsOf({ events }: Hook): string {
  const most = 3
  const others = events.length - most
  return events.slice(0, most).join(', ') + (others > 0 ? ` and ${others} more` : '')
}

const columns: Column<Hook>[] = [
  {
    header: 'Address',
    className: 'md:w-full',
    cell: (hook) => (
      <>
        <RecordLink to={`${hooksPath}/${hook._id}`}>{hostOf(hook.url)}</RecordLink>
        <span className="block text-small text-muted">{eventsOf(hook)}</span>
      </>
    ),
  },
  { header: 'Format', className: 'md:whitespace-nowrap', cell: ({ form }) => formNames[form] },
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
