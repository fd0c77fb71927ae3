import type { FormEvent } from 'react'
import { useRouter, useSearch } from '#ui/router.ts'
import { listPath } from './api-query.ts'

/** The state of a list: its page, the search, and the value of each filter ('' is all). */
export type ListAddress<Filter extends string = string> = {
  page: number
  search: string
  filters: Record<Filter, string>
}

/** A list's filters with their allowed values; a filter without any allows every value. */
export type ListFilters<Filter extends string = string> = Record<Filter, readonly string[]>

/** The longest search, in characters; the rest is cut off. */
const longestSearch = 200

/** Replaces every value that a filter does not allow. All of them find nothing, so they share one page. */
export const unknownValue = 'unknown'

/** Reads a list's state from its address. An invalid page number is the first page. */
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
    // The text is cut before the last trim, so that a search that was read and written reads the same again.
    search: (search.get('search') ?? '').trim().slice(0, longestSearch).toWellFormed().trim(),
    filters: Object.fromEntries(Object.entries<readonly string[]>(filters).map(read)) as Record<Filter, string>,
  }
}

/** The parameters of a list's address, without the defaults. */
export const listParameters = ({ page, search, filters }: ListAddress) => ({
  page: page > 1 ? page : undefined,
  search,
  ...filters,
})

/** Writes a list's address: `/blog?page=2&category=Cloud`. */
export const writeListAddress = (path: string, address: ListAddress): string => listPath(path, listParameters(address))

export const titleOfPage = (title: string, { page }: ListAddress) => (page > 1 ? `${title}, page ${page}` : title)

export const isNarrowed = ({ search, filters }: ListAddress) =>
  search !== '' || Object.values(filters).some((value) => value !== '')

type Changes<Filter extends string> = {
  page?: number
  search?: string | undefined
  filters?: Partial<Record<Filter, string>>
}

/**
 * Page, search and filters of the list at `path`. They are in the address, so that back, forward and sharing work. Every change except of
 * the page goes to the first page.
 */
export function useListAddress<Filter extends string>(path: string, filters: ListFilters<Filter>) {
  const { navigate } = useRouter()
  const address = readListAddress(useSearch(), filters)

  const hrefWith = (changes: Changes<Filter>) =>
    writeListAddress(path, {
      page: changes.page ?? 1,
      search: changes.search ?? address.search,
      filters: { ...address.filters, ...changes.filters },
    })
  const change = (changes: Changes<Filter>) => navigate(hrefWith(changes), { preventScrollReset: true })

  /** Submits a GET form that also works without the client, with fields named `search` and like the filters. */
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
