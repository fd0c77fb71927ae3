import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signatureOf } from '#server/security/signed-bodies.ts'
import { makeDue } from '#testing/make-due.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'
import { addCohort, addRegistration, changeCohort, dayFromNow } from '#testing/training-rows.ts'
import type { StoredCohort } from '../ground/courses.table.ts'
import type { CohortNotice, NoticeList } from './notices.contract.ts'

const secret = 'a secret of more than sixteen'
let sink: SmtpSink
let site: TestApp
let sales: SignedIn
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startTestApp({ mail: mailSettings({ smtpUrl: sink.url, bounceSecret: secret }) })
  sales = await site.asStaff({ name: 'Sales', role: 'sales' })
})
afterAll(async () => {
  await site.close()
  await sink.close()
})
beforeEach(() => {
  sink.taken.length = 0
})

const call = (method: string, path: string, body?: unknown) => callAs(site, sales)(method, path, body)

async function dated(changes: Partial<StoredCohort> = {}) {
  const course = await addCourse(site.database)
  const cohort = await addCohort(site.database, course.id, { seats: 9, ...changes })
  const path = `/api/courses/${course.id}/cohorts/${cohort.id}/notices`
  return {
    course,
    cohort,
    add: (values: object) => addRegistration(site.database, { courseId: course.id, cohortId: cohort.id, ...values }),
    change: (values: Partial<StoredCohort>) => changeCohort(site.database, cohort.id, values),
    read: async (kind = ''): Promise<NoticeList> => (await call('GET', `${path}${kind && `?kind=${kind}`}`)).json(),
    press: (body: object) => call('POST', path, body),
    undo: ({ _id }: CohortNotice) => call('POST', `${path}/${_id}/undo`),
  }
}
type Dated = Awaited<ReturnType<typeof dated>>
const send = async ({ press }: Dated, body: object): Promise<CohortNotice> => {
  const answer = await press(body)
  expect(answer.status).toBe(201)
  return answer.json()
}
const settled = ({ read }: Dated) =>
  expect.poll(async () => (await read()).notices.every(({ sending }) => sending === 0)).toBe(true)
const stateOf = async (id: string) =>
  site.database.db.selectFrom('registrations').select(['state', 'reason']).where('id', '=', id).executeTakeFirst()

test('tells everyone with a seat or a place in line once that a date is cancelled', async () => {
  const date = await dated()
  const seated = await date.add({ kind: 'enrol', state: 'confirmed', verifiedAt: undefined })
  await date.add({ kind: 'enrol', state: 'new' })
  const waits = await date.add({ state: 'waiting' })
  await date.add({ state: 'waiting', name: 'Unpressed', verifiedAt: undefined })
  await date.add({ state: 'waiting', name: 'Again', email: seated.email.toUpperCase() })
  await date.add({ state: 'withdrawn' })
  await date.add({ kind: 'enrol', state: 'declined' })
  expect(await date.read('cancelled')).toMatchObject({
    kinds: ['moved', 'opened', 'reminder', 'note'],
    audience: { refusal: 'This date is not cancelled.' },
  })
  expect((await date.press({ kind: 'cancelled', count: 3 })).status).toBe(409)
  await date.change({ cancelled: true })
  const { audience, notices, kinds } = await date.read('cancelled')
  expect([notices, kinds]).toEqual([[], ['cancelled']])
  expect(audience).toMatchObject({ count: 3, enrolled: 1, asked: 1, waiting: 1, interested: 0 })
  expect(audience?.refusal).toBeUndefined()
  expect(audience?.leftOut.map(({ name, reason }) => [name, reason])).toEqual([
    ['Unpressed', 'Email not confirmed'],
    ['Again', 'Notified through another registration'],
  ])
  const wrong = await date.press({ kind: 'cancelled', count: 4 })
  expect([wrong.status, (await wrong.json()).message]).toEqual([
    409,
    'The recipients have changed: 3 people now, not 4. Please check again.',
  ])
  const both = await Promise.all([1, 2].map(() => date.press({ kind: 'cancelled', count: 3, body: 'We refund you.' })))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(sink.taken).toEqual([])
  await makeDue(site)
  await settled(date)
  expect(sink.taken.map(({ to }) => to)).toHaveLength(3)
  const mail = await PostalMime.parse(sink.taken.find(({ to }) => to === waits.email)?.source ?? '')
  expect(mail.subject).toContain('is cancelled')
  // Only someone with a seat has the date in a calendar.
  const methodOf = (address: string) =>
    /method=(\w+)/.exec(sink.taken.find(({ to }) => to === address)?.source ?? '')?.[1]
  expect([methodOf(seated.email), methodOf(waits.email)]).toEqual(['CANCEL', undefined])
  expect(mail.text).toContain('We refund you.')
  // Nothing is promised of a date that does not take place.
  expect(mail.text).toMatch(/^Course .*\nWhen /m)
  expect(mail.text).not.toMatch(/^(Where|Language|Price) |We email you the link|withdraw your request/m)
  expect(mail.text).toContain(site.config.company.phone)
  expect(mail.text).toMatch(/\/registration\?token=\S+&do=withdraw/)
  expect(mail.replyTo?.[0]?.address).toBe(site.config.company.email)
  expect((await date.read()).notices).toMatchObject([{ count: 3, sent: 3, skipped: 0, failed: 0, by: 'Sales' }])
  expect((await date.read('cancelled')).audience).toMatchObject({ count: 0 })
})

test('takes a message back while none has left, and skips those who have withdrawn meanwhile', async () => {
  const date = await dated()
  const stays = await date.add({ state: 'waiting' })
  const leaves = await date.add({ state: 'waiting' })
  await date.change({ cancelled: true })
  const held = await send(date, { kind: 'cancelled', count: 2 })
  expect(Date.parse(held.leavesAt ?? '') - Date.now()).toBeGreaterThan(50_000)
  expect(await (await date.undo(held)).json()).toMatchObject({ undoneAt: expect.any(String), sending: 0 })
  expect((await date.undo(held)).status).toBe(200)
  const again = await send(date, { kind: 'cancelled', count: 2 })
  await site.database.db.updateTable('registrations').set({ state: 'withdrawn' }).where('id', '=', leaves.id).execute()
  await makeDue(site)
  await settled(date)
  expect(sink.taken.map(({ to }) => to)).toEqual([stays.email])
  expect((await date.read()).notices).toMatchObject([
    { sent: 1, skipped: 1 },
    { sent: 0, count: 2 },
  ])
  expect((await date.undo(again)).status).toBe(409)
})

test('tells those who know other days that a date was moved', async () => {
  const date = await dated({ startsOn: dayFromNow(30), timetable: 'Sat 10:00-13:00' })
  const first = await date.add({
    kind: 'enrol',
    state: 'confirmed',
    createdAt: new Date(Date.now() - 60_000).toISOString(),
  })
  expect((await date.read('moved')).audience).toMatchObject({
    count: 0,
    leftOut: [{ reason: 'Registered for the current days' }],
  })
  await date.change({ startsOn: dayFromNow(37) })
  await date.add({ kind: 'enrol', state: 'new', createdAt: new Date(Date.now() + 1_000).toISOString() })
  const held = await send(date, { kind: 'moved', count: 1 })
  expect(held).toMatchObject({ kind: 'moved', count: 1 })
  await makeDue(site)
  await settled(date)
  expect(sink.taken.map(({ to }) => to)).toEqual([first.email])
  const { text = '', attachments } = await PostalMime.parse(sink.taken[0]?.source ?? '')
  expect(text).toContain('Your enrollment is valid for the new date.')
  expect(text).toContain(first.name)
  // The second version of the date, so that the event moves.
  const file = new TextDecoder().decode(attachments[0]?.content as Uint8Array<ArrayBuffer>)
  for (const line of ['METHOD:PUBLISH', `UID:${date.cohort.id}`, 'SEQUENCE:2', 'STATUS:CONFIRMED'])
    expect(file.split(/\r?\n/)).toContain(line)
  expect(text.replace(/\s+/g, ' ')).toMatch(/has moved from .* Sat 10:00–13:00 IST to .* Sat 10:00–13:00 IST\./)
  expect((await date.read('moved')).audience).toMatchObject({ count: 0 })
  // Moved again before the message leaves: the days in it would be wrong.
  await date.change({ startsOn: dayFromNow(44) })
  const [again] = (await date.read('moved')).audience?.people ?? []
  expect(again?._id).toBe(first.id)
})

test('tells of a new date once, and waits for one again if the message does not arrive', async () => {
  const date = await dated()
  const wish = await date.add({ kind: 'nextDate', cohortId: undefined, state: 'waiting' })
  expect((await date.read('opened')).audience).toMatchObject({ count: 1, interested: 1 })
  await send(date, { kind: 'opened', count: 1 })
  expect(await stateOf(wish.id)).toMatchObject({ state: 'waiting' })
  await makeDue(site)
  await settled(date)
  expect(await stateOf(wish.id)).toMatchObject({ state: 'notified' })
  expect((await date.read('opened')).audience).toMatchObject({ count: 0 })
  const { messageId } = sink.taken[0] ?? {}
  const body = JSON.stringify({ events: [{ type: 'bounce', email: wish.email, messageId, reason: 'No such mailbox' }] })
  const signature = signatureOf(secret, body, Math.floor(Date.now() / 1_000))
  const headers = { 'content-type': 'application/json', 'x-signature': signature }
  expect((await site.get('/api/mail/bounces', { method: 'POST', body, headers })).status).toBe(200)
  expect(await stateOf(wish.id)).toEqual({ state: 'waiting', reason: 'The email about the new date was not delivered' })
  await date.change({ closed: true })
  expect((await date.press({ kind: 'opened', count: 1 })).status).toBe(409)
})

test('a person is listed with the message about the date that did not arrive', async () => {
  const date = await dated()
  const { id } = await date.add({ state: 'confirmed' })
  await date.change({ cancelled: true })
  const { _id } = await send(date, { kind: 'cancelled', count: 1 })
  const mailOf = async () => (await (await call('GET', `/api/course-requests/${id}`)).json()).mail
  expect(await mailOf()).toBeUndefined()
  const settledAt = new Date().toISOString()
  const failed = { state: 'failed', reason: '550 No such mailbox', settledAt } as const
  await site.database.db.updateTable('deliveries').set(failed).where('subjectId', '=', _id).execute()
  expect(await mailOf()).toBe('The email about the cancelled date was not delivered: 550 No such mailbox')
})

test('shows whom a message reaches only to those who see contacts, and lets only those send who change them', async () => {
  const date = await dated()
  const path = `/api/courses/${date.course.id}/cohorts/${date.cohort.id}/notices`
  expect((await site.get(path)).status).toBe(401)
  const as = async (role: 'editor' | 'viewer') => callAs(site, await site.asStaff({ role }))
  expect((await (await as('editor'))('GET', path)).status).toBe(403)
  const viewer = await as('viewer')
  expect((await viewer('GET', path)).status).toBe(200)
  expect((await viewer('POST', path, { kind: 'cancelled', count: 0 })).status).toBe(403)
  expect((await call('GET', `/api/courses/x/cohorts/${date.cohort.id}/notices`)).status).toBe(404)
})
