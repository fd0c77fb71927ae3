import { queryOptions } from '@tanstack/react-query'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { adminQuery } from '#admin/api/queries.ts'
import { getIdentity } from './get-identity.ts'

/** A list of the calls about sessions, which is empty with Firebase, whose sessions are not listed. */
export const embeddedQuery = <List extends unknown[]>(path: string) =>
  queryOptions<List>({
    ...adminQuery<List>(path),
    queryFn: async ({ signal }) =>
      (await getIdentity()).kind === 'embedded' ? adminFetch<List>(path, { signal }) : ([] as unknown as List),
  })
