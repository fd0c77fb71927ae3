import { expect, test } from 'vitest'
import { asText } from '#admin/drafts/compared-texts.tsx'
import { processorTime } from '#testing/processor-time.ts'
import { pages } from './page-resource.admin.ts'
import { firstWordsOf, plainWords, readSection, valuesOf, wordsOfSections } from './section-words.ts'

const cards = {
  kind: 'cards',
  title: 'Why us',
  cards: [
    { title: 'One', text: 'First\nline', to: '/contact' },
    { title: 'द्वितीय', text: '<b>Second</b>' },
  ],
}

test('a section reads as the name of its kind and its values, each with its label', () => {
  expect(readSection(cards)).toBe(
    [
      'Cards',
      'Title: Why us',
      'Card 1: Title: One',
      'Card 1: Text:\nFirst\nline',
      'Card 1: Link: /contact',
      'Card 2: Title: द्वितीय',
      'Card 2: Text: <b>Second</b>',
    ].join('\n'),
  )
  expect(readSection({ kind: 'text', content: '**bold**' }, { rich: () => 'bold' })).toBe('Text\nText: bold')
  expect(readSection({ kind: 'hologram', depth: 3 })).toBe('Made by a newer version: hologram')
  expect(valuesOf(cards).map(({ path }) => path)).toContain('cards.1.title')
})

test.each<[string, object, string]>([
  ['Markdown', { kind: 'text', content: '## A **bank** [moves](https://a.test)\n\nMore.' }, 'A bank moves More.'],
  ['HTML', { kind: 'text', content: '<h2>A bank</h2><p>moves</p>' }, 'A bank moves'],
  ['a picture first', { kind: 'text', content: '![](/media/a.webp)\n\nWords' }, 'Words'],
  ['the first text of rows', { kind: 'cards', cards: [{ title: 'One', text: 'x' }] }, 'One'],
  ['nothing typed yet', { kind: 'cards', cards: [] }, ''],
  ['rows that are none', { kind: 'cards', cards: 'x' }, ''],
  ['null in rows', { kind: 'cards', cards: [null, { title: 'Two' }] }, 'Two'],
  ['white space', { kind: 'opening', title: ' \n ' }, ''],
  ['a newer version', { kind: 'hologram', title: 'x' }, ''],
  ['a long text', { kind: 'opening', title: 'word '.repeat(100) }, `${'word '.repeat(15)}word…`],
])('the first words: %s', (_what, section, words) => {
  expect(firstWordsOf(section as { kind: string })).toBe(words)
})

test.each(['[', '![', '<', ' ', '\n', '(', '*', '# ', 'W'])(
  'the words of 100,000 times %j are found at once',
  (one) => {
    const started = process.cpuUsage()
    plainWords(one.repeat(100_000))
    expect(processorTime(started)).toBeLessThan(1_500)
  },
)

test('words for searches are those that staff typed as texts', () => {
  expect(wordsOfSections([cards, { kind: 'hologram', title: 'Hidden' }])).toBe(
    'Why us\n\nOne\n\nFirst\nline\n\nद्वितीय\n\n<b>Second</b>',
  )
})

test('the comparison of two versions names records and says moments as days and times', () => {
  const { pieces } = pages.fields.sections
  const readers = { rich: String, record: (id: string) => `<${id}>`, moment: (iso: string) => `at ${iso}` }
  const words = (section: object) => pieces?.words(JSON.stringify(section), readers)
  expect(words({ kind: 'courses', courseIds: ['a', 'b'] })).toContain('<a>, <b>')
  expect(words({ kind: 'testimonial', testimonialId: 'c' })).toContain('<c>')
  expect(words({ kind: 'event', startsAt: '2131-01-09', endsAt: '2131-01-10' })).toContain('at 2131-01-09')
  expect(pieces?.records?.(JSON.stringify({ kind: 'courses', courseIds: ['a', 'b'] }))).toEqual([
    { of: 'courses', id: 'a' },
    { of: 'courses', id: 'b' },
  ])
  expect(pieces?.records?.(JSON.stringify(cards))).toEqual([])
})

test('the comparison of two versions ignores the order of keys, and keeps every field of every section', () => {
  const { pieces } = pages.fields.sections
  const newer = { kind: 'hologram', layers: [{ z: 1, a: [null, 'x'] }] }
  expect(asText([{ title: 'x', kind: 'opening' }], pieces)).toBe(asText([{ kind: 'opening', title: 'x' }], pieces))
  expect(pieces?.from(pieces.of([cards, newer]))).toEqual([cards, newer])
})
