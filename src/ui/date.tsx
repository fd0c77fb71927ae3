const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** India has had one offset, without summer time, since 1945. */
const indiaOffset = 5.5 * 60 * 60 * 1000

/** A time whose UTC fields are India's. */
const inIndia = (time: number) => new Date(time + indiaOffset)

/** The year it is in India. */
export const yearNow = () => inIndia(Date.now()).getUTCFullYear()

/**
 * A day as the site writes it, `12 Nov 2026`, in India's time. Written out here rather than by `Intl`, whose month names
 * differ between a server and a browser and would not match when the client takes over.
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
