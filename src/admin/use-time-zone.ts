import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/queries.ts'

/** The company's time zone, in which times are entered and shown; undefined until it is known. */
export const useTimeZone = (): string | undefined =>
  useQuery({ ...adminQuery<{ timeZone: string }>('/api/schedule'), staleTime: 60_000 }).data?.timeZone
