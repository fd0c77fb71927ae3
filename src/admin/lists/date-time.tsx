const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** A moment in the reader's own time and manner. @param iso ISO 8601 */
export const LocalDateTime = ({ iso }: { iso: string }) => (
  <time dateTime={iso} className="whitespace-nowrap tabular-nums">
    {time.format(new Date(iso))}
  </time>
)

/** The day of a moment, in the reader's own manner; the time stands in its tooltip. @param iso ISO 8601 */
export const LocalDate = ({ iso }: { iso: string }) => (
  <time dateTime={iso} title={time.format(new Date(iso))} className="whitespace-nowrap tabular-nums">
    {day.format(new Date(iso))}
  </time>
)
