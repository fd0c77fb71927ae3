import { formatIn } from '#contract/zoned-format.ts'
import type { Days } from '../ground/cohorts.contract.ts'
import { timetableText } from './timetable.ts'

const weekday = formatIn('en-GB', { weekday: 'short' })('UTC')
const dayFormat = formatIn('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })('UTC')

/** '9 January 2027'. @param day YYYY-MM-DD */
export const dayAndYear = (day: string) => dayFormat.format(new Date(day))

const dayInWords = (day: string) => `${weekday.format(new Date(day))} ${dayAndYear(day)}`

/**
 * The days of a date and their times: 'Sat 9 January 2027 to Sat 27 February 2027, Sat 10:00–13:00 IST'.
 * @param zone the short name of the company's time zone
 */
export function daysInWords({ startsOn, endsOn, timetable }: Days, zone: string): string {
  const days = endsOn && endsOn !== startsOn ? `${dayInWords(startsOn)} to ${dayInWords(endsOn)}` : dayInWords(startsOn)
  return timetable ? `${days}, ${timetableText(timetable, zone)}` : days
}
