import type { FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { listPath } from './api-query.ts'

/** Where a visitor stands in a list: its page, the words searched, and what each filter is set to ('' is everything). */
export type ListAddress<Filter extends string = string> = { page: number; search: string; filters: Record<Filter, string> }

/** Reads a list's address. A page that is no number is the first one. */
export function readListAddress<Filter extends string>(search: URLSearchParams, names: readonly Filter[]): ListAddress<Filter> {
  const page = search.get('page') ?? ''
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    search: search.get('search')?.trim() ?? '',
    filters: Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<Filter, string>,
  }
}

/** Writes it: `/blog?page=2&category=Cloud`. The first page and what is not set are left out. */
export const writeListAddress = (path: string, { page, search, filters }: ListAddress): string =>
  listPath(path, { page: page > 1 ? page : undefined, search, ...filters })

/** True when a search or a filter narrows the list. */
export const isNarrowed = ({ search, filters }: ListAddress) => search !== '' || Object.values(filters).some((value) => value !== '')

type Changes<Filter extends string> = { page?: number; search?: string; filters?: Partial<Record<Filter, string>> }

/**
 * Page, search and filters of the list at `path`, kept in the address so that back, forward and sharing work.
 * Every change but that of the page begins at the first page again.
 */
export function useListAddress<Filter extends string>(path: string, names: readonly Filter[]) {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const address = readListAddress(parameters, names)

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
    const { search, filters } = readListAddress(new URLSearchParams(textFields(event.currentTarget, submitter)), names)
    change({ search, filters })
  }
  return { path, address, hrefWith, change, onSubmit }
}

const textFields = (form: HTMLFormElement, submitter: HTMLElement | null) =>
  [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)])
