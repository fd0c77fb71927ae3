// On both databases: the state of an event and its free seats are computed by the query
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { offerAutomatically } from '#features/courses/registrations/registration-job.server.ts'
import { registrationPersonalData } from '#features/courses/registrations/registration-personal-data.server.ts'
import { makeDue } from '#testing/make-due.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'
import { addRegistration } from '#testing/training-rows.ts'

let site: TestApp
let sink: SmtpSink
let call: ReturnType<typeof callAs>
let ahead = 0
beforeAll(async () => {
  sink = await startSmtpSink()
  const mail = mailSettings({ smtpUrl: sink.url })
  site = await startTestApp({ mail, rateLimit: false }, { built: true, clock: () => Date.now() + ahead })
  call = callAs(site, await site.asStaff())
})
afterAll(async () => {
  await site.close()
  await sink.close()
})
beforeEach(() => {
  ahead = 0
})

/** 18:00 to 20:30 in India. */
const times = { startsAt: '2131-01-09T12:30:00.000Z', endsAt: '2131-01-09T15:00:00.000Z' }
const event = { kind: 'event', ...times, place: 'Baner, Pune', seats: 30 }
const opening = { kind: 'opening', title: 'Cloud day' }
let count = 0

type Page = { _id: string; path: string; version: number }
async function addPage(section: object = {}, more: object = {}) {
  const body = {
    title: 'Cloud day',
    path: `cloud-day-${++count}`,
    sections: [opening, { ...event, ...section }],
    ...more,
  }
  const made = await call('POST', '/api/pages', body)
  expect(made.status).toBe(201)
  return (await made.json()) as Page
}
const put = async ({ _id }: Page, body: object) => {
  const saved = await call('PUT', `/api/pages/${_id}`, { title: 'Cloud day', path: `moved-${_id}`, ...body })
  expect(saved.status).toBe(200)
  return (await saved.json()) as Page
}
const dateOf = async ({ _id }: Pick<Page, '_id'>) =>
  (await (await call('GET', `/api/courses/${_id}/cohorts`)).json())[0]
const ask = ({ _id: pageId }: Page, body: object = {}) =>
  site.post('/api/course-requests', {
    pageId,
    kind: 'enrol',
    name: 'Asha',
    email: `asha-${++count}@kelp.example`,
    ...body,
  })
const refusal = async (answer: Promise<Response>) => {
  const { status, json } = await answer.then(async (one) => ({ status: one.status, json: await one.json() }))
  return [status, json.message]
}
const shown = async ({ path }: Page) => {
  const page = await (await site.get(`/api/pages/by-path/${encodeURIComponent(path)}`)).json()
  return page.sections.find(({ kind }: { kind: string }) => kind === 'event')
}
const addPerson = async (page: Page, values: object = {}) =>
  addRegistration(site.database, { pageId: page._id, cohortId: (await dateOf(page))._id, name: 'Asha', ...values })

async function mailTo(address: string, number = 1) {
  const own = () => sink.taken.filter(({ to }) => to === address)
  await expect.poll(() => own().length).toBe(number)
  const mail = await PostalMime.parse(own().at(-1)?.source ?? '')
  const file = mail.attachments.find(({ filename }) => filename?.endsWith('.ics'))
  const calendar = file && new TextDecoder().decode(file.content as ArrayBuffer)
  const [, token = ''] = /registration\?token=([^&\s)]+)/.exec(mail.text ?? '') ?? []
  return { subject: mail.subject, words: mail.text?.replace(/\s+/g, ' ') ?? '', calendar, token }
}
const press = (token: string, action: string) => site.post('/api/course-requests/link', { token, action })

test('thirty seats are taken, the next one waits, and gets the seat that someone gives back', async () => {
  const page = await addPage()
  expect(await dateOf(page)).toMatchObject({
    ...{ pageId: page._id, ...times, startsOn: '2131-01-09', timetable: '18:00-20:30' },
    ...{ mode: 'place', place: 'Baner, Pune', seats: 30, enrolVia: 'request', state: 'open' },
  })
  await addPerson(page, { kind: 'enrol', state: 'confirmed', people: 29 })
  expect((await shown(page)).date).toMatchObject({ state: 'few', seatsLeft: 1 })
  const last = await addPerson(page, { kind: 'enrol', state: 'confirmed', email: 'last@kelp.example' })
  expect((await shown(page)).date).toMatchObject({ state: 'full', seatsLeft: 0 })
  expect(await refusal(ask(page))).toEqual([409, 'This date is full now. You can join the waitlist.'])
  const email = 'meera@kelp.example'
  expect((await ask(page, { kind: 'waitlist', email, name: 'Meera' })).status).toBe(201)
  const mail = await mailTo(email)
  expect(mail.subject).toBe('Confirm your request: Cloud day, 9 January')
  expect(await (await press(mail.token, 'confirm')).json()).toMatchObject({
    ...{
      place: 1,
      actions: ['withdraw'],
      correctable: false,
      event: { _id: page._id, title: 'Cloud day', path: `/${page.path}` },
    },
  })
  const withdrawn = await call('PATCH', `/api/course-requests/${last.id}`, { state: 'withdrawn' })
  expect(withdrawn.status).toBe(200)
  await offerAutomatically({
    ...site,
    site: { now: async () => ({ own: { training: { automaticOffers: true, offerHours: '2' } } }) },
    mailService: { kind: 'smtp' },
  } as never)
  const offer = await mailTo(email, 2)
  expect(offer.subject).toBe('A seat is available for 9 January: Cloud day')
  expect(offer.words).toContain('Event Cloud day')
  expect(offer.words).not.toMatch(/course|price/i)
  for (const line of [
    'DTSTART:21310109T123000Z',
    'DTEND:21310109T150000Z',
    'STATUS:TENTATIVE',
    'LOCATION:Baner\\, Pune',
  ])
    expect(offer.calendar).toContain(line)
  expect(await (await press(offer.token, 'take')).json()).toMatchObject({ state: 'accepted' })
  const seat = await mailTo(email, 3)
  expect(seat.subject).toBe('Your seat is confirmed for 9 January: Cloud day')
  expect(seat.words).toContain('18:00–20:30 IST')
  expect(seat.words).not.toMatch(/course/i)
  const listed = await (await call('GET', `/api/course-requests?event=${page._id}`)).json()
  expect(listed).toHaveLength(3)
  expect(listed[0]).toMatchObject({ event: { _id: page._id, title: 'Cloud day' }, state: 'accepted' })
  expect(await (await call('GET', `/api/course-requests.csv?event=${page._id}`)).text()).toContain('Cloud day')
})

test('registration closes at the minute of the start, and the page then says that the event took place', async () => {
  const start = Date.now() + 3_600_000
  const [startsAt, endsAt] = [start, start + 3_600_000].map((time) => new Date(time).toISOString())
  const page = await addPage({ startsAt, endsAt, seats: undefined })
  ahead = 3_590_000
  expect((await ask(page)).status).toBe(201)
  expect((await shown(page)).date.state).toBe('open')
  ahead = 3_601_000
  expect(await refusal(ask(page))).toEqual([409, 'This event has started. Registration is closed.'])
  expect((await shown(page)).date.state).toBe('running')
  ahead = 7_201_000
  expect(await refusal(ask(page))).toEqual([409, 'This event has taken place.'])
  expect((await shown(page)).date.state).toBe('past')
  const html = await (await site.get(`/${page.path}`)).text()
  expect(html).toContain('This event took place')
  expect(html).not.toContain('name="pageId"')
})

test('a moved event keeps its people, and staff tell them the new time', sameOnBoth, async () => {
  const page = await addPage()
  const path = `/api/pages/${page._id}/dates/${(await dateOf(page))._id}.ics`
  expect(await (await site.get(path)).text()).toContain('SEQUENCE:1')
  await addPerson(page, { kind: 'enrol', state: 'confirmed', email: 'moved@kelp.example' })
  const later = { startsAt: '2131-01-10T12:30:00.000Z', endsAt: '2131-01-11T09:00:00.000Z' }
  // The working copy does not touch the date.
  const copied = await call('PUT', `/api/pages/${page._id}/working-copy`, {
    ...{ title: 'Cloud day', path: `${page.path}-later`, sections: [opening, { ...event, ...later }] },
  })
  expect(copied.status).toBe(200)
  expect((await dateOf(page)).startsAt).toBe(times.startsAt)
  // A preview has the new times, and the seats and the address as they are.
  const made = await call('POST', `/api/pages/${page._id}/preview-links`, { days: 1 })
  const token = (await made.json()).path.split('/').at(-1)
  const preview = (await (await site.get(`/api/previews/pages/${token}`)).json()).page
  expect(preview.path).toBe(page.path)
  expect(preview.sections[1]).toMatchObject({
    ...later,
    page: { _id: page._id, path: page.path },
    date: { seatsLeft: 29, state: 'open' },
  })
  const shownPreview = await (await site.get(`/preview/pages/${token}`)).text()
  expect(shownPreview).toMatch(/<fieldset[^>]* disabled[^>]*>.*?Request my seat/s)
  expect(shownPreview).not.toContain('.ics"')
  expect(await (await site.get(`/${page.path}`)).text()).not.toMatch(/<fieldset[^>]* disabled/)
  await put(page, { sections: [opening, { ...event, ...later }] })
  // The log has one entry for the save, that of the page.
  const { entries } = await (await call('GET', '/api/activity')).json()
  expect(entries.slice(0, 2).map(({ what }: { what: string }) => what)).toEqual([
    'Updated page “Cloud day”',
    'Made a preview link of page “Cloud day”',
  ])
  const [change] = entries[0].changes.filter(({ field }: { field: string }) => field === 'sections')
  expect(change.after).toContain(`startsAt: ${later.startsAt}`)
  expect(change.after).not.toMatch(/[{"]/)
  const date = await dateOf(page)
  expect(date).toMatchObject({ ...later, startsOn: '2131-01-10', endsOn: '2131-01-11', booked: 1 })
  const file = await (await site.get(path)).text()
  for (const line of ['SEQUENCE:2', 'DTSTART:21310110T123000Z', 'DTEND:21310111T090000Z', 'SUMMARY:Cloud day'])
    expect(file).toContain(line)
  const notices = `/api/courses/${page._id}/cohorts/${date._id}/notices`
  expect((await (await call('GET', `${notices}?kind=moved`)).json()).audience).toMatchObject({ count: 1 })
  expect((await call('POST', notices, { kind: 'moved', count: 1 })).status).toBe(201)
  await makeDue(site)
  const mail = await mailTo('moved@kelp.example')
  expect(mail.subject).toBe('Cloud day: the date has moved to 10 January 2131')
  expect(mail.words).toContain('18:00 on the first day to 14:30 IST on the last')
})

test(
  'a copy of a page with an event starts without people, and leaves the path to its original',
  sameOnBoth,
  async () => {
    const page = await addPage({ seats: 2 })
    await addPerson(page, { kind: 'enrol', state: 'confirmed', people: 2 })
    const date = await dateOf(page)
    const closed = await call('PATCH', `/api/courses/${page._id}/cohorts/${date._id}`, { closed: true })
    expect(closed.status).toBe(200)
    const made = await call('POST', `/api/pages/${page._id}/duplicate`)
    expect(made.status).toBe(201)
    const copy = (await made.json()) as Page & { active: boolean }
    expect(copy).toMatchObject({ path: `${page.path}-copy`, active: false })
    expect((await ask(copy)).status).toBe(404)
    expect((await call('PATCH', `/api/pages/${copy._id}`, { active: true })).status).toBe(200)
    const own = await dateOf(copy)
    expect(own).toMatchObject({ ...times, pageId: copy._id, seats: 2, booked: 0, registrations: 0, closed: false })
    expect(own._id).not.toBe(date._id)
    expect(await (await call('GET', `/api/course-requests?event=${copy._id}`)).json()).toEqual([])
    expect((await shown(copy)).date).toMatchObject({ seatsLeft: 2 })
    // The original has its path, its people and its state.
    expect((await shown(page)).page).toMatchObject({ _id: page._id, path: page.path })
    expect(await dateOf(page)).toMatchObject({ _id: date._id, booked: 2, closed: true })
    expect((await ask(copy)).status).toBe(201)
    expect(await refusal(ask(page))).toEqual([409, 'Registration for this event is closed.'])
  },
)

test('without its section, or in the trash, an event takes nobody, and keeps its people', sameOnBoth, async () => {
  const page = await addPage()
  await addPerson(page, { kind: 'enrol', state: 'confirmed' })
  await put(page, { sections: [opening] })
  expect(await refusal(ask(page))).toEqual([409, 'Registration for this event is closed.'])
  await put(page, { sections: [opening, event] })
  expect((await ask(page)).status).toBe(201)
  // Staff have closed it, which a change of the section keeps.
  const date = await dateOf(page)
  expect((await call('PATCH', `/api/courses/${page._id}/cohorts/${date._id}`, { closed: true })).status).toBe(200)
  await put(page, { sections: [opening, { ...event, seats: 40 }] })
  expect(await dateOf(page)).toMatchObject({ seats: 40, closed: true, booked: 1 })
  expect((await call('PATCH', `/api/courses/${page._id}/cohorts/${date._id}`, { closed: false })).status).toBe(200)
  // One from a newer version of the program keeps its date, as long as the page has it.
  const newer = [opening, { ...event, seats: 40, colour: 'red' }]
  const stored = { sections: JSON.stringify(newer) }
  await site.database.db.updateTable('pages').set(stored).where('id', '=', page._id).execute()
  await put(page, { title: 'Cloud days', sections: newer })
  expect(await dateOf(page)).toMatchObject({ seats: 40, closed: false })
  await put(page, { sections: [opening] })
  expect(await dateOf(page)).toMatchObject({ closed: true })
  await put(page, { sections: [opening, { ...event, seats: 40 }] })
  expect((await call('DELETE', `/api/pages/${page._id}`)).status).toBe(200)
  expect((await ask(page)).status).toBe(404)
  expect((await site.get(`/api/pages/${page._id}/dates/${date._id}.ics`)).status).toBe(404)
  expect((await call('POST', `/api/trash/pages/${page._id}/restore`)).status).toBe(200)
  expect((await ask(page)).status).toBe(201)
  expect((await call('PATCH', `/api/pages/${page._id}`, { active: false })).status).toBe(200)
  expect((await ask(page)).status).toBe(404)
})

test('the date of a page is changed in its section only, and takes what belongs to it elsewhere', async () => {
  const page = await addPage()
  const date = await dateOf(page)
  const path = `/api/courses/${page._id}/cohorts`
  const body = { startsOn: date.startsOn, timetable: date.timetable, mode: 'place', place: date.place, seats: 30 }
  const changed = await call('PUT', `${path}/${date._id}`, { ...body, note: 'Bring the screen', remindAt: [1] })
  expect(await changed.json()).toMatchObject({ note: 'Bring the screen', remindAt: [1], seats: 30 })
  for (const [name, value] of Object.entries({ seats: 31, startsOn: '2131-01-10', price: 5, enrolVia: 'link' })) {
    const refused = await call('PUT', `${path}/${date._id}`, { ...body, [name]: value })
    expect(await refused.json(), name).toMatchObject({ issues: [{ path: name }] })
  }
  expect((await call('POST', path, { startsOn: '2131-02-01' })).status).toBe(409)
  expect((await call('POST', `${path}/${date._id}/repeat`, {})).status).toBe(409)
  expect((await call('DELETE', `${path}/${date._id}`)).status).toBe(409)
  // By phone, and erased: the seat stays.
  const entered = { pageId: page._id, cohortId: date._id, name: 'Ravi', email: 'ravi@kelp.example', tell: false }
  expect(await (await call('POST', '/api/course-requests/entered', entered)).json()).toMatchObject({
    ...{ state: 'confirmed', event: { _id: page._id }, cohort: { _id: date._id } },
  })
  expect(await (await call('GET', `/api/cohorts/occupied?course=${page._id}`)).json()).toEqual([
    {
      event: { _id: page._id, title: 'Cloud day' },
      cohort: { _id: date._id, startsOn: '2131-01-09' },
      ...{ booked: 1, enrolled: 1, waiting: 0, asked: 0 },
    },
  ])
  const other = await dateOf(await addPage())
  const elsewhere = await call('POST', '/api/course-requests/entered', {
    ...entered,
    cohortId: other._id,
    again: true,
  })
  expect(await elsewhere.json()).toMatchObject({ issues: [{ message: 'This date is not that of the event' }] })
  const { pageId: courseId, ...asCourse } = entered
  expect((await call('POST', '/api/course-requests/entered', { ...asCourse, courseId })).status).toBe(404)
  expect(await registrationPersonalData.read(site.database.db, 'ravi@kelp.example', 10)).toMatchObject([
    { title: 'Cloud day', path: `/admin/pages/${page._id}/registrations` },
  ])
  const people = await (await call('GET', `/api/cohorts/${date._id}/participants`)).json()
  expect(people).toMatchObject({
    event: { title: 'Cloud day' },
    participants: [{ name: 'Ravi' }],
    days: ['2131-01-09'],
  })
  await site.database.transaction((trx) => registrationPersonalData.erase(trx, 'ravi@kelp.example'))
  expect(await dateOf(page)).toMatchObject({ booked: 1, bookedElsewhere: 1, registrations: 0 })
})

test('only someone who may publish changes a page whose event people have registered for, also as a draft', async () => {
  const writer = callAs(site, await site.asStaff({ role: 'writer' }))
  const page = await addPage({}, { active: false })
  const body = { title: 'Rain day', path: page.path, sections: [opening, event] }
  expect((await writer('PUT', `/api/pages/${page._id}`, body)).status).toBe(200)
  await addPerson(page, { kind: 'enrol', state: 'confirmed' })
  for (const [method, path, sent] of [
    ['PUT', '', { ...body, title: 'Sun day' }],
    ['PUT', '', { ...body, sections: [opening] }],
    ['DELETE', '', undefined],
  ] as const)
    expect((await writer(method, `/api/pages/${page._id}${path}`, sent)).status).toBe(403)
  const copy = await writer('PUT', `/api/pages/${page._id}/working-copy`, { ...body, title: 'Sun day' })
  expect(copy.status, await copy.text()).toBe(200)
})

test('refuses a request that names no public event, or what an event does not take', sameOnBoth, async () => {
  const page = await addPage()
  for (const [body, status] of [
    [{ kind: 'question', message: 'Where is it?' }, 422],
    [{ kind: 'nextDate' }, 422],
    [{ cohortId: '01900000-0000-7000-8000-000000000000' }, 422],
    [{ courseId: page._id }, 422],
    [{ pageId: undefined }, 422],
    [{ pageId: '01900000-0000-7000-8000-000000000000' }, 404],
  ] as const)
    expect((await ask(page, body)).status, JSON.stringify(body)).toBe(status)
  const bad = async (sections: object[]) =>
    (await (await call('POST', '/api/pages', { title: 'x', path: `bad-${++count}`, sections })).json()).issues
  expect(await bad([{ ...event, endsAt: times.startsAt }])).toMatchObject([{ path: 'sections.0.endsAt' }])
  expect(await bad([event, opening, event])).toMatchObject([{ path: 'sections.2.kind' }])
  const viewer = callAs(site, await site.asStaff({ role: 'editor' }))
  expect((await viewer('GET', `/api/course-requests?event=${page._id}`)).status).toBe(403)
  expect((await viewer('GET', `/api/cohorts/${(await dateOf(page))._id}/participants`)).status).toBe(403)
})

test('the form works without scripts, and comes back with what was typed', sameOnBoth, async () => {
  const page = await addPage({ online: true, mapUrl: 'https://maps.example.com/baner' })
  const html = await (await site.get(`/${page.path}`)).text()
  for (const text of [
    '30 seats left',
    'Tue 9 January 2131',
    '18:00–20:30 IST',
    'Baner, Pune, or online',
    '"@type":"Event","name":"Cloud day"',
  ])
    expect(html).toContain(text)
  expect(html).toMatch(/data-times="\d+ \d+"/)
  const post = (fields: object) =>
    site.get(`/${page.path}`, {
      method: 'POST',
      body: new URLSearchParams({ _form: 'event', pageId: page._id, kind: 'enrol', ...fields }),
    })
  const refused = await post({ name: 'Asha', email: 'nobody' })
  expect(refused.status).toBe(422)
  const again = await refused.text()
  for (const text of ['value="Asha"', 'value="nobody"', 'Please enter a valid email']) expect(again).toContain(text)
  const done = await post({ name: 'Asha', email: 'native@kelp.example' })
  expect([done.status, done.headers.get('location')]).toEqual([303, `/${page.path}?sent=enrol&confirm=1#ask`])
  expect(await (await site.get(`/${page.path}?sent=enrol&confirm=1`)).text()).toContain('Check your inbox.')
})
