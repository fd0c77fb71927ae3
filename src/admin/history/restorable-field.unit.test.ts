import '#testing/property-seed.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOf, takeParts } from './restorable-field.tsx'

const before = 'One.\n\nTwo, as it was.\n\nThree.\n\nFour.'
const now = 'One.\n\nTwo, rewritten.\n\nThree.'

test('takes back a single paragraph and leaves the rest as it is', () => {
  const parts = partsOf(before, now)
  expect(parts.filter(({ changed }) => changed)).toHaveLength(2)
  const two = parts.findIndex((part) => part.before.join('').startsWith('Two'))
  const four = parts.findIndex((part) => part.before.join('').startsWith('Four'))
  expect(takeParts(now, before, parts, new Set([two]))).toBe('One.\n\nTwo, as it was.\n\nThree.')
  expect(takeParts(now, before, parts, new Set([four]))).toBe('One.\n\nTwo, rewritten.\n\nThree.\n\nFour.')
  expect(takeParts(now, before, parts, new Set([two, four]))).toBe(before)
})

test('takes back the rows of a list one by one, and a value other than text as a whole', () => {
  const rows = partsOf(['a', 'b', 'c'], ['a', 'c', 'd'])
  expect(takeParts(['a', 'c', 'd'], ['a', 'b', 'c'], rows, new Set([1]))).toEqual(['a', 'b', 'c', 'd'])
  const flag = partsOf(true, false)
  expect(takeParts(false, true, flag, new Set([0]))).toBe(true)
})

const text = fc.array(fc.constantFrom('a', 'b', 'c', '- d\n- e'), { maxLength: 6 }).map((all) => all.join('\n\n'))

test('taking all parts restores a text, and taking none leaves it', () => {
  fc.assert(
    fc.property(text, text, (before, now) => {
      const parts = partsOf(before, now)
      const all = new Set(parts.keys())
      expect(takeParts(now, before, parts, all)).toBe(before)
      if (parts.some(({ changed }) => changed)) expect(takeParts(now, before, parts, new Set())).toBe(now)
    }),
    { numRuns: 50 },
  )
})

/** Objects as texts: those with the same first letter may have become each other. */
const alike = (one: string, other: string) => one[0] === other[0]
const changesOf = (before: string[], now: string[]) =>
  partsOf(before, now, alike).flatMap((part) => (part.changed ? [[part.before, part.now, part.movedTo]] : []))

test('objects are compared with what they have become, and are added, removed or moved otherwise', () => {
  expect(changesOf(['a1', 'b1', 'c1'], ['a2', 'b1', 'd1', 'c2'])).toEqual([
    [['a1'], ['a2'], undefined],
    [[], ['d1'], undefined],
    [['c1'], ['c2'], undefined],
  ])
  expect(changesOf(['a1', 'b1'], ['b1'])).toEqual([[['a1'], [], undefined]])
  expect(changesOf(['a1', 'b1', 'c1'], ['b1', 'c1', 'a1'])).toEqual([
    [['a1'], [], 2],
    [[], ['a1'], 0],
  ])
})

test('what has moved is moved back as one', () => {
  const [before, now] = [
    ['a1', 'b1', 'c1', 'd1'],
    ['b2', 'c1', 'd1', 'a1'],
  ]
  const parts = partsOf(before, now, alike)
  const moved = parts.findIndex(({ now, movedTo }) => movedTo !== undefined && now.length > 0)
  expect(takeParts(now, before, parts, new Set([moved]))).toEqual(['a1', 'b2', 'c1', 'd1'])
})

const objects = fc.uniqueArray(fc.constantFrom('a1', 'a2', 'b1', 'b2', 'c1'), { maxLength: 5 })

test('taking all parts restores objects, and taking none leaves them', () => {
  fc.assert(
    fc.property(objects, objects, (before, now) => {
      const parts = partsOf(before, now, alike)
      expect(takeParts(now, before, parts, new Set(parts.keys()))).toEqual(before)
      expect(parts.flatMap((part) => part.before)).toEqual(before)
      expect(parts.flatMap((part) => part.now)).toEqual(now)
    }),
    { numRuns: 200 },
  )
})
