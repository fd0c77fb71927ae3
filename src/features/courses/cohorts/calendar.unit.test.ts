import { expect, test } from 'vitest'
import { type CalendarEntry, calendarOf } from './calendar.server.ts'

type Entry = Omit<CalendarEntry, 'cohort'>
const made = (
  changes: Partial<CalendarEntry['cohort']> = {},
  {
    timeZone = 'Asia/Kolkata',
    title = 'Cloud, from scratch; really',
    status = 'CONFIRMED',
    ...entry
  }: Partial<Entry> & {
    timeZone?: string
    title?: string
  } = {},
) =>
  calendarOf({
    entries: [
      {
        cohort: {
          ...{ id: '0b6f', startsOn: '2027-01-09', endsOn: '2027-02-27', mode: 'both', place: 'Baner, Pune' },
          ...{ timetable: 'Sat 10:00-13:00', version: 3, ...changes },
        },
        status,
        ...entry,
      },
    ],
    offer: { title, path: '/courses/cloud', description: 'Line one.\nLine two.' },
    company: { brand: 'Acme "Cloud"', email: 'info@example.com' },
    timeZone,
    publicUrl: 'https://www.example.com',
    now: '2026-11-20T10:00:00.000Z',
  })
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

test('has the weekly times of a date until its last day in the time zone of the company', () => {
  const lines = unfolded(made())
  expect(lines).toEqual(
    expect.arrayContaining([
      'UID:0b6f',
      'DTSTAMP:20261120T100000Z',
      'SEQUENCE:3',
      'STATUS:CONFIRMED',
      'METHOD:PUBLISH',
      'ORGANIZER;CN="Acme  Cloud ":mailto:info@example.com',
      'DTSTART;TZID=Asia/Kolkata:20270109T100000',
      'DTEND;TZID=Asia/Kolkata:20270109T130000',
      'RRULE:FREQ=WEEKLY;UNTIL=20270227T182900Z;BYDAY=SA',
      'SUMMARY:Cloud\\, from scratch\\; really',
      'DESCRIPTION:Sat 10:00–13:00 IST\\nLine one.\\nLine two.\\nhttps://www.example.com/courses/cloud',
      'LOCATION:Baner\\, Pune\\, or online',
      'TZID:Asia/Kolkata',
      'TZOFFSETTO:+0530',
      'TZNAME:IST',
    ]),
  )
  expect(lines.filter((line) => line === 'BEGIN:STANDARD')).toHaveLength(1)
})

test('begins each of several times on its own first day', () => {
  const lines = unfolded(made({ timetable: 'Sat 10:00-13:00, Tue 18:00-20:00' }))
  expect(lines.filter((line) => /^(UID|DTSTART;|RRULE)/.test(line))).toEqual([
    'UID:0b6f',
    'DTSTART;TZID=Asia/Kolkata:20270109T100000',
    'RRULE:FREQ=WEEKLY;UNTIL=20270227T182900Z;BYDAY=SA',
    'UID:0b6f-2',
    'DTSTART;TZID=Asia/Kolkata:20270112T180000',
    'RRULE:FREQ=WEEKLY;UNTIL=20270227T182900Z;BYDAY=TU',
  ])
})

test('meets on every day where the times name none', () => {
  const lines = unfolded(made({ timetable: '10-17', startsOn: '2027-01-12', endsOn: '2027-01-14' }))
  expect(lines.filter((line) => /^(DTSTART;|DTEND|RRULE)/.test(line))).toEqual([
    'DTSTART;TZID=Asia/Kolkata:20270112T100000',
    'DTEND;TZID=Asia/Kolkata:20270112T170000',
    'RRULE:FREQ=DAILY;UNTIL=20270114T182900Z',
  ])
})

test('cancels the events that a moved date no longer has, and keeps an offer tentative', () => {
  const before = { startsOn: '2027-01-02', endsOn: '2027-02-20', timetable: 'Sat 10:00-13:00, Tue 18:00-20:00' }
  const lines = unfolded(made({}, { before, status: 'TENTATIVE' }))
  expect(lines.filter((line) => /^(UID|STATUS|METHOD)/.test(line))).toEqual([
    'METHOD:PUBLISH',
    'UID:0b6f',
    'STATUS:TENTATIVE',
    'UID:0b6f-2',
    'STATUS:CANCELLED',
  ])
})

test('knows the changes of the clocks during a date', () => {
  const lines = unfolded(made({ startsOn: '2027-03-20', endsOn: '2027-04-10' }, { timeZone: 'Europe/Berlin' }))
  const from = lines.indexOf('BEGIN:DAYLIGHT')
  expect(lines.slice(from, from + 4)).toEqual([
    'BEGIN:DAYLIGHT',
    'DTSTART:20270328T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
  ])
})

test('has whole days where the timetable cannot be read, and says that a date was cancelled', () => {
  const lines = unfolded(made({ timetable: 'Evenings' }, { status: 'CANCELLED' }))
  expect(lines).toEqual(
    expect.arrayContaining([
      'DTSTART;VALUE=DATE:20270109',
      'DTEND;VALUE=DATE:20270228',
      'STATUS:CANCELLED',
      'METHOD:CANCEL',
    ]),
  )
  expect(lines.join()).not.toMatch(/RRULE|VTIMEZONE/)
})

test('folds its lines at 75 octets, never within a character', () => {
  const text = made({}, { title: 'क्लाउड की मूल बातें 🚀 '.repeat(20) })
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(unfolded(text)).toContain(`SUMMARY:${'क्लाउड की मूल बातें 🚀 '.repeat(20)}`)
})

test('begins no line within a text, whatever a program takes for its end', () => {
  const title = 'Evil\r\nATTENDEE:a\rX:b\nX:c\u2028X:d\u2029X:e\u0085X:f\vX:g\fX:h\u0007, \\n'
  const text = made({ place: title }, { title })
  const escaped = 'Evil\\nATTENDEE:a\\nX:b\\nX:c\\nX:d\\nX:e\\nX:f\\nX:g\\nX:h\\, \\\\n'
  expect(unfolded(text)).toEqual(expect.arrayContaining([`SUMMARY:${escaped}`, `LOCATION:${escaped}\\, or online`]))
  expect(text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/).filter((line) => /^(ATTENDEE|X):/.test(line))).toEqual([])
})
