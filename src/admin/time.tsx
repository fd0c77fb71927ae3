import { createContext, useContext } from 'react'
import { formatIn, partsIn, toWallTime, zoneName } from '#contract/zoned-format.ts'
import { formatDate } from '#ui/date.tsx'

const weekdays = formatIn('en-GB', { weekday: 'short' })
const longWeekdays = formatIn('en-GB', { weekday: 'long' })

/** A planned moment, with its zone: 'Sun 22 Nov, 09:30 IST'. @param iso ISO 8601 */
export function formatZoned(iso: string, zone: string): string {
  const moment = new Date(iso)
  const { hour, minute } = partsIn(zone, moment)
  return `${weekdays(zone).format(moment)} ${formatShortDay(iso, zone)}, ${hour}:${minute} ${zoneName(zone, moment)}`
}

/** The day of a moment, '22 Nov', with the year where it is another one. @param iso ISO 8601 */
export function formatShortDay(iso: string, zone: string): string {
  const isThisYear = partsIn(zone, new Date(iso))['year'] === partsIn(zone, new Date())['year']
  return isThisYear ? formatDayOfMonth(iso, zone) : formatDay(iso, zone)
}

/** The day of a moment as the site writes it, '22 Nov 2026'. @param iso ISO 8601 */
export const formatDay = (iso: string, zone: string): string => formatDate(toWallTime(iso, zone).slice(0, 10))

/** The day of a moment in a sentence: 'today', 'yesterday' or 'Thursday'; undefined if it was a week ago or earlier. */
export function nameOfRecentDay(iso: string, zone: string): string | undefined {
  const [then, today] = [iso, new Date().toISOString()].map((moment) => toWallTime(moment, zone).slice(0, 10))
  const days = Math.round((Date.parse(today ?? '') - Date.parse(then ?? '')) / 86_400_000)
  return days > 6 ? undefined : (['today', 'yesterday'][days] ?? longWeekdays(zone).format(new Date(iso)))
}

const withoutYear = (day: string) => day.replace(/ \d+$/, '')

/** The day of a moment in the months around now, '22 Nov'. @param iso ISO 8601 */
export const formatDayOfMonth = (iso: string, zone: string): string => withoutYear(formatDay(iso, zone))

/** The day and time of a moment, '22 Nov 2026, 09:30', as `formatTime` shows the time. @param iso ISO 8601 */
export const formatDateTime = (iso: string, zone: string): string => `${formatDay(iso, zone)}, ${formatTime(iso, zone)}`

/** The time of a moment, '09:30'. The zone follows where the clock of this device shows another time. @param iso ISO 8601 */
export function formatTime(iso: string, zone: string): string {
  const shown = toWallTime(iso, zone)
  const here = toWallTime(iso, Intl.DateTimeFormat().resolvedOptions().timeZone)
  return `${shown.slice(11)}${shown === here ? '' : ` ${zoneName(zone, new Date(iso))}`}`
}

/** The calendar day some days after another. @param day YYYY-MM-DD, like the result */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** A calendar day as a schedule shows it, 'Sun 22 Nov'. @param day YYYY-MM-DD */
export const formatWeekday = (day: string): string => `${weekdays('UTC').format(new Date(day))} ${formatDayOfYear(day)}`

/** The same in a sentence, 'Sunday, 22 Nov'. */
export const formatLongWeekday = (day: string): string =>
  `${longWeekdays('UTC').format(new Date(day))}, ${formatDayOfYear(day)}`

/** A calendar day without its year, '22 Nov'. @param day YYYY-MM-DD */
export const formatDayOfYear = (day: string): string => withoutYear(formatDate(day))

const longMonths = formatIn('en-GB', { month: 'long' })

/** A month as the site writes it, 'Feb'. @param month YYYY-MM */
export const formatMonth = (month: string): string => formatDayOfYear(`${month}-01`).replace(/^\d+ /, '')

/** The whole name of a month, 'February'. @param month YYYY-MM */
export const formatLongMonth = (month: string): string => longMonths('UTC').format(new Date(`${month}-01`))

/** The company's time zone. The frame of the back office knows it before it shows a screen. */
export const TimeZoneContext = createContext<string | null>(null)

export function useTimeZone(): string {
  const zone = useContext(TimeZoneContext)
  if (zone === null) throw new Error('useTimeZone needs the frame of the back office above it')
  return zone
}

/** The present day in the company's time zone, YYYY-MM-DD. */
export const useToday = (): string => toWallTime(new Date().toISOString(), useTimeZone()).slice(0, 10)

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
