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
