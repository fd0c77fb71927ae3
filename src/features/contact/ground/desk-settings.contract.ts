import { isDay } from '#contract/fields.ts'
import { group, number, text } from '#contract/settings.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const numberOf = (day: string) => weekdays.indexOf(day.slice(0, 3).toLowerCase()) + 1

/** The days that a text names, such as `Mon-Fri` or `Sun-Thu, Sat`: 1 (Monday) to 7. Undefined for another text. */
export function readWorkdays(text: string): number[] | undefined {
  const found = new Set<number>()
  for (const part of text.split(',')) {
    const [first = '', last = first, ...more] = part.split(/\s*[-–—]\s*|\s+to\s+/i).map((day) => day.trim())
    const isName = (day: string) => /^[a-z]{3,9}$/i.test(day) && numberOf(day) > 0
    if (more.length > 0 || !isName(first) || !isName(last)) return undefined
    const [from, to] = [numberOf(first), numberOf(last)]
    for (let day = from; ; day = (day % 7) + 1) {
      found.add(day)
      if (day === to) break
    }
  }
  return [...found].sort()
}

const time = String.raw`(\d{1,2})(?::([0-5]\d))?`
const twoTimes = new RegExp(String.raw`^${time}\s*[-–—]\s*${time}$`)

/** The hours of a day that a text names, such as `8-18` or `8:30-24:00`, in minutes after midnight. Undefined for another text. */
export function readOpening(text: string): { from: number; to: number } | undefined {
  const [, ...parts] = twoTimes.exec(text) ?? []
  const [hour = 0, minute = 0, lastHour = 0, lastMinute = 0] = parts.map((part = '0') => Number(part))
  const [from, to] = [hour * 60 + minute, lastHour * 60 + lastMinute]
  return from < to && to <= 24 * 60 ? { from, to } : undefined
}

/** The days of a text with one on each line. */
const readHolidays = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const wrongDayIn = (text: string) => readHolidays(text).find((line) => !isDay(line))
/** The most lines of the holidays: some twenty years of them. */
const mostHolidays = 400

/** When requests are overdue, and the reminder of them. An empty `reminderAt` sends no reminder. */
export const deskSettings = group('desk', {
  title: 'Response times',
  lead: 'When a request is overdue, and when its owner is reminded. Visitors see none of it.',
  access: 'writeSite',
  pages: [],
  panels: {
    'Response time': {
      answerWithin: number('Reply within (office hours)', 0.25, 400, {
        standard: '8',
        pattern: /^\d+([.,]\d+)?$/,
        error: 'Reply within must be a number of hours from 0.25 to 400, such as 8',
        hint: 'A request turns amber after half this time, and is overdue after it.',
      }),
    },
    'Office hours': {
      days: text('Working days', {
        standard: 'Mon-Fri',
        accepts: (value) => readWorkdays(value) !== undefined,
        error: 'Working days must be days such as Mon-Fri, or Sun-Thu, Sat',
        hint: 'Such as Mon-Fri, or Sun-Thu, Sat.',
        read: (value) => readWorkdays(value) ?? [1, 2, 3, 4, 5],
      }),
      hours: text('Hours', {
        standard: '8:00-18:00',
        accepts: (value) => readOpening(value) !== undefined,
        error: 'Hours must be two times such as 8:00-18:00',
        hint: 'In the company’s time zone. Enter 0:00-24:00 if you never close.',
        read: (value) => readOpening(value) ?? { from: 8 * 60, to: 18 * 60 },
      }),
      holidays: text('Holidays', {
        called: 'The list of holidays',
        standard: '',
        control: 'lines',
        max: mostHolidays * 12,
        accepts: (value) => wrongDayIn(value) === undefined,
        error: (value) =>
          `“${wrongDayIn(value)?.slice(0, 40)}” is not a date. Enter one date per line, such as 2026-12-25`,
        hint: 'One date per line, such as 2026-12-25.',
        read: readHolidays,
      }),
    },
    Reminder: {
      reminderAt: text('Daily reminder at', {
        standard: '09:00',
        accepts: (value) => /^([01]?\d|2[0-3]):[0-5]\d$/.test(value),
        error: 'Daily reminder at must be a time such as 09:00, or blank for none',
        hint: 'Sent on working days to each owner with overdue requests or follow-ups. Leave blank for none.',
        mayBeEmpty: true,
      }),
    },
  },
})
