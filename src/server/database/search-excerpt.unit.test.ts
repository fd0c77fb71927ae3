import { expect, test } from 'vitest'
import { findExcerpt } from './search-excerpt.ts'

/** The excerpt with its marked words in brackets. */
const shown = (texts: string[], query: string) =>
  findExcerpt(texts, query)
    ?.excerpt.map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('')
const filler = 'Nothing of interest is said here at all. '.repeat(20)

test.each([
  [
    'the sentence of the word',
    'We are new. We move to Pune in May. Then we rest.',
    'pune',
    'We move to [Pune] in May.',
  ],
  ['beginnings and accents', 'Das Café in Zürich wartet.', 'cafe zuri', 'Das [Café] in [Zürich] wartet.'],
  ['another spelling', 'Herr Müller rief an.', 'mueller', 'Herr [Müller] rief an.'],
  ['words that are written as one', 'Our CI/CD and e-mail.', 'email', 'Our CI/CD and [e-mail].'],
  ['Devanagari', 'नमस्ते। मुझे हिंदी में लिखिए। धन्यवाद।', 'हिन्दी', 'मुझे [हिंदी] में लिखिए।'],
  ['the last sentence without a dot', 'One. Two servers', 'servers', 'Two [servers]'],
  ['lines', 'Hello\nForty servers\nBye', 'servers', 'Forty [servers]'],
  ['more words before fewer', 'Servers. The old servers in Pune.', 'servers pune', 'The old [servers] in [Pune].'],
])('shows %s', (_what, text, query, expected) => {
  expect(shown([text], query)).toBe(expected)
  expect(shown([`${filler + text} ${filler}`], query)).toContain(expected.match(/\[.+\]/)?.[0])
})

test('takes the text with the most words, and the first of several', () => {
  expect(findExcerpt(['Servers.', 'Servers in Pune.', 'Pune servers.'], 'servers pune')?.index).toBe(1)
  expect(findExcerpt(['Servers.'], 'nothing')).toBeUndefined()
  expect(findExcerpt(['', 'x'], '')).toBeUndefined()
})

test('cuts long sentences at words, and stays short', () => {
  const long = `${'word '.repeat(100)}needle ${'word '.repeat(100)}`
  const excerpt = shown([long], 'needle') ?? ''
  expect(excerpt).toMatch(/^…word .*\[needle\] .*word…$/)
  expect(excerpt.length).toBeLessThan(215)
  expect(shown(['x'.repeat(5_000)], 'x')?.length).toBeLessThan(215)
})
