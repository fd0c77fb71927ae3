import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { type Resource, useResource } from '#admin/api/use-act.ts'
import { type Consequence, confirm } from '#admin/dialogs/confirm.tsx'
import { inBar } from '#admin/dialogs/undo.tsx'
import { capitalised } from '#admin/format.ts'
import { useAloneQuestion } from '#admin/session/second-person.tsx'
import { useDraftsOnly } from '#admin/session/use-auth.ts'
import { useToday } from '#admin/time.tsx'
import { classNames } from '#ui/class-names.ts'
import { activeWords, type BulkAction, deleteAction, publishActions } from './bulk.tsx'
import {
  FilterButtons,
  hasMark,
  inReviewStatus,
  type Marks,
  proposedStatus,
  publishedStatuses,
  statusOptions,
} from './filter-buttons.tsx'
import { ListScreen } from './list-screen.tsx'
import { useListState } from './list-state.ts'
import { RecordMarks, statusOf, ToggleBadge } from './record-badges.tsx'
import { ReorderList } from './reorder-list.tsx'
import { RowActions, useRecordActions } from './row-actions.tsx'
import { RecordLink, SelectBox } from './rows.tsx'

type OrderedItem = {
  _id: string
  version?: number | undefined
  active: boolean
  order: number
  publishAt?: string | undefined
  unpublishAt?: string | undefined
  closesOn?: string | undefined
} & Marks

export type OrderedResource = Resource & {
  many: string
  /** 'cases': the key of the reorder call, and of the trash. */
  trash: string
  heading: string
  title?: string
  intro?: string
  list: string
  copies?: boolean
  /** Whether no page shows its records. */
  staffOnly?: boolean
}

/** A further column in a wide window, before or after the status. */
type OrderedColumn<Item> = {
  header: string
  className: string
  cell: (item: Item) => ReactNode
  afterStatus?: boolean
}

type OrderedListProps<Item extends OrderedItem> = {
  resource: OrderedResource
  nameOf: (item: Item) => string
  /** The text next to the name; the search covers it. */
  detailOf: (item: Item) => string
  pathOf?: (item: Item) => string
  lead?: (item: Item) => ReactNode
  /** Further columns. A list with some has a line of headers, for which `headers` names the first two. */
  columns?: OrderedColumn<Item>[]
  headers?: [name: string, detail: string]
  /** What hangs on records that are deleted or deactivated, for the question before it. */
  hanging?: (rows: Item[]) => Promise<Consequence | undefined>
  /** The words before the detail in a narrow window, where such columns have no room. */
  narrow?: (item: Item) => string
}

const statuses = [...publishedStatuses('Active', 'Inactive'), inReviewStatus, proposedStatus]

const onPages = 'Active ones are removed from the site immediately.'
const inTrash = 'They stay in the trash for 30 days.'

/** The screen of an ordered list: its entries are searched, reordered by dragging, switched on and off, edited and deleted. */
export function OrderedList<Item extends OrderedItem>({
  resource,
  nameOf,
  detailOf,
  pathOf,
  lead,
  columns = [],
  headers,
  narrow,
  hanging = async () => undefined,
}: OrderedListProps<Item>) {
  const further = (afterStatus: boolean) => columns.filter((column) => (column.afterStatus ?? false) === afterStatus)
  const cells = (item: Item, afterStatus: boolean) =>
    further(afterStatus).map(({ header, className, cell }) => (
      <span key={header} className={classNames('shrink-0 text-small text-muted max-md:hidden', className)}>
        {cell(item)}
      </span>
    ))
  const { api, one, many, trash, heading, list, title = capitalised(many), intro, staffOnly = false } = resource
  const { search, filters, change: changeAddress } = useListState(['status'])
  const { status } = filters
  const query = useQuery({ ...adminQuery<Item[]>(api), select: inOrder<Item> })
  const { act, patch } = useResource(resource)
  const draftsOnly = useDraftsOnly()

  const wanted = search.toLowerCase()
  const found = (item: Item) =>
    nameOf(item).toLowerCase().includes(wanted) || detailOf(item).toLowerCase().includes(wanted)
  const searched = query.data?.filter(found)
  const today = useToday()
  const has = (one: string) => (item: Item) => one === '' || statusOf(item, today) === one || hasMark(item, one)
  const counted = statuses.map((one) => ({ ...one, count: searched?.filter(has(one.value)).length }))

  async function reorder(items: Item[]) {
    const json = { [trash]: items.map((item, order) => ({ ...item, order })) }
    await act(() => adminFetch(`${api}/reorder`, { method: 'PUT', json }), { failed: `Failed to update ${one} order` })
  }

  const actions: BulkAction<Item>[] = [
    ...publishActions(activeWords).map((one) => (one.action === 'unpublish' ? { ...one, after: hanging } : one)),
    deleteAction(staffOnly ? inTrash : onPages, hanging),
  ]
  const alone = useAloneQuestion(trash)
  const toggle = async (item: Item) => {
    const { _id, active } = item
    if (!active && alone && !(await confirm(alone))) return undefined
    const found = active ? await hanging([item]) : undefined
    const set = (next: boolean, more?: Consequence) => {
      const told = `${capitalised(heading)} ${next ? 'activated' : 'deactivated'} successfully`
      const done = more ? { done: told, ...inBar(more), undo: () => set(true) } : told
      return patch(_id, { active: next }, { done, failed: `Failed to update ${one} status` })
    }
    return set(!active, found)
  }

  const acts = useRecordActions<Item>(resource, {
    nameOf,
    pathOf,
    further: (item) => [
      !draftsOnly && {
        icon: item.active ? CircleDashed : CircleCheck,
        short: item.active ? 'Deactivate' : 'Activate',
        place: 'narrow menu',
        onClick: () => toggle(item),
      },
    ],
    copies: resource.copies ?? false,
    consequenceOf: async (item) => {
      const found = await hanging([item])
      const leaves = item.active && !staffOnly && 'It is removed from the site immediately.'
      return { ...found, detail: [leaves, found?.detail].filter(Boolean).join(' ') }
    },
  })

  return (
    <ListScreen
      {...acts}
      title={title}
      intro={intro}
      create={{ label: `New ${heading}`, to: `${list}/new` }}
      list={{
        query,
        rows: searched?.filter(has(status)),
        total: query.data?.length,
        search: { value: search, onSearch: (search) => changeAddress({ search }, { replace: true }) },
        shown: { search, status },
        clear: () => changeAddress({ search: '', status: '' }),
      }}
      what={many}
      filters={
        <FilterButtons
          label="Status"
          options={statusOptions(counted, status)}
          value={status}
          onChoose={(status) => changeAddress({ status })}
        />
      }
      bulk={{ resource, one, actions }}
      drawRows={(items, selection) => (
        <>
          {headers && (
            <div
              aria-hidden="true"
              className="flex items-center gap-1 border border-transparent pr-1 pb-1.5 text-fine font-[560] text-muted max-md:hidden"
            >
              {/* As wide as the handle and the box. */}
              <span className="w-17.5 shrink-0" />
              <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,5fr)_minmax(0,4fr)] gap-4 pr-3">
                {headers.map((header) => (
                  <span key={header}>{header}</span>
                ))}
              </span>
              {further(false).map(headOf)}
              <span className="w-24 shrink-0 pl-2.5">Status</span>
              {further(true).map(headOf)}
              <span className="w-9 shrink-0 text-right xl:w-38">Actions</span>
            </div>
          )}
          <ReorderList
            label={title}
            items={items}
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
                  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <RecordLink to={`${list}/edit/${item._id}`}>{nameOf(item)}</RecordLink>
                    <RecordMarks of={item} />
                  </div>
                  <p
                    dir="auto"
                    className="text-left text-small text-muted max-md:truncate md:line-clamp-2 md:wrap-anywhere"
                  >
                    {!item.active && <span className="md:hidden">Inactive · </span>}
                    {narrow && <span className="md:hidden">{narrow(item)}</span>}
                    {detailOf(item)}
                  </p>
                </div>
                {cells(item, false)}
                {/* The column is as wide as the longer label, so that a change moves nothing. */}
                <span className="w-24 shrink-0 max-md:hidden">
                  <ToggleBadge
                    on={item.active}
                    labels={['Active', 'Inactive']}
                    name={nameOf(item)}
                    onToggle={() => toggle(item)}
                  />
                </span>
                {cells(item, true)}
                <RowActions name={nameOf(item)} actions={acts.actionsOf(item)} />
              </>
            )}
          </ReorderList>
        </>
      )}
    />
  )
}

const headOf = <Item,>({ header, className }: OrderedColumn<Item>) => (
  <span key={header} className={classNames('shrink-0', className)}>
    {header}
  </span>
)

const inOrder = <Item extends OrderedItem>(items: Item[]) => items.toSorted((a, b) => a.order - b.order)
