import { expect, test } from 'vitest'
import { coverSvg } from '#ui/drawing/cover.ts'
import { schemes } from '#ui/drawing/shapes.ts'
import { coverFamilies, coverGrounds, coverOf, coverToText, largestSeed, textToCover } from './cover.ts'

// Posts and shared addresses hold these numbers: append to the lists, and change nothing else.
test('the numbers of patterns and colours keep their meaning', () => {
  expect(Object.entries(coverFamilies).slice(0, 9).flat().join(' ')).toBe(
    '0 layers 1 flow 2 arcs 3 mesh 4 ledger 5 tiles 6 field 7 walls 8 columns',
  )
  expect(Object.entries(coverGrounds).slice(0, 6).flat().join(' ')).toBe(
    '0 night 1 teal 2 deep 3 sand 4 mist 5 marigold',
  )
  for (const [ground, name] of coverGrounds.entries())
    expect(coverSvg({ slug: '', category: '', cover: { family: 0, ground, seed: 1 } }).background).toBe(
      schemes[name].ground,
    )
})

test('a record keeps the cover that its slug and category give', () => {
  expect(coverOf({ slug: 'slow-clouds', category: 'Cloud' })).toEqual({ family: 6, ground: 0, seed: 993327949 })
  expect(coverOf({ slug: 'slow-clouds', category: 'Security' })).toEqual({ family: 2, ground: 2, seed: 993327949 })
  for (const category of ['', 'Gardening', '__proto__', 'constructor'])
    expect(coverOf({ slug: 'Asha', category })).toEqual({ family: 1, ground: 1, seed: 2917066330 })
})

test('a cover of its numbers is the drawing of the record, until a number changes', () => {
  const record = { slug: 'slow-clouds', category: 'Cloud' }
  const shown = coverOf(record)
  const drawn = coverSvg(record).markup
  expect(coverSvg({ slug: 'other', category: 'DevOps', cover: shown }).markup).toBe(drawn)
  for (const changes of [{ family: 0 }, { ground: 3 }, { seed: 7 }])
    expect(coverSvg({ ...record, cover: { ...shown, ...changes } }).markup).not.toBe(drawn)
})

test('a cover is read from its text, and from no other', () => {
  const cover = { family: 8, ground: 5, seed: largestSeed }
  expect(textToCover(coverToText(cover))).toEqual(cover)
  for (const text of ['', '9-0-1', '0-6-1', '0-0-4294967296', '0-0', '0-0--1', '0-0-1.5', ' 0-0-1', '0-0-1-1'])
    expect(textToCover(text), text).toBeNull()
})
