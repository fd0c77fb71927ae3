import { expect, test } from 'vitest'
import { frontMatterOf } from '#content/markup/front-matter.ts'
import { readFacts } from './facts.ts'

const factsOf = (source: string) => {
  const found = frontMatterOf(source)
  if (!found) throw new Error('No front matter')
  return Object.fromEntries(readFacts(found).map(({ name, known }) => [name, known && [known.is, known.value]]))
}

test('YAML', () => {
  expect(
    factsOf(
      '---\ntitle: "A plan: the first"\ndate: 2026-05-01\nsummary: >\n  Words\n  and words\ntags: [Cloud, "Data"]\ncategories:\n- AI\nlayout: post\ndraft: true\n---\nText',
    ),
  ).toEqual({
    title: ['title', 'A plan: the first'],
    date: ['date', '2026-05-01T12:00:00.000Z'],
    summary: ['description', 'Words and words'],
    tags: ['tags', ['Cloud', 'Data']],
    categories: ['tags', ['AI']],
    layout: undefined,
    draft: undefined,
  })
})

test('TOML', () => {
  expect(
    factsOf(
      '+++\ntitle = "A plan"\ndate = 2026-05-01T10:00:00+05:30\ntags = ["Cloud"]\nslug = "plan"\n[extra]\ntoc = true\n+++\n',
    ),
  ).toEqual({
    title: ['title', 'A plan'],
    date: ['date', '2026-05-01T04:30:00.000Z'],
    tags: ['tags', ['Cloud']],
    slug: undefined,
    extra: undefined,
  })
})

test.each([
  ['2026-05-01 10:00', '2026-05-01T10:00:00.000Z'],
  ['2026-05-01 10:00:30 +0530', '2026-05-01T04:30:30.000Z'],
  ['2026-05-01T10:00:00Z', '2026-05-01T10:00:00.000Z'],
  ['2026-13-01', undefined],
  ['last week', undefined],
])('the date %s', (date, time) => {
  expect(factsOf(`---\ntitle: A\ndate: ${date}\n---\n`)['date']).toEqual(time && ['date', time])
})

test('a title that is a number', () => {
  expect(factsOf('---\ntitle: 2026\ntags: [1, 2]\n---\n')).toEqual({
    title: ['title', '2026'],
    tags: ['tags', ['1', '2']],
  })
})

test('a front matter that cannot be read has no facts', () => {
  expect(factsOf('---\ntitle: "A\ntags: [B\n---\n')).toEqual({})
})
