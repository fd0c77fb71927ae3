import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { deskDefaults, deskInput, readOpening, readWorkdays } from './desk-settings.contract.ts'

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

test('accepts what it ships', () => {
  expect(z.safeParse(deskInput, deskDefaults).success).toBe(true)
  expect(z.safeParse(deskInput, { answerWithin: 4, reminderAt: '', holidays: '2026-12-25\n2027-01-01' }).success).toBe(
    true,
  )
})

test.each([
  [{ answerWithin: 'soon' }, 'Answer within must be a number of hours from 0.25 to 400, such as 8'],
  [{ answerWithin: 0 }, 'Answer within must be a number of hours from 0.25 to 400, such as 8'],
  [{ days: 'often' }, 'Office days must be days such as Mon-Fri, or Sun-Thu, Sat'],
  [{ hours: '18-8' }, 'Office hours must be two times such as 8:00-18:00'],
  [{ holidays: '2026-12-25\n2026-02-30' }, '“2026-02-30” is no day: write one on each line, such as 2026-12-25'],
  [{ reminderAt: '25:00' }, 'Reminder at must be a time such as 09:00, or empty for none'],
])('refuses %j at its field', (given, message) => {
  const result = z.safeParse(deskInput, given)
  expect(result.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    [Object.keys(given)[0], message],
  ])
})
