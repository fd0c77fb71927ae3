import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#testing/any-text.ts'
import { indexTerms, queryTerms, tokenize } from './search-terms.ts'

test.each([
  ['Cloud & AI/ML, v2.0!', ['cloud', 'ai', 'ml', 'v2', '0']],
  ['Crème BRÛLÉE', ['creme', 'brulee']],
  ['Straße, Ærø, Łódź, İstanbul, ısı', ['strasse', 'aero', 'lodz', 'istanbul', 'isi']],
  ['ﬁne ℌeading ①', ['fine', 'heading', '1']],
  ['ΟΔΟΣ', ['οδοσ']],
  ['क्लाउड सेवा', ['क्लाउड', 'सेवा']],
  ['"*" \0 🚀 — …', []],
  ["don't e-mail", ['don', 't', 'e', 'mail']],
])('splits %j into terms', (text, expected) => {
  expect(tokenize(text)).toEqual(expected.map((word) => word.normalize('NFKD')))
})

test('a query has at most 32 terms, each once', () => {
  const many = Array.from({ length: 100 }, (_, index) => `word${index} again`).join(' ')
  expect(queryTerms(many)).toHaveLength(32)
  expect(new Set(queryTerms(many)).size).toBe(32)
})

test('cuts long terms, whose beginning still matches', () => {
  const long = 'x'.repeat(10_000)
  expect(tokenize(long)).toEqual(['x'.repeat(64)])
  expect(tokenize('𝒳'.repeat(3) + '𠀀'.repeat(100))[0]).toSatisfy(
    (word: string) => word.isWellFormed() && [...word].length === 64,
  )
})

test('limits the size of the terms of any text', () => {
  const text = Array.from({ length: 10_000 }, (_, index) => `${index}`.padStart(60, 'ü')).join(' ')
  expect(Buffer.byteLength([...new Set(indexTerms(text))].join(''))).toBeLessThanOrEqual(400_000)
})

test('terms of any text contain letters, digits and marks only', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const word of tokenize(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
    }),
  )
})
