import { expect, test } from 'vitest'
import { processorTime } from '#testing/processor-time.ts'
import { givenMessage, joinedMessage, readGaps } from './sentence.ts'

const pieces = (...gaps: string[]) => {
  const [people = '', place = '', problem = ''] = gaps
  return new URLSearchParams({ we: people, in: place, and: problem })
}
const message = (search: URLSearchParams) => givenMessage(search, 'Pune')

test.each([
  [['12', 'Nashik', 'nobody reads the "bill"'], 'We are 12 people in Nashik, and nobody reads the "bill".'],
  [['12', '', ''], 'We are 12 people in Pune, and our cloud bill has doubled.'],
  [[' ', ' ', ' '], 'We are ten people in Pune, and our cloud bill has doubled.'],
  [['two, and a half', 'a hall', 'why?'], 'We are two, and a half people in a hall, and why?.'],
])('the gaps %j: %s', (gaps, expected) => {
  const sent = pieces(...gaps)
  expect(message(sent)).toBe(expected)
  // The server renders the address in which the pieces are one parameter.
  const normalised = new URLSearchParams({ message: joinedMessage(sent) })
  expect(message(normalised)).toBe(expected)
  expect(readGaps(joinedMessage(normalised), 'Pune')).toEqual(readGaps(joinedMessage(sent), 'Pune'))
})

test('another message stays as it is', () => {
  for (const text of ['', 'We are late, and sorry.', "We aren't people in Pune, and so on.", 'A demo, please'])
    expect(message(new URLSearchParams({ message: text }))).toBe(text)
})

test('a long message without the end of a sentence is refused at once', () => {
  const text = `We are ${'people in , and '.repeat(200)}`
  const started = process.cpuUsage()
  expect(readGaps(text, 'Pune')).toBeUndefined()
  expect(readGaps(`We are ${' people in'.repeat(200)}.`, 'Pune')).toBeUndefined()
  expect(processorTime(started)).toBeLessThan(1_000)
})
