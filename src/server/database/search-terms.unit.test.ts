import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#testing/any-text.ts'
import { processorTime } from '#testing/processor-time.ts'
import { indexTerms, queryPhrases } from './search-terms.ts'

test.each([
  ['Cloud & AI/ML, v2.0!', ['cloud', 'ai', 'ml', 'v2', '0', 'aiml', 'v20']],
  ['Crème BRÛLÉE', ['creme', 'brulee']],
  ['Straße, Ærø, Łódź, İstanbul, ısı', ['strasse', 'aero', 'lodz', 'istanbul', 'isi']],
  ['ﬁne ℌeading ①', ['fine', 'heading', '1']],
  ['ΟΔΟΣ', ['οδοσ']],
  ['क्लाउड सेवा', ['क्लाउड', 'सेवा']],
  ['"*" \0 🚀 — …', []],
  ["don't e-mail", ['don', 't', 'e', 'mail', 'dont', 'email']],
  ['C#, C++ and F#', ['csharp', 'cplusplus', 'and', 'fsharp']],
  ['.NET and ASP.NET', ['dotnet', 'and', 'asp', 'net', 'net', 'aspnet', 'dotnet']],
  ['東京タワー', ['東京', '京タ', 'タワ', 'ワー', 'ー']],
  ['والخدمات', ['والخدمات', 'خدمات', 'الخدمات']],
  ['עִבְרִית, עברית', ['עברית', 'עברית']],
  ['call (020) 7946-0018', ['call', '020', '7946', '0018', '79460018', 'tel81006497020']],
])('splits %j into terms', (text, expected) => {
  expect(indexTerms(text)).toEqual(expected.map((word) => word.normalize('NFKD')))
})

test('a query has at most 32 parts, each once', () => {
  const many = Array.from({ length: 100 }, (_, index) => `word${index} again`).join(' ')
  expect(new Set(queryPhrases(many).map((phrases) => JSON.stringify(phrases))).size).toBe(32)
  expect(queryPhrases('字'.repeat(100))[0]?.[0]?.terms).toHaveLength(32)
})

test('cuts long terms, whose beginning still matches', () => {
  const long = 'x'.repeat(10_000)
  expect(indexTerms(long)).toEqual(['x'.repeat(64)])
  expect(indexTerms('𐐨'.repeat(100))[0]).toSatisfy((word: string) => word.isWellFormed() && [...word].length === 64)
})

test.each(['x', 'ü', '字', 'क्', 'a字', '1 ', 'a\u0301'])('reads a long word of %j in linear time', (letters) => {
  const start = process.cpuUsage()
  indexTerms(letters.repeat(100_000))
  expect(processorTime(start)).toBeLessThan(2_000)
})

test('limits the size of the terms of any text', () => {
  const text = Array.from({ length: 10_000 }, (_, index) => `${index}`.padStart(60, 'ü')).join(' ')
  expect(Buffer.byteLength([...new Set(indexTerms(text))].join(''))).toBeLessThanOrEqual(400_000)
})

test('terms of any text contain letters, digits and marks only', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const word of [
        ...indexTerms(text),
        ...queryPhrases(text)
          .flat()
          .flatMap(({ terms }) => terms),
      ])
        expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
    }),
  )
})
