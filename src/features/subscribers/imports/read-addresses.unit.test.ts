import { expect, test } from 'vitest'
import { processorTime } from '#testing/processor-time.ts'
import type { Meaning } from '../ground/imports.contract.ts'
import { addressesIn, reasons } from './addresses-in.ts'
import { guessMeanings, placeOfHeadings } from './column-meanings.ts'
import { decodeTable, guessEncodings, UnreadableFile } from './decode-table.ts'
import { lineReader } from './read-addresses.ts'
import { dayPlace, readDate } from './read-date.ts'

const zone = 'Asia/Kolkata'
const columnsOf = (...meanings: Meaning[]) => meanings.map((meaning) => ({ heading: '', meaning }))

test.each([
  ['asha@example.com', [{ email: 'asha@example.com' }]],
  ['  Asha@Example.COM\u200b ', [{ email: 'asha@example.com' }]],
  ['Asha Rao <asha@example.com>', [{ email: 'asha@example.com', name: 'Asha Rao' }]],
  ['"Rao, Asha" <asha@example.com>', [{ email: 'asha@example.com', name: 'Rao, Asha' }]],
  ['Rao, Asha <asha@example.com>', [{ email: 'asha@example.com', name: 'Rao, Asha' }]],
  ['mailto:asha@example.com?subject=Hello', [{ email: 'asha@example.com' }]],
  ['Asha <mailto:asha@example.com>', [{ email: 'asha@example.com', name: 'Asha' }]],
  [
    'a@example.com, b@example.com; c@example.com',
    [{ email: 'a@example.com' }, { email: 'b@example.com' }, { email: 'c@example.com' }],
  ],
  ['a@example.com b@example.com', [{ email: 'a@example.com' }, { email: 'b@example.com' }]],
  [
    'Asha <a@example.com>, b@example.com, Ravi <c@example.com>',
    [{ email: 'a@example.com', name: 'Asha' }, { email: 'b@example.com' }, { email: 'c@example.com', name: 'Ravi' }],
  ],
  ['asha rao@example.com', [{ text: 'asha rao@example.com', reason: reasons.malformed }]],
  ['=cmd|calc@example.com', [{ text: '=cmd|calc@example.com', reason: reasons.formula }]],
  ['a@example.com, +b@example.com', [{ email: 'a@example.com' }, { text: '+b@example.com', reason: reasons.formula }]],
  ['nobody', [{ text: 'nobody', reason: reasons.malformed }]],
])('reads the addresses of %j', (cell, found) => {
  expect(addressesIn(cell)).toEqual(found)
})

test('a line has its addresses with the other columns, or the reasons', () => {
  const reader = lineReader(columnsOf('name', 'email', 'name', 'date', 'state', 'ignore'), { zone, now: Date.now() })
  const read = (...cells: string[]) => reader(cells)
  const date = '2024-03-01T06:30:00.000Z'
  expect(read('Asha', 'X <asha@example.com>', 'Rao', '2024-03-01', 'Cleaned', 'VIP')).toEqual([
    { email: 'asha@example.com', name: 'Asha Rao', state: 'bounced', date },
  ])
  expect(read('', 'X <asha@example.com>', '', 'soon', '')).toEqual([
    { email: 'asha@example.com', name: 'X', state: 'confirmed', undated: true },
  ])
  expect(read('', '"=1+1" <asha@example.com>')).toEqual([{ text: '=1+1', reason: reasons.formula }])
  expect(read('-', 'X <asha@example.com>')).toEqual([{ email: 'asha@example.com', name: 'X', state: 'confirmed' }])
  expect(read('=1+1', 'asha@example.com')).toEqual([{ text: '=1+1', reason: reasons.formula }])
  expect(read('Asha', 'asha@example.com', '', '', 'Kerala')).toEqual([
    { text: 'asha@example.com', reason: 'The state “Kerala” is not known' },
  ])
  expect(read('Asha', '')).toEqual([{ text: 'Asha', reason: reasons.empty }])
})

test('topics are matched with their names; all of them are none, and unknown ones are named', () => {
  const topics = [
    { id: 'articles', name: 'Writing' },
    { id: 'course-dates', name: 'Course dates' },
    { id: 'events', name: 'Events' },
  ]
  const read = (...cells: string[]) => {
    const [entry] = lineReader(columnsOf('email', 'topic', 'topic'), { zone, now: Date.now(), topics })([
      'a@example.com',
      ...cells,
    ])
    const { topics: ids, unknownTopics } = entry as { topics?: string[]; unknownTopics?: string[] }
    return [ids, unknownTopics]
  }
  expect(read('course DATES; writing')).toEqual([['articles', 'course-dates'], undefined])
  expect(read('Events', 'Golf|Writing')).toEqual([['articles', 'events'], ['Golf']])
  expect(read('Events, Writing, Course dates')).toEqual([undefined, undefined])
  expect(read('Golf')).toEqual([undefined, ['Golf']])
  expect(read('')).toEqual([undefined, undefined])
})

test.each([
  ['2026-02-01 05:30:00', '2026-02-01T00:00:00.000Z'],
  ['2026-02-01T00:00:00Z', '2026-02-01T00:00:00.000Z'],
  ['2026-02-01T05:30:00.123+05:30', '2026-02-01T00:00:00.000Z'],
  ['1/2/2026', '2026-02-01T06:30:00.000Z'],
  ['01.02.2026', '2026-02-01T06:30:00.000Z'],
  ['2/13/2026', '2026-02-13T06:30:00.000Z'],
  ['1 Feb 2026', '2026-02-01T06:30:00.000Z'],
  ['1 Feb 2026, 05:30', '2026-02-01T00:00:00.000Z'],
  ['Feb 1, 2026', '2026-02-01T06:30:00.000Z'],
  ['30.02.2026', undefined],
  ['2026-02-01 soon', undefined],
  ['2026-11-23', '2026-11-23T00:00:00.000Z'],
  ['2026-11-24', undefined],
  ['2031-01-01', undefined],
  ['Pune 2024', undefined],
  ['Marathon 2024', undefined],
  ['45352', undefined],
  ['', undefined],
])('reads the date %j in the time of the company', (text, date) => {
  expect(readDate(text, { zone }, Date.parse('2026-11-23'))).toBe(date)
})

test('reads thousands of addresses in one cell in no time', () => {
  const start = process.cpuUsage()
  const cell = Array.from({ length: 4_000 }, (_, at) => `a${at}@example.com`).join(', ')
  expect(addressesIn(cell)).toHaveLength(4_000)
  expect(processorTime(start)).toBeLessThan(1_000)
})

test('a column with one date that has the month first has it first in all', () => {
  expect(['2/13/2026', '13/2/2026', '1/2/2026', '2026-02-13'].map(dayPlace)).toEqual([
    ...['second', 'first', undefined, undefined],
  ])
  const read = (text: string) => readDate(text, { zone, monthFirst: true }, Date.parse('2026-11-23'))?.slice(0, 10)
  expect(['1/2/2026', '2/13/2026', '13/2/2026'].map(read)).toEqual(['2026-01-02', '2026-02-13', '2026-02-13'])
})

test('guesses the meaning of columns by their headings, or else by their cells', () => {
  const guess = (columns: Record<string, string[]>) =>
    guessMeanings(Object.entries(columns).map(([heading, samples]) => ({ heading, samples, values: samples })))
  expect(
    guess({ Name: [], 'E-mail address': [], 'Subscribed at (Asia/Kolkata)': [], State: ['confirmed'], Joined: [] }),
  ).toEqual([...['name', 'email', 'date', 'state', 'ignore']])
  expect(guess({ Contact: ['asha@example.com'], State: ['Kerala'], Notes: ['see a@b.c'] })).toEqual([
    'email',
    'ignore',
    'email',
  ])
  expect(guess({ Email: [], Lists: [], Interest: [], 'Topic of the day': [] })).toEqual([
    ...['email', 'topic', 'topic', 'ignore'],
  ])
  expect(placeOfHeadings([['Name', 'Email']])).toBe(0)
  expect(placeOfHeadings([['Asha', 'asha@example.com']])).toBe(-1)
  expect(placeOfHeadings([['=cmd@example.com', 'x']])).toBe(-1)
})

test('decodes a file by its byte order mark, as UTF-8, or as Windows wrote it', () => {
  const text = 'Zoë,zoe@example.com'
  const swapped = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  const marked = [Buffer.from(`\ufeff${text}`, 'utf16le'), swapped, Buffer.from(`\ufeff${text}`), Buffer.from(text)]
  for (const bytes of [...marked, Buffer.from(text, 'latin1')]) expect(decodeTable(bytes)).toBe(text)
  for (const bytes of [Buffer.from('PK\x03\x04…'), Buffer.from(text, 'utf16le')])
    expect(() => decodeTable(bytes)).toThrow(UnreadableFile)
})

/** The bytes of a text in an encoding that Node only reads. */
function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding)
  const bytesOf = new Map<string, number[]>()
  for (let first = 0x20; first < 256; first++) {
    bytesOf.set(decoder.decode(Uint8Array.of(first)), [first])
    if (first > 0x80)
      for (let second = 0x40; second < 0xff; second++) {
        const character = decoder.decode(Uint8Array.of(first, second))
        if (character.length === 1 && !bytesOf.has(character)) bytesOf.set(character, [first, second])
      }
  }
  return Uint8Array.from([...text].flatMap((character) => bytesOf.get(character) ?? [character.charCodeAt(0)]))
}

test.each([
  ['windows-1252', 'Jürgen Groß;René Lefèvre;Åsa Öberg'],
  ['windows-1250', 'Łukasz Śliwiński;Jiří Dvořák;Zoltán Erdős'],
  ['macintosh', 'Jürgen Müller;René Lefèvre;Zoë Brontë'],
  ['windows-1251', 'Анна Иванова;Пётр Сидоров;Ольга Кузнецова'],
  ['windows-1253', 'Ελένη Παπαδοπούλου;Γιώργος Νικολάου'],
  ['shift_jis', '田中さくら;山本健一;ジョン スミス'],
])('shows the names of a file in %s as they are, first or among the others', (encoding, names) => {
  const guesses = guessEncodings(encode(`name;email\n${names.replaceAll(';', ';a@b.example\n')}`, encoding))
  const right = guesses.findIndex(({ samples }) => samples.join(';') === names)
  expect(right, JSON.stringify(guesses.slice(0, 4))).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThan(3)
  expect(new Set(guesses.map(({ samples }) => samples.join())).size).toBe(guesses.length)
})
