import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { type Resource, useResource } from '#admin/api/use-resource.ts'
import type { Consequence } from '#admin/dialogs/confirm.tsx'
import { capitalised } from '#admin/format.ts'
import { BulkBar } from './bulk-bar.tsx'
import { type Column, DataTable, SortSelect } from './data-table.tsx'
import { asksFor, type Status, StatusFilter, useStatusCounts } from './filter-buttons.tsx'
import { ListFrame } from './list-frame.tsx'
import { PagedRows, usePagedList } from './paged-list.tsx'
import { type RowActionProps, RowActions, recordActions } from './row-actions.tsx'
import { useSelection } from './selection.tsx'
import type { BulkAction } from './use-bulk.ts'

type Content = { _id: string; slug: string; title: string }

type ContentListProps<Row extends Content, Body> = {
  /** The calls, names and trash of the records, and the path of this screen. */
  resource: Resource & { list: string; heading: string; publicPath?: string }
  /** The call that lists them: '/api/blogs/adminblogs'. */
  api: string
  /** Finds the rows in its answer, if the answer is not the list itself. */
  rowsOf?: (body: Body) => Row[]
  /** One record in sentences: 'post'. */
  noun: string
  /** The words for a record that staff have published, and for another. */
  statuses: [on: string, off: string]
  /** Further choices of that filter. */
  furtherStatuses?: Status[]
  /** Draws the rows in place of the table, unless it returns nothing. */
  drawRows?: (
    rows: Row[],
    list: { shown: Record<string, string>; actionsOf: (row: Row) => RowActionProps[] },
  ) => ReactNode
  /** The order of the list without a choice, if it is that of a column. */
  initialSort?: string
  /** All columns but the last one, which has the actions. */
  columns: (resource: ReturnType<typeof useResource>) => Column<Row>[]
  summary: (row: Row) => ReactNode
  /** Links next to the button that creates a record. */
  links?: ReactNode
  /** The actions of a row besides those that every record has, in its menu. */
  furtherActions?: (row: Row) => RowActionProps[]
  consequenceOf: (row: Row) => Promise<Consequence>
  bulkActions: BulkAction<Row>[]
  children?: ReactNode
}

/** The list of an entity with public pages, with its search, filters, sorting and pager. One or many rows can be changed. */
export function ContentList<Row extends Content, Body = Row[]>({
  resource,
  api,
  rowsOf,
  noun,
  initialSort = '',
  furtherActions = () => [],
  furtherStatuses = [],
  drawRows = () => undefined,
  consequenceOf,
  bulkActions,
  children,
  ...props
}: ContentListProps<Row, Body>) {
  const further = furtherStatuses.flatMap((status) => Object.keys(asksFor(status)))
  const names = [...new Set(['status', ...further])].filter((name) => name !== 'sort')
  const list = usePagedList({ api, filters: names, sortable: true, ...(rowsOf && { rowsOf }) })
  const title = `${resource.heading}s`
  const searched = `${resource.one}s`
  const calls = useResource(resource)
  const navigate = useNavigate()
  const all: Status = { value: '', label: 'All' }
  const statuses: Status[] = [
    all,
    ...props.statuses.map((label) => ({ value: label.toLowerCase(), label })),
    { value: 'scheduled', label: 'Scheduled' },
    { value: 'ended', label: 'Ended', rare: true },
    ...furtherStatuses,
  ]
  const shown: Record<string, string> = { ...list.shown, sort: list.sort.value }
  const isShown = (status: Status) => Object.entries(asksFor(status)).every(([name, value]) => shown[name] === value)
  const chosen = statuses.findLast(isShown) ?? all
  const choose = (value: string) => {
    // An order that belongs to a choice ends with it.
    const cleared = Object.fromEntries([...names, ...Object.keys(asksFor(chosen))].map((name) => [name, '']))
    list.change({ ...cleared, ...asksFor(statuses.find((status) => status.value === value) ?? all) })
  }
  const counted = useStatusCounts(api, { search: list.search.value }, statuses)
  const selection = useSelection(list.rows ?? [])
  const nameOf = ({ title }: Row) => title
  const formOf = (id: string) => `${resource.list}/edit/${id}`
  const open = (id: string) => navigate(formOf(id))
  const actionsOf = (row: Row) =>
    recordActions(row.title, {
      view: resource.publicPath && `${resource.publicPath}/${row.slug}`,
      edit: formOf(row._id),
      further: furtherActions(row),
      duplicate: () => calls.duplicate(row._id).then((copy) => copy && open(copy)),
      remove: async () => {
        const { detail, ...further } = await consequenceOf(row)
        return calls.remove(row._id, { name: row.title, consequence: detail, ...further })
      },
    })
  const columns: Column<Row>[] = [
    ...props.columns(calls),
    { header: 'Actions', align: 'right', cell: (row) => <RowActions name={row.title} actions={actionsOf(row)} /> },
  ]
  return (
    <ListFrame
      title={title}
      count={list.total}
      actions={props.links}
      create={{ label: `New ${capitalised(noun)}`, to: `${resource.list}/new` }}
      search={{ placeholder: `Search ${searched}...`, ...list.search }}
      filters={
        <>
          <StatusFilter statuses={counted} value={chosen.value} onChoose={choose} />
          {!('sort' in asksFor(chosen)) && (
            <SortSelect keys={columns.flatMap(({ sortBy = [] }) => sortBy)} sort={list.sort} first="Newest first" />
          )}
        </>
      }
    >
      {children}
      <PagedRows list={list} what={`${noun}s`} failure={`Failed to fetch ${searched}`}>
        {(rows) =>
          drawRows(rows, { shown, actionsOf }) ?? (
            <DataTable
              label={title}
              columns={columns}
              rows={rows}
              sort={{ ...list.sort, initial: initialSort }}
              selection={{ of: selection, nameOf }}
              onOpen={open}
              rowKey={({ _id }) => _id}
              summary={props.summary}
            />
          )
        }
      </PagedRows>
      <BulkBar resource={resource} one={noun} nameOf={nameOf} selection={selection} actions={bulkActions} />
    </ListFrame>
  )
}
