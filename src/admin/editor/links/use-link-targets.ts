import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/queries.ts'
import { useDelayed } from '#admin/dialogs/options.tsx'
import type { LinkTarget } from '#contract/record-links.ts'
import { keepsRecord, targetsPath } from './link-targets.ts'

type Answer = { found: LinkTarget[] }

/** What a text can link to, by a part of its name or its address; nothing for an empty search. */
export function useLinkTargets(typed: string) {
  const search = useDelayed(typed)
  const { data, isFetching, isError } = useQuery({
    ...adminQuery<Answer>(targetsPath(search)),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  return {
    found: typed === '' || search === '' ? [] : (data?.found ?? []),
    isSearching: typed !== '' && (isFetching || search !== typed),
    isError,
  }
}

/** The record or file that a link keeps; null if it is gone, undefined while it is unknown or for another link. */
export function useKeptTarget(href: string): LinkTarget | null | undefined {
  const { data } = useQuery({ ...adminQuery<Answer>(targetsPath(href)), enabled: keepsRecord(href) })
  return data && (data.found[0] ?? null)
}
