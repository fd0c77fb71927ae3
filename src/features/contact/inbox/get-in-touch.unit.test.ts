import { expect, test } from 'vitest'
import { officeHours } from './get-in-touch.tsx'

test.each([
  ['Mon-Fri from 8am to 6pm', 8, 18],
  ['9:00–17:30', 9, 17.5],
  ['Weekdays, 9.30 a.m. until 5 p.m.', 9.5, 17],
  ['Monday to Friday, 9 to 5', 9, 17],
  ['12pm - 8pm IST', 12, 20],
  ['12am to 24:00', 0, 24],
])('%s', (text, from, to) => {
  expect(officeHours(text)).toEqual({ from: from * 60, to: to * 60 })
})

test.each([['24/7'], ['Whenever you like'], ['Mon to Fri'], ['6pm to 8am'], ['9 to 29']])(
  'no hours in "%s"',
  (text) => {
    expect(officeHours(text)).toBeUndefined()
  },
)
