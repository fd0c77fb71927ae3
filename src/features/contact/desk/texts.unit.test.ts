import { expect, test } from 'vitest'
import { answerSubject } from '../ground/desk.contract.ts'
import { aboveTyped, leaving } from './answer-parts.admin.tsx'
import { splitQuotation } from './quotation.ts'
import { fillReply } from './saved-replies.contract.ts'

test('a saved reply names the person, the course, the day and a link', () => {
  const words = { name: 'Dr. Asha Nair', course: 'AWS', date: '23 Nov 2026', link: 'https://a.example/x' }
  expect(fillReply('Dear {first name} ({name}), {course} on {Date}: {link}. {other} {}', words)).toBe(
    'Dear Asha (Dr. Asha Nair), AWS on 23 Nov 2026: https://a.example/x. {other} {}',
  )
  expect(fillReply('{first name}', { ...words, name: 'Dr.' })).toBe('Dr.')
  expect(fillReply('{name}', { ...words, name: "$& $' {date}" })).toBe("$& $' {date}")
  expect(fillReply('{constructor} {toString} {valueOf}', words)).toBe('{constructor} {toString} {valueOf}')
})

test.each([
  ['Yes', 'Yes', undefined],
  ['Yes\n\n> No\n> Really', 'Yes', '> No\n> Really'],
  ['Yes\n\nOn Mon, 23 Nov 2026, Sales wrote:\n> No', 'Yes', 'On Mon, 23 Nov 2026, Sales wrote:\n> No'],
  ['Yes\n\nOn Mon, 23 Nov 2026 at 10:00,\nSales <a@b.example> wrote:\n> No\n', 'Yes', /^On Mon.*> No$/s],
  ['Yes\n-----Original Message-----\nFrom: us\nNo', 'Yes', /^-----Original/],
  ['> No\nYes, in the middle\n> Really\nAnd here', '> No\nYes, in the middle\n> Really\nAnd here', undefined],
  ['> Only a quotation', '> Only a quotation', undefined],
])('%j is folded below the answer', (source, text, quotation) => {
  const split = splitQuotation(source)
  expect(split.text).toBe(text)
  if (quotation instanceof RegExp) expect(split.quotation).toMatch(quotation)
  else expect(split.quotation).toBe(quotation)
})

test('says when an answer leaves, also where the clock of the browser is wrong', () => {
  const now = Date.parse('2026-03-02T10:00:00Z')
  expect(leaving('2026-03-02T10:00:12.300Z', now)).toBe('Sending in 13 s')
  expect(leaving('2026-03-02T10:05:00Z', now)).toBe('Sending in 30 s')
  expect(leaving('2026-03-02T09:55:00Z', now)).toBe('Sending…')
})

test('keeps the text that was typed since an answer was sent and taken back', () => {
  expect(aboveTyped('Dear Asha', '')).toBe('Dear Asha')
  expect(aboveTyped('Dear Asha', 'One more thing\n')).toBe('Dear Asha\n\nOne more thing')
})

test.each([
  ['Servers', 'Re: Servers'],
  ['re: Servers', 'Re: Servers'],
  ['RE: AW: SV: Servers', 'Re: Servers'],
  ['Re[2]: Servers', 'Re: Servers'],
  ['RE (3) : Servers', 'Re: Servers'],
  ['回复：Re: 服务器', 'Re: 服务器'],
  ['Odp: Serwery', 'Re: Serwery'],
  ['Fwd: Servers', 'Re: Fwd: Servers'],
  ['Re: Fwd: Re: Servers', 'Re: Fwd: Servers'],
  ['Research: Re: the question', 'Re: Research: Re: the question'],
  ['Ref: 4711', 'Re: Ref: 4711'],
])('the answer to %j says once that it is one', (subject, answer) => {
  expect(answerSubject(subject)).toBe(answer)
})
