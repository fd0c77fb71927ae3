import { createContext, useContext } from 'react'
import { toWallTime } from '#admin/zoned-time.ts'

/** The company's time zone. The frame of the back office knows it before it shows a screen. */
export const TimeZoneContext = createContext<string | null>(null)

/** The company's time zone, in which times are entered and shown. */
export function useTimeZone(): string {
  const zone = useContext(TimeZoneContext)
  if (zone === null) throw new Error('useTimeZone needs the frame of the back office above it')
  return zone
}

/** The present day in the company's time zone, YYYY-MM-DD. */
export const useToday = (): string => toWallTime(new Date().toISOString(), useTimeZone()).slice(0, 10)
