import * as z from 'zod/mini'
import { cleanText, hasNoNul, isDay } from '#contract/fields.ts'

/** The settings of the lead desk as they are until staff change them. */
export const deskDefaults = {
  answerWithin: '8',
  days: 'Mon-Fri',
  hours: '8:00-18:00',
  holidays: '',
  reminderAt: '09:00',
}

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
export const readHolidays = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const checked = (label: string, accepts: (value: string) => boolean, error: string) =>
  z.nullish(
    z.string(`${label} must be a text`).check(
      z.overwrite((value) => cleanText(value).trim()),
      z.maxLength(200, `${label} is too long`),
      hasNoNul,
      z.refine((value) => value === '' || accepts(value), error),
    ),
  )

const hoursError = 'Answer within must be a number of hours from 0.25 to 400, such as 8'
const isHours = (value: number) => value >= 0.25 && value <= 400
/** The most lines of the holidays: some twenty years of them. */
const mostHolidays = 400

/** The settings of the lead desk. An empty `reminderAt` sends no reminder. */
export const deskInput = z.object({
  answerWithin: z.nullish(
    z.union(
      [
        z.number().check(z.refine(isHours, hoursError)),
        z.string().check(
          z.trim(),
          z.refine((value) => value === '' || (/^\d+([.,]\d+)?$/.test(value) && isHours(readHours(value))), hoursError),
        ),
      ],
      hoursError,
    ),
  ),
  days: checked(
    'Office days',
    (value) => readWorkdays(value) !== undefined,
    'Office days must be days such as Mon-Fri, or Sun-Thu, Sat',
  ),
  hours: checked(
    'Office hours',
    (value) => readOpening(value) !== undefined,
    'Office hours must be two times such as 8:00-18:00',
  ),
  holidays: z.nullish(
    z.string('Holidays must be a text').check(
      z.overwrite((value) => cleanText(value, '\n').trim()),
      z.maxLength(mostHolidays * 12, `Holidays: at most ${mostHolidays} days`),
      hasNoNul,
      (context) => {
        const wrong = readHolidays(context.value).find((line) => !isDay(line))
        if (wrong !== undefined)
          context.issues.push({
            code: 'custom',
            input: context.value,
            message: `“${wrong.slice(0, 40)}” is no day: write one on each line, such as 2026-12-25`,
          })
      },
    ),
  ),
  reminderAt: checked(
    'Reminder at',
    (value) => /^([01]?\d|2[0-3]):[0-5]\d$/.test(value),
    'Reminder at must be a time such as 09:00, or empty for none',
  ),
})

/** A number of hours as typed, with a point or a comma. */
export const readHours = (value: unknown): number => Number(String(value).replace(',', '.'))
