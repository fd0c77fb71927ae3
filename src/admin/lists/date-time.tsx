import { formatDateTime, formatDay } from '#admin/format.ts'

/** A moment in the time zone and format of the browser. @param iso ISO 8601 */
export const LocalDateTime = ({ iso }: { iso: string }) => (
  <time dateTime={iso} className="whitespace-nowrap tabular-nums">
    {formatDateTime(iso)}
  </time>
)

/** The day of a moment; the tooltip shows the time. @param iso ISO 8601 */
export const LocalDate = ({ iso }: { iso: string }) => (
  <time dateTime={iso} title={formatDateTime(iso)} className="whitespace-nowrap tabular-nums">
    {formatDay(iso)}
  </time>
)
