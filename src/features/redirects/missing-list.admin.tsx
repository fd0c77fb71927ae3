import { EyeOff, Signpost } from 'lucide-react'
import { useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { undoTime, useAct } from '#admin/api/use-act.ts'
import { formatCount, formatNumber } from '#admin/format.ts'
import type { Column } from '#admin/lists/data-table.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { recordName } from '#admin/lists/rows.tsx'
import { LocalDateTime } from '#admin/time.tsx'
import { EmptyState } from '#ui/states.tsx'
import { AddRedirect, RedirectTabs, redirectApi } from './redirect-form.admin.tsx'
import { type MissingPath, redirectDays } from './redirects.contract.ts'

const api = `${redirectApi}/not-found`

export default function MissingListScreen() {
  const list = usePagedList<MissingPath>({ api, sort: '-count' })
  const [from, setFrom] = useState<string>()
  const { act } = useAct({ reload: api })
  const setDismissed = (path: string, dismissed: boolean) =>
    adminFetch(`${api}/dismiss`, { method: 'POST', json: { paths: [path], dismissed } })
  const dismiss = (path: string) =>
    act(() => setDismissed(path, true), {
      done: {
        done: 'Dismissed',
        detail: `“${path}” is off the list.`,
        time: undoTime,
        undo: () => act(() => setDismissed(path, false), { done: 'Back on the list' }),
      },
    })
  return (
    <ListScreen
      title="Addresses not found"
      what="addresses"
      tabs={<RedirectTabs shown="missing" />}
      list={list}
      failure="Failed to fetch the addresses not found"
      empty={
        <EmptyState title="Nothing was missed">
          <p>
            Addresses at which visitors found no page in the last {redirectDays} days appear here, so that you can lead
            them to one. Known bots are not counted.
          </p>
        </EmptyState>
      }
      columns={columns}
      nameOf={({ path }) => path}
      summary={({ count, lastAt }) => (
        <>
          {formatCount(count, 'time')} · <LocalDateTime iso={lastAt} />
        </>
      )}
      actionsOf={({ path, masked }) => [
        !masked && {
          icon: Signpost,
          short: 'Make a redirect',
          label: `Make a redirect from ${path}`,
          worded: true,
          onClick: () => setFrom(path),
        },
        { icon: EyeOff, short: 'Dismiss', onClick: () => dismiss(path) },
      ]}
      below={from !== undefined && <AddRedirect from={from} onClose={() => setFrom(undefined)} />}
    >
      <p className="mb-4 text-small text-muted">
        Addresses at which visitors found no page in the last {redirectDays} days, without known bots and probes.
        Nothing about a visitor is stored; “…” replaces anything that could be about a person.
      </p>
    </ListScreen>
  )
}

const columns: Column<MissingPath>[] = [
  {
    header: 'Address',
    sortBy: { key: 'path', ascending: 'Address, A to Z', descending: 'Address, Z to A' },
    className: 'md:w-full',
    cell: ({ path }) => (
      <span dir="auto" title={path} className={recordName}>
        {path}
      </span>
    ),
  },
  {
    header: 'Times',
    align: 'right',
    sortBy: { key: 'count', ascending: 'Fewest times', descending: 'Most times' },
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ count }) => formatNumber(count),
  },
  {
    header: 'First seen',
    className: 'md:whitespace-nowrap max-lg:md:hidden',
    cell: ({ firstAt }) => <LocalDateTime iso={firstAt} />,
  },
  {
    header: 'Last seen',
    sortBy: { key: 'lastAt', ascending: 'Longest ago', descending: 'Most recent' },
    className: 'md:whitespace-nowrap',
    cell: ({ lastAt }) => <LocalDateTime iso={lastAt} />,
  },
]
