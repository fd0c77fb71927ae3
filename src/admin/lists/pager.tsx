import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatNumber } from '#admin/format.ts'
import { Button } from '#ui/button.tsx'
import { rowsPerPage } from './list-state.ts'

type PagerProps = {
  page: number
  /** The size of the whole list. */
  total: number
  limit?: number
  onPage: (page: number) => void
}

/** The range of rows shown, the total, and buttons for the other pages. Renders nothing if all rows fit on one page. */
export function Pager({ page, total, limit = rowsPerPage, onPage }: PagerProps) {
  const pages = Math.ceil(total / limit)
  if (pages <= 1) return null
  const first = (page - 1) * limit + 1
  const go = (to: number) => {
    onPage(to)
    window.scrollTo({ top: 0 })
  }
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center justify-end gap-2 text-small text-muted tabular-nums">
      <p className="mr-2" aria-live="polite">
        {formatNumber(first)}–{formatNumber(Math.min(total, page * limit))} of {formatNumber(total)}
      </p>
      <Button variant="secondary" size="small" className="px-2.5" disabled={page <= 1} onClick={() => go(page - 1)}>
        <ChevronLeft aria-hidden="true" className="size-4" />
        Previous
      </Button>
      <Button variant="secondary" size="small" className="px-2.5" disabled={page >= pages} onClick={() => go(page + 1)}>
        Next
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </nav>
  )
}
