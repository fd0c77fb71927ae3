const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** India has had one offset, without daylight saving time, since 1945. */
const indiaOffset = 5.5 * 60 * 60 * 1000

/** A date whose UTC fields are the local time of India. */
const inIndia = (time: number) => new Date(time + indiaOffset)

export const yearNow = () => inIndia(Date.now()).getUTCFullYear()

/**
 * A day as the site writes it, `12 Nov 2026`, in India's time. `Intl` is not used, because its month names differ between server and
 * browser, so that hydration would fail.
 * @param iso ISO 8601; a bare date (`2026-11-12`) is that day
 */
export function formatDate(iso: string): string {
  const bare = iso.length === 10
  const time = inIndia(new Date(iso).getTime() - (bare ? indiaOffset : 0))
  return `${time.getUTCDate()} ${months[time.getUTCMonth()]} ${time.getUTCFullYear()}`
}

export const FormattedDate = ({ iso, className }: { iso: string; className?: string }) => (
  <time dateTime={iso} className={className}>
    {formatDate(iso)}
  </time>
)
