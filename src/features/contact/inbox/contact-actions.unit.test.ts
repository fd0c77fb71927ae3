import { expect, test } from 'vitest'
import { replyAddress, replyLink } from './contact-actions.admin.tsx'

const subjectOf = (subject: string) =>
  new URL(replyAddress({ email: 'asha@example.org', subject })).searchParams.get('subject')

test('an answer has one Re:, also where the subject has one already', () => {
  expect(subjectOf('A course & a price')).toBe('Re: A course & a price')
  expect(subjectOf('Re: a course')).toBe('Re: a course')
  expect(subjectOf('RE : a course')).toBe('Re: a course')
  expect(subjectOf('Regarding: a course')).toBe('Re: Regarding: a course')
})

test('an address cannot add fields to the message', () => {
  expect(replyAddress({ email: 'a?bcc=all@example.org', subject: 'x' })).toBe(
    'mailto:a%3Fbcc%3Dall@example.org?subject=Re%3A%20x',
  )
})

test('Reply opens the answer, and a mail program only where nothing can be sent from the desk', () => {
  const request = { _id: 'r1', email: 'asha@example.org', subject: 'x' }
  const [answer, program] = [{ to: '/admin/contacts/r1?tab=answer' }, { href: replyAddress(request) }]
  expect(replyLink(request, { readOnly: false, mail: 'smtp' })).toEqual(answer)
  expect(replyLink(request, { readOnly: false, mail: undefined })).toEqual(answer)
  expect(replyLink(request, { readOnly: false, mail: 'files' })).toEqual(program)
  expect(replyLink(request, { readOnly: true, mail: 'smtp' })).toEqual(program)
})
