import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageWindow } from './pagination.tsx'

test('up to twelve pages are all offered', () => {
  expect(pageWindow(7, 12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(pageWindow(1, 0)).toEqual([])
})

test.each([
  [1, [1, 2, 3, 4, 5, null, 13]],
  [4, [1, 2, 3, 4, 5, null, 13]],
  [5, [1, null, 4, 5, 6, null, 13]],
  [9, [1, null, 8, 9, 10, null, 13]],
  [10, [1, null, 9, 10, 11, 12, 13]],
  [13, [1, null, 9, 10, 11, 12, 13]],
  [99, [1, null, 9, 10, 11, 12, 13]],
])('from the thirteenth page on, a window: page %i', (page, shown) => {
  expect(pageWindow(page, 13)).toEqual(shown)
})

test('first, last, current and neighbouring pages are offered, and a gap replaces at least two pages', () => {
  fc.assert(
    fc.property(fc.integer({ min: 13, max: 1_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (total, part) => {
      const page = 1 + Math.floor(part * (total - 1))
      const shown = pageWindow(page, total)
      expect(shown).toHaveLength(7)
      for (const wanted of [1, page - 1, page, page + 1, total])
        if (wanted >= 1 && wanted <= total) expect(shown).toContain(wanted)
      shown.forEach((number, index) => {
        const [before, after] = [shown[index - 1] ?? 0, shown[index + 1] ?? 0]
        if (number === null) expect(after - before).toBeGreaterThan(2)
        else if (shown[index - 1]) expect(number).toBe(before + 1)
      })
    }),
  )
})
