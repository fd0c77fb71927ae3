// On both databases: the date is locked while its seats are given
import { afterAll, beforeAll, expect, test } from 'vitest'
import { may, roles } from '#contract/roles.ts'
import { runs } from '#testing/property-seed.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs, untilTaken } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addCohort, addRegistration } from '#testing/training-rows.ts'
import type { StoredCohort } from '../ground/courses.table.ts'
import { offerFreeSeats } from './offers.server.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({}, { clock: () => Date.parse('2026-11-29T10:00:00.000Z') })
  call = callAs(site, await site.asStaff({ name: 'Priya Nair' }))
})
afterAll(() => site.close())

const enter = (body: object) => call('POST', '/api/course-requests/entered', { kind: 'enrol', ...body })
const read = async (id: string) => (await call('GET', `/api/course-requests/${id}`)).json()
const seatsOf = async (id: string) => (await (await call('GET', `/api/cohorts/${id}/participants`)).json()).participants
const bookedOf = async (id: string) => (await (await call('GET', `/api/cohorts/${id}/participants`)).json()).date.booked

async function dated(values: Partial<StoredCohort> = {}) {
  const { id: courseId } = await addCourse(site.database)
  const { id: cohortId } = await addCohort(site.database, courseId, { startsOn: '2027-01-09', seats: 6, ...values })
  return { courseId, cohortId }
}

test('someone who phones is enrolled at once, with their consent and without an address', async () => {
  const date = await dated()
  const details = { company: 'Kelp & Co', gstin: '27aapfu0939f1zv', phone: '+91 20 5550 0199', poNumber: 'PO 4711' }
  const answer = await enter({ ...date, name: 'Meera Joshi', note: 'Asked for a window seat', ...details })
  expect(answer.status).toBe(201)
  const entered = await answer.json()
  expect(entered).toMatchObject({
    ...{ ...details, gstin: '27AAPFU0939F1ZV', name: 'Meera Joshi', people: 1, note: 'Asked for a window seat' },
    ...{ state: 'confirmed', enteredBy: 'Priya Nair', verifiedAt: expect.any(String), mail: 'No email address' },
    consent: 'They asked by phone on 29 November 2026',
    ...{ setsEmail: true, acts: expect.not.arrayContaining(['offer']) },
  })
  expect(entered).not.toHaveProperty('email')
  expect(entered).not.toHaveProperty('tells')
  expect(await seatsOf(date.cohortId)).toMatchObject([{ requestId: entered._id, name: 'Meera Joshi' }])
  const [newest] = (await (await call('GET', '/api/activity')).json()).entries
  expect(newest).toMatchObject({ what: 'Enrolled Meera Joshi' })
  const earlier = await (await enter({ ...date, name: 'Asha', people: 3, askedOn: '2026-11-28' })).json()
  expect(earlier.consent).toBe('They asked by phone on 28 November 2026')
  expect(await seatsOf(date.cohortId)).toHaveLength(4)
})

test('people who phone at once get no more seats than there are', async () => {
  const callers = runs(150)
  const date = await dated({ seats: 40, bookedElsewhere: 3 })
  const answers = await Promise.all(
    Array.from({ length: callers }, (_, index) =>
      untilTaken(() => enter({ ...date, name: `Caller ${index}`, people: 1 + (index % 2) })),
    ),
  )
  const seats = await seatsOf(date.cohortId)
  const ofStatus = (status: number) => answers.filter((answer) => answer.status === status)
  expect(ofStatus(201).length + ofStatus(409).length).toBe(callers)
  const entered: { people: number }[] = await Promise.all(ofStatus(201).map((answer) => answer.json()))
  expect(entered.reduce((sum, { people }) => sum + people, 0)).toBe(37)
  expect([seats.length, await bookedOf(date.cohortId)]).toEqual([37, 40])
  expect(await ofStatus(409)[0]?.json()).toMatchObject({ code: 'no_seat' })
})

test('someone for whom no seat is free is put on the waitlist, and confirmed from there', async () => {
  const date = await dated({ seats: 1 })
  const first = await (await enter({ ...date, name: 'Asha' })).json()
  const caller = { ...date, name: 'Nikhil', phone: '+91 20 5550 0188' }
  const refused = await enter(caller)
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'no_seat', message: 'Not enough seats: 1 person, 0 seats left' },
  ])
  const waiting = await (await enter({ ...caller, waiting: true })).json()
  expect(waiting).toMatchObject({ state: 'waiting', place: 1, mail: 'No seats left. No email address' })
  expect(waiting.acts).not.toContain('offer')
  expect((await call('POST', `/api/course-requests/${waiting._id}/offer`, {})).status).toBe(409)
  await call('PATCH', `/api/course-requests/${first._id}`, { state: 'withdrawn' })
  expect(await read(waiting._id)).toMatchObject({ mail: 'A seat is free. No email address', next: 'confirm' })
  expect((await call('PATCH', `/api/course-requests/${waiting._id}`, { state: 'confirmed' })).status).toBe(200)
  expect(await seatsOf(date.cohortId)).toMatchObject([{ name: 'Nikhil' }])
})

test('free seats are not offered past someone who has no address', async () => {
  const date = await dated({ seats: 2 })
  await enter({ ...date, name: 'Nikhil', waiting: true })
  const { id } = await addRegistration(site.database, { ...date, createdAt: '2026-11-29T10:30:00.000Z' })
  const offered = () =>
    site.database.transaction((trx) => offerFreeSeats(trx, { timeZone: 'Asia/Kolkata' }, date.cohortId, 24))
  expect(await offered()).toBe(0)
  const first = (await (await call('GET', `/api/course-requests?cohort=${date.cohortId}&group=waiting`)).json())[0]
  expect(first).toMatchObject({ name: 'Nikhil', place: 1, next: 'confirm' })
  await call('PATCH', `/api/course-requests/${first._id}`, { state: 'confirmed' })
  expect([await offered(), (await read(id)).state]).toEqual([1, 'offered'])
})

test('a second registration for an address is asked about', sameOnBoth, async () => {
  const date = await dated()
  const caller = { ...date, name: 'Asha Rao', email: 'asha@kelp.example' }
  expect((await enter(caller)).status).toBe(201)
  const refused = await enter({ ...caller, name: 'Asha R', email: 'ASHA@kelp.example' })
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    {
      ...{ code: 'registered', message: 'Asha Rao is already enrolled with this address.' },
      issues: [{ path: 'email' }],
    },
  ])
  expect((await enter({ ...caller, again: true })).status).toBe(201)
  // One on the waitlist is enough.
  const waiting = { ...caller, waiting: true, again: true }
  expect([(await enter(waiting)).status, (await enter(waiting)).status]).toEqual([201, 409])
  await addRegistration(site.database, { ...date, kind: 'enrol', state: 'new', email: 'new@kelp.example', name: 'New' })
  const open = await enter({ ...caller, email: 'new@kelp.example' })
  expect((await open.json()).message).toBe('New already has an open registration with this address.')
})

test('only a date to come of the course takes someone, or a course without dates', sameOnBoth, async () => {
  const { courseId, cohortId } = await dated()
  const other = await dated()
  const past = await addCohort(site.database, courseId, { startsOn: '2026-10-09' })
  const cancelled = await addCohort(site.database, courseId, { startsOn: '2027-01-09', cancelled: true })
  const name = 'Asha'
  const refusals: [object, number, string][] = [
    [{ courseId, cohortId: past.id }, 409, 'This date has passed.'],
    [{ courseId, cohortId: cancelled.id }, 409, 'This date is cancelled.'],
    [{ courseId, cohortId: other.cohortId }, 422, 'This date is not one of the course'],
    [{ courseId }, 422, 'Choose a date'],
    [{ courseId: 'nothing' }, 404, 'Course not found'],
    [{ courseId, cohortId, askedOn: '2026-11-30' }, 422, 'This day is still to come'],
    [{ courseId, cohortId, askedOn: '2026-02-30' }, 422, 'Day must be a date'],
    [{ courseId, cohortId, people: 51 }, 422, 'People must be a number from 1 to 50'],
    [{ courseId, cohortId, name: ' ' }, 422, 'Name is required'],
    [{ courseId, cohortId, gstin: '27AAPFU0939F1ZX' }, 422, expect.stringContaining('GSTIN')],
  ]
  for (const [body, status, message] of refusals) {
    const answer = await enter({ name, ...body })
    expect([answer.status, (await answer.json()).message]).toEqual([status, message])
  }
  const { id } = await addCourse(site.database)
  expect(await (await enter({ courseId: id, name })).json()).toMatchObject({ state: 'confirmed' })
  expect((await enter({ courseId: id, name, waiting: true })).status).toBe(422)
})

test('the address of someone whom a colleague has entered is added later', sameOnBoth, async () => {
  const date = await dated()
  const { _id } = await (await enter({ ...date, name: 'Meera Joshi' })).json()
  const correct = (id: string, body: object) => call('PATCH', `/api/course-requests/${id}`, body)
  const added = await (
    await correct(_id, { email: 'meera@kelp.example', invoiceNo: '12/26', paidOn: '3 Dec, UPI' })
  ).json()
  expect(added).toMatchObject({
    ...{ email: 'meera@kelp.example', invoiceNo: '12/26', paidOn: '3 Dec, UPI', setsEmail: true },
    corrections: [{ by: 'Priya Nair', before: { email: null, invoiceNo: null, paidOn: null } }],
  })
  // The only seat is that of the person who phoned.
  expect(await seatsOf(date.cohortId)).toMatchObject([{ name: 'Meera Joshi', email: 'meera@kelp.example' }])
  await correct(_id, { name: 'Meera Josh', email: 'meera@other.example' })
  expect(await seatsOf(date.cohortId)).toMatchObject([{ name: 'Meera Josh', email: 'meera@other.example' }])
  await site.database.db
    .insertInto('deliveries')
    .values({
      ...{ id: 'sent', kind: 'registrationAnswer', subjectId: _id, state: 'sent', priority: 0, attempts: 1 },
      ...{
        dueAt: '2026-11-28T10:00:00.000Z',
        createdAt: '2026-11-28T10:00:00.000Z',
        settledAt: '2026-11-28T10:00:00.000Z',
      },
    })
    .execute()
  const refused = await correct(_id, { email: 'meera@third.example' })
  expect([refused.status, await refused.json()]).toMatchObject([409, { issues: [{ path: 'email' }] }])
  expect(await read(_id)).not.toHaveProperty('setsEmail')
  const own = await addRegistration(site.database, { ...date, kind: 'enrol', state: 'confirmed' })
  expect((await correct(own.id, { email: 'other@kelp.example' })).status).toBe(409)
  expect((await correct(own.id, { email: own.email, poNumber: 'PO 4712' })).status).toBe(200)
  const found = async (search: string) => {
    const rows = await (await call('GET', `/api/course-requests?course=${date.courseId}&search=${search}`)).json()
    return rows.map((row: { _id: string }) => row._id)
  }
  expect([await found('12/26'), await found('4712'), await found('4713')]).toEqual([[_id], [own.id], []])
})

test('only someone who may change registrations enters one', sameOnBoth, async () => {
  const date = await dated()
  for (const role of roles) {
    const as = callAs(site, await site.asStaff({ role }))
    const answer = await as('POST', '/api/course-requests/entered', { ...date, kind: 'enrol', name: role })
    expect(answer.status, role).toBe(may(role, 'writeContacts') ? 201 : 403)
  }
  expect((await site.post('/api/course-requests/entered', { ...date, name: 'Asha' })).status).toBe(401)
})
