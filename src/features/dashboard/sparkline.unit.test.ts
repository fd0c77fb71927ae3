import { expect, test } from 'vitest'
import { barsOf } from './sparkline.admin.tsx'

const weeks = (...counts: number[]) => counts.map((count, index) => ({ week: `2026-01-0${index + 1}`, count }))

test('draws bars side by side from the base line, with heights in proportion to the maximum', () => {
  const bars = barsOf(weeks(0, 2, 4))
  expect(bars.map(({ height }) => height)).toEqual([1, 16, 32])
  expect(bars.every(({ y, height }) => y + height === 32)).toBe(true)
  expect(bars.every(({ x, width }, index) => index === 0 || x >= (bars[index - 1]?.x ?? 0) + width)).toBe(true)
})

test('draws a foot for each week while all are zero, and nothing without weeks', () => {
  expect(barsOf(weeks(0, 0)).map(({ height }) => height)).toEqual([1, 1])
  expect(barsOf([])).toEqual([])
})
