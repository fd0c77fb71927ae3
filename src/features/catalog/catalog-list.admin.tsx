import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { emptyList, ListBody } from '#office/list-body.tsx'
import { ListFrame } from '#office/list-frame.tsx'
import { useListState } from '#office/list-state.ts'
import { officeQuery } from '#office/office-query.ts'
import { ReorderList } from '#office/reorder-list.tsx'
import { RowAction } from '#office/row-action.tsx'
import { ToggleBadge } from '#office/toggle-badge.tsx'
import { capitalised, useResource } from '#office/use-resource.ts'
import type { StaffProduct, StaffService } from './catalog.contract.ts'
import { type CatalogKind, catalogName } from './catalog-kinds.admin.tsx'
import { ServiceIcon } from './service-icon.tsx'

/** The list of either kind: searched here by name and category, put into order by dragging, switched on and off. */
export function CatalogList<Stored extends StaffProduct | StaffService>({ kind }: { kind: CatalogKind<Stored> }) {
  const { api, one, many, heading, list } = kind
  const client = useQueryClient()
  const { search, change } = useListState()
  const query = useQuery({ ...officeQuery<Stored[]>(api), select: inOrder<Stored> })
  const resource = useResource(kind)

  const wanted = search.toLowerCase()
  const matches = (item: Stored) => catalogName(item).toLowerCase().includes(wanted) || item.category.toLowerCase().includes(wanted)

  /** The screen follows at once; what the server has comes back when it does not take the order. */
  async function reorder(items: Stored[]) {
    const ordered = items.map((item, order) => ({ ...item, order }))
    await client.cancelQueries({ queryKey: ['office', api] })
    client.setQueryData(officeQuery<Stored[]>(api).queryKey, ordered)
    const saved = await resource.change(
      `${api}/reorder`,
      { method: 'PUT', json: { [many]: ordered } },
      { failure: `Failed to update ${one} order` },
    )
    if (!saved) await resource.reload()
  }

  const toggle = (item: Stored) =>
    resource.patch(
      item._id,
      { active: !item.active },
      {
        success: `${heading} ${item.active ? 'deactivated' : 'activated'} successfully`,
        failure: `Failed to update ${one} status`,
      },
    )

  return (
    <ListFrame
      title={capitalised(many)}
      count={query.data?.length}
      create={{ label: `New ${heading}`, to: `${list}/new` }}
      search={{ placeholder: `Search ${many}...`, value: search, onSearch: (words) => change({ search: words }, { replace: true }) }}
    >
      <ListBody
        query={query}
        failure={`Failed to fetch ${many}`}
        empty={(items) => (items.some(matches) ? null : emptyList(search !== '', many))}
      >
        {(items) => (
          <ReorderList
            label={capitalised(many)}
            items={items.filter(matches)}
            idOf={({ _id }) => _id}
            nameOf={catalogName}
            disabled={search !== ''}
            onReorder={reorder}
          >
            {(item) => (
              <>
                {'icon' in item && <ServiceIcon name={item.icon} className="mr-2 size-5 shrink-0 text-primary max-sm:hidden" />}
                <div className="min-w-0 flex-1 py-1.5 md:grid md:grid-cols-2 md:items-center md:gap-4">
                  <p className="font-[560]">{catalogName(item)}</p>
                  <p className="text-small text-muted">{item.category}</p>
                </div>
                <ToggleBadge on={item.active} words={['Active', 'Inactive']} of={catalogName(item)} onToggle={() => toggle(item)} />
                <RowAction icon={Pencil} label={`Edit ${catalogName(item)}`} to={`${list}/edit/${item._id}`} />
                <RowAction icon={Trash2} label={`Delete ${catalogName(item)}`} danger onClick={() => resource.remove(item._id)} />
              </>
            )}
          </ReorderList>
        )}
      </ListBody>
    </ListFrame>
  )
}

const inOrder = <Item extends { order: number }>(items: Item[]) => items.toSorted((a, b) => a.order - b.order)
