import { describe, expect, test } from 'vitest'
import { audienceOfMail, becomesPublic, consequenceOf, readMail, writeMail } from './publishing.admin.ts'

const now = Date.parse('2026-11-23T15:33:00.000Z')
const [past, future] = ['2026-11-01T00:00:00.000Z', '2026-12-01T03:30:00.000Z']
const draft = { published: false }
const planned = { published: true, publishAt: future }
const live = { published: true, publishAt: '', unpublishAt: '' }

describe('a save shows its consequences first', () => {
  test.each([
    ['a new post', null, live],
    ['a new post with a time', null, planned],
    ['a draft that is published', draft, live],
    ['a draft that is scheduled', draft, planned],
    ['a scheduled post that appears now', planned, live],
    ['a post that had ended', { ...live, unpublishAt: past }, live],
    ['a public post with a newsletter', live, { ...live, sendNotification: true }],
  ])('%s', (_, before, after) => {
    expect(becomesPublic(before, after, now)).toBe(true)
  })

  test.each([
    ['a new draft', null, { published: false, sendNotification: true }],
    ['an edited draft', draft, draft],
    ['an edited public post', live, live],
    [
      'a public post whose newsletter was asked for',
      { ...live, sendNotification: true },
      { ...live, sendNotification: true },
    ],
    ['a public post that becomes a draft', live, draft],
    ['a public post that gets a later time', live, planned],
    ['a scheduled post with another time', planned, { ...planned, publishAt: '2026-12-02T03:30:00.000Z' }],
    ['a post whose end has passed', null, { ...live, unpublishAt: past }],
  ])('but not %s', (_, before, after) => {
    expect(becomesPublic(before, after, now)).toBe(false)
  })
})

test('the consequence is one sentence with the moment of the newsletter', () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const clock = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'short' })
  const audience = { subscribers: 35, mail: 'smtp' as const, hold: 60 }
  const sentence = (part: object) =>
    consequenceOf({ before: null, after: live, mails: true, audience, ...part }, now, zone)
  expect(sentence({})).toBe(
    `Appears now and goes to 35 subscribers at ${clock.format(now + 60_000)}. You can undo until then.`,
  )
  expect(sentence({ audience: { ...audience, hold: 0 } })).toBe(
    'Appears now and goes to 35 subscribers at once. This cannot be undone.',
  )
  expect(sentence({ mails: false })).toBe('Appears now. Subscribers are not notified.')
  expect(sentence({ audience: undefined })).toBe('Appears now and goes to all subscribers.')
  expect(sentence({ audience: { ...audience, subscribers: 0 } })).toBe(
    'Appears now. There are no subscribers to notify.',
  )
  expect(sentence({ before: live })).toMatch(/^Is public already and goes to 35 subscribers at /)
  expect(sentence({ after: planned })).toMatch(
    /^Appears on .+ and goes to 35 subscribers at .+\. You can undo until then\.$/,
  )
})

test('a form says how the message of a post differs, and that it does not any more', () => {
  expect(readMail('')).toBeUndefined()
  expect(readMail('usual')).toBeNull()
  const mail = { subject: 'For Pune', audience: { to: 'topics' as const, topics: ['course-dates'] } }
  const written = writeMail({ ...mail, greeting: '', whole: false }, '')
  expect(readMail(written)).toEqual(mail)
  expect(audienceOfMail(written)).toBe('to=topics&topics=course-dates')
  for (const back of ['', 'usual'] as const) expect(writeMail({ subject: '', whole: false }, back)).toBe(back)
  expect(audienceOfMail('')).toBe('')
})
