import { expect, test } from 'vitest'
import { priceOfCohort } from '../ground/prices.contract.ts'
import { bestDemand, countDemand, dayOfDemand } from './demand.ts'

const wish = (months: string[], weekdays: number[], people = 1) => ({
  wanted: { months, weekdays },
  people,
  verifiedAt: people > 1 ? undefined : '2026-11-01T00:00:00.000Z',
})

test('counts people by the month and weekday that fit them', () => {
  const wishes = countDemand(
    [wish(['2027-02'], [6], 5), wish(['2027-02', '2027-03'], []), wish([], [6]), wish([], []), wish(['2026-10'], [6])],
    '2026-11',
  )
  expect(wishes).toMatchObject({ people: 9, unverified: 5, months: ['2027-02', '2027-03'] })
  const at = (month: string, weekday: number) =>
    wishes.cells.find((cell) => cell.month === month && cell.weekday === weekday)?.people
  expect([at('2027-02', 6), at('2027-02', 1), at('2027-03', 6)]).toEqual([7, 1, 2])
  expect(bestDemand(wishes)).toEqual({ month: '2027-02', people: 7, weekday: 6 })
})

test('names no weekday where all of a month fit as many, and nothing if no one names a month', () => {
  expect(bestDemand(countDemand([wish(['2027-02'], [])], '2026-11'))).toEqual({ month: '2027-02', people: 1 })
  expect(bestDemand(countDemand([wish([], [6])], '2026-11'))).toBeUndefined()
})

test('finds the first such weekday of a month that is not over', () => {
  expect(dayOfDemand({ month: '2027-02', weekday: 6 }, '2026-11-23')).toBe('2027-02-06')
  expect(dayOfDemand({ month: '2026-11', weekday: 6 }, '2026-11-23')).toBe('2026-11-28')
  expect(dayOfDemand({ month: '2026-11', weekday: 1 }, '2026-11-30')).toBe('2026-12-07')
  expect(dayOfDemand({ month: '2027-02' }, '2026-11-23')).toBe('2027-02-01')
})

test('a price of the date takes the place of the course’s, and an early one ends at its time', () => {
  const course = { price: 100, discountedPrice: 90 }
  const at = '2026-12-20T12:30:00.000Z'
  expect(priceOfCohort(course, {}, at)).toBe(90)
  expect(priceOfCohort(course, { price: 120 }, at)).toBe(120)
  const early = { price: 120, discountedPrice: 80, discountUntil: at }
  expect(priceOfCohort(course, early, '2026-12-20T12:29:59.000Z')).toBe(80)
  expect(priceOfCohort(course, early, at)).toBe(120)
  expect(priceOfCohort(course, { discountedPrice: 80, discountUntil: at }, at)).toBe(90)
})
