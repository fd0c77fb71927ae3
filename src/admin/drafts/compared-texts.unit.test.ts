import { expect, test } from 'vitest'
import { comparableText } from '#content/markup/comparable-text.ts'
import { compareTexts } from './compared-texts.tsx'

const joined = (segments: { text: string }[]) => segments.map(({ text }) => text).join('')
const changed = (segments: { text: string; changed: boolean }[]) =>
  segments.filter((one) => one.changed).map(({ text }) => text)

test('marks the words that only one text has, and loses nothing', () => {
  const older = 'We moved it in a week.\n\nIt cost little.'
  const newer = 'We moved it in a day.\n\nIt cost little, too.'
  const compared = compareTexts(older, newer)
  expect(joined(compared.older)).toBe(older)
  expect(joined(compared.newer)).toBe(newer)
  expect(changed(compared.older)).toEqual(['week'])
  expect(changed(compared.newer)).toEqual(['day', ', too'])
})

test('changed words in a row are one change', () => {
  const compared = compareTexts('The first words. A newer sentence.', 'The first words. Old work.')
  expect(changed(compared.older)).toEqual(['A newer sentence'])
  expect(changed(compared.newer)).toEqual(['Old work'])
})

test('marks only the words of rich text, not tags or Markdown signs', () => {
  const older = comparableText('<h2>Why</h2><p>We <strong>moved</strong> it.</p><ul><li>one</li></ul>') ?? ''
  const newer = comparableText('## Why\n\nWe *moved* it. It cost little.\n\n- one') ?? ''
  const compared = compareTexts(older, newer)
  expect(changed(compared.older)).toEqual([])
  expect(changed(compared.newer).join('')).toBe(' It cost little.')
})

test('treats texts with little in common as whole changes', () => {
  const textOf = (letter: string) => Array.from({ length: 1_100 }, (_, at) => `${letter}${at} and`).join(' ')
  const [older, newer] = [textOf('a'), textOf('b')]
  const compared = compareTexts(older, newer)
  expect(compared.older).toEqual([{ text: older, changed: true }])
  expect(compared.newer).toEqual([{ text: newer, changed: true }])
})
