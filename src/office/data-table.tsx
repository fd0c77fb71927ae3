import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers and actions stand at the right. */
  align?: 'right'
  className?: string
}

type DataTableProps<Row> = {
  /** What the table holds, for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The whole row when there are none: 'No subscribers found'. */
  emptyText?: string
}

/**
 * Rows 44 px high under heads that stay in sight. On phones each row becomes a block of its own, every value beside its column's name;
 * the roles are written out because such a layout takes them away.
 */
export function DataTable<Row>({ label, columns, rows, rowKey, emptyText }: DataTableProps<Row>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <table role="table" aria-label={label} className="data-table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ header, align, className }) => (
            <th key={header} role="columnheader" scope="col" className={classNames(align === 'right' && 'text-right', className)}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map(({ header, cell, align, className }) => (
              <td key={header} role="cell" data-label={header} className={classNames(align === 'right' && 'md:text-right', className)}>
                {cell(row)}
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
