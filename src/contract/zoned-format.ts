/** A format of times in a time zone, created once for each zone, because that is slow. */
export function formatIn(locale: string, options: Intl.DateTimeFormatOptions): (zone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (zone) => {
    const format = formats.get(zone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
    formats.set(zone, format)
    return format
  }
}

const zoneNames = formatIn('en-IN', { timeZoneName: 'short' })

/** The short name of a time zone at a moment, `IST`. The Indian locale has names where the British has offsets. */
export function zoneName(zone: string, moment: Date | number): string {
  const parts = zoneNames(zone).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

const shortTimes = formatIn('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** A moment on the company's clock: '20 Dec, 18:00 IST'. @param iso ISO 8601 in UTC */
export function shortTime(iso: string, timeZone: string): string {
  const moment = Date.parse(iso)
  return `${shortTimes(timeZone).format(moment)} ${zoneName(timeZone, moment)}`
}

const daysAndMonths = formatIn('en-GB', { day: 'numeric', month: 'long' })

/** A day that is not far away: '9 January'. @param day YYYY-MM-DD */
export const dayAndMonth = (day: string) => daysAndMonths('UTC').format(new Date(day))

const days = formatIn('en-GB', { dateStyle: 'medium' })

/** '28 Nov 2026' for a time in ISO 8601. */
export const dayInWords = (iso: string, timeZone: string): string => days(timeZone).format(new Date(iso))

const moments = formatIn('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** '28 Nov 2026, 20:14 IST' for a time in ISO 8601. */
export const momentInWords = (iso: string, timeZone: string): string =>
  `${moments(timeZone).format(new Date(iso))} ${zoneName(timeZone, Date.parse(iso))}`

/** Whether this computer knows a time zone by its name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

// Sweden writes numbers of dates with leading zeros.
const numbers = formatIn('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** The parts of a moment on the clocks of a time zone, such as `2026-11-22` and `09:30`. */
export const partsIn = (zone: string, moment: Date): Record<string, string> =>
  Object.fromEntries(
    numbers(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  )

/** The time on the clocks of a time zone, `2026-11-22T09:30`. @param iso ISO 8601; '' is '' */
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
  // The offsets before and after a change of the clocks near this time.
  const [before, after] = [offsetAt(asUtc - 86_400_000), offsetAt(asUtc + 86_400_000)]
  const fits = [asUtc - before, asUtc - after].find((moment) => moment + offsetAt(moment) === asUtc)
  return new Date(fits ?? asUtc - before).toISOString()
}
