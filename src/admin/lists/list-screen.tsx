import type { ReactNode } from 'react'
import { formatNumber } from '#admin/format.ts'
import { Button } from '#ui/button.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { EmptyState } from '#ui/states.tsx'
import { BulkBar, type BulkOptions } from './bulk.tsx'
import { DataTable, type DataTableProps, SortSelect } from './data-table.tsx'
import { type FrameProps, ListBody, ListFrame } from './list-frame.tsx'
import type { List } from './list-state.ts'
import { type RowAct, RowActions } from './row-actions.tsx'
import { type Selection, useRowKeys, useSelection } from './rows.tsx'

const nameless = () => ''

type ListRow = { _id: string; version?: number | undefined }

/** `emptyText` keeps the table when there are no rows. A failed load then shows it too. */
type RowsProps<Row extends ListRow> = Partial<
  Pick<DataTableProps<Row>, 'label' | 'columns' | 'summary' | 'rowKey' | 'emptyText' | 'onOpen'>
> & {
  list: List<Row>
  /** 'Blog Posts' */
  title: string
  /** The plural of the records, in lower case: 'posts'. */
  what: string
  /** The word for the records in the search, if it is not `what`; null for a list without a search. */
  searched?: string | null
  /** The toast of a failed load, if it is not 'Failed to fetch …'. */
  failure?: string
  /** The message if there are no records, in place of 'No … yet'. */
  empty?: ReactNode
  nameOf?: (row: Row) => string
  actionsOf?: (row: Row) => RowAct[]
}

type ListScreenProps<Row extends ListRow> = RowsProps<Row> &
  Pick<FrameProps, 'intro' | 'tabs' | 'create' | 'actions' | 'filters' | 'body'> & {
    /** Draws the rows in place of the table. */
    drawRows?: ((rows: Row[], selection: Selection<Row>) => ReactNode) | undefined
    bulk?: Omit<BulkOptions<Row>, 'selection' | 'nameOf'>
    children?: ReactNode
    below?: ReactNode
  }

/** A list of the back office: title, search, filters, rows with their acts, pager and bulk bar. The address has the search, the filters and the page. */
export function ListScreen<Row extends ListRow>(props: ListScreenProps<Row>) {
  const { list, what, searched = what, columns = [], nameOf = nameless, bulk, drawRows } = props
  const selection = useSelection(list.rows ?? [])
  const keys = columns.flatMap(({ sortBy = [] }) => sortBy)
  // A filter can have an order of its own.
  const isSorted = list.sort && ['', ...keys.flatMap(({ key }) => [key, `-${key}`])].includes(list.sort.value)
  // There is nothing to search or to filter.
  const isEmpty = list.total === 0 && props.emptyText === undefined && !isNarrowed(list.shown ?? {})
  return (
    <ListFrame
      {...props}
      count={list.total}
      search={searched !== null && !isEmpty && list.search && { placeholder: `Search ${searched}...`, ...list.search }}
      filters={
        !isEmpty && (
          <>
            {props.filters}
            {list.sort && isSorted && <SortSelect keys={keys} sort={list.sort} />}
          </>
        )
      }
    >
      {props.children}
      <ListRows<Row>
        {...props}
        selection={bulk && selection}
        drawRows={drawRows && ((rows) => drawRows(rows, selection))}
      />
      {props.below}
      {bulk && <BulkBar {...bulk} nameOf={nameOf} selection={selection} />}
    </ListFrame>
  )
}

type ListRowsProps<Row extends ListRow> = RowsProps<Row> & {
  selection?: Selection | undefined
  drawRows?: ((rows: Row[]) => ReactNode) | undefined
}

/** The rows of a list, which may be a part of another screen: with the pager, a spinner while they load, and a message if there are none or the load failed. */
export function ListRows<Row extends ListRow>({
  list: { query, rows = [], shown = {}, clear = () => {}, sort, pager },
  title,
  label = title,
  what,
  searched = what,
  failure = `Failed to fetch ${searched ?? what}`,
  empty,
  emptyText,
  nameOf = nameless,
  columns = [],
  actionsOf,
  selection,
  drawRows,
  rowKey = ({ _id }) => _id,
  onOpen,
  summary,
}: ListRowsProps<Row>) {
  const acts = actionsOf && {
    header: 'Actions',
    align: 'right' as const,
    cell: (row: Row) => <RowActions name={nameOf(row)} actions={actionsOf(row)} />,
  }
  const drawn = () => (
    <>
      {drawRows ? (
        <Keyed open={onOpen} toggle={selection?.toggle}>
          {drawRows(rows)}
        </Keyed>
      ) : (
        <DataTable
          label={label}
          columns={acts ? [...columns, acts] : columns}
          rows={rows}
          rowKey={rowKey}
          sort={sort}
          selection={selection && { of: selection, nameOf }}
          onOpen={onOpen}
          summary={summary}
          emptyText={emptyText}
        />
      )}
      {emptyText !== undefined && rows.length === 0 && isNarrowed(shown) && (
        <p className="mt-4 text-center">
          <ShowAll what={what} shown={shown} onClear={clear} />
        </p>
      )}
      {pager && <Pager {...pager} />}
    </>
  )
  if (emptyText !== undefined && !query.isPending) return drawn()
  return (
    <ListBody
      query={query}
      failure={failure}
      empty={() => (rows.length > 0 ? null : emptyList(what, shown, clear, empty))}
    >
      {drawn}
    </ListBody>
  )
}

/** The keys of rows that are no table. */
function Keyed({ open, toggle, children }: Parameters<typeof useRowKeys>[0] & { children: ReactNode }) {
  useRowKeys({ open, toggle })
  return children
}

/** The search, and the filters by their names. */
type Filters = { search?: string; [filter: string]: string | undefined }

const isNarrowed = (shown: Filters) => Object.values(shown).some(Boolean)

/** The message of a list without rows: nothing matches the search or the filters, which a button clears, or nothing is there yet. */
export const emptyList = (
  what: string,
  shown: Filters,
  clear: () => void,
  empty: ReactNode = <EmptyState title={`No ${what} yet`} />,
) =>
  isNarrowed(shown) ? (
    <EmptyState title={`No ${what} found`}>
      {shown.search && <p>Try adjusting your search or filter.</p>}
      <ShowAll what={what} shown={shown} onClear={clear} className="mt-4" />
    </EmptyState>
  ) : (
    empty
  )

type ShowAllProps = { what: string; shown: Filters; onClear: () => void; className?: string }

const ShowAll = ({ what, shown, onClear, className }: ShowAllProps) => (
  <Button variant="secondary" size="small" className={className} onClick={onClear}>
    {shown.search ? 'Clear search' : `Show all ${what}`}
  </Button>
)

/** The range of rows shown, the total, and buttons for the other pages. Renders nothing if all rows fit on one page. */
function Pager({ page, total, limit, hrefFor }: NonNullable<List<unknown>['pager']>) {
  const totalPages = Math.ceil(total / limit)
  if (totalPages <= 1) return null
  const first = (page - 1) * limit + 1
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="text-small text-muted tabular-nums" aria-live="polite">
        {formatNumber(first)}–{formatNumber(Math.min(total, page * limit))} of {formatNumber(total)}
      </p>
      <Pagination page={page} totalPages={totalPages} hrefFor={hrefFor} />
    </div>
  )
}
