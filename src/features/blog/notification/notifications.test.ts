// On both databases: a newsletter is queued in one statement, and locks its post.

import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { shareMailSite, startMailSite } from '#testing/mail-site.ts'
import { makeDue } from '#testing/make-due.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import type { SmtpSink } from '#testing/smtp-sink.ts'
import type { SignedIn, TestApp } from '#testing/start-app.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'

const settings = () => ({ newsletter: { hold: 0, confirm: false } })
const shared = shareMailSite(['notifications', 'subscribers', 'blogs', 'activity'], {}, settings())
let sink: SmtpSink
let site: TestApp
let staff: SignedIn

async function start({ hold = 0 } = {}, of: { sink: SmtpSink; site: TestApp } = shared) {
  ;({ sink, site } = of)
  site.config.newsletter.hold = hold
  staff = await site.asStaff({ name: 'Meera' })
}

const post = { title: 'On clouds', slug: 'on-clouds', excerpt: 'What they are.', content: 'Words.', category: 'Cloud' }
const save = async (changes: object, id?: string) => {
  const init = { headers: staff.headers, method: id ? 'PUT' : 'POST' }
  const answer = await site.post(id ? `/api/blogs/${id}` : '/api/blogs', { ...post, ...changes }, init)
  expect(answer.status).toBeLessThan(300)
  return (await answer.json()) as { _id: string; sendNotification: boolean }
}
const ask = async (id: string, path = '') =>
  (await site.get(`/api/blogs/${id}/notification${path}`, { headers: staff.headers })).json()
const act = (id: string, action: string) =>
  site.post(`/api/blogs/${id}/notification/${action}`, {}, { headers: staff.headers })
/** The kind of each revision of a post, newest first: a `found` one was not saved by a person. */
const kindsOf = async (id: string): Promise<string[]> =>
  (await (await site.get(`/api/blogs/${id}/revisions`, { headers: staff.headers })).json()).revisions.map(
    ({ kind }: { kind: string }) => kind,
  )
const until = (id: string, state: string) => expect.poll(async () => (await ask(id)).state).toBe(state)

test('publishing with "send notification" notifies every subscriber once, however often the post is saved', async () => {
  await start()
  await addSubscribers(site.database, 3)
  const draft = await save({ published: false, sendNotification: true })
  expect((await ask(draft._id)).state).toBe('none')
  await save({ published: true, sendNotification: false }, draft._id)
  expect((await ask(draft._id)).state).toBe('none')
  await save({ published: true, sendNotification: true }, draft._id)
  await until(draft._id, 'sent')
  expect(await ask(draft._id)).toMatchObject({
    title: 'On clouds',
    recipients: 3,
    removed: 0,
    createdBy: 'Meera',
    counts: { sent: 3, waiting: 0, failed: 0 },
    finishedAt: expect.stringMatching(/Z$/),
  })
  await addSubscribers(site.database, 1)
  await save({ published: true, sendNotification: true, title: 'On clouds, again' }, draft._id)
  expect((await ask(draft._id)).recipients).toBe(3)
  expect(sink.taken).toHaveLength(3)
})

describe('a post that is deleted', () => {
  const remove = (id: string) => site.get(`/api/blogs/${id}`, { method: 'DELETE', headers: staff.headers })
  const restore = (id: string) => site.post(`/api/trash/blogs/${id}/restore`, {}, { headers: staff.headers })

  test('cancels a notification that has not started, for good', async () => {
    await start({ hold: 1 })
    await addSubscribers(site.database, 2)
    const { _id } = await save({ published: true, sendNotification: true })
    expect((await remove(_id)).status).toBe(200)
    await restore(_id)
    expect((await ask(_id)).state).toBe('none')
    await save({ title: 'Saved again' }, _id)
    expect((await ask(_id)).state).toBe('none')
    expect(await kindsOf(_id)).toEqual(['save', 'save', 'publish'])
    const { entries } = await (await site.get('/api/activity?kind=delete', { headers: staff.headers })).json()
    expect(entries).toMatchObject([{ what: 'Deleted blog post “On clouds”', recordName: 'On clouds' }])
    expect(entries[0].changes).toBeUndefined()
  })

  test('pauses a started one, so that no one is notified twice', sameOnBoth, async () => {
    await start({}, await startMailSite({ rate: 60 }, settings()))
    await addSubscribers(site.database, 200)
    const { _id } = await save({ published: true, sendNotification: true })
    await expect.poll(() => sink.taken.length).toBeGreaterThan(0)
    await remove(_id)
    await restore(_id)
    expect(await ask(_id)).toMatchObject({ state: 'paused', acts: ['resume'], recipients: 200 })
    await save({ published: true, sendNotification: true }, _id)
    expect(await ask(_id)).toMatchObject({ state: 'paused', acts: ['resume'], recipients: 200 })
  })
})

describe('before the first message', () => {
  test('can be undone: nothing is sent, and the notification can be sent once later', sameOnBoth, async () => {
    await start({ hold: 2 })
    await addSubscribers(site.database, 2)
    const { _id } = await save({ published: true, sendNotification: true })
    expect(await ask(_id)).toMatchObject({ state: 'held', recipients: 2, holdUntil: expect.stringMatching(/Z$/) })
    const underWay = async () =>
      (await (await site.get('/api/newsletters/notifications', { headers: staff.headers })).json()).notifications
    expect(await underWay()).toMatchObject([{ blogId: _id, title: 'On clouds', state: 'held', recipients: 2 }])
    const undone = await act(_id, 'undo')
    expect(undone.status).toBe(200)
    expect((await undone.json()).state).toBe('none')
    expect(await underWay()).toEqual([])
    // Saving the post as the editor loads it now requests no notification.
    const loaded = await (await site.get(`/api/blogs/id/${_id}`, { headers: staff.headers })).json()
    expect(loaded.sendNotification).toBe(false)
    expect((await act(_id, 'undo')).status).toBe(409)
    await save({ published: true, sendNotification: true }, _id)
    expect(await kindsOf(_id)).toEqual(['save', 'save', 'publish'])
    await until(_id, 'sent')
    expect(sink.taken).toHaveLength(2)
    expect((await act(_id, 'undo')).status).toBe(409)
  })

  test('is held while the post is a draft again', sameOnBoth, async () => {
    await start({ hold: 1 })
    await addSubscribers(site.database, 1)
    const { _id } = await save({ published: true, sendNotification: true })
    await save({ published: false }, _id)
    await until(_id, 'draft')
    await save({ published: true }, _id)
    await until(_id, 'sent')
  })
})

test('stops sending when paused, and sends the rest when resumed', sameOnBoth, async () => {
  await start({}, await startMailSite({ rate: 20 }, settings()))
  await addSubscribers(site.database, 60)
  const { _id } = await save({ published: true, sendNotification: true })
  await expect.poll(() => sink.taken.length).toBeGreaterThan(2)
  expect((await (await act(_id, 'pause')).json()).state).toBe('paused')
  await expect.poll(async () => (await ask(_id)).counts.sending).toBe(0)
  const { counts } = await ask(_id)
  expect(counts.waiting).toBeGreaterThan(0)
  expect(sink.taken).toHaveLength(counts.sent)
  expect((await act(_id, 'undo')).status).toBe(409)
  await act(_id, 'resume')
  await until(_id, 'sent')
  expect(sink.taken).toHaveLength(60)
})

test('lists failures with their reasons, and sends them again', async () => {
  await start()
  const [gone, , removed] = await addSubscribers(site.database, 3)
  sink.behave({
    onRecipient: (to) => (to === gone?.email ? { code: 550, text: '5.1.1 No such user here' } : undefined),
  })
  const { _id } = await save({ published: true, sendNotification: true })
  await until(_id, 'sent')
  expect(await ask(_id)).toMatchObject({
    acts: ['retry'],
    counts: { sent: 2, failed: 1 },
    failures: [{ reason: '550 5.1.1 No such user here', count: 1 }],
  })
  const all = await site.get(`/api/blogs/${_id}/notification/recipients?page=1&limit=2`, { headers: staff.headers })
  expect(all.headers.get('x-total-count')).toBe('3')
  expect((await all.json()).recipients).toMatchObject([
    {
      email: gone?.email,
      state: 'failed',
      attempts: 1,
      reason: '550 5.1.1 No such user here',
      at: expect.stringMatching(/Z$/),
    },
    { state: 'sent' },
  ])
  expect((await ask(_id, '/recipients?status=failed')).recipients).toHaveLength(1)
  expect((await ask(_id, `/recipients?search=${gone?.email.toUpperCase()}`)).recipients).toHaveLength(1)
  expect((await ask(_id, '/recipients?search=%25')).recipients).toEqual([])

  sink.behave({})
  await act(_id, 'retry')
  await until(_id, 'sent')
  expect(sink.taken.map(({ to }) => to)).toContain(gone?.email)
  await site.get(`/api/newsletter/subscribers/${removed?.id}`, { method: 'DELETE', headers: staff.headers })
  expect(await ask(_id)).toMatchObject({ recipients: 3, removed: 1, counts: { sent: 2, failed: 0 } })
})

test('sends a test message only to the caller, also for a draft', sameOnBoth, async () => {
  await start({}, await startMailSite({ retryPauses: [600] }, settings()))
  await addSubscribers(site.database, 2)
  const { _id } = await save({ published: false })
  expect(await (await act(_id, 'test')).json()).toEqual({ message: `Sent to ${staff.user.email}` })
  expect(sink.taken.map(({ to }) => to)).toEqual([staff.user.email])
  expect(sink.taken[0]?.source).toMatch(/^Subject: \[Test\] On clouds$/m)
  const typed = { title: 'On rain', excerpt: 'It falls.' }
  const shown = await site.post(`/api/blogs/${_id}/notification/test`, typed, { headers: staff.headers })
  expect(await shown.json()).toEqual({ message: `Sent to ${staff.user.email}` })
  const mail = await PostalMime.parse(sink.taken[1]?.source ?? '')
  expect(mail.subject).toBe('[Test] On rain')
  expect(mail.text).toContain('It falls.')
  expect(mail.text).toContain('/blog/on-clouds')
  const { title } = await (await site.get(`/api/blogs/id/${_id}`, { headers: staff.headers })).json()
  expect(title, 'nothing is stored').toBe('On clouds')
  const payloads = await site.database.db.selectFrom('deliveries').select('payload').execute()
  expect(payloads.every(({ payload }) => payload === null)).toBe(true)
  const bad = await site.post(`/api/blogs/${_id}/notification/test`, { title: 7 }, { headers: staff.headers })
  expect(bad.status).toBe(400)
  const silent = await site.get(`/api/blogs/${_id}/notification/test`, { headers: staff.headers, method: 'POST' })
  expect(silent.status, 'without a body').toBe(200)
  sink.taken.splice(1)

  sink.behave({ onRecipient: () => ({ code: 550, text: '5.7.1 Not from you' }) })
  const refused = await act(_id, 'test')
  expect(refused.status).toBe(503)
  expect((await refused.json()).message).toBe('The mail server did not take the message: 550 5.7.1 Not from you')

  sink.behave({ onRecipient: () => ({ code: 451, text: '4.7.1 Come back later' }) })
  expect((await (await act(_id, 'test')).json()).message).toBe(
    'The mail server did not take the message: 451 4.7.1 Come back later (It is tried again for a quarter of an hour.)',
  )
  sink.behave({})
  await makeDue(site)
  await expect.poll(() => sink.taken.length).toBe(2)
})

test('deletes the waiting messages about a post with the post', async () => {
  await start({ hold: 60 })
  await addSubscribers(site.database, 2)
  const { _id } = await save({ published: true, sendNotification: true })
  const left = async () => (await site.database.db.selectFrom('deliveries').select('id').execute()).length
  expect(await left()).toBe(2)
  expect((await site.get(`/api/blogs/${_id}`, { method: 'DELETE', headers: staff.headers })).status).toBe(200)
  expect(await left()).toBe(0)
})

test('reports in advance the number of recipients, and how mail is sent', async () => {
  await start({ hold: 60 })
  await addSubscribers(site.database, 2)
  await addSubscribers(site.database, 1, { state: 'unsubscribed' })
  const answer = await site.get('/api/newsletters/audience', { headers: staff.headers })
  expect(await answer.json()).toEqual({ subscribers: 2, mail: 'smtp', hold: 60 })
  // A post is for those who want articles.
  await addSubscribers(site.database, 1, { topics: ['course-dates'] })
  for (const [to, subscribers] of [
    ['', 2],
    ['?to=everyone', 3],
    ['?to=topics&topics=course-dates', 3],
  ] as const) {
    const counted = await site.get(`/api/newsletters/audience${to}`, { headers: staff.headers })
    expect(await counted.json(), to).toMatchObject({ subscribers })
  }
})

test('answers 404 for a post that does not exist', sameOnBoth, async () => {
  await start()
  for (const path of ['', '/recipients'])
    expect((await site.get(`/api/blogs/none/notification${path}`, { headers: staff.headers })).status).toBe(404)
  for (const action of ['undo', 'pause', 'resume', 'retry', 'test'])
    expect((await act('none', action)).status).toBe(404)
})

test('the preview of the message shows the post as in the form, and sends nothing', sameOnBoth, async () => {
  await start()
  await addSubscribers(site.database, 1)
  const { title, slug, excerpt, category } = post
  const preview = await site.post(
    '/api/newsletters/preview/post',
    { title, slug, excerpt, category, readTime: 1 },
    { headers: staff.headers },
  )
  expect(preview.status).toBe(200)
  const { subject, html } = (await preview.json()) as { subject: string; html: string }
  expect(subject).toBe(title)
  expect(sink.taken).toEqual([])
  const { _id } = await save({ published: true, sendNotification: true })
  await until(_id, 'sent')
  const sentHtml = (await PostalMime.parse(sink.taken[0]?.source ?? '')).html ?? ''
  const withoutLinks = (message: string) => message.replace(/href="[^"]*"/g, '').trim()
  expect(withoutLinks(html)).toBe(withoutLinks(sentHtml))
  expect((await site.post('/api/newsletters/preview/post', { title, slug, excerpt, category })).status).toBe(401)
})
