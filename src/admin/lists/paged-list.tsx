import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { adminPageQuery } from '#admin/api/queries.ts'
import { formatNumber } from '#admin/format.ts'
import { Button } from '#ui/button.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { EmptyState } from '#ui/states.tsx'
import { listPath } from '#web/api-query.ts'
import { ListBody } from './list-frame.tsx'
import { pagedPath, rowsPerPage, useListState } from './list-state.ts'

type PagedListOptions<Row, Body, Filter extends string> = {
  /** The call that returns the list: '/api/users'. */
  api: string
  /** Finds the rows in the answer, if the answer is not the list itself. */
  rowsOf?: (body: Body) => Row[]
  /** The parameters that filter the list, besides `search`. */
  filters?: readonly Filter[]
  /** Parameters that the list always has, such as the record that its rows belong to. */
  fixed?: Record<string, string>
  /** The list can be sorted: the call takes `sort`. */
  sortable?: boolean
  limit?: number
  /** Milliseconds between two loads, for a list that changes without the user. */
  refetchInterval?: number | false
}

/**
 * The page of a list that the address names, with its search and filters. While another page loads, the previous one stays.
 * @returns the rows (undefined before the first answer), the size of the whole list, and the properties of the search field and the pager
 */
export function usePagedList<Row, Body = Row[], Filter extends string = string>({
  api,
  rowsOf = (body) => body as unknown as Row[],
  filters = [],
  fixed = {},
  sortable = false,
  limit = rowsPerPage,
  refetchInterval = false,
}: PagedListOptions<Row, Body, Filter>) {
  const state = useListState<string>(sortable ? [...filters, 'sort'] : filters)
  const { search, page, change, hrefFor } = state
  const query = useQuery({
    ...adminPageQuery<Body>(pagedPath(api, { ...state, filters: { ...fixed, ...state.filters } }, limit)),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  const shown = { search, ...Object.fromEntries(filters.map((name) => [name, state.filters[name] ?? ''])) }
  const rows = query.data && rowsOf(query.data.body)
  const total = query.data?.total ?? rows?.length
  return {
    query,
    rows,
    total,
    /** Whether a search or a filter hides rows. */
    filtered: Object.values(shown).some((value) => value !== ''),
    /** The search and the filters, without the order. */
    shown,
    /** Changes several filters at once. */
    change: (changes: Partial<Record<Filter, string>>) => change(changes),
    clear: () => change({ search: '', ...Object.fromEntries(filters.map((name) => [name, ''])) }),
    search: { value: search, onSearch: (search: string) => change({ search }, { replace: true }) },
    filter: (name: Filter) => ({
      value: state.filters[name] ?? '',
      onChoose: (value: string) => change({ [name]: value }),
    }),
    sort: { value: state.filters['sort'] ?? '', onSort: (sort: string) => change({ sort }) },
    pager: { page, limit, total: total ?? 0, hrefFor },
    /** The path of a call on all rows that the search and the filters show, such as an export. */
    shownPath: (path: string) => listPath(path, { ...fixed, search, ...state.filters }),
  }
}

type PagedRowsProps<Row> = {
  list: Pick<ReturnType<typeof usePagedList<Row, unknown>>, 'query' | 'rows' | 'shown' | 'clear' | 'pager'>
  /** The plural of the records, in lower case: 'posts'. */
  what: string
  /** The title of an empty list, if it is not 'No … yet'. */
  emptyTitle?: string
  /** The toast of a failed load: 'Failed to fetch blogs'. */
  failure: string
  children: (rows: Row[]) => ReactNode
}

/** The rows of a paged list with the pager below; a spinner while they load, and a message if there are none or the load failed. */
export function PagedRows<Row>({
  list: { query, rows = [], shown, clear, pager },
  what,
  emptyTitle,
  failure,
  children,
}: PagedRowsProps<Row>) {
  return (
    <ListBody
      query={query}
      failure={failure}
      empty={() => (rows.length > 0 ? null : emptyList(what, shown, clear, emptyTitle))}
    >
      {() => (
        <>
          {children(rows)}
          <Pager {...pager} />
        </>
      )}
    </ListBody>
  )
}

/** The search, and the filters by their names. */
type Shown = { search?: string; [filter: string]: string | undefined }

/** The message of a list without rows: nothing matches the search or the filters, which a button clears, or nothing is there yet. */
export const emptyList = (what: string, shown: Shown, clear: () => void, title = `No ${what} yet`) =>
  Object.values(shown).some(Boolean) ? (
    <EmptyState title={`No ${what} found`}>
      {shown.search && <p>Try adjusting your search or filter.</p>}
      <ShowAll what={what} searched={Boolean(shown.search)} onClear={clear} className="mt-4" />
    </EmptyState>
  ) : (
    <EmptyState title={title} />
  )

type ShowAllProps = { what: string; searched: boolean; onClear: () => void; className?: string }

/** Removes the search and the filters that hide all rows. */
export const ShowAll = ({ what, searched, onClear, className }: ShowAllProps) => (
  <Button variant="secondary" size="small" className={className} onClick={onClear}>
    {searched ? 'Clear search' : `Show all ${what}`}
  </Button>
)

type PagerProps = {
  page: number
  total: number
  limit?: number
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
