// On both databases: the seats of a date change under its lock
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '#testing/property-seed.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addCohort, addRegistration, dayFromNow } from '#testing/training-rows.ts'
import { registrationUrl } from '../cohorts/course-messages.server.ts'
import type { StoredRegistration } from '../ground/courses.table.ts'
import { registrationRetention } from '../registrations/registration-job.server.ts'
import type { DateParticipants, Participant } from './participants.contract.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const change = (id: string, body: object) => call('PATCH', `/api/course-requests/${id}`, body)
const readDate = async (id: string): Promise<DateParticipants> =>
  (await call('GET', `/api/cohorts/${id}/participants`)).json()
const put = (id: string, participants: object[]) => call('PUT', `/api/cohorts/${id}/participants`, { participants })
const namesOf = (participants: Participant[]) => participants.map(({ name }) => name)
const erase = async (email: string) => {
  const { key } = await (await call('POST', '/api/persons/find', { email })).json()
  return (await call('POST', `/api/persons/${key}/erase`, { word: 'ERASE' })).json()
}
const tokenOf = async (id: string) =>
  new URL(await registrationUrl(site.database, 'http://localhost', id, 'confirm')).searchParams.get('token')
const press = async (id: string, action: string) =>
  site.post('/api/course-requests/link', { token: await tokenOf(id), action })

async function dated(seats = 12) {
  const { id: courseId } = await addCourse(site.database)
  const { id: cohortId } = await addCohort(site.database, courseId, { seats })
  const add = (values: Partial<StoredRegistration> = {}) =>
    addRegistration(site.database, { courseId, cohortId, kind: 'enrol', state: 'confirmed', ...values })
  return { courseId, cohortId, add }
}

const five = ['Asha', 'Meera', 'Nikhil', 'Rohan', 'Sneha'] as const

/** A booking of five by Asha, whose people have names and addresses. */
async function booked(values: Partial<StoredRegistration> = {}) {
  const date = await dated()
  const row = await date.add({ name: 'Asha', email: `asha-${date.cohortId}@kelp.example`, people: 5, ...values })
  const { participants } = await readDate(date.cohortId)
  const addressOf = (name: string) => `${name.toLowerCase()}-${date.cohortId}@kelp.example`
  await put(
    date.cohortId,
    participants.map(({ _id }, index) => ({ _id, name: five[index], email: addressOf(five[index] ?? '') })),
  )
  return { ...date, row, ids: participants.map(({ _id }) => _id), addressOf }
}

test('erasing the one who booked five seats leaves the four others, with their names', async () => {
  const { cohortId, row } = await booked()
  expect(await erase(row.email)).toMatchObject({ message: expect.stringContaining('1 registration') })
  const { participants, bookings, date } = await readDate(cohortId)
  expect(namesOf(participants).sort()).toEqual(['Meera', 'Nikhil', 'Rohan', 'Sneha'])
  expect(participants.filter(({ requestId }) => requestId !== undefined)).toEqual([])
  expect([bookings, date.booked, date.bookedElsewhere]).toEqual([[], 5, 5])
  // Their names can still be corrected.
  const [first] = participants
  expect((await put(cohortId, [{ _id: first?._id, name: 'Meera J' }])).status).toBe(200)
})

test('erasing a booking whose people have no names, or which is not enrolled, leaves nobody’s data', async () => {
  const unnamed = await dated()
  const row = await unnamed.add({ people: 5 })
  await erase(row.email)
  expect((await readDate(unnamed.cohortId)).participants).toHaveLength(4)
  const gone = await booked()
  await change(gone.row.id, { state: 'withdrawn' })
  await erase(gone.row.email)
  const { participants, date } = await readDate(gone.cohortId)
  expect([participants, date.booked]).toEqual([[], 0])
  const left = site.database.db.selectFrom('participants').select('id').where('cohortId', '=', gone.cohortId)
  expect(await left.execute()).toEqual([])
})

test('an erased participant leaves the seat without a name, and its certificate is withdrawn', async () => {
  const { cohortId, ids, addressOf } = await booked()
  const { db } = site.database
  await db
    .insertInto('certificates')
    .values({
      ...{ number: `N-${cohortId}`, participantId: ids[1] ?? '', cohortId, course: 'Clouds' },
      ...{ startsOn: dayFromNow(-2), issuedAt: '2026-11-28T10:00:00.000Z' },
    })
    .execute()
  await put(cohortId, [{ _id: ids[1], phone: '+91 20 5550 0199', informed: true }])
  const email = addressOf('Meera')
  const { key } = await (await call('POST', '/api/persons/find', { email })).json()
  const person = await (await call('GET', `/api/persons/${key}`)).json()
  expect(person).toMatchObject({
    names: ['Meera'],
    entries: [{ kind: 'participant', path: `/admin/courses/dates/${cohortId}` }],
  })
  expect(person.entries[0].facts).toContainEqual({ name: 'Phone', value: '+91 20 5550 0199' })
  expect(person.entries[0].facts).toContainEqual({ name: 'Certificate', value: `N-${cohortId}` })
  const exported = await (await call('GET', `/api/persons/${key}/export`)).text()
  expect(exported).toContain(email)
  expect(await erase(email)).toMatchObject({ message: expect.stringContaining('1 participant') })
  const { participants, date } = await readDate(cohortId)
  expect([participants.length, date.booked, date.bookedElsewhere]).toEqual([5, 5, 0])
  expect(participants[1]).toEqual({
    ...{ _id: ids[1], requestId: participants[0]?.requestId, informed: false, attended: {} },
    version: expect.any(Number),
  })
  const certificate = db
    .selectFrom('certificates')
    .select(['participantId', 'withdrawnAt'])
    .where('cohortId', '=', cohortId)
  expect(await certificate.executeTakeFirst()).toEqual({ participantId: null, withdrawnAt: expect.any(String) })
})

test('old participants go with the term of registrations, also those whose booking was erased', async () => {
  const { cohortId, row } = await booked()
  const other = await booked()
  await erase(row.email)
  const past = { startsOn: '2025-01-09', endsOn: '2025-01-10' }
  await site.database.db.updateTable('cohorts').set(past).where('id', 'in', [cohortId, other.cohortId]).execute()
  const run = (resolvedMonths: number) =>
    site.eraseOld(registrationRetention, { own: { consent: { resolvedMonths } }, timeZone: 'Asia/Kolkata' })
  await run(0)
  expect((await readDate(cohortId)).participants).toHaveLength(4)
  await run(6)
  for (const id of [cohortId, other.cohortId]) {
    const { participants, date } = await readDate(id)
    expect([participants, date.booked]).toEqual([[], 5])
  }
})

test('people keep their seats in the trash and back, and leave for good with it', async () => {
  const { cohortId, row } = await booked()
  await call('DELETE', `/api/course-requests/${row.id}`)
  expect((await readDate(cohortId)).participants).toEqual([])
  await call('POST', `/api/trash/registrations/${row.id}/restore`)
  expect(namesOf((await readDate(cohortId)).participants)).toEqual(five)
  await call('DELETE', `/api/course-requests/${row.id}`)
  expect((await call('DELETE', `/api/trash/registrations/${row.id}`)).status).toBe(200)
  const left = site.database.db.selectFrom('participants').select('id').where('cohortId', '=', cohortId)
  expect([await left.execute(), (await readDate(cohortId)).date.booked]).toEqual([[], 0])
})

test('fewer people than names are refused while they have seats, and unnamed seats go first', async () => {
  const { cohortId, row, ids } = await booked()
  const refused = await change(row.id, { people: 4 })
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    {
      code: 'seats_named',
      message: '5 people have names here. Remove participants first.',
      issues: [{ path: 'people' }],
    },
  ])
  await put(cohortId, [{ _id: ids[1], name: '', email: '' }])
  expect((await change(row.id, { people: 4 })).status).toBe(200)
  expect(namesOf((await readDate(cohortId)).participants)).toEqual(['Asha', 'Nikhil', 'Rohan', 'Sneha'])
  // The one who booked is among them, and is corrected with the booking.
  await change(row.id, { name: 'Asha Rao', people: 6 })
  expect(namesOf((await readDate(cohortId)).participants)).toEqual([
    ...['Asha Rao', 'Nikhil', 'Rohan', 'Sneha'],
    ...[undefined, undefined],
  ])
  // Someone who withdraws and comes back with fewer has nobody to remove.
  await change(row.id, { state: 'withdrawn' })
  await change(row.id, { people: 2 })
  await change(row.id, { state: 'confirmed' })
  expect(namesOf((await readDate(cohortId)).participants)).toEqual(['Asha Rao', 'Nikhil'])
})

test('seats that are not booked elsewhere any more are no participants', async () => {
  const { cohortId, courseId, row } = await booked()
  await erase(row.email)
  const { participants } = await readDate(cohortId)
  const taken = (people: number) => call('POST', `/api/cohorts/${cohortId}/booked`, { people })
  const refused = await taken(-2)
  expect([refused.status, (await refused.json()).code]).toEqual([409, 'seats_named'])
  await put(cohortId, [{ _id: participants[0]?._id, name: '', email: '' }])
  expect((await taken(-2)).status).toBe(200)
  expect(await readDate(cohortId)).toMatchObject({ participants: { length: 3 }, date: { bookedElsewhere: 3 } })
  const form = { startsOn: dayFromNow(30), bookedElsewhere: 2 }
  expect((await call('PUT', `/api/courses/${courseId}/cohorts/${cohortId}`, form)).status).toBe(409)
})

/** The acts that change who has a seat, each with numbers that choose the registration and the rest. */
const acts = [
  'enter',
  'confirm',
  'decline',
  'withdraw',
  'list',
  'offer',
  'take',
  'release',
  'move',
  'people',
  'name',
] as const
const more = ['trash', 'restore', 'erase', 'booked', 'shift'] as const
const step = fc.tuple(fc.constantFrom(...acts, ...acts, ...more), fc.nat(), fc.nat())

test('each seat of a date has one participant, whatever is done', sameOnBoth, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
      const { courseId, cohortId, add } = await dated(9)
      const other = await addCohort(site.database, courseId, { seats: 5, startsOn: dayFromNow(40) })
      const dates = [cohortId, other.id]
      const bookedBefore = new Map<string, number>()
      const all: { id: string; email: string }[] = []
      for (const state of ['confirmed', 'new', 'waiting'] as const)
        all.push(await add({ state, people: 1 + all.length }))
      for (const [act, which, number] of steps) {
        const one = all[which % all.length] ?? { id: '', email: '' }
        const [people, date] = [1 + (number % 4), dates[number % 2] ?? '']
        const answer = await perform(act, one, people, date)
        expect(answer?.status ?? 200, act).toBeLessThan(500)
        for (const id of dates) {
          const { participants, bookings, date } = await readDate(id)
          const orphans = participants.filter(({ requestId }) => requestId === undefined)
          const ofBookings = bookings.map(({ _id }) => participants.filter(({ requestId }) => requestId === _id).length)
          expect(ofBookings, act).toEqual(bookings.map(({ people }) => people))
          const seats = ofBookings.reduce((sum, count) => sum + count, 0)
          expect(participants.length, act).toBe(seats + orphans.length)
          expect(orphans.length, act).toBeLessThanOrEqual(date.bookedElsewhere)
          expect(participants.length, act).toBeLessThanOrEqual(date.booked)
          // Only people who book elsewhere can be more than there are seats.
          const most = Math.max(date.seats ?? 0, bookedBefore.get(id) ?? 0)
          if (act !== 'booked') expect(date.booked, act).toBeLessThanOrEqual(most)
          bookedBefore.set(id, date.booked)
        }
      }

      async function perform(act: string, { id, email }: { id: string; email: string }, people: number, date: string) {
        const states = { confirm: 'confirmed', decline: 'declined', withdraw: 'withdrawn', list: 'waiting' } as const
        if (act in states) return change(id, { state: states[act as 'confirm'] })
        if (act === 'enter') {
          const name = `Caller ${all.length}`
          const entered = await call('POST', '/api/course-requests/entered', { courseId, cohortId: date, name, people })
          if (entered.status === 201) all.push({ id: (await entered.clone().json())._id, email: '' })
          return entered
        }
        if (act === 'offer') return call('POST', `/api/course-requests/${id}/offer`, { people })
        if (act === 'take') return press(id, 'take')
        if (act === 'release') return press(id, 'withdraw')
        if (act === 'move') return change(id, { cohortId: date })
        if (act === 'people') return change(id, { people })
        if (act === 'name') {
          const { participants } = await readDate(date)
          return put(
            date,
            participants.slice(0, people).map(({ _id }) => ({ _id, name: `Named ${_id}` })),
          )
        }
        if (act === 'trash') return call('DELETE', `/api/course-requests/${id}`)
        if (act === 'restore') return call('POST', `/api/trash/registrations/${id}/restore`)
        if (act === 'booked') return call('POST', `/api/cohorts/${date}/booked`, { people: people - 2 })
        if (act === 'shift')
          return call('PUT', `/api/courses/${courseId}/cohorts/${date}`, { startsOn: dayFromNow(30 + people) })
        if (email === '') return undefined
        await erase(email)
        return undefined
      }
    }),
    { numRuns: runs(8) },
  )
})
