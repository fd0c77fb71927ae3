// On both databases: a date is locked while its seats change
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs, untilTaken } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addCohort, addRegistration } from '#testing/training-rows.ts'
import { registrationUrl } from '../cohorts/course-messages.server.ts'
import type { StoredRegistration } from '../ground/courses.table.ts'
import { registrationRetention } from './registration-job.server.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
let courseId: string
let slug: string
let ahead = 0
beforeAll(async () => {
  site = await startTestApp({}, { clock: () => Date.now() + ahead })
  call = callAs(site, await site.asStaff())
  const course = await addCourse(site.database)
  courseId = course.id
  slug = course.slug
})
afterAll(() => site.close())

const add = ({ id: cohortId, courseId }: { id: string; courseId: string }, values: Partial<StoredRegistration> = {}) =>
  addRegistration(site.database, { courseId, cohortId, ...values })
const noDate = { cohortId: undefined }

const change = (id: string, body: object, headers = {}) => call('PATCH', `/api/course-requests/${id}`, body, headers)
const offer = (id: string, body: object = {}) => call('POST', `/api/course-requests/${id}/offer`, body)
const read = async (id: string) => (await call('GET', `/api/course-requests/${id}`)).json()
const tokenOf = async (id: string) =>
  new URL(await registrationUrl(site.database, 'http://localhost', id, 'confirm')).searchParams.get('token')
const press = async (id: string, action: string) =>
  site.post('/api/course-requests/link', { token: await tokenOf(id), action })
const opened = async (id: string) => (await site.get(`/api/course-requests/link?token=${await tokenOf(id)}`)).json()
const publicDate = async (id: string) => {
  const { cohorts } = await (await site.get(`/api/courses/${slug}`)).json()
  return cohorts.find(({ _id }: { _id: string }) => _id === id)
}
const counted = (answers: Response[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]))

test('of many enrollments that are confirmed at once for the last seat, exactly one has it', async () => {
  const date = await addCohort(site.database, courseId, { seats: 5, bookedElsewhere: 4 })
  const all = []
  for (let index = 0; index < 50; index++) all.push(await add(date, { kind: 'enrol', state: 'new' }))
  const answers = await Promise.all(all.map(({ id }) => untilTaken(() => change(id, { state: 'confirmed' }))))
  expect(counted(answers)).toEqual({ 200: 1, 409: 49 })
  const refused = answers.find(({ status }) => status === 409)
  expect(await refused?.json()).toMatchObject({ code: 'no_seat', message: 'Not enough seats: 1 person, 0 seats left' })
  expect(await publicDate(date.id)).toMatchObject({ state: 'full' })
})

test('of many offers at once for the last seat, exactly one is made, and the site says full', async () => {
  const date = await addCohort(site.database, courseId, { seats: 1 })
  const all = []
  for (let index = 0; index < 50; index++) all.push(await add(date))
  expect(await publicDate(date.id)).toMatchObject({ state: 'few', seatsLeft: 1 })
  expect(counted(await Promise.all(all.map(({ id }) => untilTaken(() => offer(id)))))).toEqual({ 200: 1, 409: 49 })
  expect(await publicDate(date.id)).toMatchObject({ state: 'full' })
})

test('of two who take an offer when one seat is left, the other stays first in line', async () => {
  const date = await addCohort(site.database, courseId, { seats: 2 })
  const pair = [await add(date), await add(date)] as const
  const third = await add(date)
  for (const { id } of pair) expect((await offer(id)).status).toBe(200)
  await site.database.db.updateTable('cohorts').set({ seats: 1 }).where('id', '=', date.id).execute()
  expect(counted(await Promise.all(pair.map(({ id }) => press(id, 'take'))))).toEqual({ 200: 1, 409: 1 })
  const both = await Promise.all(pair.map(({ id }) => read(id)))
  expect(both.map(({ state }) => state).sort()).toEqual(['accepted', 'waiting'])
  expect(both.find(({ state }) => state === 'waiting')).toMatchObject({
    place: 1,
    reason: 'The seat went to someone else',
    mail: 'No seats left',
  })
  expect(await read(third.id)).toMatchObject({ place: 2, mail: 'No seats left' })
})

test('an offer is free of effects until it is taken, and lapses by the clock', async () => {
  const date = await addCohort(site.database, courseId, { seats: 1 })
  const [first, second] = [await add(date), await add(date)]
  const offered = await (await offer(first.id)).json()
  expect(offered).toMatchObject({ state: 'offered', offeredPeople: 1, mail: 'No email sent: no mail server' })
  expect(offered.link).toContain('/registration?token=')
  expect((await offer(first.id)).status).toBe(409)
  for (let index = 0; index < 3; index++)
    expect(await opened(first.id)).toMatchObject({ state: 'offered', actions: ['take', 'decline'], place: 1 })
  expect(await read(first.id)).toMatchObject({ version: offered.version, state: 'offered' })
  expect(await publicDate(date.id)).toMatchObject({ state: 'full' })
  ahead = 49 * 3_600_000
  try {
    expect(await publicDate(date.id)).toMatchObject({ state: 'few', seatsLeft: 1 })
    expect(await opened(first.id)).toMatchObject({ state: 'lapsed', actions: [] })
    const late = await press(first.id, 'take')
    expect([late.status, (await late.json()).message]).toEqual([
      410,
      expect.stringMatching(/^This offer expired on \w{3} /),
    ])
    expect((await offer(second.id)).status).toBe(200)
    expect((await press(second.id, 'take')).status).toBe(200)
    expect((await press(second.id, 'take')).status).toBe(200)
    expect((await offer(first.id)).status).toBe(409)
  } finally {
    ahead = 0
  }
})

test('a group gets an offer of fewer seats only by hand, and takes those', async () => {
  const waiting = async () => (await (await call('GET', '/api/dashboard')).json()).training?.waiting ?? 0
  const before = await waiting()
  const date = await addCohort(site.database, courseId, { seats: 3 })
  const { id } = await add(date, { people: 5 })
  expect(await read(id)).toMatchObject({ mail: '5 people, only 3 seats left' })
  // The dashboard counts those who can be offered their seats.
  expect(await waiting()).toBe(before)
  const other = await addCohort(site.database, courseId, { seats: 5 })
  await add(other, { people: 5 })
  expect(await waiting()).toBe(before + 5)
  const refused = await offer(id)
  expect([refused.status, (await refused.json()).message]).toEqual([409, 'Not enough seats: 5 people, 3 seats left'])
  expect((await offer(id, { people: 6 })).status).toBe(422)
  expect(await (await offer(id, { people: 3 })).json()).toMatchObject({ offeredPeople: 3, people: 5 })
  expect(await (await press(id, 'take')).json()).toMatchObject({ state: 'accepted', people: 3, actions: ['withdraw'] })
  expect(await read(id)).toMatchObject({ reason: 'Requested 5 seats' })
})

test('someone who withdraws frees the seat, and is not the first again', async () => {
  const date = await addCohort(site.database, courseId, { seats: 1 })
  const first = await add(date)
  await offer(first.id)
  await press(first.id, 'take')
  const second = await add(date)
  expect(await publicDate(date.id)).toMatchObject({ state: 'full' })
  expect(await (await press(first.id, 'withdraw')).json()).toMatchObject({ state: 'withdrawn', actions: [] })
  expect(await publicDate(date.id)).toMatchObject({ state: 'few' })
  expect((await press(first.id, 'take')).status).toBe(409)
  await change(first.id, { state: 'waiting' })
  expect([(await read(first.id)).place, (await read(second.id)).place]).toEqual([2, 1])
})

test('someone who has asked again is not put back on the list or offered a seat for an old request', async () => {
  const date = await addCohort(site.database, courseId)
  const old = await add(date, { state: 'lapsed' })
  await add(date, { email: old.email.toUpperCase() })
  for (const answer of [await change(old.id, { state: 'waiting' }), await offer(old.id)])
    expect([answer.status, (await answer.json()).message]).toEqual([
      409,
      'This person already has an open registration for this.',
    ])
})

test('someone who asks for the same thing many times at once is on the list once', async () => {
  const date = await addCohort(site.database, courseId)
  const asked = { courseId, cohortId: date.id, kind: 'waitlist', name: 'Asha', email: 'asha@kelp.example' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => site.post('/api/course-requests', asked)))
  expect(counted(answers)).toEqual({ 201: 20 })
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
  expect(await (await call('GET', `/api/course-requests?cohort=${date.id}`)).json()).toHaveLength(1)
})

test('a request moves to another date with its seats, and keeps its day', async () => {
  const [from, to] = [
    await addCohort(site.database, courseId, { seats: 2 }),
    await addCohort(site.database, courseId, { seats: 2, bookedElsewhere: 1 }),
  ]
  const { id } = await add(from, { kind: 'enrol', state: 'confirmed', people: 2 })
  const single = await add(from)
  expect((await change(id, { cohortId: to.id })).status).toBe(409)
  await site.database.db.updateTable('cohorts').set({ seats: 3 }).where('id', '=', to.id).execute()
  const moved = await (await change(id, { cohortId: to.id })).json()
  expect(moved).toMatchObject({ state: 'confirmed', cohort: { _id: to.id }, createdAt: expect.any(String) })
  expect(await publicDate(from.id)).toMatchObject({ state: 'few', seatsLeft: 2 })
  expect(await publicDate(to.id)).toMatchObject({ state: 'full' })
  const other = await addCohort(site.database, (await addCourse(site.database)).id)
  expect((await change(single.id, { cohortId: other.id })).status).toBe(422)
  const over = await addCohort(site.database, courseId, { startsOn: '2025-01-09' })
  const late = await change(single.id, { cohortId: over.id })
  expect([late.status, (await late.json()).message]).toEqual([409, 'This date has passed.'])
  // The two dates are locked in one order, so that moves in both directions do not wait for each other.
  const back = await add(to)
  const answers = await Promise.all([
    change(single.id, { cohortId: to.id }),
    change(back.id, { cohortId: from.id }),
    change(id, { note: 'By phone' }),
  ])
  expect(counted(answers)).toEqual({ 200: 3 })
})

test('a change of an older version is refused, and one without permission too', async () => {
  const date = await addCohort(site.database, courseId, { seats: 1 })
  const { id } = await add(date, { kind: 'enrol', state: 'new' })
  expect((await change(id, { note: 'Wants an invoice' }, { 'if-match': '"1"' })).status).toBe(200)
  const refused = await change(id, { state: 'confirmed' }, { 'if-match': '"1"' })
  expect(refused.status).toBe(409)
  const conflict = { code: 'version_conflict', conflict: { current: { note: 'Wants an invoice' } } }
  expect(await refused.json()).toMatchObject(conflict)
  const deletion = await call('DELETE', `/api/course-requests/${id}`, undefined, { 'if-match': '"1"' })
  expect([deletion.status, await deletion.json()]).toMatchObject([409, conflict])
  expect((await change(id, { note: null })).status).toBe(200)
  expect(await read(id)).not.toHaveProperty('note')
  // The log names visitors as long as their data is kept.
  const newest = async () => (await (await call('GET', '/api/activity')).json()).entries[0]
  const { name } = await read(id)
  expect(await newest()).toMatchObject({ what: `Changed the note on ${name}` })
  const { db } = site.database
  expect(await db.selectFrom('activity').select('id').where('recordName', '=', name).execute()).toEqual([])
  expect((await change(id, { state: 'confirmed' })).status).toBe(200)
  expect(await newest()).toMatchObject({ what: `Confirmed ${name}` })
  await db.deleteFrom('registrations').where('id', '=', id).execute()
  expect(await newest()).toMatchObject({ what: 'Confirmed an attendee' })
})

test('a request that comes back from the trash takes no seat that others have', async () => {
  const date = await addCohort(site.database, courseId, { seats: 1 })
  const first = await add(date, { state: 'confirmed' })
  const trash = (id: string) => call('DELETE', `/api/course-requests/${id}`)
  const restore = (id: string) => call('POST', `/api/trash/registrations/${id}/restore`)
  expect((await trash(first.id)).status).toBe(200)
  expect(await publicDate(date.id)).toMatchObject({ state: 'few' })
  expect((await restore(first.id)).status).toBe(200)
  expect(await publicDate(date.id)).toMatchObject({ state: 'full' })
  await trash(first.id)
  const second = await add(date)
  expect((await change(second.id, { state: 'confirmed' })).status).toBe(200)
  expect((await restore(first.id)).status).toBe(200)
  expect(await read(first.id)).toMatchObject({ state: 'waiting', reason: expect.stringContaining('in the trash') })
  // A person who has asked again meanwhile has one open request.
  await trash(first.id)
  await add(date, { email: first.email.toUpperCase() })
  expect((await restore(first.id)).status).toBe(409)
  // A date in the trash comes back first.
  const other = await addCohort(site.database, courseId)
  const last = await add(other)
  await trash(last.id)
  expect((await call('DELETE', `/api/courses/${courseId}/cohorts/${other.id}`)).status).toBe(200)
  expect((await restore(last.id)).status).toBe(409)
  expect((await call('POST', `/api/trash/cohorts/${other.id}/restore`)).status).toBe(200)
  expect((await restore(last.id)).status).toBe(200)
})

test('requests are deleted for good some months after their date, as resolved messages are', async () => {
  const old = await addCohort(site.database, courseId, { startsOn: '2025-01-09', endsOn: '2025-03-01', seats: 4 })
  const date = await addCohort(site.database, courseId)
  const kept = [
    await add(date, { createdAt: '2025-01-01T00:00:00.000Z' }),
    await add(date, { ...noDate, kind: 'nextDate', createdAt: '2025-01-01T00:00:00.000Z' }),
  ]
  const deleted = [
    await add(old, { state: 'accepted', people: 3 }),
    await add(old),
    await add(date, {
      ...noDate,
      kind: 'nextDate',
      state: 'notified',
      stateAt: '2025-01-01T00:00:00.000Z',
    }),
    await add(date, {
      ...{ ...noDate, kind: 'nextDate', verifiedAt: undefined, stateAt: '2025-01-01T00:00:00.000Z' },
    }),
  ]
  const run = (resolvedMonths: number) =>
    site.eraseOld(registrationRetention, { own: { consent: { resolvedMonths } }, timeZone: 'Asia/Kolkata' })
  const found = async (all: { id: string }[]) =>
    Promise.all(all.map(async ({ id }) => (await call('GET', `/api/course-requests/${id}`)).status))
  await run(0)
  expect(await found(deleted)).toEqual([200, 200, 200, 200])
  await run(6)
  expect(await found(deleted)).toEqual([404, 404, 404, 404])
  expect(await found(kept)).toEqual([200, 200])
  const stored = site.database.db.selectFrom('cohorts').select('bookedElsewhere').where('id', '=', old.id)
  expect(await stored.executeTakeFirst()).toEqual({ bookedElsewhere: 3 })
})
