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
  children: (data: Data) => ReactNode
}

/** What a query is doing: a spinner, then its answer; or its failure, with a button that asks again (and the spinner meanwhile). */
export function QueryState<Data>({ query, failure, failureAction, children }: QueryStateProps<Data>) {
  if (query.isPending || (query.isError && query.isFetching)) return <Spinner />
  if (query.isError) {
    return (
      <ErrorState message={failure} onRetry={() => query.refetch()}>
        {failureAction}
      </ErrorState>
    )
  }
  return children(query.data)
}
