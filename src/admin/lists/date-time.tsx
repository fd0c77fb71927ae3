import { useTimeZone } from '#admin/use-time-zone.ts'
import { formatDateTime, formatDay, formatTime } from '#admin/zoned-time.ts'

/** A moment in the company's time. @param iso ISO 8601 */
export const LocalDateTime = ({ iso }: { iso: string }) => (
  <time dateTime={iso} className="whitespace-nowrap tabular-nums">
    {formatDateTime(iso, useTimeZone())}
  </time>
)

/** The day of a moment in the company's time; the tooltip shows the time. @param iso ISO 8601 */
export function LocalDate({ iso }: { iso: string }) {
  const zone = useTimeZone()
  return (
    <time dateTime={iso} title={formatDateTime(iso, zone)} className="whitespace-nowrap tabular-nums">
      {formatDay(iso, zone)}
    </time>
  )
}

/** The time of a moment, where its day is known. @param iso ISO 8601 */
export const LocalTime = ({ iso }: { iso: string }) => <time dateTime={iso}>{formatTime(iso, useTimeZone())}</time>
