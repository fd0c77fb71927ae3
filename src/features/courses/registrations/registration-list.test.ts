// On both databases: the place in line and the groups are computed by the query
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addCohort, addRegistration, dayFromNow } from '#testing/training-rows.ts'
import type { Registration } from '../ground/registrations.contract.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  call = callAs(site, await site.asStaff({ role: 'sales' }))
})
afterAll(() => site.close())

const list = async (query: string) => {
  const answer = await call('GET', `/api/course-requests?${query}`)
  expect(answer.status).toBe(200)
  return { rows: (await answer.json()) as Registration[], total: Number(answer.headers.get('x-total-count')) }
}

async function dated() {
  const { id: courseId, title } = await addCourse(site.database, { price: 100 })
  const { id: cohortId } = await addCohort(site.database, courseId, { seats: 2, price: 250.5 })
  const add = (changes: object) => addRegistration(site.database, { courseId, cohortId, ...changes })
  return { courseId, cohortId, title, add }
}

test('lists the people of a course, newest first, in three groups, page by page', async () => {
  const { courseId, cohortId, title, add } = await dated()
  const seated = await add({ kind: 'enrol', state: 'confirmed' })
  const fresh = await add({
    kind: 'enrol',
    state: 'new',
    name: 'Kavya Iyer',
    company: 'Tata Steel',
    phone: '+91 (९८७६५) 43-210',
  })
  const accepted = await add({ kind: 'waitlist', state: 'accepted' })
  const waits = await add({ kind: 'waitlist', state: 'waiting' })
  const back = await add({ kind: 'enrol', state: 'waiting' })
  const wish = await add({ kind: 'nextDate', state: 'waiting', cohortId: undefined })
  const question = await add({ kind: 'question', state: 'new', cohortId: undefined })
  await add({ kind: 'waitlist', state: 'waiting', deletedAt: new Date().toISOString() })
  const ids = async (query: string) => (await list(`course=${courseId}&${query}`)).rows.map(({ _id }) => _id)
  expect(await ids('group=enrollments')).toEqual([accepted.id, fresh.id, seated.id])
  expect(await ids('group=waiting')).toEqual([waits.id, back.id])
  expect(await ids('group=interested')).toEqual([question.id, wish.id])
  for (const search of ['tata', '9876543210', '098765-43210', '+91 98765 43210', '0091.98765.43210', '98765'])
    expect(await ids(`search=${encodeURIComponent(search)}`), search).toEqual([fresh.id])
  expect(await ids(`cohort=${cohortId}&kind=enrol&state=new`)).toEqual([fresh.id])
  const { rows, total } = await list(`course=${courseId}&limit=2&page=2`)
  expect([rows.length, total]).toEqual([2, 7])
  const [first] = (await list(`course=${courseId}&state=confirmed`)).rows
  expect(first).toMatchObject({
    _id: seated.id,
    course: { _id: courseId, title },
    cohort: { _id: cohortId, startsOn: dayFromNow(30) },
    version: 1,
  })
})

test('tells the place in line of those who have pressed the button, and lapses an offer by the clock', async () => {
  const { courseId, add } = await dated()
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
  await add({ state: 'waiting', createdAt: minutes(-9) })
  await add({ state: 'waiting', createdAt: minutes(-8), verifiedAt: undefined })
  await add({ state: 'offered', createdAt: minutes(-7), offeredUntil: minutes(60) })
  await add({ state: 'offered', createdAt: minutes(-6), offeredUntil: minutes(-1) })
  await add({ state: 'waiting', createdAt: minutes(-5) })
  const { rows } = await list(`course=${courseId}`)
  expect(rows.map(({ state, place }) => [state, place])).toEqual([
    ['waiting', 3],
    ['lapsed', undefined],
    ['offered', 2],
    ['waiting', undefined],
    ['waiting', 1],
  ])
  const line = (await list(`course=${courseId}&group=waiting`)).rows
  expect(line.map(({ state, place }) => place ?? state)).toEqual([1, 2, 3, 'lapsed', 'waiting'])
  expect((await list(`course=${courseId}&state=lapsed`)).total).toBe(1)
  expect((await list(`course=${courseId}&state=offered`)).total).toBe(1)
})

test('leaves out a question whose lead is in the trash or spam', async () => {
  const { courseId } = await dated()
  const asked = { courseId, kind: 'question', name: 'Asha', email: 'asha@kelp.example' }
  for (const message of ['Is it online?', 'Is it online?', 'In English?'])
    expect((await site.post('/api/course-requests', { ...asked, message })).status).toBe(201)
  const interested = async () => (await list(`course=${courseId}&group=interested`)).rows
  const [first, second] = await interested()
  expect((await call('DELETE', `/api/contact/${first?.contactId}`)).status).toBe(200)
  expect(await interested()).toMatchObject([{ _id: second?._id }])
  expect((await call('POST', `/api/trash/contactRequests/${first?.contactId}/restore`)).status).toBe(200)
  expect(await interested()).toHaveLength(2)
  expect((await call('PATCH', `/api/contact/${second?.contactId}`, { status: 'spam' })).status).toBe(200)
  expect(await interested()).toMatchObject([{ _id: first?._id }])
})

test('exports what the accounts need for an invoice, and no formula', async () => {
  const { courseId, title, add } = await dated()
  await add({
    kind: 'enrol',
    state: 'confirmed',
    name: '=cmd()',
    email: 'accounts@example.com',
    people: 3,
    company: 'Tata Steel',
    gstin: '27AAPFU0939F1ZV',
    ...{ poNumber: '4711', invoiceNo: '12/26', paidOn: '3 Dec', enteredBy: 'Priya' },
  })
  const answer = await call('GET', `/api/course-requests.csv?course=${courseId}&group=enrollments`)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [heading = '', line = '', end] = (await answer.text()).replace('\ufeff', '').split('\r\n')
  expect(heading).toBe(
    '"Name","Email","Phone","Course","Event","Date","Kind","Seats","Company","GSTIN","Status","Requested at (Asia/Kolkata)","Changed at (Asia/Kolkata)","Price","GST","PO number","Invoice number","Paid on","Entered by"',
  )
  const cells = line.slice(1, -1).split('","')
  expect(cells.slice(0, 11)).toEqual([
    "'=cmd()",
    'accounts@example.com',
    '',
    title,
    '',
    dayFromNow(30),
    'enrol',
    '3',
    'Tata Steel',
    '27AAPFU0939F1ZV',
    'confirmed',
  ])
  expect([cells[13], end]).toEqual(['250.50', ''])
  expect(cells.slice(15)).toEqual(['4711', '12/26', '3 Dec', 'Priya'])
})

test('counts the wishes of those who have not been told of a date', async () => {
  const { courseId, add } = await dated()
  const wish = (changes: object) => add({ kind: 'nextDate', cohortId: undefined, state: 'waiting', ...changes })
  const wanted = { months: ['2099-02'], weekdays: [6] }
  await wish({ wanted, people: 2 })
  await wish({ wanted, verifiedAt: undefined })
  await wish({ wanted, state: 'notified' })
  const answer = await call('GET', `/api/course-requests/demand?course=${courseId}`)
  expect(await answer.json()).toEqual({
    people: 3,
    unverified: 1,
    months: ['2099-02'],
    cells: [{ month: '2099-02', weekday: 6, people: 3 }],
  })
})

test('shows no people to an editor, and exports none to a viewer', async () => {
  const editor = callAs(site, await site.asStaff({ role: 'editor' }))
  const viewer = callAs(site, await site.asStaff({ role: 'viewer' }))
  for (const path of ['/api/course-requests', '/api/course-requests.csv', '/api/course-requests/demand?course=x']) {
    expect((await site.get(path)).status).toBe(401)
    expect((await editor('GET', path)).status).toBe(403)
  }
  expect((await viewer('GET', '/api/course-requests')).status).toBe(200)
  expect((await viewer('GET', '/api/course-requests.csv')).status).toBe(403)
})
