import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { adminQuery } from '#admin/api/queries.ts'
import { type Resource, useResource } from '#admin/api/use-resource.ts'
import { capitalised } from '#admin/format.ts'
import { Link } from '#ui/link.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { StatusFilter } from './filter-buttons.tsx'
import { ListBody, ListFrame } from './list-frame.tsx'
import { useListState } from './list-state.ts'
import { emptyList } from './paged-list.tsx'
import { ScheduleBadge, scheduleState, ToggleBadge, UnpublishedChanges } from './record-badges.tsx'
import { ReorderList } from './reorder-list.tsx'
import { type RowActionProps, RowActions, recordActions } from './row-actions.tsx'
import { useRowKeys } from './row-keys.ts'
import { SelectBox, useSelection } from './selection.tsx'
import { activeWords, deleteAction, publishActions } from './use-bulk.ts'

type Ordered = {
  _id: string
  version?: number | undefined
  active: boolean
  order: number
  publishAt?: string | undefined
  unpublishAt?: string | undefined
  changesWaiting?: boolean | undefined
}

export type OrderedResource = Resource & {
  /** The plural name: 'case studies'. */
  many: string
  /** 'cases': the key of the reorder call, and of the trash. */
  trash: string
  /** 'Product' */
  heading: string
  /** The title of the list, if it is not the plural name. */
  title?: string
  /** Says where the site shows its records. */
  intro?: string
  /** '/admin/products' */
  list: string
  /** Whether its records can be copied. */
  copies?: boolean
  /** Whether no page shows its records. */
  staffOnly?: boolean
}

type OrderedListProps<Item extends Ordered> = {
  resource: OrderedResource
  nameOf: (item: Item) => string
  /** The text next to the name; the search covers it. */
  detailOf: (item: Item) => string
  /** The address of the public page of an item, if each has one. */
  pathOf?: (item: Item) => string
  lead?: (item: Item) => ReactNode
}

const statuses = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'scheduled', label: 'Scheduled', rare: true },
  { value: 'ended', label: 'Ended', rare: true },
]

const statusOf = (item: Ordered) => (item.active ? (scheduleState(item) ?? 'active') : 'inactive')

const onPages = 'Active ones leave the public page at once.'
const inTrash = 'They stay in the trash for 30 days.'

/** The screen of an ordered list: its entries are searched, reordered by dragging, switched on and off, edited and deleted. */
export function OrderedList<Item extends Ordered>({
  resource,
  nameOf,
  detailOf,
  pathOf,
  lead,
}: OrderedListProps<Item>) {
  const { api, one, many, trash, heading, list, title = capitalised(many), intro, staffOnly = false } = resource
  const client = useQueryClient()
  const { search, filters, change: changeAddress } = useListState(['status'])
  const { status } = filters
  const navigate = useNavigate()
  const query = useQuery({ ...adminQuery<Item[]>(api), select: inOrder<Item> })
  const { change, patch, remove, duplicate, reload } = useResource(resource)

  const wanted = search.toLowerCase()
  const found = (item: Item) =>
    nameOf(item).toLowerCase().includes(wanted) || detailOf(item).toLowerCase().includes(wanted)
  const searched = query.data?.filter(found)
  const matches = (item: Item) => found(item) && (status === '' || statusOf(item) === status)
  const shown = query.data?.filter(matches) ?? []
  const selection = useSelection(shown)
  const open = (id: string) => navigate(`${list}/edit/${id}`)
  useRowKeys({ open, toggle: selection.toggle })

  /** The new order shows at once; if the server refuses it, the stored order returns. */
  async function reorder(items: Item[]) {
    const ordered = items.map((item, order) => ({ ...item, order }))
    await client.cancelQueries({ queryKey: ['admin', api] })
    client.setQueryData(adminQuery<Item[]>(api).queryKey, ordered)
    const saved = await change(
      `${api}/reorder`,
      { method: 'PUT', json: { [trash]: ordered } },
      { failure: `Failed to update ${one} order` },
    )
    if (!saved) await reload()
  }

  const toggle = ({ _id, active }: Item) =>
    patch(
      _id,
      { active: !active },
      {
        success: `${heading} ${active ? 'deactivated' : 'activated'} successfully`,
        failure: `Failed to update ${one} status`,
      },
    )

  const actionsOf = (item: Item): RowActionProps[] => {
    const { _id, active } = item
    const word = active ? 'Deactivate' : 'Activate'
    const name = nameOf(item)
    const consequence = active && !staffOnly ? 'It leaves the public page at once.' : undefined
    return recordActions(name, {
      view: pathOf?.(item),
      edit: `${list}/edit/${_id}`,
      further: [
        {
          icon: active ? CircleDashed : CircleCheck,
          label: `${word} ${name}`,
          short: word,
          place: 'narrow menu',
          onClick: () => toggle(item),
        },
      ],
      duplicate: resource.copies ? () => duplicate(_id).then((copy) => copy && open(copy)) : undefined,
      remove: () => remove(_id, { name, consequence }),
    })
  }

  return (
    <ListFrame
      title={title}
      intro={intro}
      count={query.data?.length}
      create={{ label: `New ${heading}`, to: `${list}/new` }}
      search={{
        placeholder: `Search ${many}...`,
        value: search,
        onSearch: (search) => changeAddress({ search }, { replace: true }),
      }}
      filters={
        <StatusFilter
          statuses={statuses.map((one) => ({
            ...one,
            count: searched?.filter((item) => one.value === '' || statusOf(item) === one.value).length,
          }))}
          value={status}
          onChoose={(status) => changeAddress({ status })}
        />
      }
    >
      <ListBody
        query={query}
        failure={`Failed to fetch ${many}`}
        empty={(items) =>
          items.some(matches)
            ? null
            : emptyList(many, { search, status }, () => changeAddress({ search: '', status: '' }))
        }
      >
        {() => (
          <ReorderList
            label={title}
            items={shown}
            idOf={({ _id }) => _id}
            nameOf={nameOf}
            disabled={search !== '' || status !== ''}
            onReorder={reorder}
          >
            {(item) => (
              <>
                <SelectBox
                  label={`Select ${nameOf(item)}`}
                  checked={selection.has(item._id)}
                  onChange={() => selection.toggle(item._id)}
                />
                <span className="w-2.5 shrink-0" />
                {lead?.(item)}
                <div className="min-w-0 flex-1 py-1.5 md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)] md:items-center md:gap-4 md:pr-3">
                  <p dir="auto" className="flex flex-wrap items-center gap-x-3 gap-y-1 font-[560] wrap-anywhere">
                    <Link to={`${list}/edit/${item._id}`} className="link-quiet">
                      {nameOf(item)}
                    </Link>
                    {item.changesWaiting && <UnpublishedChanges />}
                    {item.active && <ScheduleBadge of={item} />}
                  </p>
                  <p dir="auto" className="text-small text-muted max-md:truncate md:wrap-anywhere">
                    {!item.active && <span className="md:hidden">Inactive · </span>}
                    {detailOf(item)}
                  </p>
                </div>
                {/* The column is as wide as the longer label, so that a change moves nothing. */}
                <span className="w-24 shrink-0 max-md:hidden">
                  <ToggleBadge
                    on={item.active}
                    labels={['Active', 'Inactive']}
                    name={nameOf(item)}
                    onToggle={() => toggle(item)}
                  />
                </span>
                <RowActions name={nameOf(item)} actions={actionsOf(item)} />
              </>
            )}
          </ReorderList>
        )}
      </ListBody>
      <BulkBar
        resource={resource}
        one={one}
        nameOf={nameOf}
        selection={selection}
        actions={[...publishActions(activeWords), deleteAction(staffOnly ? inTrash : onPages)]}
      />
    </ListFrame>
  )
}

const inOrder = <Item extends Ordered>(items: Item[]) => items.toSorted((a, b) => a.order - b.order)
