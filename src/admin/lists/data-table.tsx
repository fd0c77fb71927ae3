import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { OptionalSelect } from '#admin/fields/small-form.tsx'
import { useMedia } from '#admin/hooks.ts'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { classNames } from '#ui/class-names.ts'
import { keyedRow, SelectBox, type Selection, useRowKeys } from './rows.tsx'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  align?: 'right'
  className?: string
  sortBy?: SortKey
}

export type DataTableProps<Row> = {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The second line of a row in a narrow window, in place of the cells between the first and the last. */
  summary?: ((row: Row) => ReactNode) | undefined
  emptyText?: string | undefined
  /** The order of the list, where columns have a `sortBy`. */
  sort?: ColumnSort | undefined
  /** The rows can be selected, by a box before their names. */
  selection?: { of: Selection; nameOf: (row: Row) => string } | undefined
  onOpen?: ((id: string) => void) | undefined
}

/** A table that becomes blocks in a narrow window, or rows of two lines with a `summary`. These layouts remove the implicit roles. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  summary,
  emptyText,
  sort,
  selection: selectable,
  onOpen,
}: DataTableProps<Row>) {
  const selection = useReadOnly() ? undefined : selectable
  useRowKeys({ open: onOpen, toggle: selection?.of.toggle })
  const narrow = summary ? 'max-md:data-table-summary' : 'max-md:data-table-blocks'
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table
      role="table"
      aria-label={label}
      className={classNames('w-full border-separate border-spacing-0 md:data-table-rows', narrow)}
    >
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {columns.map(({ header, align, className, sortBy }, index) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              aria-sort={sort && sortBy && sortState(sortBy, sort)}
              className={classNames(align === 'right' ? 'text-right' : 'text-left', className)}
            >
              <WithBox box={index === 0 && selection && <AllBox selection={selection.of} />}>
                {sort && sortBy ? <SortButton header={header} by={sortBy} sort={sort} /> : header}
              </WithBox>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row" {...keyedRow(rowKey(row))} className="relative scroll-mt-28 scroll-mb-20">
            {columns.map(({ header, cell, align, className }, index) => (
              <td
                key={header}
                role="cell"
                data-label={index === 0 || header === 'Actions' ? undefined : header}
                className={classNames(align === 'right' && 'text-right', className)}
              >
                <WithBox box={index === 0 && selection && <RowBox selection={selection} row={row} id={rowKey(row)} />}>
                  {cell(row)}
                  {index === 0 && summary && <p className="truncate text-small text-muted md:hidden">{summary(row)}</p>}
                </WithBox>
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr role="row">
            <td role="cell" colSpan={columns.length} className="py-10! text-center text-muted">
              {emptyText}
            </td>
          </tr>
        )}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

const WithBox = ({ box, children }: { box: ReactNode; children: ReactNode }) =>
  box ? (
    <div className="flex items-center gap-3.5">
      {box}
      <div dir="auto" className="min-w-0 flex-1 text-left">
        {children}
      </div>
    </div>
  ) : (
    children
  )

const AllBox = ({ selection: { rows, selected, all, none } }: { selection: Selection }) => (
  <SelectBox
    label={`Select all ${rows.length} on this page`}
    checked={selected.length === rows.length}
    mixed={selected.length > 0 && selected.length < rows.length}
    onChange={selected.length === rows.length ? none : all}
    className="max-md:invisible"
  />
)

type RowBoxProps<Row> = { selection: NonNullable<DataTableProps<Row>['selection']>; row: Row; id: string }

function RowBox<Row>({ selection: { of, nameOf }, row, id }: RowBoxProps<Row>) {
  return <SelectBox label={`Select ${nameOf(row)}`} checked={of.has(id)} onChange={() => of.toggle(id)} />
}

/** The order of a list: the name of a column in the call, with `-` before it for descending. */
type Sort = { value: string; onSort: (value: string) => void }
type ColumnSort = Sort & { initial: string }

type SortKey = { key: string; ascending: string; descending: string }

function nextSort({ key }: SortKey, { value, initial }: ColumnSort): string {
  const current = value || initial
  if (current === key) return initial === `-${key}` ? '' : `-${key}`
  // After both directions the list has its first order again.
  return current === `-${key}` && current !== initial ? '' : key
}

const sortState = ({ key }: SortKey, { value, initial }: ColumnSort) => {
  const current = value || initial
  return current === key ? 'ascending' : current === `-${key}` ? 'descending' : undefined
}

type SortButtonProps = { header: string; by: SortKey; sort: ColumnSort }

/** The head of a column that sorts the list. In a narrow window it is only text, and `SortSelect` sorts. */
function SortButton({ header, by, sort }: SortButtonProps) {
  const isNarrow = useMedia('(width < 48rem)')
  const state = sortState(by, sort)
  if (isNarrow) return header
  const Arrow = state === 'descending' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => sort.onSort(nextSort(by, sort))}
      className="-mx-1.5 inline-flex h-8 items-center pointer-coarse:h-11 gap-1 rounded-mark px-1.5 hover:text-ink aria-pressed:text-ink"
    >
      {header}
      <Arrow aria-hidden="true" className={state ? 'size-3.5' : 'size-3.5 opacity-0'} />
    </button>
  )
}

/** The same choice for a narrow window. The order without a choice has the words of its column, else it is that by time. */
export const SortSelect = ({ keys, sort }: { keys: SortKey[]; sort: Sort & { initial: string } }) => {
  const options = keys.flatMap(({ key, ascending, descending }) => [
    [key, ascending] as const,
    [`-${key}`, descending] as const,
  ])
  return (
    <OptionalSelect
      label="Sort by"
      hideLabel
      className="min-w-40 flex-1 md:hidden"
      value={sort.value}
      none={options.find(([key]) => key === sort.initial)?.[1] ?? 'Newest first'}
      options={options.filter(([key]) => key !== sort.initial || key === sort.value)}
      onChoose={sort.onSort}
    />
  )
}
