import fc from 'fast-check'
import { expect, test } from 'vitest'
import { naughtyTexts } from '#testing/naughty-texts.ts'
import { coverName, coverPath, longestCoverName } from './cover.ts'

test.each([
  ['Asha Rao', 'Asha Rao'],
  ['  Asha \t\n Rao  ', 'Asha Rao'],
  ['A/B\\C', 'A B C'],
  ['Asha\u202e\u2066\u200f\u0000\u200bRao', 'AshaRao'],
  ['half \ud800 a character', 'half a character'],
  ['Jose\u0301', 'Jos\u00e9'],
  ['क्‍ष', 'क्‍ष'],
  ['Z\u0301\u0301\u0301\u0301\u0301\u0301\u0301!', '\u0179\u0301\u0301\u0301\u0301!'],
  ['Rao Jr.', 'Rao Jr.'],
  ['logo.svg.SVG', 'logo'],
  ['..', ''],
  [' .svg ', ''],
  ['', ''],
  ['😀'.repeat(80), '😀'.repeat(60)],
])('%j is the name %j', (text, name) => {
  expect(coverName(text)).toBe(name)
})

test('any text gives a name that stays, and whose address holds it in one part', () => {
  const check = (text: string) => {
    const name = coverName(text)
    expect(coverName(name)).toBe(name)
    expect([...name].length).toBeLessThanOrEqual(longestCoverName)
    if (name === '') return
    const { pathname, search } = new URL(coverPath(name), 'https://example.com')
    expect([pathname, search]).toEqual([coverPath(name), ''])
    expect(decodeURIComponent(pathname.slice('/cover/'.length))).toBe(name)
    expect(pathname.endsWith('.svg')).toBe(false)
  }
  for (const text of naughtyTexts) check(text)
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), check))
  fc.assert(
    fc.property(fc.array(fc.constantFrom('.', '.svg', ' ', '\u0301', '\u200b', 'e', '/')), (parts) =>
      check(parts.join('')),
    ),
  )
})
