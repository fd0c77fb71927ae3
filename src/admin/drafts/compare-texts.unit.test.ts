import { expect, test } from 'vitest'
import { compareTexts } from './compare-texts.ts'

const joined = (segments: { text: string }[]) => segments.map(({ text }) => text).join('')
const changed = (segments: { text: string; changed: boolean }[]) =>
  segments.filter((one) => one.changed).map(({ text }) => text)

test('marks the words that only one text has, and loses nothing', () => {
  const theirs = 'We moved it in a week.\n\nIt cost little.'
  const mine = 'We moved it in a day.\n\nIt cost little, too.'
  const compared = compareTexts(theirs, mine)
  expect(joined(compared.theirs)).toBe(theirs)
  expect(joined(compared.mine)).toBe(mine)
  expect(changed(compared.theirs)).toEqual(['week'])
  expect(changed(compared.mine)).toEqual(['day', ', too'])
})

test('treats texts without a common word as whole changes, quickly', () => {
  const theirs = Array.from({ length: 20_000 }, (_, at) => `a${at}`).join(' ')
  const mine = Array.from({ length: 20_000 }, (_, at) => `b${at}`).join(' ')
  const started = performance.now()
  const compared = compareTexts(theirs, mine)
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(compared.mine).toEqual([{ text: mine, changed: true }])
})
