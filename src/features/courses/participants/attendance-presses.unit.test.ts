import { expect, test } from 'vitest'
import {
  markOn,
  mergePresses,
  nextPresses,
  type Press,
  stillPossible,
  toAttendance,
  withoutSent,
  withPress,
} from './attendance-presses.ts'

let clock = 0
const press = (id: string, present: boolean, more: Partial<Press> = {}): Press => {
  clock += 1
  return { date: 'd', day: '2026-11-28', id, present, at: clock, ...more }
}

test('the last press about a person and a day counts', () => {
  const presses = [press('asha', true), press('ravi', true), press('asha', false)].reduce(withPress, [])
  expect(toAttendance(presses)).toEqual({ day: '2026-11-28', present: ['ravi'], absent: ['asha'] })
  const other = press('asha', true, { day: '2026-11-29' })
  expect(withPress(presses, other)).toHaveLength(3)
})

test('the presses of several visits are sent in their order, one call for each day', () => {
  const yesterday = [press('asha', true), press('ravi', false)]
  const today = [press('asha', true, { day: '2026-11-29' }), press('asha', false)]
  const presses = mergePresses([today, yesterday])
  const first = nextPresses(presses)
  expect(toAttendance(first)).toEqual({ day: '2026-11-28', present: [], absent: ['ravi', 'asha'] })
  const left = withoutSent(presses, first)
  expect(toAttendance(nextPresses(left))).toEqual({ day: '2026-11-29', present: ['asha'], absent: [] })
  expect(nextPresses(withoutSent(left, left))).toEqual([])
})

test('a refused date does not hold up another one', () => {
  const presses = [press('asha', true, { date: 'gone' }), press('ravi', true)]
  expect(nextPresses(presses, new Set(['gone']))).toEqual([presses[1]])
  expect(nextPresses(presses, new Set(['gone', 'd']))).toEqual([])
})

test('a press that is repeated while it is sent is sent again', () => {
  const sent = [press('asha', true)]
  const pressed = withPress(sent, press('asha', false))
  expect(toAttendance(withoutSent(pressed, sent))).toEqual({ day: '2026-11-28', present: [], absent: ['asha'] })
})

test('presses about people without a seat, and about days that moved, are left out of their date only', () => {
  const kept = [press('ravi', true), press('asha', true, { date: 'other' })]
  const presses = [...kept, press('asha', true), press('ravi', true, { day: '2026-11-30' })]
  expect(stillPossible(presses, 'd', { days: ['2026-11-28'], participants: [{ _id: 'ravi' }] })).toEqual(kept)
})

test('a press is shown before the server knows it', () => {
  const asha = { _id: 'asha', attended: { '2026-11-28': true } }
  expect(markOn('2026-11-28', asha, [press('asha', false)])).toBe(false)
  expect(markOn('2026-11-28', asha, [press('ravi', false)])).toBe(true)
  expect(markOn('2026-11-29', asha, [press('asha', false)])).toBeUndefined()
})
