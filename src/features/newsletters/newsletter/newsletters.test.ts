import { beforeEach, describe, expect, test } from 'vitest'
import { shareMailSite } from '#testing/mail-site.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { addImport, addSubscribers } from '#testing/subscriber-rows.ts'
import type { ListedNewsletter, Newsletter, NewsletterResults } from '../ground/newsletters.contract.ts'
import type { NotificationStatus } from '../ground/notifications.contract.ts'

/** Long enough to change something within, in seconds. A test that changes nothing sends at once. */
const hold = 1.5
const sendAtOnce = () => {
  site.config.newsletter.hold = 0
}
const both = shareMailSite(
  ['notifications', 'newsletters', 'subscribers', 'imports'],
  { retryPauses: [2, 2] },
  { newsletter: { hold, confirm: false } },
)
let { sink, site } = both
let call: ReturnType<typeof callAs>
beforeEach(async () => {
  ;({ sink, site } = both)
  site.config.newsletter.hold = hold
  call = callAs(site, await site.asStaff({ name: 'Meera' }))
})

const texts = { title: 'Seats in February', body: 'Twelve **seats** in Pune.', greeting: 'Hello,' }
const write = async (changes: object = {}): Promise<Newsletter> => {
  const answer = await call('POST', '/api/newsletters', { ...texts, ...changes })
  expect(answer.status).toBe(201)
  return answer.json()
}
const read = async ({ _id }: Newsletter): Promise<Newsletter> => (await call('GET', `/api/newsletters/${_id}`)).json()
const act = (newsletter: Newsletter, action: string, headers: Record<string, string> = {}) =>
  call('POST', `/api/newsletters/${newsletter._id}/${action}`, {}, headers)
const page = (newsletter: Newsletter, text: object, headers: Record<string, string> = {}) =>
  call('PUT', `/api/newsletters/${newsletter._id}/page`, text, headers)
const done = async (newsletter: Newsletter, action: string): Promise<NotificationStatus> => {
  const answer = await act(newsletter, action)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.json()
}
const until = (newsletter: Newsletter, state: string) =>
  expect.poll(async () => (await read(newsletter)).mail.state).toBe(state)
const readers = (...names: string[]) =>
  Promise.all(
    names.map(async (name) => {
      const [reader] = await addSubscribers(site.database, 1, { email: `${name}@readers.example`, name })
      return reader?.id ?? ''
    }),
  )
const change = (id: string, columns: object) =>
  site.database.db.updateTable('subscribers').set(columns).where('id', '=', id).execute()
const publish = async (title: string): Promise<{ _id: string }> => {
  const post = {
    title,
    slug: title.toLowerCase().replace(' ', '-'),
    excerpt: 'Short.',
    content: 'Words.',
    category: 'Cloud',
  }
  const answer = await call('POST', '/api/blogs', { ...post, published: true, sendNotification: true })
  expect(answer.status).toBe(201)
  return answer.json()
}
const taken = () => sink.taken.map(({ to }) => to.replace('@readers.example', '')).sort()

describe('a newsletter', () => {
  test('goes once to those of its audience when the hold ends; who left or paused meanwhile is not among them', async () => {
    const [all = '', dates = '', articles = '', paused = '', leaving = ''] = await readers(
      ...['all', 'dates', 'articles', 'paused', 'leaving'],
    )
    await change(dates, { topics: JSON.stringify(['course-dates']) })
    await change(articles, { topics: JSON.stringify(['articles']) })
    const newsletter = await write({ audience: { to: 'topics', topics: ['course-dates'] } })
    const size = await call('GET', '/api/newsletters/audience?to=topics&topics=course-dates')
    expect(await size.json()).toMatchObject({ subscribers: 4, hold })

    expect(await done(newsletter, 'send')).toMatchObject({
      state: 'held',
      recipients: 4,
      createdBy: 'Meera',
      acts: ['undo', 'pause'],
    })
    await change(leaving, { state: 'unsubscribed' })
    await change(paused, { pausedUntil: new Date(Date.now() + 3_600_000).toISOString() })
    await until(newsletter, 'sent')
    expect(taken()).toEqual(['all', 'dates'])
    expect((await read(newsletter)).mail).toMatchObject({ recipients: 2, counts: { sent: 2, skipped: 0 }, acts: [] })
    const { recipients } = await (await call('GET', `/api/newsletters/${newsletter._id}/recipients`)).json()
    expect(recipients.map(({ email }: { email: string }) => email)).toEqual([
      'all@readers.example',
      'dates@readers.example',
    ])
    // A link of it led the one to leave, and a visit to an enquiry.
    const { id, code } = await site.database.db
      .selectFrom('notifications')
      .select(['id', 'code'])
      .executeTakeFirstOrThrow()
    await change(all, { state: 'unsubscribed', leftBy: id, leftReason: 'too-many' })
    const day = { day: '2026-11-23', path: '/courses/x', source: 'typed', campaign: code ?? '' }
    await site.database.db
      .insertInto('sourceDays')
      .values({ ...day, visits: 3 })
      .execute()
    await site.database.db
      .insertInto('goalDays')
      .values({ ...day, goal: 'enquiry', subject: '', count: 1 })
      .execute()
    const results: NewsletterResults = await (await call('GET', `/api/newsletters/${newsletter._id}/results`)).json()
    expect(results).toEqual({
      ...{ code, recipients: 2, sent: 2, skipped: 0, failed: 0, left: 1, visits: 3 },
      reasons: [{ reason: 'too-many', count: 1 }],
      goals: { enquiries: 1, registrations: 0, subscribers: 0 },
      pages: [{ path: '/courses/x', visits: 3 }],
    })
    expect((await act(newsletter, 'send')).status).toBe(409)
  })

  test('is sent as it was confirmed, in the version that the caller has seen', async () => {
    sendAtOnce()
    await readers('one')
    const newsletter = await write()
    await call('PUT', `/api/newsletters/${newsletter._id}`, { title: 'Seats in March' })
    expect((await act(newsletter, 'send', { 'if-match': '"1"' })).status).toBe(409)
    expect((await act(newsletter, 'send', { 'if-match': '"2"' })).status).toBe(200)
    await until(newsletter, 'sent')
    expect(sink.taken[0]?.source).toContain('Subject: Seats in March')
  })

  test('is not changed from the moment it is confirmed, except for its page', async () => {
    await readers('one')
    const newsletter = await write({ subject: 'Seats', preheader: 'Twelve' })
    const save = async (changes: object) => {
      const answer = await call('PUT', `/api/newsletters/${newsletter._id}`, { title: newsletter.title, ...changes })
      return [answer.status, (await answer.json()).message]
    }
    const others = [
      ...[{ title: 'Seats in April' }, { subject: 'Other' }, { preheader: null }, { greeting: 'Hi' }, { body: 'Ten' }],
      ...[{ audience: { to: 'topics', topics: ['articles'] } }, { sendAt: '2030-01-01T09:00:00Z' }],
    ]
    await done(newsletter, 'send')
    for (const changes of others)
      expect(await save(changes)).toEqual([
        409,
        'This newsletter is about to be sent. Undo or cancel that to change it.',
      ])
    expect((await page(newsletter, { title: 'T', body: 'B' })).status).toBe(409)
    await done(newsletter, 'undo')
    expect((await save({ body: 'Eleven' }))[0]).toBe(200)
    await done(newsletter, 'send')
    await until(newsletter, 'sent')
    for (const changes of others)
      expect(await save(changes)).toEqual([409, 'This newsletter was sent. Correct its page, or write a follow-up.'])
    // A client that sends back what it has read changes nothing.
    const { title, subject, preheader, greeting, body, audience } = await read(newsletter)
    expect((await save({ title, subject, preheader, greeting, body, audience }))[0]).toBe(200)
  })

  test('that was sent has a page that can be corrected, and stays on record as it was mailed', async () => {
    sendAtOnce()
    await readers('one')
    const newsletter = await write({ body: 'Twelve seets.' })
    expect((await page(newsletter, { title: newsletter.title, body: 'Twelve seats.' })).status).toBe(409)
    await done(newsletter, 'send')
    await until(newsletter, 'sent')
    const { code } = await site.database.db.selectFrom('notifications').select('code').executeTakeFirstOrThrow()
    const shown = async () => (await site.get(`/api/newsletters/by-code/${code}`)).json()
    expect(await shown()).toMatchObject({ html: expect.stringContaining('seets') })

    const { version } = await read(newsletter)
    expect((await page(newsletter, { title: 'Seats', body: 'B' }, { 'if-match': `"${version + 1}"` })).status).toBe(409)
    expect((await page(newsletter, { title: newsletter.title, body: ' ' })).status).toBe(422)
    const answer = await page(newsletter, { title: 'Seats', body: 'Twelve seats.' }, { 'if-match': `"${version}"` })
    expect(answer.status).toBe(200)
    const mailed = { title: newsletter.title, subject: newsletter.title, body: 'Twelve seets.' }
    const correctedAt = expect.stringMatching(/Z$/)
    expect(await answer.json()).toMatchObject({ title: 'Seats', body: 'Twelve seats.', correctedAt, mailed })
    const corrected = await shown()
    expect(corrected).toMatchObject({ title: 'Seats', correctedAt })
    expect(corrected.html).toContain('Twelve seats.')

    // With the words of the message it is no correction.
    await page(newsletter, { title: newsletter.title, body: 'Twelve seets.' })
    expect(await shown()).not.toHaveProperty('correctedAt')
    expect(await read(newsletter)).not.toHaveProperty('correctedAt')
  })

  test('is copied with the title and the subject that it has', async () => {
    const newsletter = await write({ subject: 'Seats!', sendAt: '2030-01-01T09:00:00Z' })
    const copy = await (await act(newsletter, 'duplicate')).json()
    expect(copy).toMatchObject({ title: newsletter.title, subject: 'Seats!', mail: { state: 'none' } })
    expect(copy).not.toHaveProperty('sendAt')
  })

  test('is corrected by those who send newsletters alone', async () => {
    sendAtOnce()
    await readers('one')
    const newsletter = await write()
    await done(newsletter, 'send')
    await until(newsletter, 'sent')
    const viewer = callAs(site, await site.asStaff({ role: 'viewer' }))
    const text = { title: 'T', body: 'B' }
    expect((await viewer('PUT', `/api/newsletters/${newsletter._id}/page`, text)).status).toBe(403)
    expect((await site.post(`/api/newsletters/${newsletter._id}/page`, text)).status).not.toBe(200)
    expect((await call('PUT', '/api/newsletters/unknown/page', text)).status).toBe(404)
  })

  test('with spaces for a subject has its title as subject', async () => {
    sendAtOnce()
    await readers('one')
    const newsletter = await write({ subject: '  ', preheader: ' ', greeting: ' Hello {name}, ' })
    expect(newsletter).toMatchObject({ subject: '', greeting: 'Hello {name},' })
    expect(newsletter).not.toHaveProperty('preheader')
    const preview = await call('POST', '/api/newsletters/preview', { title: 'Seats', subject: ' ', body: 'Text' })
    expect(await preview.json()).toMatchObject({ subject: 'Seats' })
    await done(newsletter, 'send')
    await until(newsletter, 'sent')
    expect(sink.taken[0]?.source).toContain('Subject: Seats in February')
  })

  test('without a title has its subject as title, and needs one of them', async () => {
    const newsletter = await write({ title: ' ', subject: 'Seats in May' })
    expect(newsletter).toMatchObject({ title: 'Seats in May', subject: 'Seats in May' })
    const path = `/api/newsletters/${newsletter._id}`
    const renamed = await call('PUT', path, { title: '', subject: 'Seats in June' })
    expect(await renamed.json()).toMatchObject({ title: 'Seats in June', subject: 'Seats in June' })
    expect(await (await call('PUT', path, { body: 'Ten' })).json()).toMatchObject({ title: 'Seats in June' })
    const nameless = await call('POST', '/api/newsletters', { title: '', subject: ' ', body: 'Text' })
    expect([nameless.status, (await nameless.json()).issues]).toEqual([
      422,
      [{ path: 'subject', message: 'Subject is required' }],
    ])
  })

  test('without text, or without anyone in its audience, is not sent', async () => {
    await addImport(site.database, 'empty')
    const newsletter = await write({ audience: { to: 'import', importId: 'empty' } })
    const nobody = await act(newsletter, 'send')
    expect(nobody.status).toBe(422)
    expect(await nobody.json()).toMatchObject({ issues: [{ path: 'audience' }] })
    await readers('one')
    for (const body of [' ', '<p><br></p>', '<!-- later -->', '&nbsp;']) {
      const empty = await act(await write({ body }), 'send')
      expect(await empty.json()).toMatchObject({ issues: [{ path: 'body' }] })
    }
  })

  test('is undone within the hold, and can then be scheduled, paused and resumed', async () => {
    await readers('one')
    const newsletter = await write()
    await done(newsletter, 'send')
    expect(await done(newsletter, 'undo')).toMatchObject({ state: 'none' })
    expect((await act(newsletter, 'undo')).status).toBe(409)

    const sendAt = new Date(Date.now() + 86_400_000 * 3).toISOString()
    await call('PUT', `/api/newsletters/${newsletter._id}`, { title: newsletter.title, sendAt })
    expect(await done(newsletter, 'send')).toMatchObject({ state: 'scheduled', holdUntil: sendAt, acts: ['undo'] })
    await done(newsletter, 'undo')

    await call('PUT', `/api/newsletters/${newsletter._id}`, { title: newsletter.title, sendAt: null })
    await done(newsletter, 'send')
    expect(await done(newsletter, 'pause')).toMatchObject({ state: 'paused', acts: ['undo', 'resume'] })
    await new Promise((resolve) => setTimeout(resolve, hold * 1_000 + 300))
    expect(sink.taken).toEqual([])
    await done(newsletter, 'resume')
    await until(newsletter, 'sent')
    expect(taken()).toEqual(['one'])
    expect((await act(newsletter, 'undo')).status).toBe(409)
  })

  test('is planned for the time that was confirmed', async () => {
    await readers('one')
    const sendAt = new Date(Date.now() + 86_400_000 * 3).toISOString()
    const newsletter = await write({ sendAt })
    await done(newsletter, 'send')
    expect((await call('PUT', `/api/newsletters/${newsletter._id}`, { ...texts, sendAt: null })).status).toBe(409)
    expect((await read(newsletter)).mail).toMatchObject({ state: 'scheduled', holdUntil: sendAt })
    const listed = async () => (await (await call('GET', '/api/newsletters')).json()).newsletters
    expect(await listed()).toMatchObject([{ state: 'scheduled', at: sendAt, audience: { to: 'everyone' } }])
    expect(await done(newsletter, 'pause')).toMatchObject({ state: 'paused' })
    expect(await listed()).toMatchObject([{ state: 'paused' }])
    expect(await done(newsletter, 'resume')).toMatchObject({ state: 'scheduled' })
  })

  test.each(['9999-12-31T23:59:59Z', '9999-12-30T23:59:59-10:00'])(
    'is not planned for %s, since what is added to it would sort first',
    async (sendAt) => {
      const answer = await call('POST', '/api/newsletters', { ...texts, sendAt })
      expect(await answer.json()).toMatchObject({ issues: [{ path: 'sendAt' }] })
    },
  )

  test('in the trash is not sent', async () => {
    await readers('one')
    const newsletter = await write()
    await done(newsletter, 'send')
    expect((await call('DELETE', `/api/newsletters/${newsletter._id}`)).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, hold * 1_000 + 300))
    expect(sink.taken).toEqual([])
    expect(await site.database.db.selectFrom('notifications').selectAll().execute()).toEqual([])
  })
})

describe('the audience', () => {
  const emails = async (query: string): Promise<string[]> => {
    const answer = await call('GET', `/api/newsletters/audience/recipients?${query}`)
    expect(answer.status).toBe(200)
    return (await answer.json()).people.map(({ email }: { email: string }) => email.split('@')[0])
  }

  test('is of an import, of those who asked about a course, or of those who did not get another newsletter', async () => {
    sendAtOnce()
    const [, imported = ''] = await readers('asked', 'imported', 'other')
    await change(imported, { importId: 'an-import' })
    await addImport(site.database, 'an-import')
    expect(await emails('to=import&importId=an-import')).toEqual(['imported'])

    const course = await addCourse(site.database)
    const request = { courseId: course.id, kind: 'nextDate', name: 'A', consent: undefined }
    const asked = await site.post('/api/course-requests', { ...request, email: 'Asked@readers.example' })
    expect(asked.status).toBe(201)
    expect(await emails(`to=course&courseId=${course.id}`)).toEqual(['asked'])
    const choices = await (await call('GET', '/api/newsletters/audience/choices')).json()
    expect(choices.courses).toEqual([{ _id: course.id, title: course.title, people: 1 }])
    expect(choices.topics.map(({ id }: { id: string }) => id)).toEqual(['articles', 'course-dates'])

    const newsletter = await write({ audience: { to: 'course', courseId: course.id } })
    await done(newsletter, 'send')
    await until(newsletter, 'sent')
    const { id } = await site.database.db.selectFrom('notifications').select('id').executeTakeFirstOrThrow()
    expect(await emails(`to=without&notificationId=${id}`)).toEqual(['imported', 'other'])
    expect(await emails(`to=without&notificationId=${id}&search=OTH`)).toEqual(['other'])
    expect(await emails(`to=got&notificationId=${id}`)).toEqual(['asked'])
    expect((await read(newsletter)).mail).toMatchObject({ notificationId: id })
    // Somebody whose message failed did not get it.
    await site.database.db.updateTable('deliveries').set({ state: 'failed' }).execute()
    expect(await emails(`to=got&notificationId=${id}`)).toEqual([])
    expect((await call('GET', '/api/newsletters/audience?to=course')).status).toBe(422)
  })

  const named: [object, string][] = [
    [{ to: 'topics', topics: ['nope'] }, 'topics'],
    [{ to: 'topics', topics: ['articles', 'विषय'] }, 'topics'],
    [{ to: 'course', courseId: 'unknown' }, 'courseId'],
    [{ to: 'import', importId: '019af3c0-0000-7000-8000-000000000000' }, 'importId'],
    [{ to: 'without', notificationId: 'nonsense' }, 'notificationId'],
    [{ to: 'got', notificationId: 'nonsense' }, 'notificationId'],
  ]
  test.each(named)('of what does not exist is refused: %j', async (audience, field) => {
    await readers('one')
    const query = new URLSearchParams(Object.entries(audience).map(([name, value]) => [name, String(value)]))
    for (const path of ['', '/recipients']) {
      const counted = await call('GET', `/api/newsletters/audience${path}?${query}`)
      expect([counted.status, (await counted.json()).issues?.[0].path]).toEqual([422, field])
    }
    const added = await call('POST', '/api/newsletters', { ...texts, audience })
    expect([added.status, (await added.json()).issues?.[0].path]).toEqual([422, 'audience'])
    const newsletter = await write()
    const saved = await call('PUT', `/api/newsletters/${newsletter._id}`, { title: newsletter.title, audience })
    expect(saved.status).toBe(422)
    expect((await read(newsletter)).audience).toEqual({ to: 'everyone' })
    const post = { title: 'Tides', slug: 'tides', excerpt: 'E', content: 'C', category: 'Cloud', mail: { audience } }
    expect((await call('POST', '/api/blogs', post)).status).toBe(422)
  })

  test('that names a newsletter keeps that newsletter, and reaches nobody once it is gone', async () => {
    sendAtOnce()
    await readers('one', 'two')
    const first = await write({ title: 'First' })
    await done(first, 'send')
    await until(first, 'sent')
    const { id } = await site.database.db.selectFrom('notifications').select('id').executeTakeFirstOrThrow()
    await readers('three')
    const sendAt = new Date(Date.now() + 86_400_000).toISOString()
    const reminder = await write({ title: 'Reminder', audience: { to: 'without', notificationId: id }, sendAt })
    expect(await done(reminder, 'send')).toMatchObject({ state: 'scheduled', recipients: 1 })
    const thanks = await write({ title: 'Thanks', audience: { to: 'got', notificationId: id }, sendAt })
    expect(await done(thanks, 'send')).toMatchObject({ state: 'scheduled', recipients: 2 })
    await call('DELETE', `/api/newsletters/${first._id}`)
    const refused = await call('DELETE', `/api/trash/newsletters/${first._id}`)
    expect([refused.status, (await refused.json()).message]).toEqual([
      409,
      'The audience of “Reminder”, “Thanks” names this. Choose another audience there first.',
    ])
    // Emptying the trash leaves it there.
    await call('DELETE', '/api/trash')
    expect(await (await call('GET', '/api/trash?entity=newsletters')).json()).toMatchObject([{ _id: first._id }])

    // As after a restore of an older backup.
    await site.database.db.deleteFrom('deliveries').execute()
    await site.database.db.deleteFrom('notifications').where('id', '=', id).execute()
    const gone = 'The newsletter that this audience names was deleted. Choose another audience.'
    for (const newsletter of [reminder, thanks])
      expect((await read(newsletter)).mail).toMatchObject({ state: 'scheduled', recipients: 0, problem: gone })
    const due = { holdUntil: new Date().toISOString() }
    await site.database.db.updateTable('notifications').set(due).where('newsletterId', '=', reminder._id).execute()
    await write()
    await done(await write({ title: 'Wakes the work' }), 'send')
    await until(reminder, 'paused')
    expect((await read(reminder)).mail).toMatchObject({ recipients: 0, problem: gone })
    expect(sink.taken.filter(({ source }) => source.includes('Reminder'))).toEqual([])
    // Once that is undone its text can be saved, and it goes out with another audience.
    await done(reminder, 'undo')
    expect((await call('PUT', `/api/newsletters/${reminder._id}`, { ...texts, title: 'Reminder' })).status).toBe(200)
    const again = await act(reminder, 'send')
    expect([again.status, (await again.json()).message]).toEqual([422, gone])
  })

  test('of a topic that the settings have no longer is refused when it is sent, and is the first finding', async () => {
    await readers('one', 'two')
    const newsletter = await write({ audience: { to: 'topics', topics: ['course-dates'] } })
    const post = { title: 'Waves', slug: 'waves', excerpt: 'Short.', content: 'Words.', category: 'Cloud' }
    const mail = { audience: { to: 'topics', topics: ['course-dates'] } }
    const { _id } = await (await call('POST', '/api/blogs', { ...post, mail })).json()
    const topics = [{ id: 'articles', name: 'Articles' }, { name: 'Events' }]
    expect((await call('PUT', '/api/settings/subscriptions', { topics })).status).toBe(200)
    try {
      const gone = 'A topic of this audience no longer exists. Choose another audience.'
      const sent = await act(newsletter, 'send')
      expect([sent.status, (await sent.json()).issues]).toEqual([422, [{ path: 'audience', message: gone }]])
      const published = await call('PUT', `/api/blogs/${_id}`, { ...post, published: true, sendNotification: true })
      expect([published.status, (await published.json()).message]).toEqual([422, gone])
      const { findings } = await (
        await call('POST', '/api/newsletters/check', { title: 'T', body: '', audience: newsletter.audience })
      ).json()
      expect(findings[0]).toMatchObject({ kind: 'audience', level: 'warning', message: gone })
    } finally {
      await call('PUT', '/api/settings/subscriptions', { topics: null })
    }
    expect(sink.taken).toEqual([])
  })

  test('names the files of imports to those who may read contacts alone', async () => {
    const choicesOf = async (role: 'editor' | 'viewer') =>
      (await callAs(site, await site.asStaff({ role }))('GET', '/api/newsletters/audience/choices')).json()
    const csv = 'asha@readers.example\nravi@readers.example'
    const opened = await (
      await call('POST', '/api/newsletter/imports', { csv, fileName: 'Friends of Asha.csv' })
    ).json()
    const address = `/api/newsletter/imports/${opened._id}`
    await call('PUT', address, { agreed: 'At the fair', agreedOn: '2026-01-10' })
    await call('POST', `${address}/apply`)
    const found = { _id: opened._id, at: opened.at, people: 2 }
    expect((await choicesOf('editor')).imports).toEqual([found])
    expect((await choicesOf('viewer')).imports).toEqual([{ ...found, fileName: 'Friends of Asha.csv' }])
  })

  test('of a post without a choice is everyone who wants articles', async () => {
    sendAtOnce()
    const [dates = ''] = await readers('dates', 'articles', 'all')
    await change(dates, { topics: JSON.stringify(['course-dates']) })
    await publish('On clouds')
    await expect.poll(taken).toEqual(['all', 'articles'])
  })

  test('is fixed: who drops the topic before the message leaves is skipped, with the reason', async () => {
    sendAtOnce()
    const [one = ''] = await readers('one', 'two')
    const newsletter = await write({ audience: { to: 'topics', topics: ['course-dates'] } })
    sink.behave({ onRecipient: (to) => (to.startsWith('one') ? { code: 451, text: 'Later' } : undefined) })
    await done(newsletter, 'send')
    await expect.poll(async () => (await read(newsletter)).mail.counts).toMatchObject({ sent: 1, retrying: 1 })
    await change(one, { topics: JSON.stringify(['articles']) })
    sink.behave({})
    await until(newsletter, 'sent')
    expect(taken()).toEqual(['two'])
    const { recipients } = await (
      await call('GET', `/api/newsletters/${newsletter._id}/recipients?status=skipped`)
    ).json()
    expect(recipients).toMatchObject([{ email: 'one@readers.example', reason: 'Does not want Course dates' }])
  })
})

test('the list has newsletters and the notifications about posts, with their states', async () => {
  await readers('one')
  const draft = await write({ title: 'Not yet', subject: 'Soon' })
  const sent = await write()
  await done(sent, 'send')
  const list = async (path: string): Promise<ListedNewsletter[]> => (await (await call('GET', path)).json()).newsletters
  expect(await list('/api/newsletters')).toMatchObject([
    { _id: sent._id, kind: 'newsletter', subject: 'Seats in February', state: 'held', audience: { to: 'everyone' } },
    { _id: draft._id, kind: 'newsletter', subject: 'Soon', state: 'draft', recipients: 0 },
  ])
  await until(sent, 'sent')
  expect(await list('/api/newsletters?status=sent')).toMatchObject([
    { _id: sent._id, state: 'sent', recipients: 1, sent: 1, failed: 0, left: 0, visits: 0 },
  ])
  expect(await list('/api/newsletters?search=SOON')).toHaveLength(1)
  const post = await publish('On lists')
  await expect
    .poll(() => list('/api/newsletters?status=sent'))
    .toMatchObject([{ kind: 'post', _id: post._id, title: 'On lists', sent: 1 }, { kind: 'newsletter' }])
})
