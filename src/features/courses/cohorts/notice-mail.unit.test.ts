import { expect, test } from 'vitest'
import { daysInWords } from './cohort-words.ts'
import { cancelledSince, noticeWords, stateThen } from './notice-mail.server.ts'

const told = {
  course: 'Kubernetes',
  days: { startsOn: '2027-01-16', timetable: 'Sat 10:00-13:00' },
  before: { startsOn: '2027-01-09', timetable: 'Sat 10:00-13:00' },
  zone: 'IST',
  group: 'waiting' as const,
  company: { email: 'info@example.com', phone: '+91 20 1234' },
}

test('names the days, and the zone where there is a time', () => {
  expect(daysInWords({ startsOn: '2027-01-09', endsOn: '2027-01-10' }, 'IST')).toBe(
    'Sat 9 January 2027 to Sun 10 January 2027',
  )
  expect(daysInWords({ startsOn: '2027-01-09', timetable: 'Weekends' }, 'IST')).toBe('Sat 9 January 2027, Weekends')
  expect(daysInWords(told.days, 'IST')).toBe('Sat 16 January 2027, Sat 10:00–13:00 IST')
})

test('says what happened, and what the reader can do', () => {
  const moved = noticeWords({ kind: 'moved', ...told })
  expect(moved.subject).toBe('Kubernetes: the date has moved to 16 January 2027')
  expect(moved.text[0]).toBe(
    '“Kubernetes” has moved from Sat 9 January 2027, Sat 10:00–13:00 IST to Sat 16 January 2027, Sat 10:00–13:00 IST.',
  )
  expect(noticeWords({ kind: 'cancelled', ...told }).closing[0]).toContain(
    'Call +91 20 1234, write to info@example.com or reply',
  )
  expect(noticeWords({ kind: 'opened', ...told }).text[0]).toContain('You asked to hear about the next date')
})

test('finds what someone knows of a date, and since when it is cancelled', () => {
  const at = (hour: number, cancelled = false) => ({
    at: `2026-11-23T${hour}:00:00.000Z`,
    days: { startsOn: `2027-01-${hour}` },
    cancelled,
  })
  const history = [at(10), at(11, true), at(12), at(13, true), at(14, true)]
  expect(stateThen(history, '2026-11-23T09:00:00.000Z')).toBe(history[0])
  expect(stateThen(history, '2026-11-23T12:30:00.000Z')).toBe(history[2])
  expect(cancelledSince(history)).toBe(history[3]?.at)
  expect(cancelledSince([])).toBe('')
})
