import { expect, test } from 'vitest'
import { emailNotConfirmed } from '../ground/registration-words.contract.ts'
import { askedWords, cancelWords, hangingOn, occupiedWords } from './occupied.admin.ts'

const course = { _id: 'c1', title: 'Clouds' }
const date = (id: string, startsOn: string) => ({
  course,
  cohort: { _id: id, startsOn },
  enrolled: 1,
  waiting: 0,
  asked: 0,
})

test('says what hangs on a date', () => {
  const booked = { ...date('d1', '2026-12-29'), booked: 11 }
  expect(occupiedWords(booked)).toBe('29 Dec 2026: 11 seats booked, 1 enrolled.')
  expect(occupiedWords({ ...booked, booked: 1, enrolled: 0, waiting: 2, asked: 1 }, true)).toBe(
    '“Clouds”, 29 Dec 2026: 1 seat booked, 1 to confirm, 2 on the waitlist.',
  )
  expect(occupiedWords({ course, booked: 3, enrolled: 2, waiting: 0, asked: 0 })).toBe('3 seats booked, 2 enrolled.')
  expect(occupiedWords({ ...booked, booked: 6, enrolled: 0 })).toBe('29 Dec 2026: 6 seats booked.')
})

test('says whom the cancellation of a date concerns, and who is not notified', () => {
  const person = { _id: 'p1', name: 'Ganesh More', email: 'ganesh@example.net' }
  const leftOut = [{ ...person, reason: emailNotConfirmed }]
  const none = { count: 0, enrolled: 0, asked: 0, waiting: 0, interested: 0 }
  expect(cancelWords({ ...none, leftOut })).toBe('No confirmed registrations. 1 unconfirmed will not be notified.')
  expect(cancelWords({ ...none, leftOut: [{ ...person, reason: 'Already notified' }] })).toBe(
    'No confirmed registrations.',
  )
  expect(cancelWords({ ...none, count: 3, enrolled: 2, waiting: 1, leftOut })).toBe(
    '2 enrolled, 1 on the waitlist. You can notify them next. 1 unconfirmed will not be notified.',
  )
})

test('leads to the people and to the dates, for one course and for many', () => {
  expect(hangingOn([])).toBeUndefined()
  const first = { ...date('d1', '2026-12-29'), booked: 11 }
  const one = hangingOn([first])
  expect(one).toEqual({
    points: ['29 Dec 2026: 11 seats booked, 1 enrolled.'],
    links: [
      { to: '/admin/courses/c1/registrations?cohort=d1', label: 'View registrations' },
      { to: '/admin/courses/edit/c1?tab=dates', label: 'Cancel a date and notify them' },
    ],
  })
  // People who are not named here have no list.
  const elsewhere = { ...first, enrolled: 0 }
  expect(hangingOn([elsewhere])?.links).toMatchObject([{ label: 'Cancel a date and notify them' }])
  const other = { course: { _id: 'c2', title: 'Models' }, booked: 2, enrolled: 1, waiting: 0, asked: 0 }
  const dates = ['2026-12-29', '2027-01-29', '2027-02-28'].map((day) => ({ ...date(day, day), booked: 4 }))
  const many = hangingOn([...dates, other], true)
  expect(many?.points).toHaveLength(4)
  expect(many?.points?.at(-1)).toBe('1 more date with registrations.')
  expect(many?.links).toEqual([
    { to: '/admin/courses/c1/registrations', label: 'Registrations for Clouds' },
    { to: '/admin/courses/c2/registrations', label: 'Registrations for Models' },
  ])
  const { course: event, ...seats } = first
  expect(hangingOn([{ ...seats, event }])?.links).toEqual([
    { to: '/admin/pages/c1/registrations', label: 'View registrations' },
    { to: '/admin/pages/edit/c1', label: 'Cancel the event and notify them' },
  ])
})

test('says who has asked for a date that is to be deleted, also those without a seat', () => {
  const none = { booked: 4, bookedElsewhere: 4, waiting: 0, registrations: 0 }
  expect(askedWords(none)).toBeUndefined()
  expect(askedWords({ ...none, registrations: 1 })).toBe('1 registration for this date.')
  expect(askedWords({ ...none, registrations: 3 })).toBe('3 registrations for this date.')
  expect(askedWords({ ...none, booked: 6, waiting: 1, registrations: 3 })).toBe('2 enrolled, 1 on the waitlist.')
})
