/** The parts of a moment on the clocks of a time zone, such as `2026-11-22` and `09:30`. */
function partsIn(zone: string, moment: Date): Record<string, string> {
  // Sweden writes numbers of dates with leading zeros.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
}

/** What the clocks of a time zone show, `2026-11-22T09:30`. @param iso ISO 8601; '' is '' */
export function toWallTime(iso: string, zone: string): string {
  if (iso === '') return ''
  const { year, month, day, hour, minute } = partsIn(zone, new Date(iso))
  return `${year}-${month}-${day}T${hour}:${minute}`
}

/**
 * The moment at which the clocks of a time zone show this, ISO 8601 in UTC. Of two such moments it is the earlier one; a time that the clocks
 * skip is as much later as they are put forward.
 * @param wall `2026-11-22T09:30`; '' is ''
 */
export function fromWallTime(wall: string, zone: string): string {
  const asUtc = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtc)) return ''
  const offsetAt = (moment: number) => Date.parse(`${toWallTime(new Date(moment).toISOString(), zone)}Z`) - moment
  // The offsets on the two sides of any change of the clocks that is near.
  const [before, after] = [offsetAt(asUtc - 86_400_000), offsetAt(asUtc + 86_400_000)]
  const fits = [asUtc - before, asUtc - after].find((moment) => moment + offsetAt(moment) === asUtc)
  return new Date(fits ?? asUtc - before).toISOString()
}

/** A moment with its zone: 'Sun 22 Nov, 09:30 IST'. @param iso ISO 8601 */
export function formatZoned(iso: string, zone: string): string {
  const moment = new Date(iso)
  const { year, hour, minute } = partsIn(zone, moment)
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' })
  const shownYear = year === partsIn(zone, new Date()).year ? '' : ` ${year}`
  return `${day.format(moment).replace(',', '')}${shownYear}, ${hour}:${minute} ${zoneName(zone, moment)}`
}

/** The short name of a zone at a moment: 'IST'. */
export function zoneName(zone: string, moment = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-IN', { timeZone: zone, timeZoneName: 'short' }).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
