import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'

type QueryStateProps<Data> = {
  query: UseQueryResult<Data>
  /** What a failed load says: 'Failed to load products'. */
  failure: string
  /** Beside 'Try Again', such as a way back. */
  failureAction?: ReactNode
  /** The query is all that the page shows, so its failure is the page's h1. */
  whole?: boolean
  children: (data: Data) => ReactNode
}

/** What a query is doing: a spinner, then its answer; or its failure, with a button that asks again (and the spinner meanwhile). */
export function QueryState<Data>({ query, failure, failureAction, whole, children }: QueryStateProps<Data>) {
  if (query.isPending || (query.isError && query.isFetching)) return <Spinner />
  if (query.isError) {
    return (
      <ErrorState message={failure} as={whole ? 'h1' : 'p'} onRetry={() => query.refetch()}>
        {failureAction}
      </ErrorState>
    )
  }
  return children(query.data)
}
