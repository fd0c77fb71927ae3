import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { optionalText, pictureAddress, requiredText, richText, textList } from '#contract/fields.ts'
import { publicListQuery, staffListQuery } from '#contract/lists.ts'
import { contactMessage } from '#features/contact/ground/contact.contract.ts'

const pasted = 'A\v\u0001B\ud800C\u001b\ufffe\uffffD\f\x7f😀\t\nE'
const line = 'A BCD 😀 E'
const lines = 'A\nBCD\n😀\t\nE'

test('invisible characters are removed from every text, and a text of one line stays in one', () => {
  const search = { search: pasted }
  expect(requiredText('Title', 300).parse(`\v${pasted}\f`)).toBe(line)
  expect(optionalText('Alternative text', 500).parse(pasted)).toBe(line)
  expect(textList('Features').parse([pasted, ''])).toEqual([line, ''])
  expect(richText('Content').parse(pasted)).toBe(lines)
  expect(z.object(publicListQuery).parse(search).search).toBe(line)
  expect(staffListQuery.parse(search).search).toBe(line)
  expect(pictureAddress().parse('https://example.com/\u0001a.png')).toBe('https://example.com/a.png')
  const message = { name: pasted, email: 'asha@example.com', subject: pasted, message: pasted }
  expect(contactMessage.parse(message)).toEqual({ ...message, name: line, subject: line, message: lines })
})

test('a text of only invisible characters is empty, and NUL is refused', () => {
  expect(requiredText('Title').safeParse('\v\u0001').error?.issues[0]?.message).toBe('Title is required')
  for (const contract of [requiredText('Title'), richText('Content')])
    expect(contract.safeParse('a\0b').success).toBe(false)
})
