import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#testing/any-text.ts'
import { words, wordsOfQuestion, wordsToIndex } from './search-words.ts'

test.each([
  ['Cloud & AI/ML, v2.0!', ['cloud', 'ai', 'ml', 'v2', '0']],
  ['Crème BRÛLÉE', ['creme', 'brulee']],
  ['Straße, Ærø, Łódź, İstanbul, ısı', ['strasse', 'aero', 'lodz', 'istanbul', 'isi']],
  ['ﬁne ℌeading ①', ['fine', 'heading', '1']],
  ['ΟΔΟΣ', ['οδοσ']],
  ['क्लाउड सेवा', ['क्लाउड', 'सेवा']],
  ['"*" \0 🚀 — …', []],
  ["don't e-mail", ['don', 't', 'e', 'mail']],
])('%j is taken apart into words', (text, expected) => {
  expect(words(text)).toEqual(expected.map((word) => word.normalize('NFKD')))
})

test('a question is at most 32 words, each once', () => {
  const many = Array.from({ length: 100 }, (_, index) => `word${index} again`).join(' ')
  expect(wordsOfQuestion(many)).toHaveLength(32)
  expect(new Set(wordsOfQuestion(many)).size).toBe(32)
})

test('no word is longer than the index takes, and its beginning still matches', () => {
  const long = 'x'.repeat(10_000)
  expect(words(long)).toEqual(['x'.repeat(64)])
  expect(words('𝒳'.repeat(3) + '𠀀'.repeat(100))[0]).toSatisfy(
    (word: string) => word.isWellFormed() && [...word].length === 64,
  )
})

test('what is indexed is bounded, whatever the text', () => {
  const text = Array.from({ length: 10_000 }, (_, index) => `${index}`.padStart(60, 'ü')).join(' ')
  expect(Buffer.byteLength([...new Set(wordsToIndex(text))].join(''))).toBeLessThanOrEqual(400_000)
})

test('words hold letters, digits and marks alone, from any text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const word of words(text)) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
    }),
  )
})
