import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Spinner } from '#ui/spinner.tsx'
import { ErrorState } from '#ui/states.tsx'

type QueryStateProps<Data> = {
  query: UseQueryResult<Data>
  /** The message of a failed load: 'Failed to load products'. */
  failure: string
  /** An action next to 'Try Again', such as a link back. */
  failureAction?: ReactNode
  /** The page shows only this query, so its failure is the page's h1. */
  whole?: boolean
  children: (data: Data) => ReactNode
}

/** The state of a query: a spinner, then its data; or its failure with a button to try again. */
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
