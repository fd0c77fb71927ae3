import { expect, test } from 'vitest'
import { firstSentences } from './profile.page.tsx'

test.each([
  ['One. Two! Three?', 9, 'One. Two!'],
  ['One. Two! Three?', 10, 'One. Two!'],
  ['One. Two! Three?', 99, 'One. Two! Three?'],
  ['A first sentence that is long. Two.', 5, 'A first sentence that is long.'],
  ['Version 2.0 of it. More.', 20, 'Version 2.0 of it.'],
  ['', 5, ''],
])('%s in %s letters is %s', (text, letters, expected) => expect(firstSentences(text, letters)).toBe(expected))
