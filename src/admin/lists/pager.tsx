import { formatNumber } from '#admin/format.ts'
import { Pagination } from '#ui/pagination.tsx'
import { rowsPerPage } from './list-state.ts'

type PagerProps = {
  page: number
  /** The size of the whole list. */
  total: number
  limit?: number
  /** Gives the address of a page. */
  hrefFor: (page: number) => string
}

/** The range of rows shown, the total, and buttons for the other pages. Renders nothing if all rows fit on one page. */
export function Pager({ page, total, limit = rowsPerPage, hrefFor }: PagerProps) {
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
