import fc from 'fast-check'
import { expect, test } from 'vitest'
import { processorTime } from '#testing/processor-time.ts'
import { anchorAt, findAnchor } from './remark-anchor.ts'
import { longestContext, longestQuote, newRemark } from './remarks.ts'

/** Marks the words between `[` and `]`. */
function marked(text: string) {
  const from = text.indexOf('[')
  const to = text.indexOf(']') - 1
  const plain = text.replace('[', '').replace(']', '')
  return { text: plain, from, to, anchor: anchorAt(plain, from, to, 'content') }
}
const wordsAt = (text: string, range: { from: number; to: number } | undefined) =>
  range && text.slice(range.from, range.to)

test.each([
  ['spaces and line breaks', 'Two [marked words] here', 'Two\n\nmarked \t words  here', 'marked \t words'],
  ['no-break and wide spaces', 'Two [marked words] here', 'Two\u00a0marked\u3000words here', 'marked\u3000words'],
  ['soft hyphens', 'A [long word] here', 'A lo\u00adng wo\u00adrd\u00ad here', 'lo\u00adng wo\u00adrd'],
  ['marks without width', 'A [zero\u200bwidth] \ufeffmark', 'A zerowidth mark', 'zerowidth'],
  ['directions', 'A [عربي] b', 'A \u202bعربي\u202c b', 'عربي'],
  ['composed letters', 'Un [cafe\u0301 ou\u0300] là', 'Un café où là', 'café où'],
  ['parts of letters', 'Un [café où] là', 'Un cafe\u0301 ou\u0300 la\u0300', 'cafe\u0301 ou\u0300'],
  ['Hangul', 'a [한국] b', 'a \u1112\u1161\u11ab\u1100\u116e\u11a8 b', '\u1112\u1161\u11ab\u1100\u116e\u11a8'],
  ['Devanagari', 'यह [हिन्दी पाठ] है', 'यह\nहिन्दी पाठ\nहै', 'हिन्दी पाठ'],
  ['emoji', 'a [👩‍💻 codes] b', 'x a 👩‍💻 codes b', '👩‍💻 codes'],
  ['markup as text', 'a [<b>b</b>] $& c', 'a <b>b</b> $& c', '<b>b</b>'],
])('finds marked words whatever the text has: %s', (_, typed, text, words) => {
  const { anchor, from, to, text: plain } = marked(typed)
  expect(findAnchor(plain, anchor)).toEqual({ from, to })
  expect(wordsAt(text, findAnchor(text, anchor))).toBe(words)
})

test('of equal words it finds those with the same words around them', () => {
  for (const typed of [
    '[the] cat and the dog and the cow',
    'the cat and [the] dog and the cow',
    'the cat and the dog and [the] cow',
  ]) {
    const { text, from, to, anchor } = marked(typed)
    expect(findAnchor(text, anchor)).toEqual({ from, to })
    // In a longer text too, and when only one side is still the same.
    const longer = `x the y\n${text}\nthe`
    expect(findAnchor(longer, anchor)).toEqual({ from: from + 8, to: to + 8 })
    expect(findAnchor(text, { ...anchor, before: '' })).toEqual({ from, to })
  }
})

test('finds nothing without words, and no words that are gone', () => {
  const anchor = { field: 'content', quote: 'gone' }
  expect(findAnchor('A text', anchor)).toBeUndefined()
  expect(findAnchor('', anchor)).toBeUndefined()
  for (const quote of ['', ' ', '\u200b', '\u00ad \n'])
    expect(findAnchor('A text', { ...anchor, quote })).toBeUndefined()
})

test('an anchor can be sent, whatever is marked', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.nat(400), fc.nat(400), (any, from, length) => {
      const text = any.replaceAll('\0', '')
      const anchor = anchorAt(text, from, from + length, 'content')
      if (anchor.quote.trim() === '') return
      const { success } = newRemark.safeParse({ entity: 'blogs', id: '1', text: 'x', anchor })
      // Only invisible characters.
      if (!success) expect(findAnchor(text, anchor)).toBeUndefined()
    }),
  )
  const all = '👩'.repeat(5_000)
  const { quote, before, after } = anchorAt(all, 201, 9_001, 'content')
  expect([quote, before, after].map((part) => part?.isWellFormed())).toEqual([true, true, true])
  expect(quote.length).toBeLessThanOrEqual(longestQuote)
  expect(before?.length).toBeLessThanOrEqual(longestContext)
})

test('an anchor is found where it was made, in every text', () => {
  const letters = fc.constantFrom('a', 'b', ' ', '\n', 'é', 'e\u0301', '\u00ad', 'हि', '👍🏽', '.')
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 300 }),
      fc.nat(300),
      fc.integer({ min: 1, max: 20 }),
      (parts, at, count) => {
        const from = parts.slice(0, at).join('').length
        const to = from + parts.slice(at, at + count).join('').length
        const text = parts.join('')
        const anchor = anchorAt(text, from, to, 'content')
        const found = findAnchor(text, anchor)
        const plain = (words: string | undefined) =>
          words
            ?.replace(/\u00ad/g, '')
            .replace(/\s+/g, ' ')
            .normalize('NFC')
            .trim()
        expect(plain(wordsAt(text, found)) ?? '').toBe(plain(anchor.quote) ?? '')
      },
    ),
  )
})

test('a text of 200,000 characters takes some milliseconds for many remarks', () => {
  const text = Array.from({ length: 20_000 }, (_, at) => `word ${at % 997}`)
    .join(' ')
    .slice(0, 200_000)
  const anchors = Array.from({ length: 100 }, (_, at) => anchorAt(text, at * 1_000, at * 1_000 + 30, 'content'))
  const started = process.cpuUsage()
  for (const anchor of anchors) expect(findAnchor(text, anchor)).toBeDefined()
  expect(processorTime(started) / anchors.length).toBeLessThan(30)
})
