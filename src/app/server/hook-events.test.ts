// On both databases: the locks of the schedule, and the queries behind each event.
import { randomUUIDv7 } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { entities } from '#app/entities.server.ts'
import { hookEvents } from '#app/hook-events.server.ts'
import { blogs } from '#features/blog/blog.table.ts'
import { sentNewsletters } from '#features/newsletters/sending/newsletter.event.ts'
import {
  confirmUrl,
  preferencesUrl,
  unsubscribeUrl,
} from '#features/subscribers/subscription/subscription-links.shared.server.ts'
import { backupFolder } from '#server/backup/backup-status.ts'
import { hasTrash } from '#server/database/lifecycle.ts'
import { insertRow } from '#server/database/rows.ts'
import { tellNothing } from '#server/hooks/emit.ts'
import { eventBody } from '#server/hooks/event-body.ts'
import { hooks } from '#server/hooks/hooks.table.ts'
import { scheduledPublications, tellPublication } from '#server/record/publication-events.ts'
import { makeDue } from '#testing/make-due.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse, addPost } from '#testing/sample-rows.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { addSubscribers, mailSettings } from '#testing/subscriber-rows.ts'
import { addCohort, addRegistration } from '#testing/training-rows.ts'
import { isPrepared } from '../../../scripts/prepare.js'

let site: TestApp
let sink: SmtpSink
let owner: SignedIn
let ahead = 0
const ids = { bare: randomUUIDv7(), personal: randomUUIDv7() }

beforeAll(async () => {
  sink = await startSmtpSink()
  const mail = mailSettings({ smtpUrl: sink.url, bounceSecret: 'a secret of thirty-two characters' })
  site = await startTestApp(
    { mail, rateLimit: false, newsletter: { hold: 0, confirm: false } },
    { clock: () => Date.now() + ahead },
  )
  owner = await site.asStaff({ name: 'Priya Nair' })
  const common = { form: 'generic', events: hookEvents.map(({ name }) => name), active: true, secret: 'x' } as const
  await site.database.transaction(async (trx) => {
    for (const [name, id] of Object.entries(ids)) {
      // Nothing listens there: the tests read the log.
      const url = `https://127.0.0.1:9/${name}`
      await insertRow(trx, hooks, { ...common, id, url, personal: name === 'personal' })
    }
  })
})
afterAll(async () => {
  await site.close()
  await sink.close()
})
afterEach(async () => {
  ahead = 0
  await site.database.db.deleteFrom('hookDeliveries').execute()
})

type Told = { type: string; timestamp: string; data: Record<string, unknown> }

/** What a webhook was told of an event, the first first. */
async function toldOf(event: string, which: keyof typeof ids = 'personal'): Promise<Told['data'][]> {
  const rows = site.database.db.selectFrom('hookDeliveries').select('body').where('hookId', '=', ids[which])
  const found = await rows.where('event', '=', event).orderBy('at').orderBy('id').execute()
  return found.map(({ body }) => (JSON.parse(body) as Told).data)
}
const tells = (event: string, count = 1) => expect.poll(async () => (await toldOf(event)).length).toBe(count)

/** Calls as an owner. @returns the answer's JSON, if it has one */
async function call(method: string, path: string, body?: unknown, headers = {}) {
  const answer = await callAs(site, owner)(method, `/api${path}`, body, headers)
  expect([method, path, answer.status < 300 ? 'done' : await answer.text()]).toEqual([method, path, 'done'])
  return answer.status === 204 ? undefined : answer.json()
}

const asha = { name: 'Asha Rao', email: 'asha@kelp.example' }
let counter = 0
/** A contact request that a visitor sends. @returns its id */
async function ask(changes: object = {}): Promise<string> {
  const message = `We want to move ${++counter} servers.`
  expect((await site.post('/api/contact', { ...asha, subject: 'Cloud', message, ...changes })).status).toBe(201)
  const newest = site.database.db.selectFrom('contactRequests').select('id').orderBy('createdAt', 'desc')
  return (await newest.orderBy('id', 'desc').executeTakeFirstOrThrow()).id
}

const postInput = (changes: object = {}) => ({
  ...{ title: 'A post', excerpt: 'Short.', category: 'Cloud', content: 'Words.', slug: `post-${++counter}` },
  published: true,
  ...changes,
})
const newPage = (changes: object = {}) => ({
  ...{ title: 'Cloud day', path: `cloud-day-${++counter}`, sections: [{ kind: 'text', content: 'Words.' }] },
  ...changes,
})

async function courseWithDate(date: Parameters<typeof addCohort>[2] = {}) {
  const { id: courseId } = await addCourse(site.database, { asksBy: 'request', slug: `course-${++counter}` })
  const { id: cohortId } = await addCohort(site.database, courseId, date)
  return { courseId, cohortId }
}

/** A real call that makes each event happen. */
const scenes: Record<string, () => Promise<unknown>> = {
  'contact.created': () => ask({ phone: '+91 98200 12345' }),
  async 'contact.answered'() {
    await call('POST', `/contact/${await ask()}/answers`, { body: 'Yes, gladly.', resolve: false, quote: false })
    await makeDue(site)
  },
  async 'contact.resolved'() {
    await call('PATCH', `/contact/${await ask()}`, { status: 'resolved' })
  },
  async 'courseRequest.created'() {
    const asked = { ...asha, people: 1, phone: '+91 98200 12345' }
    await call('POST', '/course-requests/entered', { ...(await courseWithDate()), ...asked, waiting: true })
  },
  async 'courseRequest.confirmed'() {
    const { id } = await addRegistration(site.database, { ...(await courseWithDate()), kind: 'enrol', state: 'new' })
    await call('PATCH', `/course-requests/${id}`, { state: 'confirmed' })
  },
  async 'seat.offered'() {
    const { id } = await addRegistration(site.database, await courseWithDate())
    await call('POST', `/course-requests/${id}/offer`, {})
  },
  'subscriber.confirmed': () => subscribed(),
  async 'subscriber.left'() {
    const [reader] = await addSubscribers(site.database, 1, { name: 'Rohan' })
    await press('unsubscribe', await unsubscribeUrl(site.database, site.config.publicUrl, reader?.id ?? ''))
  },
  async 'newsletter.sent'() {
    await addSubscribers(site.database, 2)
    await call('POST', '/blogs', postInput({ sendNotification: true }))
    await makeDue(site)
    await expect
      .poll(async () => {
        await site.jobs.wake(sentNewsletters as never)
        return (await toldOf('newsletter.sent')).length
      })
      .toBe(1)
  },
  'post.published': () => call('POST', '/blogs', postInput()),
  async 'course.published'() {
    const { id } = await addCourse(site.database, { active: false, slug: `course-${++counter}` })
    await call('PATCH', `/courses/${id}`, { active: true })
  },
  'page.published': () => call('POST', '/pages', newPage()),
  async 'record.deleted'() {
    const { id } = await addPost(site.database, { slug: `post-${++counter}` })
    await call('DELETE', `/blogs/${id}`)
  },
  async 'backup.failed'() {
    await writeFile(backupFolder(site.config.dataDir), 'a file in the place of the folder')
    // It answers before the backup has failed, or with the reason.
    await callAs(site, owner)('POST', '/api/system/backups', {})
  },
}

async function subscribed() {
  const [reader] = await addSubscribers(site.database, 1, { state: 'pending', name: 'Rohan', topics: ['cloud'] })
  await press('confirm', await confirmUrl(site.database, site.config.publicUrl, reader?.id ?? ''))
  return reader?.id ?? ''
}

/** Presses the button on the page of a subscriber's link. */
async function press(purpose: 'confirm' | 'unsubscribe', url: string, action: string = purpose) {
  const token = new URL(url).searchParams.get('token')
  expect((await site.post('/api/newsletter/subscription', { purpose, token, action })).status).toBe(200)
}

test.each(hookEvents)('$name follows from a call, and says no more than it may', sameOnBoth, async (kind) => {
  const { name, data, personal = [], example } = kind
  if (name === 'backup.failed' && !isPrepared()) return
  expect(data.parse(example)).toEqual(example)
  await scenes[name]?.()
  await expect.poll(async () => (await toldOf(name)).length).toBeGreaterThan(0)
  const [all] = await toldOf(name)
  const [bare] = await toldOf(name, 'bare')
  expect(data.parse(all), name).toEqual(all)
  expect(all?.['adminUrl']).toMatch(`${site.config.publicUrl}/#/admin/`)
  expect(Object.keys(bare ?? {}).filter((field) => (personal as readonly string[]).includes(field))).toEqual([])
  expect({ ...all, ...bare }).toEqual(all)
  expect(JSON.stringify(bare)).not.toMatch(/@|98200/)
  const line = kind.line(all)
  expect(line).not.toMatch(/undefined|\[object|@/)
  for (const form of ['slack', 'teams', 'googleChat'] as const)
    expect(eventBody(kind, { data: all, at: '' }, { form, personal: false })).toContain(String(all?.[kind.link ?? '']))
})

test('every field of every event has a description, and each example a line', () => {
  expect(Object.keys(scenes)).toEqual(hookEvents.map(({ name }) => name))
  const fieldsOf = (schema: unknown): [string, string | undefined][] =>
    Object.entries((schema as { properties?: Record<string, { description?: string }> }).properties ?? {}).map(
      ([field, { description }]) => [field, description],
    )
  for (const { name, data, personal = [] } of hookEvents) {
    const schema = z.toJSONSchema(data)
    expect([name, schema.description]).toEqual([name, expect.stringMatching(/\.$/)])
    for (const [field, description] of fieldsOf(schema))
      expect([name, field, description]).toEqual([name, field, expect.stringMatching(/\.$/)])
    for (const field of personal) expect(data.shape).toHaveProperty(String(field))
  }
})

const recordsOf = async (event: string) => (await toldOf(event)).map(({ _id }) => _id)

test(
  'a message that looks like spam is told of once it is found to be none, and then no more',
  sameOnBoth,
  async () => {
    const id = await ask({ message: 'Casino and viagra: https://a.example https://b.example https://c.example' })
    const status = (to: string) => call('PATCH', `/contact/${id}`, { status: to })
    expect(await recordsOf('contact.created')).toEqual([])
    await status('pending')
    expect(await recordsOf('contact.created')).toEqual([id])
    for (const to of ['spam', 'pending', 'resolved', 'pending']) await status(to)
    expect(await recordsOf('contact.created')).toEqual([id])
    expect(await recordsOf('contact.resolved')).toEqual([id])
  },
)

test('a reply that is undone is no event, and one that has left resolves its request', sameOnBoth, async () => {
  const id = await ask()
  const reply = { body: 'Gladly.', resolve: true, quote: false }
  const { _id: event } = await call('POST', `/contact/${id}/answers`, reply)
  await call('POST', `/contact/${id}/answers/${event}/undo`)
  await call('POST', `/contact/${id}/answers`, reply)
  expect([await recordsOf('contact.answered'), await recordsOf('contact.resolved')]).toEqual([[], []])
  await makeDue(site)
  await tells('contact.answered')
  await tells('contact.resolved')
  expect(await toldOf('contact.answered')).toMatchObject([{ _id: id, by: 'Priya Nair', first: true, elsewhere: false }])
  await call('POST', `/contact/${id}/answers`, { body: 'By phone.', sentElsewhere: true, resolve: false, quote: false })
  expect((await toldOf('contact.answered')).at(-1)).toMatchObject({ _id: id, first: false, elsewhere: true })
})

test('a request for a seat is told of once its person has pressed the button', sameOnBoth, async () => {
  const { courseId, cohortId } = await courseWithDate()
  const email = `meera-${++counter}@kelp.example`
  const asked = { courseId, cohortId, kind: 'enrol', people: 1, name: 'Meera', email }
  expect((await site.post('/api/course-requests', asked)).status).toBe(201)
  const mails = () => sink.taken.filter(({ to }) => to === email)
  await expect.poll(() => mails().length).toBe(1)
  expect(await toldOf('courseRequest.created')).toEqual([])
  const source = (mails()[0]?.source ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const token = /registration\?token=([\w.-]+)/.exec(source)?.[1]
  for (const _ of [1, 2]) await site.post('/api/course-requests/link', { token, action: 'confirm' })
  const told = await toldOf('courseRequest.created')
  expect(told).toMatchObject([{ name: 'Meera', state: 'new', courseId, dateId: cohortId, email }])
  const _id = String(told[0]?.['_id'])
  await call('PATCH', `/course-requests/${_id}`, { state: 'confirmed' })
  await call('PATCH', `/course-requests/${_id}`, { note: 'Pays later' })
  expect(await toldOf('courseRequest.confirmed')).toMatchObject([{ _id, state: 'confirmed' }])
})

test('a subscription is told of each time that it begins or ends, by anyone', async () => {
  const id = await subscribed()
  const reader = (state: string) =>
    site.database.db
      .updateTable('subscribers')
      .set({ state: state as never })
      .where('id', '=', id)
      .execute()
  const { email } = await site.database.db
    .selectFrom('subscribers')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const leave = await unsubscribeUrl(site.database, site.config.publicUrl, id)
  await press('unsubscribe', leave)
  await press('unsubscribe', leave, 'undo')
  const token = new URL(await preferencesUrl(site.database, site.config.publicUrl, id)).searchParams.get('token')
  for (const action of ['leave', 'return'])
    expect((await site.post('/api/newsletter/preferences', { token, action })).status).toBe(200)
  await site.database.transaction(async (trx) => {
    const { markBounced } = await import('#features/subscribers/subscription/subscription.shared.server.ts')
    await markBounced(trx, id, 'No such user')
  })
  await reader('confirmed')
  const before = await toldOf('subscriber.left')
  expect(await recordsOf('subscriber.confirmed')).toEqual([id, id, id])
  await call('DELETE', `/newsletter/subscribers/${id}`)
  // What was told before is deleted with the address.
  const left = [...before, ...(await toldOf('subscriber.left'))]
  expect(left.map(({ how, email: to }) => [how, to])).toEqual([
    ['unsubscribed', email],
    ['unsubscribed', email],
    ['bounced', email],
    ['deleted', undefined],
  ])
  await call('POST', '/newsletter/subscribers', {
    email: 'by@hand.example',
    agreed: 'At the fair',
    agreedOn: '2026-01-10',
  })
  expect((await toldOf('subscriber.confirmed')).at(-1)).toMatchObject({ email: 'by@hand.example', source: 'staff' })
})

test('a post is told of whenever it becomes public, and not when it changes', async () => {
  const { _id } = await call('POST', '/blogs', postInput({ published: false }))
  const times = async (count: number) => expect(await recordsOf('post.published')).toEqual(Array(count).fill(_id))
  await times(0)
  await call('PUT', `/blogs/${_id}`, postInput())
  await times(1)
  await call('PUT', `/blogs/${_id}`, postInput({ title: 'Changed' }))
  await call('PUT', `/blogs/${_id}/working-copy`, postInput({ title: 'Changed again' }))
  await call('PUT', `/blogs/${_id}?workingCopy=publish`, postInput({ title: 'Changed again' }))
  await call('PUT', `/blogs/${_id}`, postInput({ published: false }))
  await times(1)
  const bulk = (action: string) => call('POST', '/blogs/bulk', { action, records: [{ _id }] })
  await bulk('publish')
  await times(2)
  await bulk('delete')
  expect(await toldOf('record.deleted')).toMatchObject([{ _id, entity: 'blogs', label: 'Blog post', by: 'Priya Nair' }])
  await call('POST', `/trash/blogs/${_id}/restore`)
  await times(3)
  const { id } = await addPost(site.database, { slug: `post-${++counter}` })
  await site.database.transaction(async (trx) => {
    tellNothing(trx)
    const row = await trx.selectFrom('blogs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await tellPublication(trx, blogs, undefined, blogs.decode(row))
  })
  await times(3)
})

test('what becomes public by its schedule is told of once, at its time, also after a pause', async () => {
  const look = () => site.jobs.wake(scheduledPublications as never)
  await look()
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const { _id: post } = await call('POST', '/blogs', postInput({ publishAt: at(10) }))
  const { _id: page } = await call('POST', '/pages', newPage({ publishAt: at(11), active: true }))
  const first = at(9)
  const { _id: earlier } = await call('POST', '/blogs', postInput({ publishAt: first }))
  expect(await scheduledPublications.next?.(site, at(0))).toBe(first)
  await look()
  expect([await recordsOf('post.published'), await recordsOf('page.published')]).toEqual([[], []])
  ahead = 9.5 * 60_000
  // Its time has come, and nothing has told of it yet: a save that takes the time away does.
  await call('PUT', `/blogs/${earlier}`, postInput({ publishAt: null }))
  expect(await recordsOf('post.published')).toEqual([earlier])
  ahead = 12 * 60_000
  await Promise.all([look(), look()])
  await look()
  expect([await recordsOf('post.published'), await recordsOf('page.published')]).toEqual([[earlier, post], [page]])
  await call('PUT', `/blogs/${post}`, postInput({ publishAt: null }))
  await look()
  expect(await recordsOf('post.published')).toEqual([earlier, post])
})

test('the deletion of a record of each kind with a trash is told of, without the names of people', async () => {
  const kinds = entities.filter(({ table }) => hasTrash(table)).map(({ table }) => table.name)
  const course = await courseWithDate()
  const { id: registration } = await addRegistration(site.database, course)
  const added: Record<string, string> = {
    contactRequests: await ask(),
    registrations: registration,
    cohorts: (await addCohort(site.database, course.courseId)).id,
    courses: (await addCourse(site.database, { slug: `course-${++counter}` })).id,
    blogs: (await addPost(site.database, { slug: `post-${++counter}` })).id,
    pages: (await call('POST', '/pages', newPage()))._id,
  }
  const paths: Record<string, string> = {
    contactRequests: 'contact',
    registrations: 'course-requests',
    cohorts: `courses/${course.courseId}/cohorts`,
  }
  for (const [name, id] of Object.entries(added)) {
    expect(kinds).toContain(name)
    const answer = await callAs(site, owner)('DELETE', `/api/${paths[name] ?? name}/${id}`)
    if (answer.status === 404)
      await call('POST', `/${paths[name] ?? name}/bulk`, { action: 'delete', records: [{ _id: id }] })
  }
  const told = await toldOf('record.deleted')
  expect(told.map(({ entity, _id }) => [entity, _id])).toEqual(Object.entries(added))
  for (const { entity, name } of told) {
    const { access } = entities.find(({ table }) => table.name === entity) ?? {}
    expect([entity, name !== undefined]).toEqual([entity, access?.read === 'staff'])
  }
})

test('when a record of a person is deleted for good, the log keeps that it is deleted, and nothing of the person', async () => {
  const { id: registration } = await addRegistration(site.database, await courseWithDate())
  await call('POST', `/course-requests/${registration}/offer`, {})
  const asked = await ask()
  await call('PATCH', `/contact/${asked}`, { status: 'resolved' })
  const reader = await subscribed()
  const { db } = site.database
  const log = () => db.selectFrom('hookDeliveries').select(['id', 'event', 'body']).orderBy('id').execute()
  const before = await log()
  expect(before).toHaveLength(8)
  for (const [path, table, id] of [
    ['contact', 'contactRequests', asked],
    ['course-requests', 'registrations', registration],
  ]) {
    await call('DELETE', `/${path}/${id}`)
    await call('DELETE', `/trash/${table}/${id}`)
  }
  await call('DELETE', `/newsletter/subscribers/${reader}`)
  const left = await log()
  const deleted = Array(4).fill('record.deleted')
  expect(left.map(({ event }) => event)).toEqual([...deleted, 'subscriber.left', 'subscriber.left'])
  expect(left.map(({ body }) => body).join()).not.toMatch(/Asha|Rohan|@/)
  const ids = before.map(({ id }) => id)
  expect(await db.selectFrom('deliveries').select('id').where('id', 'in', ids).execute()).toEqual([])
})
