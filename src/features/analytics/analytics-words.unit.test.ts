import { expect, test } from 'vitest'
import {
  broughtLine,
  changeOf,
  courseLine,
  daysBetween,
  daysOf,
  earliestDay,
  topOf,
} from './analytics-words.shared.admin.ts'

const today = '2026-11-23'
const named = (range: string, from = '', to = '') => daysOf({ range, from, to }, today)

test('a range ends today and has whole weeks; an own one has its days', () => {
  expect(named('')).toEqual({ from: '2026-10-25', to: today })
  expect(named('quarter')).toEqual({ from: '2026-08-25', to: today })
  expect(named('year')).toEqual({ from: '2025-11-25', to: today })
  expect(named('own', '2026-01-01', '2026-02-28')).toEqual({ from: '2026-01-01', to: '2026-02-28' })
  expect(named('own', '2026-02-28', '2026-01-01')).toEqual({ from: '2026-01-01', to: '2026-02-28' })
  expect(named('own', '0002-01-01', '2027-01-01')).toEqual({ from: earliestDay(today), to: today })
  for (const [from, to] of [
    ['', ''],
    ['2026-02-30', '2026-03-01'],
  ])
    expect(named('own', from, to), `${from} to ${to}`).toEqual(named(''))
  expect(named('unknown')).toEqual(named(''))
})

test('days between two days include both, over the end of a month', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(daysBetween('2026-02-27', '2026-02-27')).toHaveLength(1)
})

test('a change is a share, or a number where the one before is small', () => {
  expect(changeOf(3, 3)).toBe('No change')
  expect(changeOf(0, 0)).toBe('No change')
  expect(changeOf(3, 0)).toBe('New')
  expect(changeOf(5, 3)).toBe('+2')
  expect(changeOf(0, 3)).toBe('−3')
  expect(changeOf(1_620, 1_500)).toBe('+8%')
  expect(changeOf(750, 1_500)).toBe('−50%')
  expect(changeOf(1_503, 1_500)).toBe('+3')
})

test('the top of a drawing is round, and so is its half', () => {
  expect([0, 1, 2, 3, 7, 10, 11, 41, 100, 101, 1_999].map(topOf)).toEqual([2, 2, 2, 4, 8, 10, 20, 60, 100, 200, 2_000])
})

test('a course says what it led to', () => {
  const course = { views: 142, payments: 31, questions: 4, requests: 0, waiting: 6 }
  expect(courseLine(course)).toBe('142 views, 31 clicks on Enroll Now, 4 questions, 6 on the waitlist')
  expect(courseLine({ ...course, views: undefined, payments: 0, questions: 1, requests: 2 })).toBe(
    '1 question, 2 registrations, 6 on the waitlist',
  )
})

test('sentences say what brought the people who wrote, the most first', () => {
  const totals = { visits: 90, enquiries: 12, registrations: 0, subscribers: 0 }
  const source = (source: string, enquiries: number) => ({ ...totals, source, enquiries })
  const page = (path: string, enquiries: number, title?: string) => ({ path, title, visits: 1, enquiries, resolved: 0 })
  const sources = [source('google.com', 5), source('Direct or unknown', 4), source('bing.com', 0)]
  const pages = [page('/', 2), page('/courses', 1), page('/blog/x', 10, 'On X'), page('/about', 0)]
  expect(broughtLine({ totals, sources, pages })).toBe(
    '12 enquiries: 5 from google.com, 4 direct or unknown. Pages that led to them: On X (10), Home (2), Courses (1).',
  )
  expect(broughtLine({ totals: { ...totals, enquiries: 1 }, sources: [], pages: [] })).toBe('1 enquiry.')
  expect(broughtLine({ totals: { ...totals, enquiries: 3 }, sources, pages }, { source: 'Google', page: '/' })).toBe(
    '3 enquiries.',
  )
  expect(broughtLine({ totals: { ...totals, enquiries: 0 }, sources, pages })).toBe('')
})
