import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useResource } from '#admin/api/use-act.ts'
import { formatCount, formatNumber } from '#admin/format.ts'
import type { Column } from '#admin/lists/data-table.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { recordName } from '#admin/lists/rows.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import { formatDay, LocalDate, useTimeZone } from '#admin/time.tsx'
import { grantable } from '#contract/roles.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { ConnectionTabs } from '../ground/connection-tabs.admin.tsx'
import { NewTokenDialog, tokenApi } from './new-token-dialog.admin.tsx'
import { countedDays, type TokenItem } from './tokens.contract.ts'

const permissionsOf = ({ permissions }: TokenItem) => permissions.map((one) => grantable[one].label).join(', ')

const endOf = ({ state, expiresAt, endedAt }: TokenItem, zone: string): string => {
  const end = endedAt ?? expiresAt
  return end ? `${state === 'active' ? 'expires' : 'ended'} ${formatDay(end, zone)}` : 'never expires'
}

export default function TokenListScreen() {
  const list = usePagedList<TokenItem>({ api: tokenApi })
  const [making, setMaking] = useState(false)
  const { remove } = useResource({ api: tokenApi, one: 'token' })
  const seesAll = useMay('manage')
  const zone = useTimeZone()
  const make = () => setMaking(true)

  const consequenceOf = (token: TokenItem) => {
    if (token.state !== 'active') return 'It no longer works, so nothing stops.'
    const stops = `Any program that uses it stops working immediately. It can no longer: ${permissionsOf(token).toLowerCase()}.`
    if (!token.lastUsedAt) return `${stops} It was never used.`
    return `${stops} It was last used on ${formatDay(token.lastUsedAt, zone)}, with ${formatCount(token.calls, 'call')} in ${countedDays} days.`
  }

  return (
    <ListScreen
      title="Connections"
      what="tokens"
      tabs={<ConnectionTabs shown="tokens" />}
      list={list}
      create={{ label: 'New token', onClick: make }}
      empty={
        <EmptyState title="No tokens yet">
          <p>
            A token lets another program work here in your name: send requests to your CRM, add posts or read analytics.
            You choose what it may do and when it expires.
          </p>
          <Button variant="secondary" size="small" onClick={make}>
            <KeyRound aria-hidden="true" className="size-4" />
            New token
          </Button>
        </EmptyState>
      }
      columns={[...columns, ...(seesAll ? [person] : []), ...figures]}
      nameOf={({ name }) => name}
      summary={(token) => (
        <>
          {seesAll && `${token.owner.name} · `}
          {formatCount(token.calls, 'call')}
          {` · ${endOf(token, zone)}`}
        </>
      )}
      actionsOf={(token) => [
        {
          icon: Trash2,
          short: 'Delete',
          danger: true,
          onClick: () => remove(token._id, { name: token.name, consequence: consequenceOf(token) }),
        },
      ]}
      below={making && <NewTokenDialog onClose={() => setMaking(false)} />}
    />
  )
}

const states = { expired: 'Expired', ended: 'Ended with access' } as const

function NameCell({ token }: { token: TokenItem }) {
  const { name, state, lost } = token
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span dir="auto" className={recordName}>
          {name}
        </span>
        {state !== 'active' && <Badge tone="amber">{states[state]}</Badge>}
      </span>
      <span className="block text-small text-muted">{permissionsOf(token)}</span>
      {lost.length > 0 && (
        <span className="block text-small text-muted">
          No longer allowed by the role: {lost.map((one) => grantable[one].label).join(', ')}
        </span>
      )}
    </>
  )
}

function LastUse({ token: { lastUsedAt, lastUsedFrom } }: { token: TokenItem }) {
  if (!lastUsedAt) return <span className="text-muted">Never</span>
  return (
    <>
      <LocalDate iso={lastUsedAt} />
      <span className="block text-small wrap-anywhere text-muted">from {lastUsedFrom}</span>
    </>
  )
}

const columns: Column<TokenItem>[] = [
  { header: 'Token', className: 'md:w-1/2', cell: (token) => <NameCell token={token} /> },
]

const person: Column<TokenItem> = {
  header: 'Person',
  className: 'md:min-w-28',
  cell: ({ owner }) => (
    <span dir="auto" className="wrap-anywhere">
      {owner.name}
    </span>
  ),
}

const figures: Column<TokenItem>[] = [
  {
    header: `Calls in ${countedDays} days`,
    align: 'right',
    className: 'tabular-nums',
    cell: ({ calls }) => formatNumber(calls),
  },
  { header: 'Last used', className: 'md:min-w-32', cell: (token) => <LastUse token={token} /> },
  {
    header: 'Expires',
    className: 'whitespace-nowrap',
    cell: ({ expiresAt, endedAt }) => {
      const end = endedAt ?? expiresAt
      return end ? <LocalDate iso={end} /> : 'Never'
    },
  },
]
