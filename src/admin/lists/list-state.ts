import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { listPath } from '#web/api-query.ts'
import { type ListAddress, type ListFilters, readListAddress } from '#web/list-params.ts'

/** The number of rows on a page of a list. */
export const rowsPerPage = 50

/**
 * Page, search and filters of a list. They are in the address, so that back, forward, reload and sharing keep them. Every change except
 * of the page goes to the first page.
 * @param names the names of the filters, besides `search` and `page`
 */
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

/** The API path for a page of a list. */
export const pagedPath = (api: string, { page, search, filters }: ListAddress, limit = rowsPerPage) =>
  listPath(api, { page, limit, search, ...filters })
