import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminCall, adminFetch } from './admin-calls.ts'
import type { AdminCall } from './http.ts'

type Quiet = Pick<AdminCall, 'quiet'>

/**
 * A GET of the back office as a query. Its key differs from the public queries' keys, so that a draft never shows on a public page.
 * Cached data is shown at once and fetched again.
 */
export const adminQuery = <T>(path: string, { quiet }: Quiet = {}) =>
  queryOptions<T>({
    queryKey: ['admin', path],
    queryFn: ({ signal }) => adminFetch<T>(path, { signal, quiet }),
    staleTime: 0,
  })

/** One page of a list, with the size of the whole list. */
export const adminPageQuery = <T>(path: string, { quiet }: Quiet = {}) =>
  queryOptions<{ body: T; total: number | null }>({
    queryKey: ['admin', path, 'page'],
    queryFn: ({ signal }) => adminCall<T>(path, { signal, quiet }),
    staleTime: 0,
  })

/** Refetches everything at or below this path after a change, for staff and on public pages, and the dashboard's figures. */
export const invalidateAdmin = (client: QueryClient, path: string): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [kind, below] }) => {
      const asked = String(kind === 'admin' ? below : kind)
      return asked.startsWith(path) || asked === '/api/dashboard' || asked.startsWith('/api/trash')
    },
  })
