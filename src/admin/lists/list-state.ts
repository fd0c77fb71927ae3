import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { adminPageQuery } from '#admin/api/admin-calls.ts'
import { listPath } from '#web/api-query.ts'
import { type ListAddress, type ListFilters, readListAddress } from '#web/list-params.ts'

const rowsPerPage = 50

/** Page, search and filters of a list, in its address. A change of one goes to the first page. @param names those besides `search` and `page` */
export function useListState<Filter extends string = never>(names: readonly Filter[] = []) {
  const [parameters, setParameters] = useSearchParams()
  // The address that the last change leads to, which may not be rendered yet: a second change must keep the first one.
  const latest = useRef(parameters)
  useEffect(() => {
    latest.current = parameters
  }, [parameters])
  const { pathname } = useLocation()
  const filters = Object.fromEntries(names.map((name) => [name, []])) as unknown as ListFilters<Filter>
  const address = readListAddress(parameters, filters)

  /** Changes the address; an empty value removes its parameter. `replace` adds no history entry, for values that change with every key. */
  const change = (changes: Partial<Record<Filter | 'search' | 'page', string>>, { replace = false } = {}) => {
    const next = new URLSearchParams(latest.current)
    if (!('page' in changes)) next.delete('page')
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    latest.current = next
    setParameters(next, { replace, preventScrollReset: true })
  }

  const hrefFor = (page: number) => {
    const next = new URLSearchParams(parameters)
    if (page > 1) next.set('page', String(page))
    else next.delete('page')
    return next.size > 0 ? `${pathname}?${next}` : pathname
  }

  return { ...address, change, hrefFor }
}

const pagedPath = (api: string, { page, search, filters }: ListAddress, limit = rowsPerPage) =>
  listPath(api, { page, limit, search, ...filters })

/** The rows of a list screen and the user's choices: `usePagedList` makes it, or a screen with a query of its own. */
export type List<Row> = {
  query: UseQueryResult<unknown>
  /** Undefined before the first answer. */
  rows: Row[] | undefined
  /** The size of the whole list, which the title shows. */
  total?: number | null | undefined
  search?: { value: string; onSearch: (query: string) => void }
  shown?: Record<string, string>
  clear?: () => void
  sort?: { value: string; initial: string; onSort: (value: string) => void } | undefined
  pager?: { page: number; limit: number; total: number; hrefFor: (page: number) => string }
}

type PagedListOptions<Row, Body, Filter extends string> = {
  /** The call that returns the list: '/api/users'. */
  api: string
  rowsOf?: (body: Body) => Row[]
  /** The parameters that filter the list, besides `search`. */
  filters?: readonly Filter[]
  /** Parameters that the list always has, such as the record that its rows belong to. */
  fixed?: Record<string, string>
  /** For a call that takes `sort`: the order without a choice, or '' if that is not the order of a column. */
  sort?: string
  limit?: number
  /** Milliseconds between two loads, for a list that changes without the user. */
  refetchInterval?: number | false
}

/** The page of a list that the address names. While another page loads, the previous one stays. */
export function usePagedList<Row, Body = Row[], Filter extends string = string>({
  api,
  rowsOf = (body) => body as unknown as Row[],
  filters = [],
  fixed = {},
  sort,
  limit = rowsPerPage,
  refetchInterval = false,
}: PagedListOptions<Row, Body, Filter>) {
  const state = useListState<string>(sort === undefined ? filters : [...filters, 'sort'])
  const { search, page, change, hrefFor } = state
  const query = useQuery({
    ...adminPageQuery<Body>(pagedPath(api, { ...state, filters: { ...fixed, ...state.filters } }, limit)),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  const shown: Record<string, string> = {
    search,
    ...Object.fromEntries(filters.map((name) => [name, state.filters[name] ?? ''])),
  }
  const rows = query.data && rowsOf(query.data.body)
  const total = query.data?.total ?? rows?.length
  return {
    api,
    fixed,
    refetchInterval,
    query,
    rows,
    total,
    /** Whether a search or a filter hides rows. */
    filtered: Object.values(shown).some((value) => value !== ''),
    shown,
    /** Changes several filters at once. */
    change: (changes: Partial<Record<Filter, string>>) => change(changes),
    clear: () => change({ search: '', ...Object.fromEntries(filters.map((name) => [name, ''])) }),
    search: { value: search, onSearch: (search: string) => change({ search }, { replace: true }) },
    filter: (name: Filter) => ({
      value: state.filters[name] ?? '',
      onChoose: (value: string) => change({ [name]: value }),
    }),
    sort:
      sort === undefined
        ? undefined
        : { value: state.filters['sort'] ?? '', initial: sort, onSort: (sort: string) => change({ sort }) },
    pager: { page, limit, total: total ?? 0, hrefFor },
    /** The path of a call on all rows that the search and the filters show, such as an export. */
    shownPath: (path: string) => listPath(path, { ...fixed, search, ...state.filters }),
  }
}
