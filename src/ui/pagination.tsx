import { ChevronLeft, ChevronRight } from 'lucide-react'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'

type PaginationProps = {
  page: number
  totalPages: number
  /** Gives the address of a page, such as `/blog?page=2`. */
  hrefFor: (page: number) => string
  label?: string
  className?: string
}

const cell =
  'inline-flex h-11 min-w-11 items-center justify-center rounded-control px-3 text-small font-[560] tabular-nums transition-colors'
const step = classNames(cell, 'gap-1.5 text-primary hover:bg-primary-soft')

/**
 * A button for every page, or in a long list for those around the current one (each is a link, so that it works without the client), with
 * Previous and Next. Renders nothing for a single page.
 */
export function Pagination({ page, totalPages, hrefFor, label = 'Pages', className }: PaginationProps) {
  if (totalPages <= 1) return null
  return (
    <nav aria-label={label} className={classNames('flex flex-wrap items-center justify-center gap-1.5', className)}>
      {page > 1 && (
        <Link to={hrefFor(page - 1)} rel="prev" className={step}>
          <ChevronLeft aria-hidden="true" className="size-4" />
          Previous<span className="sr-only"> page</span>
        </Link>
      )}
      <ol className="contents">
        {pageWindow(page, totalPages).map((number, index) =>
          number === null ? (
            <li key={`gap ${index}`} aria-hidden="true" className="px-1 text-small text-muted">
              …
            </li>
          ) : (
            <li key={number}>
              <Link
                to={hrefFor(number)}
                role="button"
                aria-current={number === page ? 'page' : undefined}
                className={classNames(
                  cell,
                  number === page ? 'bg-primary text-on-primary' : 'hover:bg-primary-soft hover:text-primary',
                )}
              >
                {number}
              </Link>
            </li>
          ),
        )}
      </ol>
      {page < totalPages && (
        <Link to={hrefFor(page + 1)} rel="next" className={step}>
          Next<span className="sr-only"> page</span>
          <ChevronRight aria-hidden="true" className="size-4" />
        </Link>
      )}
    </nav>
  )
}

const allUpTo = 12
/** Pages on each side of the current one that a longer list shows. */
const neighbours = 1
/** The first or last pages that stay visible near that end, so that the window has the same length everywhere. */
const atAnEnd = 2 * neighbours + 3

/**
 * The pages to offer: all of them, or in a long list the first, the last, and the current one with its neighbours.
 * @returns page numbers in ascending order; null where pages are left out
 */
export function pageWindow(page: number, totalPages: number): (number | null)[] {
  const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
  if (totalPages <= allUpTo) return range(1, totalPages)
  const current = Math.min(Math.max(page, 1), totalPages)
  if (current < atAnEnd) return [...range(1, atAnEnd), null, totalPages]
  if (current > totalPages - atAnEnd + 1) return [1, null, ...range(totalPages - atAnEnd + 1, totalPages)]
  return [1, null, ...range(current - neighbours, current + neighbours), null, totalPages]
}
