import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminCall, adminFetch } from './client.ts'

/**
 * A staff member's GET as a query. Its key is apart from the public queries', so that a draft seen here never shows on a public page.
 * What was fetched before is shown at once, and asked for again.
 */
export const adminQuery = <T>(path: string) =>
  queryOptions<T>({ queryKey: ['admin', path], queryFn: ({ signal }) => adminFetch<T>(path, { signal }), staleTime: 0 })

/** One page of a staff list, with the size of the whole list beside it. */
export const adminPageQuery = <T>(path: string) =>
  queryOptions<{ body: T; total: number | null }>({
    queryKey: ['admin', path, 'page'],
    queryFn: ({ signal }) => adminCall<T>(path, { signal }),
    staleTime: 0,
  })

/** After a change: all that was read at or below this path is asked for again, by staff and on public pages, and so are the dashboard's figures. */
export const invalidateAdmin = (client: QueryClient, path: string): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [kind, below] }) => {
      const asked = String(kind === 'admin' ? below : kind)
      return asked.startsWith(path) || asked === '/api/dashboard'
    },
  })
