import { expect, test } from 'vitest'
import { daysOfEvent, firstDayOf, momentIn, readTimetable, timetableText } from './timetable.ts'

test.each([
  ['Sat 10:00-13:00', 'Sat 10:00–13:00'],
  ['Mon, Wed 18:30–20:00', 'Mon, Wed 18:30–20:00'],
  ['Weekdays 9-11', 'Mon–Fri 09:00–11:00'],
  ['weekends, 10 am to 1 pm', 'Sat, Sun 10:00–13:00'],
  ['Mondays and Wednesdays 6-8 pm', 'Mon, Wed 18:00–20:00'],
  ['Every Saturday 10.30 – 12.00', 'Sat 10:30–12:00'],
  ['Mon-Wed & Fri 07:00-08:00', 'Mon, Tue, Wed, Fri 07:00–08:00'],
  ['Fri to Sun 9-17', 'Fri–Sun 09:00–17:00'],
  ['Sat-Mon 9-10', 'Mon, Sat, Sun 09:00–10:00'],
  ['Daily 7:00-8:00 IST', 'Mon–Sun 07:00–08:00'],
  ['Tue 18:00-20:00, Sat 10:00-13:00', 'Tue 18:00–20:00, Sat 10:00–13:00'],
  ['Thurs 12 pm-1 pm', 'Thu 12:00–13:00'],
  ['Sun 11-1 pm', 'Sun 11:00–13:00'],
  ['10:00-17:00', '10:00–17:00'],
  ['10-17', '10:00–17:00'],
  ['10 am - 5 pm', '10:00–17:00'],
  ['from 9.30 to 13.00', '09:30–13:00'],
  ['Mon–Fri, 09:30 to 13:00', 'Mon–Fri 09:30–13:00'],
  ['Sat 10:00–13:00, Sun 11:00–14:00', 'Sat 10:00–13:00, Sun 11:00–14:00'],
  ['Sat 10-13, 14-17', 'Sat 10:00–13:00, Sat 14:00–17:00'],
  ['9-12 and 13-17', '09:00–12:00, 13:00–17:00'],
])('reads %s', (text, shown) => {
  expect(timetableText(text, 'IST')).toBe(`${shown} IST`)
})

test.each([
  '',
  'Evenings',
  'Sat',
  'Sat 25:00-26:00',
  'Sat 10:00-13:61',
  'Sat 10:00-13:00 PST',
  'Monthly 10-12',
  'Sat 13 pm-2 pm',
  '10-17 January',
  'Two weekends, see the syllabus',
])('does not read %j, which is shown as it was typed', (text) => {
  expect(readTimetable(text, 'IST')).toBeUndefined()
  expect(timetableText(text, 'IST')).toBe(text)
})

test.each([
  ['Sat 10:00', 'Sat 10:00 IST'],
  ['Sat 10:00-13:00 every second week', 'Sat 10:00–13:00 IST every second week'],
  ['Day 1 10:00-17:00, day 2 9:30 to 13:00', 'Day 1 10:00–17:00, day 2 9:30–13:00 IST'],
  ['Fri 6 pm until Sun 1 pm', 'Fri 6 pm until Sun 1 pm IST'],
  ['Every second Sat, 10:00-13:00 IST', 'Every second Sat, 10:00–13:00 IST'],
  ['10:00-13:00, Sat 14:00-17:00', '10:00–13:00, Sat 14:00–17:00 IST'],
])('sets the times of %s, which it does not read', (text, shown) => {
  expect(readTimetable(text, 'IST')).toBeUndefined()
  expect(timetableText(text, 'IST')).toBe(shown)
})

test('finds the moment of a time on both sides of a change of the clocks', () => {
  const iso = (zone: string, day: string, time: string) => new Date(momentIn(zone, day, time)).toISOString()
  expect(iso('Asia/Kolkata', '2027-01-09', '10:00')).toBe('2027-01-09T04:30:00.000Z')
  expect(iso('Europe/Berlin', '2027-03-27', '10:00')).toBe('2027-03-27T09:00:00.000Z')
  expect(iso('Europe/Berlin', '2027-03-28', '10:00')).toBe('2027-03-28T08:00:00.000Z')
  expect(iso('America/New_York', '2027-11-07', '20:00')).toBe('2027-11-08T01:00:00.000Z')
})

test('finds the first day of a slot', () => {
  const slot = { days: [1, 6], start: '10:00', end: '11:00' }
  expect(firstDayOf(slot, '2027-01-09')).toBe('2027-01-09')
  expect(firstDayOf(slot, '2027-01-10')).toBe('2027-01-11')
  expect(firstDayOf({ days: [] }, '2027-01-10')).toBe('2027-01-10')
})

test.each([
  [
    'an evening',
    'Asia/Kolkata',
    '2131-01-09T12:30:00Z',
    '2131-01-09T15:00:00Z',
    ['2131-01-09', undefined, '18:00-20:30'],
  ],
  [
    'until midnight',
    'Asia/Kolkata',
    '2131-01-09T12:30:00Z',
    '2131-01-09T18:30:00Z',
    ['2131-01-09', undefined, '18:00-00:00'],
  ],
  [
    ...['past midnight', 'Asia/Kolkata', '2131-01-09T12:30:00Z', '2131-01-09T18:31:00Z'],
    ['2131-01-09', '2131-01-10', '18:00 on the first day to 00:01 on the last'],
  ],
  [
    'the next day of the company',
    'Asia/Kolkata',
    '2131-01-09T20:00:00Z',
    '2131-01-09T21:00:00Z',
    ['2131-01-10', undefined, '01:30-02:30'],
  ],
  [
    'as clocks go back',
    'Europe/Berlin',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
    ['2026-10-25', undefined, '02:30-02:30'],
  ],
] as [string, string, string, string, unknown[]][])(
  'the days of an event: %s',
  (_what, zone, startsAt, endsAt, expected) => {
    const { startsOn, endsOn, timetable } = daysOfEvent({ startsAt, endsAt }, zone)
    expect([startsOn, endsOn, timetable]).toEqual(expected)
  },
)

test('an event until midnight has its zone', () => {
  expect(timetableText('18:00-00:00', 'IST')).toBe('18:00–00:00 IST')
})
