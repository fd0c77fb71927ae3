import { expect, test } from 'vitest'
import { campaignLine, sourceLine } from './contact.contract.ts'

test.each([
  [{ page: '/courses/aws', referrer: 'www.linkedin.com' }, 'via LinkedIn'],
  [{ page: '/', referrer: 'www.google.co.in' }, 'via Google'],
  [{ referrer: 'www.partner.example' }, 'via partner.example'],
  [{ referrer: 'notlinkedin.com' }, 'via notlinkedin.com'],
  [{ page: '/', referrer: 't.co', campaign: { source: 'linkedin', name: 'autumn' } }, 'via LinkedIn · autumn'],
  [{ campaign: { source: 'partner' } }, 'via partner'],
  [{ page: '/courses/aws' }, ''],
  [{}, ''],
])('says in a few words where %o came from', (visit, line) => expect(sourceLine(visit)).toBe(line))

test('writes a campaign in one line', () => {
  expect(campaignLine({ campaign: { source: 'linkedin', medium: 'social', name: 'autumn' } })).toBe(
    'linkedin / social / autumn',
  )
  expect(campaignLine({})).toBe('')
})
