import { expect, test } from 'vitest'
import { askedWords, hangingOn, occupiedWords } from './occupied.admin.ts'

const course = { _id: 'c1', title: 'Clouds' }
const date = (id: string, startsOn: string) => ({
  course,
  cohort: { _id: id, startsOn },
  enrolled: 1,
  waiting: 0,
  asked: 0,
})

test('says what hangs on a date', () => {
  expect(occupiedWords({ ...date('d1', '2026-12-29'), booked: 11 })).toBe(
    '11 seats are booked on 29 Dec 2026: 1 person is enrolled.',
  )
  expect(occupiedWords({ ...date('d1', '2026-12-29'), booked: 1, enrolled: 0, waiting: 2, asked: 1 }, true)).toBe(
    '1 seat is booked on 29 Dec 2026 in “Clouds”: 2 people wait, 1 person asks for a seat.',
  )
  expect(occupiedWords({ course, booked: 3, enrolled: 2, waiting: 0, asked: 0 })).toBe(
    '3 seats are booked: 2 people are enrolled.',
  )
  expect(occupiedWords({ ...date('d1', '2026-12-29'), booked: 6, enrolled: 0 })).toBe(
    '6 seats are booked on 29 Dec 2026.',
  )
  expect(occupiedWords({ ...date('d1', '2026-12-29'), booked: 0, enrolled: 0, asked: 3 })).toBe(
    'On 29 Dec 2026: 3 people ask for a seat.',
  )
  expect(occupiedWords({ course, booked: 0, enrolled: 0, waiting: 1, asked: 0 })).toBe('1 person waits.')
})

test('leads to the people and to the dates, for one course and for many', () => {
  expect(hangingOn([])).toBeUndefined()
  const first = { ...date('d1', '2026-12-29'), booked: 11 }
  const one = hangingOn([first])
  expect(one).toEqual({
    points: ['11 seats are booked on 29 Dec 2026: 1 person is enrolled.'],
    links: [
      { to: '/admin/courses/c1/registrations?cohort=d1', label: 'Look at the people' },
      { to: '/admin/courses/edit/c1?tab=dates', label: 'Cancel a date and tell them' },
    ],
  })
  // People who are not named here have no list.
  const elsewhere = { ...first, enrolled: 0 }
  expect(hangingOn([elsewhere])?.links).toMatchObject([{ label: 'Cancel a date and tell them' }])
  const other = { course: { _id: 'c2', title: 'Models' }, booked: 2, enrolled: 1, waiting: 0, asked: 0 }
  const dates = ['2026-12-29', '2027-01-29', '2027-02-28'].map((day) => ({ ...date(day, day), booked: 4 }))
  const many = hangingOn([...dates, other], true)
  expect(many?.points).toHaveLength(4)
  expect(many?.points?.at(-1)).toBe('1 more date with people.')
  expect(many?.links).toEqual([
    { to: '/admin/courses/c1/registrations', label: 'People of Clouds' },
    { to: '/admin/courses/c2/registrations', label: 'People of Models' },
  ])
})

test('says who has asked for a date that is to be deleted, also those without a seat', () => {
  const none = { booked: 4, bookedElsewhere: 4, waiting: 0, registrations: 0 }
  expect(askedWords(none)).toBeUndefined()
  expect(askedWords({ ...none, registrations: 1 })).toBe('1 person asked for this date.')
  expect(askedWords({ ...none, registrations: 3 })).toBe('3 people asked for this date.')
  expect(askedWords({ ...none, booked: 6, waiting: 1, registrations: 3 })).toBe(
    '2 people have a seat, 1 person waits for one.',
  )
})
