import { useQuery } from '@tanstack/react-query'
import { Copy, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import type { Column } from '#admin/lists/data-table.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { recordName } from '#admin/lists/rows.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import { LocalDate, LocalDateTime } from '#admin/time.tsx'
import { grantable } from '#contract/roles.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ConnectionTabs } from '../ground/connection-tabs.admin.tsx'
import type { AssistantSetup, ConnectedAssistant } from './assistants.contract.ts'

const api = '/api/assistants'

const permissionsOf = ({ permissions }: ConnectedAssistant) =>
  permissions.map((permission) => grantable[permission].label).join(', ') || 'None left'

export default function AssistantListScreen() {
  const query = useQuery(adminQuery<ConnectedAssistant[]>(api))
  const { data: setup } = useQuery(adminQuery<AssistantSetup>(`${api}/setup`))
  const { act } = useAct({ reload: api })
  const mayManage = useMay('manage')

  const disconnect = async ({ _id, name, person }: ConnectedAssistant) => {
    const question = {
      question: `Disconnect “${name}”?`,
      detail: `It stops working in the name of ${person.name}. Everything it has prepared stays.`,
      action: 'Disconnect',
    }
    if (!(await confirm(question))) return
    await act(() => adminFetch(`${api}/${_id}`, { method: 'DELETE' }), { done: 'Assistant disconnected' })
  }
  return (
    <ListScreen
      title="Connections"
      what="assistants"
      searched={null}
      tabs={<ConnectionTabs shown="assistants" />}
      list={{ query, rows: query.data, total: query.data?.length }}
      failure="Failed to fetch the assistants"
      empty={
        setup?.on ? (
          <EmptyState title="No assistants connected">
            <p>Once you connect one, it is listed here.</p>
          </EmptyState>
        ) : (
          <EmptyState title="Assistants are switched off">
            <p>
              With an assistant such as Claude or ChatGPT, staff can search the site and prepare drafts.
              {!mayManage && ' An owner can switch them on.'}
            </p>
          </EmptyState>
        )
      }
      columns={columns.filter(({ header }) => mayManage || header !== 'Person')}
      nameOf={({ name }) => name}
      summary={(row) => (
        <>
          {mayManage && `${row.person.name} · `}
          {permissionsOf(row)}
        </>
      )}
      actionsOf={(row) => [{ icon: Unplug, short: 'Disconnect', worded: true, onClick: () => disconnect(row) }]}
    >
      {setup && (
        <div className="mb-6 grid gap-4">
          {mayManage && <AssistantSwitch on={setup.on} />}
          {setup.on && <HowToConnect address={setup.address} />}
        </div>
      )}
    </ListScreen>
  )
}

/** The setting of the group `connections`, at the place where it is needed. */
function AssistantSwitch({ on }: { on: boolean }) {
  const { act, busy } = useAct({ reload: [api, '/api/settings/connections'] })
  const change = async () => {
    const question = {
      question: 'Switch assistants off?',
      detail:
        'Connected assistants stop working immediately. They stay listed, and work again once you switch them back on.',
      action: 'Switch off',
    }
    if (on && !(await confirm(question))) return
    const json = { assistants: !on }
    await act(() => adminFetch('/api/settings/connections', { method: 'PUT', json }), {
      done: on ? 'Assistants are off' : 'Assistants are on',
    })
  }
  return (
    <section
      aria-label="Assistants on or off"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-control border border-line bg-raised px-4 py-3"
    >
      <p className="max-w-measure min-w-60 flex-1">
        <span className="font-[550]">{on ? 'Staff can connect assistants' : 'Nobody can connect an assistant'}</span>
        <span className="block text-small text-muted">
          An assistant sees only what its user allows, and prepares drafts. It never publishes, sends or deletes.
        </span>
      </p>
      <Button variant={on ? 'secondary' : 'primary'} size="small" busy={busy} onClick={change}>
        {on ? 'Switch off' : 'Switch on'}
      </Button>
    </section>
  )
}

const HowToConnect = ({ address }: { address: string }) => {
  const { act } = useAct()
  const copy = () =>
    act(() => navigator.clipboard.writeText(address), { done: 'Address copied', failed: 'Copying failed' })
  return (
    <section aria-labelledby="connect" className="rounded-control border border-line bg-raised px-4 py-4">
      <h2 id="connect" className="font-[600]">
        How to connect
      </h2>
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <TextInput
          label="Address"
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-1 basis-80"
        />
        <Button variant="secondary" onClick={copy}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </Button>
      </div>
      <dl className="mt-4 grid gap-x-6 gap-y-3 text-small md:grid-cols-3">
        <Way name="Claude">Go to Settings, then Connectors. Choose Add custom connector and paste the address.</Way>
        <Way name="ChatGPT">
          Go to Settings, Apps &amp; Connectors, Advanced settings and turn on Developer mode. Then create a connector
          with the address.
        </Way>
        <Way name="Editors">
          Add an MCP server of type HTTP with the address. If your editor cannot sign in, give it a token.
        </Way>
      </dl>
      <p className="mt-3 text-small text-muted">
        The assistant then opens this site, where you sign in and choose what it can do.
      </p>
    </section>
  )
}

const Way = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="font-[560]">{name}</dt>
    <dd className="text-muted">{children}</dd>
  </div>
)

const columns: Column<ConnectedAssistant>[] = [
  {
    header: 'Assistant',
    className: 'md:w-2/5',
    cell: ({ name, host, paused }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0">
          <span dir="auto" className={recordName}>
            {name}
          </span>
          <bdi className="block text-small wrap-anywhere text-muted">{host}</bdi>
        </span>
        {paused && <Badge tone="amber">Paused</Badge>}
      </span>
    ),
  },
  { header: 'Person', cell: ({ person }) => person.name },
  { header: 'Permissions', className: 'md:w-2/5', cell: permissionsOf },
  {
    header: 'Connected',
    className: 'md:whitespace-nowrap max-lg:md:hidden',
    cell: ({ connectedAt }) => <LocalDate iso={connectedAt} />,
  },
  {
    header: 'Last used',
    className: 'md:whitespace-nowrap',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <LocalDateTime iso={lastUsedAt} /> : 'Never'),
  },
]
