import { formatIn } from '#contract/zoned-format.ts'
import { weekdays } from './cohort-words.contract.ts'

/** When a date meets each week: days from 1 (Monday) to 7, and times of the company's clock. */
export type Slot = { days: number[]; start: string; end: string }

const groups: Record<string, number[]> = {
  weekday: [1, 2, 3, 4, 5],
  weekend: [6, 7],
  daily: [1, 2, 3, 4, 5, 6, 7],
  'every day': [1, 2, 3, 4, 5, 6, 7],
}

const day = '(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?'
const dash = '(?:-|–|—|to)'
const days = `(?:every\\s+)?${day}(?:\\s*(?:${dash}|,|&|/|and)\\s*${day})*|weekdays?|weekends?|daily|every day`
const dayOrRange = new RegExp(`(${day})(?:\\s*(${dash})\\s*(${day}))?`, 'gi')
const time = '(\\d{1,2})(?:[:.](\\d\\d))?\\s*([ap]\\.?m\\.?)?'
const slot = new RegExp(
  `\\s*(${days})[,:]?\\s+(?:from\\s+)?${time}\\s*${dash}\\s*${time}\\s*([a-z]{2,5})?\\s*(?:[,;·]|and\\s|$)`,
  'iy',
)

/** Reads a list of days and ranges of them, such as `Mon-Wed, Fri`. */
function readDays(text: string): number[] {
  const group = groups[text.toLowerCase().replace(/^(weekday|weekend)s$/, '$1')]
  if (group) return group
  const found = new Set<number>()
  for (const [, first = '', isRange, last = ''] of text.matchAll(dayOrRange)) {
    const from = dayNumber(first)
    const to = isRange ? dayNumber(last) : from
    for (let index = from; ; index = (index % 7) + 1) {
      found.add(index)
      if (index === to) break
    }
  }
  return [...found].sort()
}

const dayNumber = (name: string) => weekdays.findIndex((one) => name.toLowerCase().startsWith(one.toLowerCase())) + 1

/** The minutes of a day; undefined for no time. */
function minutesOf(hours: string, minutes = '0', half = ''): number | undefined {
  const [hour, minute] = [Number(hours), Number(minutes)]
  if (minute > 59 || hour > (half ? 12 : 23) || (half && hour === 0)) return undefined
  return ((half ? hour % 12 : hour) + (/^p/i.test(half) ? 12 : 0)) * 60 + minute
}

const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/**
 * Reads a timetable that staff have typed, such as `Sat 10:00-13:00`, `Mon, Wed 18:30–20:00` or `Weekdays 9-11`; undefined if a part of it is
 * something else.
 * @param zone the name of the company's time zone, which may follow a time
 */
export function readTimetable(text = '', zone = ''): Slot[] | undefined {
  const slots: Slot[] = []
  slot.lastIndex = 0
  while (slot.lastIndex < text.trimEnd().length) {
    const match = slot.exec(text)
    if (!match) return undefined
    const [, named = '', hours = '', minutes, half, endHours = '', endMinutes, endHalf, typedZone] = match
    if (typedZone && typedZone.toLowerCase() !== zone.toLowerCase()) return undefined
    const end = minutesOf(endHours, endMinutes, endHalf)
    let start = minutesOf(hours, minutes, half)
    // In `6-8 pm` both are in the afternoon.
    if (!half && endHalf) {
      const same = minutesOf(hours, minutes, endHalf)
      if (same !== undefined && end !== undefined && same < end) start = same
    }
    if (start === undefined || end === undefined || start >= end) return undefined
    slots.push({ days: readDays(named.replace(/^every\s+(?!day$)/i, '')), start: clock(start), end: clock(end) })
  }
  return slots.length > 0 ? slots : undefined
}

/** `Mon–Fri`, `Mon, Wed`. */
function namesOf(days: number[]): string {
  const [first = 0] = days
  const isRun = days.length > 2 && days.every((number, index) => number === first + index)
  const name = (number: number | undefined) => weekdays[(number ?? 1) - 1]
  return isRun ? `${name(first)}–${name(days.at(-1))}` : days.map(name).join(', ')
}

/** A timetable as the site writes it, `Sat 10:00–13:00 IST`; one that cannot be read is shown as it was typed. */
export function timetableText(text: string, zone: string): string {
  const slots = readTimetable(text, zone)
  return slots ? `${slots.map(({ days, start, end }) => `${namesOf(days)} ${start}–${end}`).join(', ')} ${zone}` : text
}

// Sweden writes a time as ISO 8601 does.
const clockOf = formatIn('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** How far a time zone is ahead of UTC, in milliseconds. */
const offsetAt = (moment: number, timeZone: string) =>
  Date.parse(`${clockOf(timeZone).format(moment).replace(' ', 'T')}Z`) - Math.floor(moment / 1_000) * 1_000

/** The moment at which the clocks of a time zone show a time on a day. @param time `10:00` */
export function momentIn(timeZone: string, day: string, time: string): number {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const guess = asUtc - offsetAt(asUtc, timeZone)
  return asUtc - offsetAt(guess, timeZone)
}

/** A day some days later. @param day YYYY-MM-DD */
export const later = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The first day of a slot from a day on, YYYY-MM-DD. */
export function firstDayOf({ days }: Pick<Slot, 'days'>, from: string): string {
  const weekday = new Date(from).getUTCDay()
  return later(from, Math.min(...days.map((day) => (day + 7 - weekday) % 7)))
}
