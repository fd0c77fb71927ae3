import { expect, test } from 'vitest'
import { cancelledSince, stateThen } from './cohort-history.server.ts'
import { daysInWords } from './cohort-words.ts'
import { plannedMessages } from './notice-job.server.ts'
import { noticeWords } from './notice-words.server.ts'

const told = {
  title: 'Kubernetes',
  days: { startsOn: '2027-01-16', timetable: 'Sat 10:00-13:00' },
  before: { startsOn: '2027-01-09', timetable: 'Sat 10:00-13:00' },
  timeZone: 'Asia/Kolkata',
  today: '2027-01-15',
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
  const sooner = noticeWords({ ...told, kind: 'moved', before: { ...told.days, timetable: 'Sat 9:00-12:00' } })
  expect(sooner.subject).toBe('Kubernetes: new times on 16 January 2027')
  expect(noticeWords({ kind: 'cancelled', ...told }).closing[0]).toContain(
    'Call +91 20 1234, write to info@example.com or reply',
  )
  expect(noticeWords({ kind: 'opened', ...told }).text[0]).toContain('You asked to hear about the next date')
})

test('a reminder says the true day, and the time where the schedule has one', () => {
  const on = (today: string, days = told.days as { startsOn: string; timetable?: string }) =>
    noticeWords({ ...told, kind: 'reminder', days, today })
  expect(on('2027-01-16').subject).toBe('Kubernetes starts today at 10:00')
  expect(on('2027-01-15').subject).toBe('Kubernetes starts tomorrow at 10:00')
  expect(on('2027-01-13')).toMatchObject({
    subject: 'Kubernetes starts in 3 days at 10:00',
    text: ['“Kubernetes” starts in 3 days: Sat 16 January 2027, 10:00 IST.'],
  })
  expect(on('2027-01-15', { startsOn: '2027-01-16', timetable: 'After lunch' })).toMatchObject({
    subject: 'Kubernetes starts tomorrow',
    text: ['“Kubernetes” starts tomorrow: Sat 16 January 2027.'],
  })
  // The first meeting is on the first Saturday.
  expect(on('2027-01-11', { startsOn: '2027-01-11', timetable: 'Sat 10:00-13:00' }).subject).toBe(
    'Kubernetes starts in 5 days at 10:00',
  )
})

test('plans reminders at nine and thanks at ten of the company’s clock, also over a change of the clocks', () => {
  const planned = (date: Partial<Parameters<typeof plannedMessages>[0]>, zone: string) =>
    plannedMessages({ startsOn: '2027-03-29', ...date }, zone).map(({ kind, daysBefore, at, until }) => [
      kind,
      daysBefore,
      new Date(at).toISOString(),
      new Date(until).toISOString(),
    ])
  // The clocks of Berlin change on 28 March 2027: nine is at 8:00 UTC before, at 7:00 after.
  const spring = { timetable: '10-17', remindAt: [0, 1, 7, 1] }
  expect(planned(spring, 'Europe/Berlin')).toEqual([
    ['reminder', 7, '2027-03-22T08:00:00.000Z', '2027-03-29T08:00:00.000Z'],
    ['reminder', 1, '2027-03-28T07:00:00.000Z', '2027-03-29T08:00:00.000Z'],
    ['reminder', 0, '2027-03-29T07:00:00.000Z', '2027-03-29T08:00:00.000Z'],
  ])
  expect(planned({ endsOn: '2027-03-30', thankAfter: 1 }, 'Asia/Kolkata')).toEqual([
    ['thanks', -1, '2027-03-31T04:30:00.000Z', '2027-04-07T04:30:00.000Z'],
  ])
  // On the last day itself, once it is over.
  expect(planned({ timetable: '10-17', thankAfter: 0 }, 'Asia/Kolkata')[0]?.slice(0, 3)).toEqual([
    ...['thanks', 0, '2027-03-29T11:30:00.000Z'],
  ])
  expect(planned({}, 'Asia/Kolkata')).toEqual([])
  // An event over several days ends by the minute.
  const event = { startsAt: '2027-03-29T12:30:00.000Z', endsAt: '2027-03-30T15:00:00.000Z', endsOn: '2027-03-30' }
  expect(planned({ ...event, thankAfter: 0 }, 'Asia/Kolkata')[0]?.[2]).toBe('2027-03-30T15:00:00.000Z')
})

test('names the zone of an event that starts on the day on which the clocks change', () => {
  const days = { startsOn: '2027-03-28', timetable: '10:00-11:00', startsAt: '2027-03-28T08:00:00.000Z' }
  const words = noticeWords({ ...told, kind: 'reminder', days, timeZone: 'Europe/Berlin', today: '2027-03-27' })
  expect(words.text[0]).toContain('10:00 GMT+2')
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
