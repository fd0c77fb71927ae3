import { formatIn, zoneName } from '#contract/zoned-format.ts'
import { weekdays } from '../ground/cohort-words.contract.ts'
import type { PublicCohort, Times } from '../ground/cohorts.contract.ts'

/** When a date meets: days of each week from 1 (Monday) to 7, or none for every day of the date, and times of the company's clock. */
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
  `\\s*(?:(${days})[,:]?\\s+)?(?:from\\s+)?${time}\\s*${dash}\\s*${time}\\s*([a-z]{2,5})?\\s*(?:[,;·]|and\\s|$)`,
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
 * Reads a timetable that staff have typed, such as `Sat 10:00-13:00`, `Mon, Wed 18:30–20:00`, `Weekdays 9-11` or `10 am - 5 pm`; undefined if a
 * part of it is something else. A time without days has those of the time before it.
 * @param zone the name of the company's time zone, which may follow a time
 */
export function readTimetable(text = '', zone = ''): Slot[] | undefined {
  const slots: Slot[] = []
  slot.lastIndex = 0
  while (slot.lastIndex < text.trimEnd().length) {
    const match = slot.exec(text)
    if (!match) return undefined
    const [, named, hours = '', minutes, half, endHours = '', endMinutes, endHalf, typedZone] = match
    if (typedZone && typedZone.toLowerCase() !== zone.toLowerCase()) return undefined
    const end = minutesOf(endHours, endMinutes, endHalf)
    let start = minutesOf(hours, minutes, half)
    // In `6-8 pm` both are in the afternoon.
    if (!half && endHalf) {
      const same = minutesOf(hours, minutes, endHalf)
      if (same !== undefined && end !== undefined && same < end) start = same
    }
    if (start === undefined || end === undefined || start >= end) return undefined
    const before = slots.at(-1)?.days
    // Whether the first time is on these days too is not said.
    if (named && before?.length === 0) return undefined
    const days = named ? readDays(named.replace(/^every\s+(?!day$)/i, '')) : (before ?? [])
    slots.push({ days, start: clock(start), end: clock(end) })
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

const clockTime = '\\d{1,2}(?:[:.]\\d\\d(?:\\s*[ap]\\.?m\\b\\.?)?|\\s*[ap]\\.?m\\b\\.?)'
const clockTimes = new RegExp(`(?<![\\d:.])${clockTime}(?!\\d)`, 'gi')
const clockRange = new RegExp(`(${clockTime})\\s*${dash}\\s*(${clockTime})`, 'gi')

/** Whether a text such as `9:30` or `6 pm` is a time of a clock. */
function isTime(text: string): boolean {
  const [, hours = '', minutes, half] = new RegExp(`^${time}$`, 'i').exec(text) ?? []
  return minutesOf(hours, minutes, half) !== undefined
}

/** A text with its times set as the site does, `10:00–13:00 IST every second week`. One with a time that no clock shows, or of another zone, stays. */
function setTimes(text: string, zone: string): string {
  const ranged = text.replaceAll(clockRange, '$1–$2')
  const times = [...ranged.matchAll(clockTimes)]
  const last = times.at(-1)
  if (!last || !times.every(([found]) => isTime(found))) return text
  const end = last.index + last[0].length
  const [, named] = /^\s*([A-Z]{2,5})\b/.exec(ranged.slice(end)) ?? []
  if (named) return named === zone ? ranged : text
  return `${ranged.slice(0, end)} ${zone}${ranged.slice(end)}`
}

/** A timetable as the site writes it, `Sat 10:00–13:00 IST`. One that cannot be read keeps its words. @param zone the name of the company's time zone */
export function timetableText(text: string, zone: string): string {
  const slots = readTimetable(text, zone)
  if (!slots) return setTimes(text, zone)
  const words = slots.map(({ days, start, end }) => `${namesOf(days)} ${start}–${end}`.trim())
  return `${words.join(', ')} ${zone}`
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

/** The days of a date that starts on another day: it is as long as before, and its deadline as many days ahead. */
export function daysFrom(
  { startsOn, endsOn, enrolBy }: Pick<PublicCohort, 'startsOn' | 'endsOn' | 'enrolBy'>,
  day: string,
) {
  const days = (Date.parse(day) - Date.parse(startsOn)) / 86_400_000
  return {
    startsOn: day,
    ...(endsOn && { endsOn: later(endsOn, days) }),
    ...(enrolBy && { enrolBy: later(enrolBy, days) }),
  }
}

/** The first day of a slot from a day on, YYYY-MM-DD. */
export function firstDayOf({ days }: Pick<Slot, 'days'>, from: string): string {
  if (days.length === 0) return from
  const weekday = new Date(from).getUTCDay()
  return later(from, Math.min(...days.map((day) => (day + 7 - weekday) % 7)))
}

/** The most days of a date that are looked at: a date without a weekly timetable has no more meetings. */
const mostDays = { weekly: 730, daily: 60 }

/**
 * The meetings of a date, in their order: its slots on their weekdays from the first day to the last, or each of its days if the timetable cannot be
 * read. `start` and `end` are times of the company's clock. @param zone the name of the company's time zone
 */
export function sessionsOf(
  { startsOn, endsOn, timetable }: Pick<PublicCohort, 'startsOn' | 'endsOn' | 'timetable'>,
  zone?: string,
): { day: string; start?: string; end?: string }[] {
  const slots = readTimetable(timetable, zone)
  // Without a last day each slot meets once.
  if (slots && endsOn === undefined)
    return slots.map((slot) => ({ day: firstDayOf(slot, startsOn), start: slot.start, end: slot.end })).sort(byTime)
  const length = (Date.parse(endsOn ?? startsOn) - Date.parse(startsOn)) / 86_400_000 + 1
  const days = Array.from({ length: Math.min(length, slots ? mostDays.weekly : mostDays.daily) }, (_, index) =>
    later(startsOn, index),
  )
  if (!slots) return days.map((day) => ({ day }))
  const met = days.flatMap((day) =>
    slots.filter((slot) => firstDayOf(slot, day) === day).map(({ start, end }) => ({ day, start, end })),
  )
  // A timetable that fits no day of the date says nothing.
  return met.length > 0 ? met.sort(byTime) : days.slice(0, mostDays.daily).map((day) => ({ day }))
}

const byTime = (one: { day: string; start?: string }, other: { day: string; start?: string }) =>
  `${one.day} ${one.start}`.localeCompare(`${other.day} ${other.start}`)

/** The short name of the company's time zone at an event's start, or in the middle of a date's first day: clocks change in the night before. */
export const zoneOf = ({ startsAt, startsOn }: Pick<Times, 'startsAt' | 'startsOn'>, timeZone: string): string =>
  zoneName(timeZone, startsAt ? Date.parse(startsAt) : momentIn(timeZone, startsOn, '12:00'))

/** The first meeting of a date, and the moment at which it starts: the beginning of its day if its time is not known. */
export function startOf(date: Times, timeZone: string) {
  const zone = zoneOf(date, timeZone)
  const [{ day, start } = { day: date.startsOn }] = date.startsAt
    ? [{ day: date.startsOn, start: timeOn(date.startsAt, timeZone) }]
    : sessionsOf(date, zone)
  const moment = date.startsAt ? Date.parse(date.startsAt) : momentIn(timeZone, day, start ?? '00:00')
  return { day, start, zone, moment }
}

/** The day and the time that the clocks of a time zone show at a moment. */
const clockAt = (iso: string, timeZone: string) => clockOf(timeZone).format(Date.parse(iso)).slice(0, 16)
const timeOn = (iso: string, timeZone: string) => clockAt(iso, timeZone).slice(11)

/** The days and the timetable of an event that starts and ends at these moments (ISO 8601 in UTC), by the clocks of the company. */
export function daysOfEvent({ startsAt, endsAt }: { startsAt: string; endsAt: string }, timeZone: string) {
  const [startsOn = '', start = ''] = clockAt(startsAt, timeZone).split(' ')
  const [endsOn = '', end = ''] = clockAt(endsAt, timeZone).split(' ')
  // An evening until midnight is on one day.
  return startsOn === endsOn || (end === '00:00' && endsOn === later(startsOn, 1))
    ? { startsOn, endsOn: undefined, timetable: `${start}-${end}` }
    : { startsOn, endsOn, timetable: `${start} on the first day to ${end} on the last` }
}

/** Whether participants see the joining details: from the day before the first meeting to the last day. @param today the company's day */
export function showsDetails(date: Parameters<typeof sessionsOf>[0], today: string, timeZone: string): boolean {
  const { day, zone } = startOf(date, timeZone)
  const last = date.endsOn ?? sessionsOf(date, zone).at(-1)?.day ?? date.startsOn
  return later(day, -1) <= today && today <= last
}
