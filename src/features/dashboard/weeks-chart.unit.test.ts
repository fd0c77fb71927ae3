import { expect, test } from 'vitest'
import { barsOf } from './weeks-chart.admin.tsx'

const weeks = (...counts: number[]) => counts.map((count, index) => ({ week: `2026-01-0${index + 1}`, count }))

test.each([
  [[0, 0], 4],
  [[3, 1], 4],
  [[5], 5],
  [[6, 2], 6],
  [[7], 8],
  [[11], 15],
  [[100], 100],
  [[340], 400],
])('draws %j on a scale up to %d', (counts, top) => {
  expect(barsOf(weeks(...counts)).top).toBe(top)
})

test('draws bars side by side from the base line, with heights in proportion to the maximum', () => {
  const { bars } = barsOf(weeks(0, 2, 4))
  expect(bars.map(({ height }) => height)).toEqual([0, 20, 40])
  expect(bars.every(({ y, height }) => y + height === 40)).toBe(true)
  expect(bars.every(({ x, width }, index) => index === 0 || x >= (bars[index - 1]?.x ?? 0) + width)).toBe(true)
})

test('draws nothing without weeks', () => {
  expect(barsOf([])).toEqual({ bars: [], top: 4 })
})
