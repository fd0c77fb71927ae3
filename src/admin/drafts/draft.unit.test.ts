import { expect, test } from 'vitest'
import { readDraft } from './draft.ts'

const draft = { id: 'a', key: 'blogs/new', owner: 'u', value: { title: 'Words' }, keptAt: '2026-01-01T00:00:00.000Z' }

test('a draft is read from local storage', () => {
  expect(readDraft(JSON.stringify(draft))).toEqual(draft)
})

test.each([
  ['gone', null],
  ['empty', ''],
  ['null', 'null'],
  ['not JSON', '{not json'],
  ['cut off', JSON.stringify(draft).slice(0, 40)],
  ['a text', '"draft"'],
  ['a number', '12'],
  ['a list', '[]'],
  ['without its values', JSON.stringify({ ...draft, value: undefined })],
  ['with a text in place of values', JSON.stringify({ ...draft, value: 'Words' })],
  ['without a time', JSON.stringify({ ...draft, keptAt: undefined })],
  ['with a time of another kind', JSON.stringify({ ...draft, keptAt: 1_764_000_000 })],
  ['without a record', JSON.stringify({ ...draft, key: null })],
  ['another shape', JSON.stringify({ draft })],
])('an entry that is no draft is skipped: %s', (_, entry) => {
  expect(readDraft(entry)).toBeNull()
})
