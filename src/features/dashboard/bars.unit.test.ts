import { expect, test } from 'vitest'
import { barsOf } from './bars.ts'

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
])('%j stands below %d', (counts, top) => {
  expect(barsOf(weeks(...counts)).top).toBe(top)
})

test('bars stand on the ground, side by side, as high as their share of the top', () => {
  const { bars } = barsOf(weeks(0, 2, 4))
  expect(bars.map(({ height }) => height)).toEqual([0, 20, 40])
  expect(bars.every(({ y, height }) => y + height === 40)).toBe(true)
  expect(bars.every(({ x, width }, index) => index === 0 || x >= (bars[index - 1]?.x ?? 0) + width)).toBe(true)
})

test('without weeks there is nothing to draw', () => {
  expect(barsOf([])).toEqual({ bars: [], top: 4 })
})
