import { expect, test } from 'vitest'
import { readDate } from './dates.server.ts'
import { headingAbove, plain, readMarkdownFile } from './front-matter.ts'
import { FactsReader, textsOf } from './values.ts'

const factsOf = (source: string) => {
  const { facts, ...rest } = readMarkdownFile(source)
  return { facts: Object.fromEntries([...facts.values()].map(({ name, value }) => [name, value])), ...rest }
}

test.each([
  ['YAML', '---\ntitle: One\ntags: [a, b]\n---\nText\n'],
  ['YAML with dots, a mark and Windows lines', '\uFEFF---\r\ntitle: One\r\ntags:\r\n  - a\r\n  - b\r\n...\r\nText\r\n'],
  ['YAML by its name', '---yaml\ntitle: One\ntags: [a, b]\n---\nText\n'],
  ['TOML', '+++\ntitle = "One"\ntags = ["a", "b"]\n+++\nText\n'],
  ['TOML by its name', '---toml\ntitle = "One"\ntags = ["a", "b"]\n---\nText\n'],
  ['JSON', '{\n  "title": "One",\n  "tags": ["a", "b"]\n}\nText\n'],
  ['JSON by its name', '---json\n{ "title": "One", "tags": ["a", "b"] }\n---\nText\n'],
])('front matter in %s', (_, source) => {
  expect(factsOf(source)).toEqual({ facts: { title: 'One', tags: ['a', 'b'] }, text: 'Text\n' })
})

test.each(['# Only a text', '---\n\nA dividing line above\n\n---\n', '{ braces } in words', '', '---', '+++ many'])(
  '%j has no front matter',
  (source) => {
    const { facts, text } = factsOf(source)
    expect(facts).toEqual({})
    if (!source.startsWith('+++')) expect(text).toBe(source)
  },
)

test('texts stay as they are typed', () => {
  expect(factsOf('---\nversion: 1.10\nslug: 007\ntitle: no\nday: 2024-03-01\n---\n').facts).toEqual({
    version: '1.10',
    slug: '007',
    title: 'no',
    day: '2024-03-01',
  })
})

test('a name that is given twice counts once, and an unknown tag is a text', () => {
  expect(factsOf('---\ntitle: One\ntitle: Two\nx: !secret word\n---\n').facts).toEqual({ title: 'Two', x: 'word' })
})

test.each([
  [
    '---\ndate: 2024-01-02\ntitle: Costs: what they are\n---\nText',
    /line 3/,
    { title: 'Costs: what they are', date: '2024-01-02' },
  ],
  ['+++\ntitle = "A"\ndraft = maybe\n+++\nText', /line 3/, { title: 'A', draft: 'maybe' }],
  ['---\ntitle: One\nText without an end', /no end/, {}],
  ['{ "title": "A", }\nText', /JSON/, {}],
  ['---js\n({ title: "A" })\n---\nText', /JavaScript/, {}],
])('damaged front matter of %j loses no text', (source, message, facts) => {
  const read = factsOf(source)
  expect(read.damaged).toMatch(message)
  expect(read.facts).toEqual(facts)
  expect(read.text).toContain('Text')
})

test('references that multiply, and values that are nested deeply, are damage', () => {
  const lines = ['a: &a [x, x, x, x, x, x, x, x, x]']
  for (let at = 1; at < 9; at++) {
    const [name, before] = [String.fromCharCode(97 + at), String.fromCharCode(96 + at)]
    lines.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(', ')}]`)
  }
  expect(factsOf(`---\n${lines.join('\n')}\n---\nText`).damaged).toMatch(/alias/)
  expect(factsOf(`---\na: ${'['.repeat(30_000)}\n---\nText`).damaged).toBeTruthy()
  expect(factsOf(`---\na: ${'x'.repeat(300_000)}\n---\nText`).damaged).toBe('it is longer than 256 KB')
})

test('a name that every object has is a name like others', () => {
  expect(
    new FactsReader(readMarkdownFile('---\n__proto__: {draft: true}\nconstructor: x\n---\n').facts).take('draft'),
  ).toBeUndefined()
})

test('names of facts count in any case, and those left over are known', () => {
  const reader = new FactsReader(readMarkdownFile('---\nTitle: One\npub_date: x\nCustomField: y\nempty:\n---\n').facts)
  expect([reader.text('title'), reader.text('pubDate')]).toEqual(['One', 'x'])
  expect(reader.left()).toEqual(['CustomField'])
})

test('a list is a list, or a text with commas', () => {
  expect(textsOf(['a', { name: 'b' }, 7, ['c']])).toEqual(['a', 'b', '7', 'c'])
  expect(textsOf('a, größe , 印度')).toEqual(['a', 'größe', '印度'])
})

test.each([
  ['2024-03-01', '2024-03-01T00:00:00.000Z'],
  ['2024-03-01 10:00', '2024-03-01T10:00:00.000Z'],
  ['2024-03-01T10:00:00+05:30', '2024-03-01T04:30:00.000Z'],
  ['2024-03-01 10:00:00 +0530', '2024-03-01T04:30:00.000Z'],
  ['2024-03-01T10:00:00.123Z', '2024-03-01T10:00:00.000Z'],
  ['2024/3/1', '2024-03-01T00:00:00.000Z'],
  ['20240301', '2024-03-01T00:00:00.000Z'],
  ['March 1, 2024', '2024-03-01T00:00:00.000Z'],
  ['1st Mar 2024 at 10:05 pm', '2024-03-01T22:05:00.000Z'],
  ['Fri, 01 Mar 2024 10:00:00 GMT', '2024-03-01T10:00:00.000Z'],
  ['Fri Mar 01 2024', '2024-03-01T00:00:00.000Z'],
  ['31/01/2024', '2024-01-31T00:00:00.000Z'],
  ['1.3.2024', '2024-03-01T00:00:00.000Z'],
  ['1709251200', '2024-03-01T00:00:00.000Z'],
  [1709251200000, '2024-03-01T00:00:00.000Z'],
])('the date %j', (typed, at) => {
  expect(readDate(typed)).toEqual({ at })
})

test.each([
  '0000-01-01',
  '9999-12-31',
  '0001-01-01T00:00:00Z',
  '2024-02-30',
  '2024-13-01',
  '2024-01-01 25:00',
  'soon',
  '2024-01-01 10:61',
])('the date %j cannot be', (typed) => {
  expect(readDate(typed)).toEqual({ reason: expect.stringContaining(typed) })
})

test('a date without a zone is in that of the site, in summer and winter', () => {
  expect(readDate('2024-03-01 10:00', 'Asia/Kolkata')).toEqual({ at: '2024-03-01T04:30:00.000Z' })
  expect(readDate('2024-07-01', 'America/New_York')).toEqual({ at: '2024-07-01T04:00:00.000Z' })
  expect(readDate('2024-01-01', 'America/New_York')).toEqual({ at: '2024-01-01T05:00:00.000Z' })
  const { facts } = readMarkdownFile('+++\na = 2024-03-01T10:00:00\nb = 2024-03-01T10:00:00Z\nc = 2024-03-01\n+++\n')
  const dates = [...facts.values()].map(({ value }) => readDate(value, 'Asia/Kolkata'))
  expect(dates).toEqual(
    ['2024-03-01T04:30:00.000Z', '2024-03-01T10:00:00.000Z', '2024-02-29T18:30:00.000Z'].map((at) => ({ at })),
  )
})

test('the first heading is a title, also under a line', () => {
  expect(headingAbove('\n<!-- x -->\n# The *whole* `story` {#story}\n\nText')).toBe('The whole story')
  expect(headingAbove('Größe\n=====\nText')).toBe('Größe')
  expect(headingAbove('Text\n\n# Later')).toBe('')
  expect(headingAbove('# buffer [![build][image]][url] [![npm](/n.svg)][npm]\n')).toBe('buffer')
  expect(headingAbove('# Q&amp;A &lt;form&gt; &#x1F4E6; AT&T \\&amp;\n')).toBe('Q&A <form> 📦 AT&T &amp;')
  expect(plain('A [link](/x) and ![picture](/y) **bold** snake_case_name')).toBe('A link and bold snake_case_name')
})
