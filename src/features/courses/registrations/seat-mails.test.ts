// On both databases: a press and its messages are one transaction

import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Db } from '#server/database/connect.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'
import { addCohort, addRegistration } from '#testing/training-rows.ts'
import { registrationUrl } from '../cohorts/course-messages.server.ts'
import type { StoredCohort, StoredRegistration } from '../ground/courses.table.ts'
import type { registrationChange } from '../ground/registrations.contract.ts'
import { runOfferJob } from './registration-job.server.ts'
import { queueAnswer } from './registration-notice.server.ts'
import { changeRegistration } from './seats.server.ts'

let site: TestApp
let sink: SmtpSink
let call: ReturnType<typeof callAs>
let course: Awaited<ReturnType<typeof addCourse>>
let ahead = 0
beforeAll(async () => {
  sink = await startSmtpSink()
  const mail = mailSettings({ smtpUrl: sink.url })
  site = await startTestApp({ mail, rateLimit: false }, { clock: () => Date.now() + ahead })
  call = callAs(site, await site.asStaff())
  expect((await call('PUT', '/api/settings/training', { gst: 'plus' })).status).toBe(200)
  course = await addCourse(site.database, {
    ...{ title: 'Tides', price: 14_999, discountedPrice: undefined },
    enrollmentUrl: 'https://pay.example.com/tides',
  })
})
afterAll(async () => {
  await site.close()
  await sink.close()
})
beforeEach(async () => {
  // The company is told of the presses of each test.
  const left = () => site.database.db.selectFrom('deliveries').select('id').where('state', 'in', ['waiting', 'sending'])
  await expect.poll(async () => (await left().execute()).length).toBe(0)
  sink.taken.length = 0
})

const days = { startsOn: '2131-01-09', endsOn: '2131-01-11', timetable: '10-17' }
const addDate = (changes: Partial<StoredCohort> = {}) =>
  addCohort(site.database, course.id, { ...days, mode: 'place', place: 'Baner, Pune', seats: 9, ...changes })
const add = ({ id: cohortId }: { id: string }, values: Partial<StoredRegistration> = {}) =>
  addRegistration(site.database, { courseId: course.id, cohortId, name: 'Asha', ...values })
const change = async (id: string, body: object) =>
  expect((await call('PATCH', `/api/course-requests/${id}`, body)).status).toBe(200)
const offer = async (id: string) =>
  expect((await call('POST', `/api/course-requests/${id}/offer`, {})).status).toBe(200)
const read = async (id: string) => (await call('GET', `/api/course-requests/${id}`)).json()
const tokenOf = async (id: string) =>
  new URL(await registrationUrl(site.database, 'http://localhost', id, 'confirm')).searchParams.get('token')
const press = async (id: string, action: string) =>
  site.post('/api/course-requests/link', { token: await tokenOf(id), action })
const linkOf = async (id: string) => (await site.get(`/api/course-requests/link?token=${await tokenOf(id)}`)).json()

/** The last message to an address, once so many have arrived for it, with the lines of its calendar file. */
async function mailTo(address: string, count = 1) {
  const own = () => sink.taken.filter(({ to }) => to === address)
  await expect.poll(() => own().length).toBe(count)
  const source = own().at(-1)?.source ?? ''
  const mail = await PostalMime.parse(source)
  const file = mail.attachments.find(({ filename }) => filename?.endsWith('.ics'))
  // The parser of the test has shortened the ends of lines.
  const content = file && new TextDecoder().decode(file.content as ArrayBuffer)
  const calendar = content
    ?.replaceAll('\n ', '')
    .split('\n')
    .filter((line) => /^(METHOD|UID|SEQUENCE|STATUS|DTSTART;|LOCATION)/.test(line))
  return { ...mail, source, words: mail.text?.replace(/\s+/g, ' ') ?? '', calendar }
}
const timed = 'DTSTART;TZID=Asia/Kolkata:21310109T100000'

test('the message that confirms a seat says when, where, for whom and at what price, with a calendar file', async () => {
  const date = await addDate()
  const invoiced = { company: 'Kelp & Co', gstin: '27AAPFU0939F1ZV', poNumber: 'PO-4711/26' }
  const { id, email } = await add(date, { kind: 'enrol', state: 'new', people: 5, ...invoiced })
  await change(id, { state: 'confirmed' })
  const { subject, words, calendar, source, html } = await mailTo(email)
  expect(subject).toBe('Your seats are confirmed for 9 January: Tides')
  for (const text of [
    'Tue 9 January 2131 to Thu 11 January 2131, 10:00–17:00 IST',
    'Baner, Pune',
    'Asha, 5 people',
    '₹14,999 a seat, ₹74,995 for 5 seats · plus 18 % GST',
    'Kelp & Co',
    '27AAPFU0939F1ZV',
    'PO number PO-4711/26',
    'You are all set: there is nothing else to do.',
    'Release your seat',
    site.config.company.address.street,
  ])
    expect(words).toContain(text)
  expect(calendar).toEqual([
    ...['METHOD:PUBLISH', `UID:${date.id}`, 'SEQUENCE:1', 'STATUS:CONFIRMED', timed, 'LOCATION:Baner\\, Pune'],
  ])
  expect(source).toMatch(/text\/calendar; charset=utf-8; method=PUBLISH/)
  expect(html).toContain('<th scope="row"')
  // The public file of the date has the same event.
  const publicFile = await (await site.get(`/api/courses/${course.slug}/dates/${date.id}.ics`)).text()
  expect(publicFile).toContain(`UID:${date.id}\r\n`)
  expect(await linkOf(id)).toMatchObject({
    cohort: { ...days, mode: 'place', place: 'Baner, Pune' },
    ...{ people: 5, company: 'Kelp & Co', gstin: '27AAPFU0939F1ZV', price: 14_999, gst: 'plus' },
  })
})

test('someone who takes an offer gets a confirmation, and the company a notice', async () => {
  const date = await addDate({ mode: 'online', place: undefined })
  const { id, email } = await add(date)
  await offer(id)
  const offered = await mailTo(email)
  expect(offered.words).toContain('Online. We email you the link before it starts.')
  expect(offered.words).toContain('₹14,999 · plus 18 % GST')
  expect(offered.calendar).toContain('STATUS:TENTATIVE')
  expect((await press(id, 'take')).status).toBe(200)
  const taken = await mailTo(email, 2)
  expect(taken.subject).toBe('Your seat is confirmed for 9 January: Tides')
  expect(taken.calendar).toEqual(expect.arrayContaining([`UID:${date.id}`, 'STATUS:CONFIRMED', 'METHOD:PUBLISH']))
  const notice = await mailTo('info@example.com')
  expect(notice.subject).toBe('Asha accepted the seat: Tides, 9 January')
  expect(notice.replyTo?.[0]?.address).toBe(email)
  // Another press changes nothing, and tells no one.
  expect((await press(id, 'take')).status).toBe(200)
  expect(await (await call('GET', `/api/course-requests/${id}`)).json()).toMatchObject({
    mail: expect.stringMatching(/^(Email sent|Sending email)/),
  })
  await press(id, 'withdraw')
  const back = await mailTo(email, 3)
  expect(back.subject).toBe('You no longer have a seat for 9 January: Tides')
  expect(back.words).toContain('You released it. If this was a mistake, reply to this email.')
  expect(back.calendar).toEqual(expect.arrayContaining([`UID:${date.id}`, 'STATUS:CANCELLED', 'METHOD:CANCEL']))
  expect((await mailTo('info@example.com', 2)).subject).toBe('Asha withdrew: Tides, 9 January')
})

test('a date that enrolls by a link says in each message and on the page that it awaits use', sameOnBoth, async () => {
  const date = await addDate({ enrolVia: 'link', enrollmentUrl: 'https://pay.example.com/january' })
  const { id, email } = await add(date, { people: 2 })
  await offer(id)
  expect((await mailTo(email)).words).toContain('Then enroll and pay on our enrollment page.')
  const open = await linkOf(id)
  expect(open.cohort.enrolVia).toBe('link')
  expect(open).not.toHaveProperty('enrollmentUrl')
  await press(id, 'take')
  const taken = await mailTo(email, 2)
  expect(taken.subject).toBe('Your seats are reserved for 9 January: Tides')
  expect(taken.words).toContain('To complete your enrollment, enroll and pay on our enrollment page.')
  expect(taken.text).toContain('https://pay.example.com/january')
  expect(await linkOf(id)).toMatchObject({ enrollmentUrl: 'https://pay.example.com/january' })
  expect((await mailTo('info@example.com')).words).toContain(
    'We asked them to complete their enrollment on the enrollment page.',
  )
})

test('an offer that is given up or runs out is told to the company, and leaves the calendar', sameOnBoth, async () => {
  const date = await addDate()
  const [given, late] = [await add(date, { name: 'Ravi' }), await add(date, { name: 'Zoë' })]
  await offer(given.id)
  await offer(late.id)
  await press(given.id, 'decline')
  expect((await mailTo('info@example.com')).subject).toBe('Ravi declined the seat: Tides, 9 January')
  const declined = await mailTo(given.email, 2)
  expect(declined.subject).toBe('You declined the seat for 9 January: Tides')
  expect(declined.calendar).toEqual(expect.arrayContaining([`UID:${date.id}`, 'STATUS:CANCELLED', 'METHOD:CANCEL']))
  ahead = 49 * 3_600_000
  try {
    const now = async () => ({})
    await runOfferJob({ ...site, site: { now }, mailService: { kind: 'smtp' } } as never, site.app.log)
    await change(late.id, { note: 'Wakes the queue' })
    const lapsed = await mailTo(late.email, 2)
    expect(lapsed.subject).toBe('Our offer has expired: Tides, 9 January')
    expect(lapsed.calendar).toEqual(expect.arrayContaining([`UID:${date.id}`, 'STATUS:CANCELLED', 'METHOD:CANCEL']))
    expect((await mailTo('info@example.com', 2)).subject).toBe('The offer to Zoë expired: Tides, 9 January')
  } finally {
    ahead = 0
  }
})

test('someone whom staff move to another date, list or none learns it, and the calendar too', sameOnBoth, async () => {
  const [from, to] = [await addDate(), await addDate({ startsOn: '2131-02-09', endsOn: undefined })]
  const { id, email } = await add(from, { kind: 'enrol', state: 'confirmed' })
  await change(id, { cohortId: to.id })
  const moved = await mailTo(email)
  expect(moved.subject).toBe('Your seat is confirmed for 9 February: Tides')
  expect(moved.calendar?.filter((line) => /^(METHOD|UID|STATUS)/.test(line))).toEqual([
    ...['METHOD:PUBLISH', `UID:${to.id}`, 'STATUS:CONFIRMED', `UID:${from.id}`, 'STATUS:CANCELLED'],
  ])
  await change(id, { state: 'waiting' })
  const listed = await mailTo(email, 2)
  expect(listed.subject).toBe('You are on the waitlist for 9 February: Tides')
  expect(listed.words).toContain('You no longer have a seat for 9 February.')
  expect(listed.calendar).toContain('METHOD:CANCEL')
  await change(id, { state: 'withdrawn' })
  await change(id, { state: 'confirmed' })
  await mailTo(email, 3)
  await change(id, { state: 'withdrawn' })
  expect((await mailTo(email, 4)).words).toContain('We removed you from this date.')
})

const gstins = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4']

test('a corrected seat is confirmed again if staff ask: once, new facts and the same event', sameOnBoth, async () => {
  const date = await addDate()
  const { id, email } = await add(date, { kind: 'enrol', state: 'new', people: 2, gstin: gstins[0] })
  await change(id, { state: 'confirmed' })
  const first = await mailTo(email)
  await change(id, { name: 'Asha Rao', company: 'Kelp & Co' })
  await change(id, { people: 3, gstin: gstins[1], tell: true })
  const again = await mailTo(email, 2)
  expect(again.subject).toBe('Your seats are confirmed for 9 January: Tides')
  for (const text of ['Asha Rao, 3 people', 'Kelp & Co', gstins[1], '₹44,997 for 3 seats'])
    expect(again.words).toContain(text)
  expect(again.calendar).toEqual(first.calendar)
  // The person may have lost the first one.
  await change(id, { tell: true })
  expect((await mailTo(email, 3)).words).toContain('Asha Rao, 3 people')
  expect(await read(id)).toMatchObject({ tells: true, corrections: [{}, {}] })
})

test('a confirmation that has not left is not sent a second time, and not to someone whose seat is gone', async () => {
  const date = await addDate()
  const { id, email } = await add(date, { kind: 'enrol', state: 'confirmed', people: 2 })
  const queued = (db: Db) =>
    db.selectFrom('deliveries').select('state').where('subjectId', '=', id).orderBy('id').execute()
  // In one transaction, so that none can leave before the next change.
  await site.database.transaction(async (trx) => {
    const correct = (body: z.infer<typeof registrationChange>) =>
      changeRegistration(trx, site.config, id, { ...body, actor: { name: 'Priya' } })
    await correct({ people: 3, tell: true })
    await correct({ company: 'Kelp', tell: true })
    expect(await queued(trx)).toHaveLength(1)
    await correct({ state: 'withdrawn' })
  })
  expect((await mailTo(email)).subject).toBe('You no longer have 3 seats for 9 January: Tides')
  await expect.poll(async () => (await queued(site.database.db)).map(({ state }) => state)).toEqual(['skipped', 'sent'])
})

test('a confirmation that version 0.3.0 has queued arrives', async () => {
  const date = await addDate()
  const { id, email } = await add(date, { kind: 'enrol', state: 'confirmed', people: 2 })
  await site.database.transaction(async (trx) => {
    const delivery = await queueAnswer(trx, { id, state: 'confirmed', cohortId: date.id })
    await trx
      .updateTable('deliveries')
      .set({ payload: `confirmed ${date.id}` })
      .where('id', '=', delivery)
      .execute()
  })
  expect((await mailTo(email)).subject).toBe('Your seats are confirmed for 9 January: Tides')
})

test('only someone with a seat on a date to come is told of a correction', async () => {
  const date = await addDate()
  const gone = await addDate({ startsOn: '2021-01-09', endsOn: undefined })
  const off = await addDate({ cancelled: true })
  const some = [
    await add(date, { state: 'waiting' }),
    await add(date, { kind: 'enrol', state: 'new' }),
    await add(date, { kind: 'enrol', state: 'withdrawn' }),
    await add(gone, { kind: 'enrol', state: 'confirmed' }),
    await add(off, { kind: 'enrol', state: 'confirmed' }),
  ]
  for (const { id, state } of some) {
    expect((await read(id)).tells, state).toBeUndefined()
    const refused = await call('PATCH', `/api/course-requests/${id}`, { name: 'Ravi', tell: true })
    expect([refused.status, (await refused.json()).message], state).toEqual([
      409,
      'They have no seat on an upcoming date.',
    ])
    expect((await read(id)).name).toBe('Asha')
  }
})
