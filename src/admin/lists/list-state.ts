import { useSearchParams } from 'react-router'
import { listPath } from '#web/api-query.ts'
import { type ListAddress, type ListFilters, readListAddress } from '#web/list-params.ts'

/** How many rows a page of a staff list has. */
export const rowsPerPage = 50

/**
 * Page, search and filters of a staff list, kept in the address so that back, forward, reloading and sharing keep them.
 * Every change but that of the page begins at the first page again.
 * @param names of the filters, besides `search` and `page`
 */
export function useListState<Filter extends string = never>(names: readonly Filter[] = []) {
  const [parameters, setParameters] = useSearchParams()
  const filters = Object.fromEntries(names.map((name) => [name, []])) as unknown as ListFilters<Filter>
  const address = readListAddress(parameters, filters)

  /** An empty value takes the parameter out. `replace` leaves no step in the history: for what changes with every key. */
  const change = (changes: Partial<Record<Filter | 'search' | 'page', string>>, { replace = false } = {}) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before)
        if (!('page' in changes)) next.delete('page')
        for (const [name, value] of Object.entries<string | undefined>(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace, preventScrollReset: true },
    )

  return { ...address, change }
}

/** The call for the page of a list that an address asks for. */
export const pagedPath = (api: string, { page, search, filters }: ListAddress, limit = rowsPerPage) =>
  listPath(api, { page, limit, search, ...filters })
