import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** For numbers and actions: aligned to the right. */
  align?: 'right'
  className?: string
}

type DataTableProps<Row> = {
  /** The name of the table, for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The second line of a row in a narrow window, in place of the cells between the first and the last. */
  summary?: (row: Row) => ReactNode
  /** The text of an empty table: 'No subscribers found'. */
  emptyText?: string
}

/**
 * A table with rows of 44 px and a sticky head. In a narrow window each row becomes a block: its name first, then each value beside its
 * column's name; with a `summary` it has two lines instead. The roles are explicit, because these layouts remove the implicit ones.
 */
export function DataTable<Row>({ label, columns, rows, rowKey, summary, emptyText }: DataTableProps<Row>) {
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
          {columns.map(({ header, align, className }) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              className={classNames(align === 'right' ? 'text-right' : 'text-left', className)}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map(({ header, cell, align, className }, index) => (
              <td
                key={header}
                role="cell"
                data-label={index === 0 || header === 'Actions' ? undefined : header}
                className={classNames(align === 'right' && 'text-right', className)}
              >
                {cell(row)}
                {index === 0 && summary && <p className="truncate text-small text-muted md:hidden">{summary(row)}</p>}
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
