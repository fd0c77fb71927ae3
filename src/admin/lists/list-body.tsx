import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'
import { notify } from '#ui/toasts.ts'

type ListBodyProps<Data> = {
  query: UseQueryResult<Data>
  /** The toast of a failed load: 'Failed to fetch products'. */
  failure: string
  /** The message of an empty list; null if there is something to show. */
  empty: (data: Data) => ReactNode | null
  children: (data: Data) => ReactNode
}

/** The state of a list's query: a spinner, then the list or that it is empty. A failure shows a toast and a button to try again. */
export function ListBody<Data>({ query, failure, empty, children }: ListBodyProps<Data>) {
  useFailureToast(query, failure)
  if (query.data === undefined) {
    if (query.isPending || query.isFetching) return <Spinner />
    return <ErrorState message="The list could not be loaded." onRetry={() => query.refetch()} />
  }
  return empty(query.data) ?? children(query.data)
}

/** Shows a toast once for each failed load. */
function useFailureToast({ errorUpdatedAt, isError }: UseQueryResult, failure: string) {
  useEffect(() => {
    if (isError && errorUpdatedAt > 0) notify('error', failure)
  }, [isError, errorUpdatedAt, failure])
}
