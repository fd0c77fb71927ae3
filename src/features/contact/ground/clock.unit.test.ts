import { expect, test } from 'vitest'
import { dueWords, followUpWords } from './clock.contract.ts'

/** A promise of 8 hours in an office of ten hours a day, five days a week. */
const office = { promised: 480, workday: 600, workweek: 3_000 }

test.each([
  [0, 'Due in 8 h', undefined],
  [60, 'Due in 7 h', undefined],
  [240, 'Due in 4 h', undefined],
  [241, 'Due in 4 h', 'amber'],
  [361, 'Due in 1 h 59', 'amber'],
  [420, 'Due in 1 h', 'amber'],
  [421, 'Due in 59 min', 'amber'],
  [479, 'Due in 1 min', 'amber'],
  [480, 'Overdue by 1 min', 'red'],
  [538, 'Overdue by 58 min', 'red'],
  [540, 'Overdue by 1 h', 'red'],
  [1_079, 'Overdue by 10 h', 'red'],
  // From the second working day on, the order of the list is enough.
  [1_080, 'Overdue by 1 working day', undefined],
  [1_680, 'Overdue by 2 working days', undefined],
  [6_479, 'Overdue by 9 working days', undefined],
  [6_480, '2 weeks overdue', undefined],
  [13_080, '4 weeks overdue', undefined],
])('a request of %d minutes is “%s”', (age, text, tone) => {
  expect(dueWords({ age, ...office })).toMatchObject({ text, tone })
})

test('a long promise is due in working days, and weeks have their exact time', () => {
  expect(dueWords({ age: 30, promised: 1_440, workday: 600, workweek: 3_000 }).text).toBe('Due in 2 working days')
  expect(dueWords({ age: 13_080, ...office }).exact).toBe('Overdue by 21 working days')
  // An office that never closes.
  expect(dueWords({ age: 2_000, promised: 480, workday: 1_440, workweek: 10_080 }).text).toBe(
    'Overdue by 1 working day',
  )
})

test.each([
  ['2026-11-24', undefined, 'Follow up 24 Nov', undefined],
  ['2026-11-24', 'today', 'Follow up today', 'amber'],
  ['2026-11-24', 'late', 'Follow-up overdue (24 Nov)', 'red'],
  ['2026-09-02', 'missed', 'Follow-up overdue (2 Sep)', undefined],
] as const)('the follow-up of %s, %s, is “%s”', (day, state, text, tone) => {
  expect(followUpWords(day, state)).toEqual({ text, tone })
})
