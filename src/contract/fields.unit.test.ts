import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clearable, clearableText, optionalText, requiredDay, requiredText, requiredTime, textList } from './fields.ts'

test.each([
  ['Evil\r\nATTENDEE:mailto:x@example.com', 'Evil ATTENDEE:mailto:x@example.com'],
  ['Пуна\u2028Бейнер', 'Пуна Бейнер'],
  ['पुणे\u2029बाणेर', 'पुणे बाणेर'],
  ['上海\u0085浦东', '上海 浦东'],
  ['From\va\fslide', 'From a slide'],
  ['Two\tcells\rof a Mac\n\nfile', 'Two cells of a Mac file'],
  ['\n Trimmed \u2028', 'Trimmed'],
  ['Bell\u0007 and escape\u001b', 'Bell and escape'],
  ['Family 👨‍👩‍👧, soft\u00adhyphen, no\u00a0break', 'Family 👨‍👩‍👧, soft\u00adhyphen, no\u00a0break'],
])('a text of one line is one line: %j', (typed, stored) => {
  expect(z.parse(requiredText('Title', 300), typed)).toBe(stored)
  expect(z.parse(optionalText('Place', 300), typed)?.trim()).toBe(stored)
  expect(z.parse(textList('Features'), [typed])[0]?.trim()).toBe(stored)
})

test('a required text shows something', () => {
  const isGiven = (text: string) => z.safeParse(requiredText('Name', 200), text).success
  for (const unseen of ['', ' ', '\u00a0', '\u200b', '\u2060\u200d', '\ufe0f', '\u3164', '\u2800', '\u00ad', '\u202e'])
    expect(isGiven(unseen), unseen).toBe(false)
  for (const seen of ['A', '7', '—', '👍', '👩🏽‍💻', 'नमस्ते', 'ﷺ', '\u200bA', '☐', '€'])
    expect(isGiven(seen), seen).toBe(true)
})

test('a text of several lines keeps them', () => {
  const verse = 'One.\r\nTwo.\n\n\tThree.\u2028Four.'
  expect(z.parse(requiredText('Description', 5_000), verse)).toBe(verse)
  expect(z.parse(optionalText('Quotation', 1_000, true), verse)).toBe(verse)
  expect(z.parse(requiredText('Note', 5_000), 'A\vB')).toBe('A\nB')
})

test('a value that can be removed is undefined when it is, and absent when it was left out', () => {
  const contract = z.object({ note: clearableText('Note'), seats: clearable(z.int()), price: clearable(z.int(), 0) })
  expect(Object.entries(z.parse(contract, {}))).toEqual([])
  const removed = Object.fromEntries(['note', 'seats', 'price'].map((name) => [name, undefined]))
  for (const sent of [
    { note: null, seats: null, price: null },
    { note: ' ', seats: null, price: 0 },
  ])
    expect(Object.entries(z.parse(contract, sent))).toEqual(Object.entries(removed))
  expect(z.parse(contract, { note: ' a ', seats: 0, price: 1 })).toEqual({ note: 'a', seats: 0, price: 1 })
})

test.each<[string, string | undefined]>([
  ['2027-05-01T09:00:00+05:30', '2027-05-01T03:30:00.000Z'],
  ['1000-01-02T00:00:00Z', '1000-01-02T00:00:00.000Z'],
  ['9998-12-31T23:59:00Z', '9998-12-31T23:59:00.000Z'],
  // PostgreSQL has no year 0, and clocks and texts sort years of fewer or more digits in another order.
  ['0000-06-01T00:00:00Z', undefined],
  ['0999-12-31T00:00:00Z', undefined],
  ['9999-01-01T00:00:00Z', undefined],
  ['2027-06-01T25:00:00Z', undefined],
  ['2027-02-30T00:00:00Z', undefined],
])('a time has a year of four digits: %s', (typed, stored) => {
  expect(z.safeParse(requiredTime('Starts'), typed).data).toBe(stored)
})

test.each(['0000-01-01', '0999-12-31', '9999-12-31', '2027-02-30'])('no day of a record: %s', (day) => {
  expect(z.safeParse(requiredDay('Day'), day).success).toBe(false)
})
