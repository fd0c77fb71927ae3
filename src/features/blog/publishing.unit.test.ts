import { describe, expect, test } from 'vitest'
import { asksForMail, audienceOfMail, mailQuestion, readMail, writeMail } from './publishing.admin.ts'

const now = Date.parse('2026-11-23T15:33:00.000Z')
const [past, future] = ['2026-11-01T00:00:00.000Z', '2026-12-01T03:30:00.000Z']
const draft = { published: false }
const planned = { published: true, publishAt: future }
const live = { published: true, publishAt: '', unpublishAt: '' }

const mailed = <Post extends object>(post: Post) => ({ ...post, sendNotification: true })

describe('a save asks before it mails', () => {
  test.each([
    ['a new post', null, mailed(live)],
    ['a new post with a time', null, mailed(planned)],
    ['a draft that is published', mailed(draft), mailed(live)],
    ['a draft that is scheduled', draft, mailed(planned)],
    ['a scheduled post that appears now', mailed(planned), mailed(live)],
    ['a scheduled post that gets a newsletter', planned, mailed(planned)],
    ['a post that had ended', mailed({ ...live, unpublishAt: past }), mailed(live)],
    ['a public post that gets a newsletter', live, mailed(live)],
  ])('%s', (_, before, after) => {
    expect(asksForMail(before, after, now)).toBe(true)
  })

  test.each([
    ['a new post without a newsletter', null, live],
    ['a new draft', null, mailed(draft)],
    ['a draft that is published without a newsletter', draft, live],
    ['a public post whose newsletter was asked for', mailed(live), mailed(live)],
    ['a public post that becomes a draft', mailed(live), mailed(draft)],
    ['a public post that gets a later time', mailed(live), mailed(planned)],
    ['a post whose end has passed', null, mailed({ ...live, unpublishAt: past })],
  ])('but not %s', (_, before, after) => {
    expect(asksForMail(before, after, now)).toBe(false)
  })
})

test('the question names the number of subscribers and whether the newsletter can be undone', () => {
  const audience = { subscribers: 300, mail: 'smtp' as const, hold: 60 }
  expect(mailQuestion(live, audience, now)).toMatchObject({
    action: 'Publish and email 300 subscribers',
    detail: 'The newsletter is sent in 60 seconds. You can undo it until then.',
  })
  expect(mailQuestion(live, { ...audience, subscribers: 1, hold: 0 }, now)).toMatchObject({
    action: 'Publish and email 1 subscriber',
    detail: 'The newsletter is sent immediately. This cannot be undone.',
  })
  expect(mailQuestion(planned, audience, now)).toMatchObject({
    action: 'Schedule and email 300 subscribers',
    detail: 'The newsletter is sent when the post appears. You can turn it off until then.',
  })
  expect(mailQuestion(live, undefined, now)).toMatchObject({ action: 'Publish and email all subscribers' })
  expect(mailQuestion(live, { ...audience, subscribers: 0 }, now)).toBeUndefined()
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
