import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '#admin/api/queries.ts'
import { toWallTime } from '#admin/zoned-time.ts'

/** The company's time zone, in which times are entered and shown; undefined until it is known. */
export const useTimeZone = (): string | undefined =>
  useQuery({ ...adminQuery<{ timeZone: string }>('/api/schedule'), staleTime: 60_000 }).data?.timeZone

/** The day it is in the company's time zone, YYYY-MM-DD; '' until the zone is known. */
export function useToday(): string {
  const zone = useTimeZone()
  return zone ? toWallTime(new Date().toISOString(), zone).slice(0, 10) : ''
}
