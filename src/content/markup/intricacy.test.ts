import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { processorTime } from '#testing/processor-time.ts'
import { isTooIntricate } from './intricacy.ts'

const table = (columns: number, rows: number) =>
  [`|${'a|'.repeat(columns)}`, `|${'-|'.repeat(columns)}`, ...Array<string>(rows).fill('|')].join('\n')

test.each([
  ['a table of thousands of columns', table(3331, 3331)],
  ['a table of 101 columns', table(101, 1)],
  ['a table in a quotation', table(101, 1).replace(/^/gm, '> ')],
  ['rows that are filled up to 50,000 cells', table(100, 600)],
  ['several tables together', Array<string>(6).fill(table(100, 100)).join('\n\n')],
  ['points of lists in one line', `${'* '.repeat(10_000)}a`],
  ['numbered ones', '1. '.repeat(6666)],
  ['quotations', '>'.repeat(20_000)],
  ['quotations of lists', '> * 1. '.repeat(40)],
  ['what is no break at its end', `${'* '.repeat(75_000)}a`],
  ['emphasis in emphasis', '*_'.repeat(10_000)],
  ['the same of several marks', 'a **__'.repeat(1) + '**__'.repeat(60)],
])('%s: refused', (_, source) => {
  expect(isTooIntricate(source)).toBe(true)
  expect(isTooIntricate(`Words.\n\n${source}\n\nWords.`)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['a table of 100 columns', table(100, 400)],
  ['a table of 5,000 rows', table(9, 5000)],
  ['a break', '* '.repeat(75_000)],
  ['a break in a quotation', `> ${'- '.repeat(500)}`],
  ['a line of stars', '*'.repeat(5000)],
  ['a deep list', Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
  ['what is shown as code', `\`\`\`text\n${'* '.repeat(10_000)}a\n${table(200, 2)}\n\`\`\``],
])('%s: taken', (_, source) => {
  expect(isTooIntricate(source)).toBe(false)
})

test('accepts the sample content', () => {
  const folder = new URL('../../../content/demo/posts/', import.meta.url)
  for (const name of readdirSync(folder))
    expect(isTooIntricate(readFileSync(new URL(name, folder), 'utf8')), name).toBe(false)
})

test('takes linear time', () => {
  const texts = ['|-', '*_a', '> ', '| - ', '* a\n', '-- ', '`', '\n', '*'].map((part) =>
    part.repeat(1_000_000 / part.length),
  )
  const began = process.cpuUsage()
  for (const text of texts) isTooIntricate(text)
  expect(processorTime(began)).toBeLessThan(10_000)
})
