import { formatIn } from '#contract/zoned-format.ts'
import { formatRupeesShort } from '#ui/rupees.ts'
import { gstWords } from '../ground/cohort-words.contract.ts'
import type { Days, PublicCohort } from '../ground/cohorts.contract.ts'
import { timetableText } from './timetable.ts'

const weekday = formatIn('en-GB', { weekday: 'short' })('UTC')
const dayFormat = formatIn('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })('UTC')

/** '9 January 2027'. @param day YYYY-MM-DD */
export const dayAndYear = (day: string) => dayFormat.format(new Date(day))

/** `Sat 9 January 2027`. */
export const dayInWords = (day: string) => `${weekday.format(new Date(day))} ${dayAndYear(day)}`

/** '9 January 2027 – 27 February 2027', or one day. */
export const daysBetween = ({ startsOn, endsOn }: Pick<Days, 'startsOn' | 'endsOn'>): string =>
  [startsOn, endsOn !== startsOn && endsOn]
    .filter((day) => typeof day === 'string')
    .map((day) => dayAndYear(day).replaceAll(' ', '\u00a0'))
    .join(' – ')

/** 'Sat 9 January 2027 to Sat 27 February 2027, Sat 10:00–13:00 IST'. @param zone the short name of the company's time zone */
export function daysInWords({ startsOn, endsOn, timetable }: Days, zone: string): string {
  const days = endsOn && endsOn !== startsOn ? `${dayInWords(startsOn)} to ${dayInWords(endsOn)}` : dayInWords(startsOn)
  return timetable ? `${days}, ${timetableText(timetable, zone)}` : days
}

type Place = Pick<PublicCohort, 'mode' | 'place'>

/** Where a date is held: `Baner, Pune`, `Online`, or `Baner, Pune, or online`. Empty for a place that is not known yet. */
export function placeText({ mode, place }: Place): string {
  if (mode === 'online') return 'Online'
  if (mode === 'place') return place ?? ''
  return place ? `${place}, or online` : 'In person or online'
}

/** The same for someone with a seat: also what we still send. @param informed whether the joining details are there too */
export function placeForSeat({ mode, place }: Place, informed = false): string {
  if (informed) return placeText({ mode, place })
  const sent = [mode !== 'online' && !place && 'address', mode !== 'place' && 'link'].filter(Boolean).join(' and the ')
  return [placeText({ mode, place }), sent && `We email you the ${sent} before it starts.`].filter(Boolean).join('. ')
}

/** What seats cost: '₹14,999 a seat, ₹74,995 for 5 seats · plus 18 % GST'. @param price of one seat, in rupees */
export const priceLine = (price: number, people: number, gst: keyof typeof gstWords | undefined) =>
  [
    people === 1
      ? formatRupeesShort(price)
      : `${formatRupeesShort(price)} a seat, ${formatRupeesShort(price * people)} for ${people} seats`,
    gst && gstWords[gst],
  ]
    .filter(Boolean)
    .join(' · ')
