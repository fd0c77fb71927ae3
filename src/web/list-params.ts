import type { FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { listPath } from './api-query.ts'

/** Where a visitor stands in a list: its page, the words searched, and what each filter is set to ('' is everything). */
export type ListAddress<Filter extends string = string> = {
  page: number
  search: string
  filters: Record<Filter, string>
}

/** A list's filters, each with the values that it knows; a filter without any takes every value. */
export type ListFilters<Filter extends string = string> = Record<Filter, readonly string[]>

/** The longest search, in characters: what follows is not read. */
const longestSearch = 200

/** Stands for each value that a filter does not know: none of them finds anything, so they are one page and not many. */
export const unknownValue = 'unknown'

/** Reads a list's address. A page that is no number is the first one. */
export function readListAddress<Filter extends string>(
  search: URLSearchParams,
  filters: ListFilters<Filter>,
): ListAddress<Filter> {
  const page = search.get('page') ?? ''
  const read = ([name, values]: [string, readonly string[]]) => {
    const value = search.get(name) ?? ''
    return [name, !value || values.length === 0 || values.includes(value) ? value : unknownValue]
  }
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    // Cut before it is trimmed for good, so that what was read and written again reads the same.
    search: (search.get('search') ?? '').trim().slice(0, longestSearch).toWellFormed().trim(),
    filters: Object.fromEntries(Object.entries<readonly string[]>(filters).map(read)) as Record<Filter, string>,
  }
}

/** The parameters of a list's address; the first page and what is not set are left out. */
export const listParameters = ({ page, search, filters }: ListAddress) => ({
  page: page > 1 ? page : undefined,
  search,
  ...filters,
})

/** Writes it: `/blog?page=2&category=Cloud`. */
export const writeListAddress = (path: string, address: ListAddress): string => listPath(path, listParameters(address))

/** True when a search or a filter narrows the list. */
export const isNarrowed = ({ search, filters }: ListAddress) =>
  search !== '' || Object.values(filters).some((value) => value !== '')

type Changes<Filter extends string> = { page?: number; search?: string; filters?: Partial<Record<Filter, string>> }

/**
 * Page, search and filters of the list at `path`, kept in the address so that back, forward and sharing work.
 * Every change but that of the page begins at the first page again.
 */
export function useListAddress<Filter extends string>(path: string, filters: ListFilters<Filter>) {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const address = readListAddress(parameters, filters)

  /** The address of the list after a change. */
  const hrefWith = (changes: Changes<Filter>) =>
    writeListAddress(path, {
      page: changes.page ?? 1,
      search: changes.search ?? address.search,
      filters: { ...address.filters, ...changes.filters },
    })
  const change = (changes: Changes<Filter>) => navigate(hrefWith(changes), { preventScrollReset: true })

  /** For a GET form that also works without the client: takes its fields named `search` and as the filters. */
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const typed = readListAddress(new URLSearchParams(textFields(event.currentTarget, submitter)), filters)
    change({ search: typed.search, filters: typed.filters })
  }
  return { path, address, hrefWith, change, onSubmit }
}

const textFields = (form: HTMLFormElement, submitter: HTMLElement | null) =>
  [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)])
