import { expect, test } from 'vitest'
import { coverFamilies, coverGrounds } from '#contract/cover.ts'
import { blogs, coverToWords, wordsToCover } from './blog-resource.admin.tsx'

test('the field of the form says the cover in words, and reads them', () => {
  expect(coverToWords({ family: 3, ground: 1, seed: 1234 })).toBe('mesh on teal, 1234')
  for (const family of coverFamilies.keys())
    for (const ground of coverGrounds.keys()) {
      const cover = { family, ground, seed: 4_294_967_295 }
      expect(wordsToCover(coverToWords(cover))).toEqual(cover)
    }
  expect(coverToWords(null)).toBe('')
  for (const words of ['', 'mesh', 'clouds on teal, 1', 'mesh on pink, 1', 'mesh on teal, 4294967296'])
    expect(wordsToCover(words), words).toBeUndefined()
  // A field that is left out would keep its value.
  expect(blogs.fields.cover.write('')).toBeNull()
})
