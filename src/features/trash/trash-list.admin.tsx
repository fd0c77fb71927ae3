import { useQuery } from '@tanstack/react-query'
import { Trash2, Undo2, Unlink } from 'lucide-react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { OptionalSelect } from '#admin/fields/small-form.tsx'
import { formatCount } from '#admin/format.ts'
import type { Column } from '#admin/lists/data-table.tsx'
import { ListScreen } from '#admin/lists/list-screen.tsx'
import { usePagedList } from '#admin/lists/list-state.ts'
import type { RowAct } from '#admin/lists/row-actions.tsx'
import { recordName } from '#admin/lists/rows.tsx'
import { useMay } from '#admin/session/use-auth.ts'
import { LocalDateTime } from '#admin/time.tsx'
import { inSentence } from '#contract/labels.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states.tsx'
import { listPath } from '#web/api-query.ts'
import { type TrashItem, type TrashKind, trashDays } from './trash.contract.ts'

const api = '/api/trash'

export default function TrashScreen() {
  const list = usePagedList<TrashItem>({ api, filters: ['entity'] })
  const { data: kinds = [] } = useQuery(adminQuery<TrashKind[]>(`${api}/kinds`))
  const manages = useMay('manage')
  const { total = 0, rows = [] } = list

  // A restored record is in other lists and on public pages again.
  const { act } = useAct({ reload: '' })
  const change = (method: 'POST' | 'DELETE', path: string, done?: string) =>
    act(() => adminFetch<{ message: string }>(path, { method }), { done: ({ message }) => done ?? message })

  const restore = ({ entity, _id, label }: TrashItem) =>
    change('POST', `${api}/${entity}/${_id}/restore`, `${label} restored`)

  const freeSlug = ({ entity, _id }: TrashItem) =>
    change('POST', `${api}/${entity}/${_id}/free-slug`, 'Its address is free for another record')

  async function erase({ entity, _id, label, name }: TrashItem) {
    const question = `Delete this ${inSentence(label)} for good?`
    const detail = `“${name}”. This cannot be undone.`
    if (await confirm({ question, detail, action: 'Delete for good' }))
      await change('DELETE', `${api}/${entity}/${_id}`, `${label} deleted for good`)
  }

  async function empty() {
    const question = 'Delete everything in the trash for good?'
    const detail = `${formatCount(total, 'entry', 'entries')}. This cannot be undone.`
    if (await confirm({ question, detail, action: 'Empty trash' }))
      // Records that a colleague deletes in the meantime stay.
      await change('DELETE', listPath(api, { deletedUntil: rows[0]?.deletedAt }))
  }

  const actionsOf = (item: TrashItem): RowAct[] => {
    const { name, mayChange, mayErase, hasSlug } = item
    const label = `Free the address of ${name}`
    if (!mayChange) return []
    return [
      { icon: Undo2, short: 'Restore', onClick: () => restore(item) },
      hasSlug && { icon: Unlink, label, short: 'Free its address', place: 'menu', onClick: () => freeSlug(item) },
      mayErase && {
        icon: Trash2,
        label: `Delete ${name} for good`,
        short: 'Delete for good',
        danger: true,
        place: 'menu',
        onClick: () => erase(item),
      },
    ]
  }

  return (
    <ListScreen
      title="Trash"
      what="entries"
      searched={null}
      failure="Failed to fetch the trash"
      empty={<EmptyState title="The trash is empty" />}
      list={list}
      actions={
        manages &&
        total > 0 &&
        !list.filtered &&
        list.pager.page === 1 && (
          <Button variant="secondary" size="small" onClick={empty}>
            <Trash2 aria-hidden="true" className="size-4" />
            Empty trash
          </Button>
        )
      }
      filters={
        <OptionalSelect
          label="Type"
          hideLabel
          className="w-full sm:w-52"
          none="Everything"
          options={kinds.map(({ entity, label }) => [entity, label])}
          {...list.filter('entity')}
        />
      }
      nameOf={({ name }) => name}
      columns={columns}
      actionsOf={actionsOf}
      rowKey={({ entity, _id }) => `${entity} ${_id}`}
      summary={({ label, daysLeft }) => `${label} · ${left(daysLeft)}`}
    >
      <p className="mb-4 text-small text-muted">
        Deleted records stay here for {trashDays} days. Then they are deleted for good.
      </p>
    </ListScreen>
  )
}

const left = (days: number) => `${formatCount(days, 'day')} left`

const columns: Column<TrashItem>[] = [
  {
    header: 'Name',
    className: 'md:w-full',
    cell: ({ name }) => (
      <span dir="auto" title={name} className={recordName}>
        {name}
      </span>
    ),
  },
  { header: 'Type', className: 'whitespace-nowrap', cell: ({ label }) => label },
  { header: 'Deleted', cell: ({ deletedAt }) => <LocalDateTime iso={deletedAt} /> },
  { header: 'By', className: 'whitespace-nowrap max-lg:md:hidden', cell: ({ deletedBy }) => deletedBy },
  { header: 'Time left', className: 'whitespace-nowrap', cell: ({ daysLeft }) => formatCount(daysLeft, 'day') },
]
