import { expect, test } from 'vitest'
import { campaignLine, sourceLine } from './contact.contract.ts'

test.each([
  [{ page: '/courses/aws', referrer: 'www.linkedin.com' }, 'from /courses/aws · LinkedIn'],
  [{ page: '/', referrer: 'www.google.co.in' }, 'from / · Google'],
  [{ referrer: 'www.partner.example' }, 'partner.example'],
  [{ referrer: 'notlinkedin.com' }, 'notlinkedin.com'],
  [{ page: '/', referrer: 't.co', campaign: { source: 'linkedin', name: 'autumn' } }, 'from / · LinkedIn · autumn'],
  [{ campaign: { source: 'partner' } }, 'partner'],
  [{}, ''],
])('says in one line where %o came from', (visit, line) => expect(sourceLine(visit)).toBe(line))

test('writes a campaign in one line', () => {
  expect(campaignLine({ campaign: { source: 'linkedin', medium: 'social', name: 'autumn' } })).toBe(
    'linkedin / social / autumn',
  )
  expect(campaignLine({})).toBe('')
})
