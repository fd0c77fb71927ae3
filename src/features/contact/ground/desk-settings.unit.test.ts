import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { deskSettings, readOpening, readWorkdays } from './desk-settings.contract.ts'
import { officeTime } from './desk-settings.server.ts'

test.each([
  ['Mon-Fri', [1, 2, 3, 4, 5]],
  ['Monday to Friday', [1, 2, 3, 4, 5]],
  ['Sun–Thu', [1, 2, 3, 4, 7]],
  ['tue, Sat', [2, 6]],
  ['Mon-Sun', [1, 2, 3, 4, 5, 6, 7]],
])('the days of "%s"', (text, days) => {
  expect(readWorkdays(text)).toEqual(days)
})

test.each(['', 'weekdays', 'Mon-', 'Mon-Tue-Wed', '1-5'])('no days in "%s"', (text) => {
  expect(readWorkdays(text)).toBeUndefined()
})

test.each([
  ['8-18', 8, 18],
  ['8:30 – 17:00', 8.5, 17],
  ['0:00-24:00', 0, 24],
])('the hours of "%s"', (text, from, to) => {
  expect(readOpening(text)).toEqual({ from: from * 60, to: to * 60 })
})

test('accepts its defaults', () => {
  expect(z.safeParse(deskSettings.input, deskSettings.standards).success).toBe(true)
  expect(
    z.safeParse(deskSettings.input, { answerWithin: 4, reminderAt: '', holidays: '2026-12-25\n2027-01-01' }).success,
  ).toBe(true)
})

test.each([
  [{ answerWithin: 'soon' }, 'Reply within must be a number of hours from 0.25 to 400, such as 8'],
  [{ answerWithin: 0 }, 'Reply within must be a number of hours from 0.25 to 400, such as 8'],
  [{ days: 'often' }, 'Working days must be days such as Mon-Fri, or Sun-Thu, Sat'],
  [{ hours: '18-8' }, 'Hours must be two times such as 8:00-18:00'],
  [{ holidays: '2026-12-25\n2026-02-30' }, '“2026-02-30” is not a date. Enter one date per line, such as 2026-12-25'],
  [{ reminderAt: '25:00' }, 'Daily reminder at must be a time such as 09:00, or blank for none'],
])('refuses %j at its field', (given, message) => {
  const result = z.safeParse(deskSettings.input, given)
  expect(result.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    [Object.keys(given)[0], message],
  ])
})

const weekdays = [1, 2, 3, 4, 5]
const rules = { timeZone: 'Asia/Kolkata', days: weekdays, from: 8 * 60, to: 18 * 60, holidays: ['2026-03-04'] }
const office = officeTime(rules)
/** A time in India. The 2nd of March 2026 is a Monday. */
const at = (day: string, time: string) => new Date(`${day}T${time}:00+05:30`).toISOString()

describe('minutes of office hours', () => {
  test.each([
    ['within a day', '2026-03-02', '09:00', '2026-03-02', '11:30', 150],
    ['from the night before', '2026-03-01', '23:00', '2026-03-02', '08:20', 20],
    ['into the evening', '2026-03-02', '17:00', '2026-03-02', '23:59', 60],
    ['over a night', '2026-03-02', '17:30', '2026-03-03', '08:30', 60],
    ['over a holiday', '2026-03-03', '17:00', '2026-03-05', '09:00', 120],
    ['over a weekend', '2026-03-06', '17:00', '2026-03-09', '09:00', 120],
    ['in a weekend', '2026-03-07', '09:00', '2026-03-08', '17:00', 0],
    ['of a week with a holiday', '2026-03-02', '00:00', '2026-03-09', '00:00', 4 * 600],
    ['backwards', '2026-03-03', '09:00', '2026-03-02', '09:00', 0],
  ])('%s', (_, day, time, lastDay, lastTime, minutes) => {
    expect(office.minutesBetween(at(day, time), at(lastDay, lastTime))).toBe(minutes)
  })

  test('follow the clock of a zone with summer time', () => {
    // At 2:00 on the 29th of March 2026, a Sunday, clocks in Berlin go to 3:00; on the 25th of October back.
    const always = officeTime({
      timeZone: 'Europe/Berlin',
      days: [1, 2, 3, 4, 5, 6, 7],
      from: 0,
      to: 1440,
      holidays: [],
    })
    expect(always.minutesBetween('2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z')).toBe(23 * 60)
    expect(always.minutesBetween('2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z')).toBe(25 * 60)
    const daily = officeTime({ timeZone: 'Europe/Berlin', days: weekdays, from: 9 * 60, to: 17 * 60, holidays: [] })
    // 9:00 is 8:00 UTC on Friday, and 7:00 UTC on Monday.
    expect(daily.minutesBetween('2026-03-27T08:00:00.000Z', '2026-03-30T08:00:00.000Z')).toBe(9 * 60)
  })

  test('an office that never closes counts every minute', () => {
    const always = officeTime({ ...rules, days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 1440, holidays: [] })
    expect(always.minutesBetween(at('2026-03-01', '10:00'), at('2026-03-11', '10:01'))).toBe(10 * 1440 + 1)
    expect(always.minutesBefore(at('2026-03-11', '10:00'), 1440)).toBe(at('2026-03-10', '10:00'))
  })
})

describe('the time so many minutes ago', () => {
  test.each([
    ['on the same day', '2026-03-02', '17:00', 480, '2026-03-02', '09:00'],
    ['on the day before', '2026-03-03', '10:00', 480, '2026-03-02', '12:00'],
    ['before a holiday', '2026-03-05', '10:00', 480, '2026-03-03', '12:00'],
    ['before a weekend', '2026-03-08', '12:00', 60, '2026-03-06', '17:00'],
    ['at night', '2026-03-03', '02:00', 600, '2026-03-02', '08:00'],
    ['weeks ago', '2026-03-20', '18:00', 4 * 600 + 5 * 600, '2026-03-10', '08:00'],
  ])('%s', (_, day, time, minutes, before, beforeTime) => {
    expect(office.minutesBefore(at(day, time), minutes)).toBe(at(before, beforeTime))
  })

  test('is the opposite of counting', () => {
    const now = at('2026-03-19', '15:45')
    for (const minutes of [1, 59, 300, 601, 2_399, 6_000])
      expect(office.minutesBetween(office.minutesBefore(now, minutes), now)).toBe(minutes)
  })

  test('an office that never opens has no such time', () => {
    expect(officeTime({ ...rules, days: [] }).minutesBefore(at('2026-03-02', '09:00'), 1)).toBe(
      '1970-01-01T00:00:00.000Z',
    )
  })
})

test('knows the workdays', () => {
  const workdays = ['2026-03-02', '2026-03-04', '2026-03-07'].map((day) => office.isWorkday(at(day, '07:00')))
  expect(workdays).toEqual([true, false, false])
})
