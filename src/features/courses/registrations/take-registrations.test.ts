import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import { queueDelivery } from '#server/mail/queue.ts'
import { shareMailSite, startMailSite } from '#testing/mail-site.ts'
import { makeDue } from '#testing/make-due.ts'
import { addCourse } from '#testing/sample-rows.ts'
import type { SmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import type { TestApp } from '#testing/start-app.ts'
import { addCohort, addRegistration } from '#testing/training-rows.ts'
import type { StoredRegistration } from '../ground/courses.table.ts'
import { offerAutomatically, runOfferJob } from './registration-job.server.ts'

const unlimited = { rateLimit: false }
const shared = shareMailSite(['registrations', 'contactRequests', 'courses', 'counters'], {}, unlimited)
let site: TestApp
let sink: SmtpSink
let call: ReturnType<typeof callAs>
let courseId: string
let slug: string

/** Adds a course. @param of a site of its own, for a test that changes more than records of these tables */
async function start(of: { sink: SmtpSink; site: TestApp } = shared) {
  ;({ sink, site } = of)
  call = callAs(site, await site.asStaff())
  const course = await addCourse(site.database, { title: 'Tides' })
  courseId = course.id
  slug = course.slug
}
beforeEach(() => start())

const add = ({ id: cohortId, courseId }: { id: string; courseId: string }, values: Partial<StoredRegistration> = {}) =>
  addRegistration(site.database, { courseId, cohortId, ...values })
const asha = { name: 'Asha', email: 'asha@kelp.example' }
const ask = (body: object) => site.post('/api/course-requests', { courseId, ...asha, ...body })
const listed = async () => (await call('GET', `/api/course-requests?course=${courseId}`)).json()
const read = async (id: string) => (await call('GET', `/api/course-requests/${id}`)).json()
const press = (token: string | null | undefined, action: string) =>
  site.post('/api/course-requests/link', { token, action })

/** The parts of the regular job, with automatic offers. */
function parts() {
  const now = async () => ({ own: { training: { automaticOffers: true, offerHours: '2' } } })
  return { ...site, site: { now }, mailService: { kind: 'smtp' } } as never
}

/** The last message to an address, once so many have arrived for it. */
async function mailTo(address: string, count = 1) {
  const own = () => sink.taken.filter(({ to }) => to === address)
  await expect.poll(() => own().length).toBe(count)
  const mail = await PostalMime.parse(own().at(-1)?.source ?? '')
  const [url] = /http\S+\/registration\?token=[^\s)]+/.exec(mail.text ?? '') ?? []
  return { ...mail, words: mail.text?.replace(/\s+/g, ' '), token: url && new URL(url).searchParams.get('token'), url }
}

test('someone is on the list after pressing the button in our message, and not before', async () => {
  const date = await addCohort(site.database, courseId, { seats: 1, bookedElsewhere: 1, startsOn: '2131-01-09' })
  const body = { kind: 'waitlist', cohortId: date.id, people: '2', message: 'Two of us.', company: 'Kelp' }
  const first = await ask(body)
  expect([first.status, await first.json()]).toEqual([
    201,
    { message: expect.stringContaining('Open our email and confirm your request'), confirm: true },
  ])
  const mail = await mailTo(asha.email)
  expect(mail.subject).toBe('Confirm your request: Tides, 9 January')
  expect(mail.words).toContain('a place on the waitlist: Tides, 9 January, 2 people')
  expect(mail.url).toContain('&do=confirm')
  // The same thing again: the same answer, no second row, and no second message within a quarter of an hour.
  expect(await (await ask({ ...body, email: 'ASHA@kelp.example', people: 9 })).json()).toEqual(
    await (await ask(body)).json(),
  )
  const [waiting, ...others] = await listed()
  expect(others).toEqual([])
  expect(waiting).toMatchObject({ people: 2, state: 'waiting', mail: 'Email not confirmed' })
  expect(waiting).not.toHaveProperty('place')
  // A scanner follows the link.
  const opened = await site.get(`/api/course-requests/link?token=${mail.token}`)
  expect(opened.headers.get('cache-control')).toBe('no-store')
  expect(await opened.json()).toMatchObject({
    course: { title: 'Tides', slug },
    cohort: { startsOn: '2131-01-09' },
    actions: ['confirm'],
  })
  expect((await read(waiting._id)).version).toBe(waiting.version)
  expect((await press(mail.token, 'take')).status).toBe(409)
  expect((await press('x'.repeat(40), 'confirm')).status).toBe(404)
  expect(await (await press(mail.token, 'confirm')).json()).toMatchObject({ place: 1, actions: ['withdraw'] })
  expect((await press(mail.token, 'confirm')).status).toBe(200)
  expect(await read(waiting._id)).toMatchObject({ place: 1, mail: 'No seats left', verifiedAt: expect.any(String) })
  const notice = await mailTo('info@example.com')
  expect(notice.subject).toBe('Asha joined the waitlist: Tides, 9 January')
  expect(notice.replyTo?.[0]?.address).toBe(asha.email)
  expect(notice.text).toContain('Two of us.')
})

test('someone who asks again confirms a change by mail, and the answer tells a stranger nothing', async () => {
  const date = await addCohort(site.database, courseId, { seats: 1, bookedElsewhere: 1, startsOn: '2131-01-09' })
  const waits = { kind: 'waitlist', cohortId: date.id }
  const unknown = await (await ask({ ...waits, email: 'new@kelp.example' })).text()
  const stored = await add(date, { email: asha.email, name: asha.name, people: 2, message: 'Two of us.' })
  const again = await ask({ ...waits, people: 4, company: 'Kelp & Co', message: 'Four now: Zoë, 李 and two more.' })
  expect([again.status, await again.text()]).toEqual([201, unknown])
  const proposed = { people: 4, company: 'Kelp & Co', message: 'Four now: Zoë, 李 and two more.' }
  // Anybody can type the address, so nothing has changed yet.
  expect(await read(stored.id)).toMatchObject({ people: 2, message: 'Two of us.', proposed, place: 1 })
  const mail = await mailTo(asha.email)
  expect(mail.subject).toBe('You already have a request: Tides, 9 January')
  for (const words of ['is unchanged: 2 people.', 'New details: 4 people, Kelp & Co.', 'Zoë, 李 and two'])
    expect(mail.words).toContain(words)
  const link = await (await site.get(`/api/course-requests/link?token=${mail.token}`)).json()
  expect(link).toMatchObject({ people: 2, actions: ['change', 'withdraw'], proposed })
  const change = (at?: string) => site.post('/api/course-requests/link', { token: mail.token, action: 'change', at })
  // The page showed another change.
  expect((await change('2026-01-01T00:00:00.000Z')).status).toBe(409)
  for (let index = 0; index < 2; index++) expect((await change(link.proposed.at)).status).toBe(200)
  const changed = await read(stored.id)
  expect(changed).toMatchObject({ ...proposed, place: 1, reason: 'Requested 2 seats before' })
  expect(changed).not.toHaveProperty('proposed')
  expect((await mailTo('info@example.com')).words).toContain('4 people')
  // The same once more: nothing to change, and no second message within a quarter of an hour.
  expect(await (await ask({ ...waits, ...proposed })).text()).toBe(unknown)
  expect(await read(stored.id)).not.toHaveProperty('proposed')
  await mailTo(asha.email)
})

test('a change of a request that nobody has confirmed is shown with it', async () => {
  const date = await addCohort(site.database, courseId, { startsOn: '2131-01-09' })
  await ask({ kind: 'enrol', cohortId: date.id, people: 2 })
  await ask({ kind: 'enrol', cohortId: date.id, people: 3, phone: '+91 98200 00000' })
  const { token } = await mailTo(asha.email)
  const link = await (await site.get(`/api/course-requests/link?token=${token}`)).json()
  expect(link).toMatchObject({ people: 2, actions: ['confirm', 'change'], proposed: { people: 3 } })
  const pressed = await site.post('/api/course-requests/link', { token, action: 'change', at: link.proposed.at })
  expect(await pressed.json()).toMatchObject({ people: 3, actions: ['withdraw'] })
  expect(await listed()).toMatchObject([{ people: 3, phone: '+91 98200 00000', verifiedAt: expect.any(String) }])
})

test('one mailbox gets four messages a day at most, one for each thing that was asked for', async () => {
  const dates = []
  for (let index = 0; index < 5; index++) dates.push(await addCohort(site.database, courseId))
  for (const { id } of dates) expect((await ask({ kind: 'waitlist', cohortId: id })).status).toBe(201)
  await ask({ kind: 'waitlist', cohortId: dates[0]?.id, email: 'asha+more@kelp.example' })
  await mailTo(asha.email, 4)
  const mails = (await listed()).map(({ mail }: { mail: string }) => mail)
  const limited = 'No email sent: daily limit of 4 emails reached'
  expect(mails.filter((mail: string) => mail === limited)).toHaveLength(2)
})

test('a request that its date does not take is refused', async () => {
  const full = await addCohort(site.database, courseId, { seats: 1, bookedElsewhere: 1 })
  const byLink = await addCohort(site.database, courseId, { enrolVia: 'link' })
  const past = await addCohort(site.database, courseId, { startsOn: '2020-01-01' })
  const elsewhere = await addCohort(site.database, (await addCourse(site.database)).id)
  const refused = async (body: object) => {
    const answer = await ask(body)
    const { message, issues } = await answer.json()
    return [answer.status, issues?.[0]?.path ?? message]
  }
  expect(await refused({ kind: 'enrol', cohortId: full.id })).toEqual([
    409,
    'This date is full now. You can join the waitlist.',
  ])
  expect(await refused({ kind: 'enrol', cohortId: byLink.id })).toEqual([422, 'cohortId'])
  expect(await refused({ kind: 'waitlist', cohortId: past.id })).toEqual([422, 'cohortId'])
  expect(await refused({ kind: 'waitlist', cohortId: elsewhere.id })).toEqual([422, 'cohortId'])
  expect(await refused({ kind: 'enrol' })).toEqual([422, 'cohortId'])
  expect(await refused({ kind: 'nextDate', cohortId: byLink.id })).toEqual([422, 'cohortId'])
  expect(await refused({ kind: 'nextDate', email: 'nobody' })).toEqual([422, 'email'])
  expect(await refused({ kind: 'enrol', cohortId: byLink.id, gstin: '27AAPFU0939F1ZX' })).toEqual([422, 'gstin'])
  expect(await refused({ kind: 'question' })).toEqual([422, 'message'])
  expect(await refused({ kind: 'nextDate', courseId: 'none' })).toEqual([404, 'Course not found'])
  const hidden = await addCourse(site.database, { active: false })
  expect(await refused({ kind: 'nextDate', courseId: hidden.id })).toEqual([404, 'Course not found'])
  expect(await listed()).toEqual([])
})

test('a group for which the seats are too few can join the waitlist, and is offered all its seats at once', async () => {
  const few = await addCohort(site.database, courseId, { seats: 3, bookedElsewhere: 1, startsOn: '2131-01-09' })
  const many = await addCohort(site.database, courseId, { seats: 9 })
  const refused = async (cohortId: string, people: number) => {
    const answer = await ask({ kind: 'enrol', cohortId, people })
    return [answer.status, await answer.json()]
  }
  expect(await refused(few.id, 5)).toMatchObject([
    409,
    { code: 'too_few', message: 'There are 2 seats left. Join the waitlist for 5?' },
  ])
  // How many seats are left is said only where they are few.
  expect(await refused(many.id, 12)).toMatchObject([
    409,
    { message: 'There are fewer than 12 seats left. Join the waitlist for 12?' },
  ])
  expect((await ask({ kind: 'enrol', cohortId: few.id, people: 2, email: 'ravi@kelp.example' })).status).toBe(201)
  expect((await ask({ kind: 'waitlist', cohortId: few.id, people: 5 })).status).toBe(201)
  await press((await mailTo(asha.email)).token, 'confirm')
  const waiting = (await listed()).find(({ email }: { email: string }) => email === asha.email)
  expect(waiting).toMatchObject({ people: 5, state: 'waiting', place: 1, mail: '5 people, only 2 seats left' })
  await offerAutomatically(parts(), [few.id])
  expect(await read(waiting._id)).toMatchObject({ state: 'waiting' })
  await site.database.db.updateTable('cohorts').set({ seats: 6 }).where('id', '=', few.id).execute()
  await offerAutomatically(parts(), [few.id])
  expect(await read(waiting._id)).toMatchObject({ state: 'offered', offeredPeople: 5 })
})

test('staff put someone on the waitlist whose seats are too few, and the person learns it', async () => {
  const date = await addCohort(site.database, courseId, { seats: 1, startsOn: '2131-01-09' })
  const { id, email } = await add(date, { kind: 'enrol', state: 'new', people: 2 })
  const refused = await call('PATCH', `/api/course-requests/${id}`, { state: 'confirmed' })
  expect([refused.status, (await refused.json()).code]).toEqual([409, 'no_seat'])
  expect((await read(id)).acts).toContain('toList')
  expect((await call('PATCH', `/api/course-requests/${id}`, { state: 'waiting' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ place: 1, mail: '2 people, only 1 seat left' })
  const { subject, words, token } = await mailTo(email)
  expect(subject).toBe('You are on the waitlist for 9 January: Tides')
  expect(words).toContain('We will email you when 2 seats are available.')
  expect(await (await press(token, 'withdraw')).json()).toMatchObject({ state: 'withdrawn' })
})

test('a course that was public still takes wishes for its next date, and a form without scripts is sent on', async () => {
  expect((await call('PATCH', `/api/courses/${courseId}`, { active: false })).status).toBe(200)
  const fields = new URLSearchParams({ courseId, ...asha, kind: 'nextDate', people: '', gstin: '', months: '2131-02' })
  for (const weekday of ['6', '7']) fields.append('weekdays', weekday)
  const answer = await site.get('/api/course-requests', { method: 'POST', body: fields })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/courses/${slug}?sent=nextDate&confirm=1#ask`])
  expect(await listed()).toMatchObject([
    { people: 1, wanted: { months: ['2131-02'], weekdays: [6, 7] }, state: 'waiting' },
  ])
  const { token } = await mailTo(asha.email)
  const form = new URLSearchParams({ token: String(token), action: 'confirm' })
  const pressed = await site.get('/api/course-requests/link', { method: 'POST', body: form })
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `/registration?token=${token}&done=confirm`])
  const [registration] = await listed()
  expect(registration).toMatchObject({ verifiedAt: expect.any(String), mail: 'No new date announced yet' })
  // The page says that the link of a deleted request does not work.
  await call('DELETE', `/api/course-requests/${registration._id}`)
  form.set('action', 'withdraw')
  expect((await site.get('/api/course-requests/link', { method: 'POST', body: form })).status).toBe(303)
})

test('a question is a lead with its course, and is told to the company at once', async () => {
  const answer = await ask({ kind: 'question', message: 'Is it online?', phone: '98200', page: `/courses/${slug}` })
  expect(answer.status).toBe(201)
  expect(await mailTo('info@example.com')).toMatchObject({ subject: 'Question about Tides' })
  const [registration] = await listed()
  expect(registration).toMatchObject({ kind: 'question', state: 'new' })
  expect(registration).not.toHaveProperty('message')
  const lead = await (await call('GET', `/api/contact/${registration.contactId}`)).json()
  expect(lead).toMatchObject({
    ...{ subject: 'Question about Tides', message: 'Is it online?', phone: '98200', page: `/courses/${slug}` },
    course: { _id: courseId, title: 'Tides', slug },
  })
  expect((await call('PATCH', `/api/course-requests/${registration._id}`, { state: 'declined' })).status).toBe(409)
})

test('seats are offered automatically to the first in line, lapse, and go to the next', async () => {
  let ahead = 0
  await start(await startMailSite({}, unlimited, { clock: () => Date.now() + ahead }))
  const settings = await call('PUT', '/api/settings/training', { automaticOffers: true, offerHours: 2 })
  expect(settings.status).toBe(200)
  const date = await addCohort(site.database, courseId, { seats: 3, startsOn: '2131-01-09' })
  const enrolled = await add(date, { state: 'accepted', people: 3 })
  const unpressed = await add(date, { verifiedAt: undefined })
  const [first, group, last] = [await add(date), await add(date, { people: 3 }), await add(date)]
  await call('PATCH', `/api/course-requests/${enrolled.id}`, { state: 'withdrawn' })
  const offer = await mailTo(first.email)
  expect(offer.subject).toBe('A seat is available for 9 January: Tides')
  expect(offer.words).toMatch(/We hold it for you until \w{3} \d+ \w{3}, \d\d:\d\d IST\./)
  expect(offer.words).toContain('Decline')
  const states = async () => Promise.all([unpressed, first, group, last].map(async ({ id }) => (await read(id)).state))
  // The group stops the line, and its row says why.
  expect(await states()).toEqual(['waiting', 'offered', 'waiting', 'waiting'])
  // A look without an offer leaves the pages in the cache.
  const version = () => site.database.db.selectFrom('contentVersions').select('version').executeTakeFirst()
  const before = await version()
  await offerAutomatically(parts(), [date.id])
  expect(await version()).toEqual(before)
  expect((await read(first.id)).mail).toMatch(/^(Email sent|Sending email)/)
  const { place, mail } = await read(group.id)
  expect([place, mail]).toEqual([2, undefined])
  ahead = 3 * 3_600_000
  await runOfferJob(parts(), site.app.log)
  expect(await states()).toEqual(['waiting', 'lapsed', 'offered', 'waiting'])
  const lapsed = await mailTo(first.email, 2)
  expect(lapsed.subject).toBe('Our offer has expired: Tides, 9 January')
  const forGroup = await mailTo(group.email)
  expect(forGroup.subject).toBe('3 seats are available for 9 January: Tides')
  expect((await press(forGroup.token, 'decline')).status).toBe(200)
  expect(await states()).toEqual(['waiting', 'lapsed', 'declined', 'offered'])
})

test('a message about a seat does not leave once the date is cancelled', async () => {
  const date = await addCohort(site.database, courseId, { cancelled: true })
  const offeredUntil = new Date(Date.now() + 3_600_000).toISOString()
  const { id } = await add(date, { state: 'offered', offeredUntil })
  await site.database.transaction((trx) => queueDelivery(trx, 'courseOffer', { subjectId: id, payload: offeredUntil }))
  await call('PATCH', `/api/course-requests/${id}`, { note: 'Wakes the queue' })
  await expect.poll(async () => (await read(id)).mail).toBe('Email not sent: The date is cancelled')
})

test('someone whose offer has lapsed can ask again at once', async () => {
  const date = await addCohort(site.database, courseId)
  const values = { state: 'offered', email: asha.email } as const
  const old = await add(date, { ...values, offeredUntil: new Date(Date.now() - 1_000).toISOString() })
  expect((await ask({ kind: 'waitlist', cohortId: date.id })).status).toBe(201)
  expect(await listed()).toMatchObject([{ state: 'waiting' }, { _id: old.id, state: 'lapsed', version: 2 }])
})

test('no seat of a course in the trash is offered automatically', async () => {
  const date = await addCohort(site.database, courseId, { seats: 3 })
  const { id } = await add(date)
  expect((await call('DELETE', `/api/courses/${courseId}`)).status).toBe(200)
  await offerAutomatically(parts())
  expect(await read(id)).toMatchObject({ state: 'waiting' })
  expect((await call('POST', `/api/trash/courses/${courseId}/restore`)).status).toBe(200)
  await offerAutomatically(parts())
  expect(await read(id)).toMatchObject({ state: 'offered' })
})

test('requests of a flood are told to the company in one list', async () => {
  const date = await addCohort(site.database, courseId, { startsOn: '2131-01-09' })
  for (const name of ['Meera', 'Ravi']) {
    const email = `${name.toLowerCase()}@kelp.example`
    await ask({ kind: 'waitlist', cohortId: date.id, name, email })
    await site.database.db.updateTable('registrations').set({ flood: true }).where('email', '=', email).execute()
    await press((await mailTo(email)).token, 'confirm')
  }
  expect(await makeDue(site, (all) => all.where('kind', '=', 'registrationNotice'))).toBe(1)
  const { subject, words, text } = await mailTo('info@example.com')
  expect(subject).toBe('2 more registrations')
  expect(words).toContain('Meera joined the waitlist: Tides, 9 January meera@kelp.example Ravi joined')
  expect(text).toContain('/#/admin/registrations')
  // A list of one, and one that is long.
  const many = []
  for (let index = 0; index < 60; index++) many.push((await add(date)).id)
  for (const ids of [many.slice(0, 1), many])
    await site.database.transaction((trx) => queueDelivery(trx, 'registrationNotice', { payload: ids, wait: 0 }))
  await call('PATCH', `/api/course-requests/${many[0]}`, { note: 'Wakes the queue' })
  await mailTo('info@example.com', 3)
  const others = await Promise.all(sink.taken.slice(-2).map(({ source }) => PostalMime.parse(source)))
  expect(others.map((mail) => mail.subject).toSorted()).toEqual(['1 more registration', '60 more registrations'])
  expect(others.find((mail) => mail.subject?.startsWith('60'))?.text).toContain('And 10 more.')
})

test('staff confirm and decline, and the person learns it', async () => {
  const date = await addCohort(site.database, courseId, { startsOn: '2131-01-09' })
  const [first, second] = [
    await add(date, { kind: 'enrol', state: 'new', verifiedAt: undefined }),
    await add(date, { kind: 'enrol', state: 'new', people: 2 }),
  ]
  expect(await read(first.id)).toMatchObject({ mail: 'No email sent: daily limit of 4 emails reached' })
  await call('PATCH', `/api/course-requests/${first.id}`, { state: 'confirmed' })
  await call('PATCH', `/api/course-requests/${second.id}`, { state: 'declined' })
  const confirmed = await mailTo(first.email)
  expect(confirmed.subject).toBe('Your seat is confirmed for 9 January: Tides')
  expect((await mailTo(second.email)).subject).toBe('Your request for 9 January was declined: Tides')
  await expect.poll(async () => (await read(first.id)).mail).toMatch(/^Email sent \w{3} \d+ \w{3}, \d\d:\d\d IST$/)
  expect(await (await press(confirmed.token, 'withdraw')).json()).toMatchObject({ state: 'withdrawn' })
})

test('a course without dates takes enrollments where it asks for them, and needs no date to confirm one', async () => {
  const shown = async () => (await site.get(`/api/courses/${slug}`)).json()
  expect((await ask({ kind: 'enrol' })).status).toBe(422)
  expect(await shown()).not.toHaveProperty('asksBy')
  const stored = await (await call('GET', `/api/courses/id/${courseId}`)).json()
  await call('PUT', `/api/courses/${courseId}`, { ...stored, instructor: stored.instructor._id, asksBy: 'request' })
  expect(await shown()).toMatchObject({ asksBy: 'request' })
  expect((await ask({ kind: 'enrol' })).status).toBe(201)
  await press((await mailTo(asha.email)).token, 'confirm')
  const [{ _id }] = await listed()
  expect((await call('PATCH', `/api/course-requests/${_id}`, { state: 'confirmed' })).status).toBe(200)
  expect((await mailTo(asha.email, 2)).subject).toBe('Your seat is confirmed: Tides')
  await addCohort(site.database, courseId, {})
  expect((await ask({ kind: 'enrol', email: 'ravi@kelp.example' })).status).toBe(422)
  expect(await shown()).not.toHaveProperty('asksBy')
})

test('without a mail server an address is not checked, the place is told at once, and an offer has its link', async () => {
  await start(await startMailSite({ smtpUrl: undefined }, unlimited))
  const date = await addCohort(site.database, courseId, { seats: 1, bookedElsewhere: 1, startsOn: '2131-01-09' })
  await ask({ kind: 'waitlist', cohortId: date.id })
  const second = await ask({ kind: 'waitlist', cohortId: date.id, email: 'ravi@kelp.example' })
  expect(await second.json()).toEqual({ message: 'You are number 2 on the waitlist for 9 January.', place: 2 })
  expect(await listed()).toMatchObject([
    { place: 2, reason: 'No mail server: email not checked', mail: 'No seats left' },
    { place: 1 },
  ])
  // A request that looks automated is not believed.
  await ask({ kind: 'waitlist', cohortId: date.id, email: 'bot@kelp.example', website: 'x' })
  expect(await listed()).toMatchObject([{ mail: 'No email sent: no mail server' }, { place: 2 }, { place: 1 }])
  expect((await listed())[0]).not.toHaveProperty('verifiedAt')
})
