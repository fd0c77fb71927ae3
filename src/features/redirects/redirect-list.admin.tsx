import { Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { useResource } from '#admin/api/use-act.ts'
import { formatCount, formatNumber } from '#admin/format.ts'
import type { BulkAction } from '#admin/lists/bulk.tsx'
import type { Column } from '#admin/lists/data-table.tsx'
import { DownloadButton } from '#admin/lists/download-button.tsx'
import { StatusFilter } from '#admin/lists/filter-buttons.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import { recordName } from '#admin/lists/rows.tsx'
import { useMay, useReadOnly } from '#admin/session/use-auth.ts'
import { LocalDate } from '#admin/time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState } from '#ui/states.tsx'
import { AddRedirect, ImportRedirects, RedirectTabs, redirectApi } from './redirect-form.admin.tsx'
import { type Redirect, redirectDays } from './redirects.contract.ts'

const resource = { api: redirectApi, one: 'redirect' }
const consequence = 'Visitors who follow the old address find nothing there.'

const actions: BulkAction<Redirect>[] = [
  {
    action: 'delete',
    label: 'Delete',
    done: 'deleted',
    icon: Trash2,
    danger: true,
    asks: async (_rows, many) => ({
      question: `Are you sure you want to delete ${many}?`,
      detail: 'Visitors who follow the old addresses find nothing there.',
      action: 'Delete',
    }),
  },
]

const statuses = [
  { value: '', label: 'All' },
  { value: 'hand', label: 'Added by hand' },
  { value: 'import', label: 'Imported', rare: true },
  { value: 'slug', label: 'Changed slug', rare: true },
]

export default function RedirectListScreen() {
  const list = usePagedList<Redirect>({ api: redirectApi, filters: ['status'], sort: '-at' })
  const [open, setOpen] = useState<'add' | 'import'>()
  const readOnly = useReadOnly()
  const { remove } = useResource(resource)
  const close = () => setOpen(undefined)
  return (
    <ListScreen
      title="Redirects"
      what="redirects"
      tabs={<RedirectTabs shown="redirects" />}
      list={list}
      create={{ label: 'Add redirect', onClick: () => setOpen('add') }}
      actions={
        <>
          {!readOnly && (
            <Button variant="secondary" size="small" onClick={() => setOpen('import')}>
              <Upload aria-hidden="true" className="size-4" />
              Import CSV
            </Button>
          )}
          {(list.total ?? 0) > 0 && (
            <DownloadButton
              path={`${redirectApi}/export.csv`}
              fileName="redirects.csv"
              failure="Failed to export the redirects"
            >
              Export CSV
            </DownloadButton>
          )}
        </>
      }
      filters={<StatusFilter label="Where they come from" list={list} statuses={statuses} />}
      empty={
        <EmptyState title="No redirects yet">
          <p>
            A redirect leads visitors and search engines from an old address to the page that replaces it. When you
            change the slug of a page, its old address redirects on its own.
          </p>
        </EmptyState>
      }
      columns={columns}
      nameOf={({ from }) => from}
      summary={(row) => (
        <>
          {row.hits !== undefined && `${formatCount(row.hits, 'hit')} · `}
          to <bdi>{row.record?.name ?? row.to}</bdi>
        </>
      )}
      actionsOf={({ _id, from, origin }) => [
        origin !== 'slug' && {
          icon: Trash2,
          short: 'Delete',
          danger: true,
          onClick: () => remove(_id, { name: from, consequence }),
        },
      ]}
      bulk={{ resource, one: 'redirect', actions }}
      below={
        <>
          {open === 'add' && <AddRedirect onClose={close} />}
          {open === 'import' && <ImportRedirects onClose={close} />}
        </>
      }
    />
  )
}

const states = {
  draft: 'Draft',
  inactive: 'Inactive',
  scheduled: 'Scheduled',
  ended: 'Ended',
  trash: 'In the trash',
} as const

/** Where a redirect leads: a record by its name, or an address. */
function Target({ redirect: { to, record, lost } }: { redirect: Redirect }) {
  const state = record && record.state !== 'live' ? states[record.state] : undefined
  const words = record?.name ?? to
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {to === undefined ? (
        <span dir="auto" className="wrap-anywhere">
          {words}
        </span>
      ) : (
        <a
          href={to}
          target="_blank"
          rel="noreferrer"
          dir="auto"
          title={to}
          className="link-quiet line-clamp-2 wrap-anywhere"
        >
          {words}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      {state && <Badge tone="amber">{state}</Badge>}
      {lost && <Badge tone="amber">No page there</Badge>}
    </span>
  )
}

/** By whom, by which import, or that a slug was changed. */
function Origin({ redirect: { origin, by, at, import: imported } }: { redirect: Redirect }) {
  const opensImports = useMay('manage')
  if (origin === 'slug') return <span className="text-muted">Changed slug</span>
  const name = imported?.name ?? 'Import'
  return (
    <>
      <span className="block wrap-anywhere">
        {!imported ? (
          by
        ) : opensImports && imported.name !== undefined ? (
          <Link to={`/admin/system/imports/${imported._id}`} className="link-quiet">
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      {at !== undefined && (
        <span className="block text-small text-muted">
          <LocalDate iso={at} />
        </span>
      )}
    </>
  )
}

const columns: Column<Redirect>[] = [
  {
    header: 'From',
    sortBy: { key: 'from', ascending: 'Address, A to Z', descending: 'Address, Z to A' },
    className: 'md:w-1/2',
    cell: ({ from }) => (
      <span dir="auto" title={from} className={recordName}>
        {from}
      </span>
    ),
  },
  { header: 'To', className: 'md:w-1/2', cell: (row) => <Target redirect={row} /> },
  {
    header: `Hits in ${redirectDays} days`,
    align: 'right',
    sortBy: { key: 'hits', ascending: 'Fewest hits', descending: 'Most hits' },
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ hits }) => hits !== undefined && formatNumber(hits),
  },
  {
    header: 'Added',
    sortBy: { key: 'at', ascending: 'Oldest first', descending: 'Newest first' },
    className: 'md:min-w-36 max-lg:md:hidden',
    cell: (row) => <Origin redirect={row} />,
  },
]
