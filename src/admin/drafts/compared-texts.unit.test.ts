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
  expect(compared.older).toEqual([{ text: older, changed: true, added: false }])
  expect(compared.newer).toEqual([{ text: newer, changed: true, added: true }])
})

test.each([
  ['only they added a word', 'A move', 'A long move', 'A move', ['+long'], []],
  ['only I added a word', 'A move', 'A move', 'A long move', [], ['+long']],
  ['only they removed a word', 'A long move', 'A move', 'A long move', [], ['-long']],
  ['only I removed a word', 'A long move', 'A long move', 'A move', ['-long'], []],
  ['both wrote another word', 'A long move', 'A short move', 'A big move', ['+short'], ['+big']],
  ['both began with nothing', '', 'One', 'Two', ['+One'], ['+Two']],
  [
    'both added a sentence',
    'One word.',
    'One word. A newer sentence.',
    'One word. Old work.',
    ['+A newer sentence'],
    ['+Old work'],
  ],
  ['both wrote two words for two', 'a b c', 'a x y c', 'a m n c', ['+x y'], ['+m n']],
  ['they wrote, I removed', 'Keep this', 'Keep this now', 'Keep', ['-this', '+now'], []],
])('with a base, %s', (_name, base, theirs, mine, inTheirs, inMine) => {
  const compared = compareTexts(theirs, mine, base)
  expect([joined(compared.older), joined(compared.newer)]).toEqual([theirs, mine])
  const marks = (segments: typeof compared.older) =>
    segments
      .filter(({ changed, text }) => changed && text.trim())
      .map(({ added, text }) => `${added ? '+' : '-'}${text.trim()}`)
  expect(marks(compared.older)).toEqual(inTheirs)
  expect(marks(compared.newer)).toEqual(inMine)
})
