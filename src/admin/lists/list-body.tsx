import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { notify } from '#ui/toasts.ts'

type ListBodyProps<Data> = {
  query: UseQueryResult<Data>
  /** The toast of a failed load: 'Failed to fetch products'. */
  failure: string
  /** Null when there is something to show, or what to say when there is not. */
  empty: (data: Data) => ReactNode | null
  children: (data: Data) => ReactNode
}

/** What a list's query is doing: a spinner, then the list or a word that there is none; a failure is said in a toast, with a way to try again. */
export function ListBody<Data>({ query, failure, empty, children }: ListBodyProps<Data>) {
  useFailureToast(query, failure)
  if (query.data === undefined) {
    if (query.isPending || query.isFetching) return <Spinner />
    return <ErrorState message="Nothing could be loaded." onRetry={() => query.refetch()} />
  }
  return empty(query.data) ?? children(query.data)
}

/** Says every failed load once. */
function useFailureToast({ errorUpdatedAt, isError }: UseQueryResult, failure: string) {
  useEffect(() => {
    if (isError && errorUpdatedAt > 0) notify('error', failure)
  }, [isError, errorUpdatedAt, failure])
}
