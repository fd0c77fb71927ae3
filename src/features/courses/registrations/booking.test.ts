// On both databases: names, corrections and released seats are one transaction
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'
import { addCohort, addRegistration, dayFromNow } from '#testing/training-rows.ts'
import { registrationUrl } from '../cohorts/course-messages.server.ts'
import type { StoredCohort, StoredRegistration } from '../ground/courses.table.ts'

let site: TestApp
let sink: SmtpSink
let call: ReturnType<typeof callAs>
let course: Awaited<ReturnType<typeof addCourse>>
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startTestApp({ mail: mailSettings({ smtpUrl: sink.url }), rateLimit: false }, { built: true })
  call = callAs(site, await site.asStaff())
  course = await addCourse(site.database, { title: 'Tides' })
})
afterAll(async () => {
  await site.close()
  await sink.close()
})

const gstin = '27AAPFU0939F1ZV'

/** A booking of five seats, with what its link answers, a change through it, and its participants. */
async function book(values: Partial<StoredRegistration> = {}, date: Partial<StoredCohort> = {}) {
  const cohort = await addCohort(site.database, course.id, { seats: 9, mode: 'place', place: 'Baner, Pune', ...date })
  const { id } = await addRegistration(site.database, {
    ...{
      courseId: course.id,
      cohortId: cohort.id,
      kind: 'enrol',
      state: 'confirmed',
      people: 5,
      name: 'Asha',
      ...values,
    },
  })
  const url = await registrationUrl(site.database, 'http://localhost', id, 'withdraw')
  const token = new URL(url).searchParams.get('token') ?? ''
  const link = async () => (await site.get(`/api/course-requests/link?token=${token}`)).json()
  const change = (body: object) => site.post('/api/course-requests/link/details', { token, ...body })
  const seats = async () => (await link()).participants as { _id: string; version: number; name?: string }[]
  const read = async () => (await call('GET', `/api/course-requests/${id}`)).json()
  return { id, token, cohort, link, change, seats, read }
}

/** The subjects of all messages about a booking, once none waits any more. */
async function subjectsAbout(name: string) {
  const left = () => site.database.db.selectFrom('deliveries').select('id').where('state', 'in', ['waiting', 'sending'])
  await expect.poll(async () => (await left().execute()).length).toBe(0)
  const mails = await Promise.all(sink.taken.map(({ source }) => PostalMime.parse(source)))
  return mails.filter(({ text }) => text?.includes(name)).map(({ subject }) => subject)
}

test('the person names three of five, and the others stay without a name', async () => {
  const { seats, change, link } = await book()
  const [one, two, three, four] = await seats()
  const answer = await change({
    participants: [
      { _id: one?._id, name: 'Asha Rao', email: 'Asha@Example.net', informed: true },
      { _id: two?._id, name: ' आशा 🌊 ' },
      { _id: three?._id, name: 'عائشة' },
    ],
  })
  expect(answer.status).toBe(200)
  const { participants } = await answer.json()
  expect(participants.map(({ name }: { name?: string }) => name)).toEqual([
    'Asha Rao',
    'आशा 🌊',
    'عائشة',
    undefined,
    undefined,
  ])
  expect(participants[0]).toMatchObject({ email: 'Asha@Example.net', informed: true })
  // An empty text removes a name; what is left out stays.
  await change({
    participants: [
      { _id: two?._id, name: '' },
      { _id: four?._id, informed: true },
    ],
  })
  expect(
    (await link()).participants.map(({ name = '', informed }: { name?: string; informed: boolean }) => [
      name,
      informed,
    ]),
  ).toEqual([
    ['Asha Rao', true],
    ['', false],
    ['عائشة', false],
    ['', true],
    ['', false],
  ])
})

test('a correction of the invoice details is kept with the old value, and the office is told once', async () => {
  const { change, read, link } = await book({ company: 'Kelp', name: 'Corina' })
  expect((await change({ gstin: '27AAPFU0939F1ZX' })).status).toBe(422)
  expect((await change({ gstin: gstin.toLowerCase(), company: 'Kelp & Co', poNumber: 'PO 7' })).status).toBe(200)
  expect((await change({ gstin, company: 'Kelp & Co', poNumber: 'PO 7' })).status).toBe(200)
  expect(await link()).toMatchObject({ gstin, company: 'Kelp & Co', poNumber: 'PO 7', correctable: true })
  const { corrections } = await read()
  expect(corrections).toMatchObject([{ by: 'From the link in their email', before: { company: 'Kelp', gstin: null } }])
  expect(await subjectsAbout('Corina')).toEqual([expect.stringMatching(/^Corina corrected the invoice details/)])
})

test('the invoice details close with the number of the invoice, and the names do not', sameOnBoth, async () => {
  const { change, seats, link } = await book({ invoiceNo: 'A-17' })
  const refused = await change({ gstin })
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    'The invoice has been issued. Please write to us to change it.',
  ])
  expect(await link()).toMatchObject({ correctable: false, invoiced: true })
  const [one] = await seats()
  expect((await change({ participants: [{ _id: one?._id, name: 'Asha' }] })).status).toBe(200)
})

test('a value that a colleague has changed meanwhile is named once, and then replaced', async () => {
  const { id, change, seats, link, read } = await book()
  const { version } = await link()
  const [seat] = await seats()
  await call('PATCH', `/api/course-requests/${id}`, { company: 'Reef' })
  const refused = await change({ version, company: 'Kelp' })
  expect([refused.status, (await refused.json()).issues]).toEqual([
    409,
    [{ path: 'company', message: 'Changed to “Reef” in the meantime. Save again to replace it.' }],
  ])
  expect((await change({ version: (await link()).version, company: 'Kelp' })).status).toBe(200)
  expect((await read()).company).toBe('Kelp')
  await change({ participants: [{ _id: seat?._id, name: 'Asha' }] })
  const second = await change({ participants: [{ _id: seat?._id, version: seat?.version, name: 'Bela' }] })
  expect([second.status, (await second.json()).issues[0].path]).toEqual([409, 'participants.0.name'])
})

test('two of five seats are given back, and offered to the next', async () => {
  const { change, seats, read, cohort } = await book({ name: 'Farid' })
  const [, , , four, five] = await seats()
  const release = [four, five].map((seat) => ({ _id: seat?._id, release: true }))
  expect((await change({ participants: release })).status).toBe(200)
  // Again changes nothing.
  expect((await change({ participants: release })).status).toBe(200)
  expect(await read()).toMatchObject({ people: 3, state: 'confirmed', corrections: [{ before: { people: 5 } }] })
  expect(await seats()).toHaveLength(3)
  expect((await subjectsAbout('Farid')).sort()).toEqual([
    expect.stringMatching(/^Farid released seats and keeps 3/),
    expect.stringMatching(/^Your seats are confirmed/),
  ])
  const dates = await (await call('GET', `/api/courses/${course.id}/cohorts`)).json()
  expect(dates.find(({ _id }: { _id: string }) => _id === cohort.id).booked).toBe(3)
  const all = await change({ participants: (await seats()).map(({ _id }) => ({ _id, release: true })) })
  expect([all.status, await read()]).toMatchObject([422, { people: 3 }])
})

test('names of another booking, of a cancelled date and of one who withdrew cannot be changed', async () => {
  const [own, other] = [await book(), await book()]
  const [foreign] = await other.seats()
  expect((await own.change({ participants: [{ _id: foreign?._id, name: 'Mallory' }] })).status).toBe(409)
  expect((await other.seats())[0]?.name).toBeUndefined()
  const [seat] = await own.seats()
  await call('PATCH', `/api/courses/${course.id}/cohorts/${own.cohort.id}`, { cancelled: true })
  expect((await own.change({ participants: [{ _id: seat?._id, name: 'Asha' }] })).status).toBe(409)
  const [gone] = await other.seats()
  await call('PATCH', `/api/course-requests/${other.id}`, { state: 'withdrawn' })
  expect((await other.change({ participants: [{ _id: gone?._id, name: 'Asha' }], company: 'Kelp' })).status).toBe(409)
  expect((await site.post('/api/course-requests/link/details', { token: 'x.0.y', company: 'Kelp' })).status).toBe(404)
})

test('the joining details show from a day before the date, only to those with a seat', sameOnBoth, async () => {
  const joining = { joinUrl: 'https://meet.example.com/tides', joinText: 'Bring a **laptop** & <b>tea</b>' }
  const soon = await book({}, { ...joining, startsOn: dayFromNow(1), mode: 'online' })
  expect((await soon.link()).joining).toEqual({
    url: joining.joinUrl,
    html: '<p>Bring a <strong>laptop</strong> &amp; &lt;b&gt;tea&lt;/b&gt;</p>',
  })
  const later = await book({}, { ...joining, startsOn: dayFromNow(4) })
  expect((await later.link()).joining).toBeUndefined()
  const waiting = await book({ state: 'waiting', kind: 'waitlist' }, { ...joining, startsOn: dayFromNow(1) })
  expect((await waiting.link()).joining).toBeUndefined()
})

test('the page takes a form without scripts, and shows a refused one with what was typed', sameOnBoth, async () => {
  const { token, seats, link } = await book()
  const [one, two] = await seats()
  const post = (fields: Record<string, string>) =>
    site.get(`/registration?token=${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        token,
        ...{ 'participants.0._id': one?._id ?? '', 'participants.1._id': two?._id ?? '' },
        ...fields,
      }).toString(),
      redirect: 'manual',
    })
  const refused = await post({ 'participants.0.name': 'Asha', 'participants.1.email': 'no address', gstin: '27' })
  const html = await refused.text()
  expect(refused.status).toBe(422)
  for (const text of [
    'value="Asha"',
    'value="no address"',
    'Please enter a valid email address',
    'A GSTIN has 15 characters',
  ])
    expect(html).toContain(text)
  expect((await link()).participants[0].name).toBeUndefined()
  const done = await post({ 'participants.0.name': 'Asha', 'participants.0.informed': 'true', gstin })
  expect([done.status, done.headers.get('location')]).toEqual([303, `/registration?token=${token}&done=saved#booking`])
  expect(await link()).toMatchObject({
    gstin,
    participants: [{ name: 'Asha', informed: true }, { informed: false }, {}, {}, {}],
  })
  expect(await (await site.get(`/registration?token=${token}&done=saved`)).text()).toContain('Your changes are saved.')
})
