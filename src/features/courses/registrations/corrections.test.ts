// On both databases: a date is locked while its seats change
import { afterAll, beforeAll, expect, test } from 'vitest'
import { may, roles } from '#contract/roles.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addCohort, addRegistration } from '#testing/training-rows.ts'
import type { StoredCohort, StoredRegistration } from '../ground/courses.table.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  call = callAs(site, await site.asStaff({ name: 'Priya Nair' }))
})
afterAll(() => site.close())

const gstins = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4'] as const
const correct = (id: string, body: object, headers = {}) => call('PATCH', `/api/course-requests/${id}`, body, headers)
const read = async (id: string) => (await call('GET', `/api/course-requests/${id}`)).json()

async function enrolled(values: Partial<StoredRegistration> = {}, date: Partial<StoredCohort> = {}) {
  const { id: courseId } = await addCourse(site.database)
  const cohort = await addCohort(site.database, courseId, { seats: 6, ...date })
  const registration = await addRegistration(site.database, {
    ...{ courseId, cohortId: cohort.id, kind: 'enrol', state: 'confirmed', name: 'Asha Roa', people: 2 },
    ...{ company: 'Sahyadri', gstin: gstins[0], ...values },
  })
  const booked = async () => {
    const [found] = await (await call('GET', `/api/courses/${courseId}/cohorts`)).json()
    return found.booked
  }
  return { courseId, cohortId: cohort.id, id: registration.id, booked }
}

test('staff correct who comes and how many, and the old values stay in the history of the registration', async () => {
  const { id, booked } = await enrolled()
  const fields = { name: 'Asha Rao', company: 'Sahyadri Textiles', gstin: gstins[1].toLowerCase(), people: 5 }
  const answer = await correct(id, { ...fields, phone: '+91 20 5550 0199' })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    ...{ ...fields, gstin: gstins[1], phone: '+91 20 5550 0199', state: 'confirmed' },
    corrections: [
      {
        by: 'Priya Nair',
        at: expect.any(String),
        before: { name: 'Asha Roa', company: 'Sahyadri', gstin: gstins[0], people: 2, phone: null },
      },
    ],
  })
  expect(await booked()).toBe(5)
  // A value that it has already is no change, and an empty one is removed.
  await correct(id, { name: 'Asha Rao', gstin: null })
  const { corrections, gstin } = await read(id)
  expect([gstin, corrections.at(-1).before, corrections.length]).toEqual([undefined, { gstin: gstins[1] }, 2])
  await correct(id, { name: 'Asha Rao', gstin: '' })
  expect((await read(id)).corrections).toHaveLength(2)
})

test('a correction never takes more than the free seats, also of many at once', async () => {
  const { courseId, cohortId, id, booked } = await enrolled()
  const refused = await correct(id, { people: 7, name: 'Asha Rao' })
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'no_seat', message: 'They have 2 seats, and 4 more are free' },
  ])
  // Nothing of a refused correction is stored.
  expect(await read(id)).toMatchObject({ people: 2, name: 'Asha Roa' })
  const others = []
  for (let index = 0; index < 4; index++)
    others.push(
      await addRegistration(site.database, { courseId, cohortId, kind: 'enrol', state: 'confirmed', people: 1 }),
    )
  await correct(id, { people: 1 })
  const answers = await Promise.all(others.map(({ id }) => correct(id, { people: 2 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect(await booked()).toBe(6)
  // Fewer people are always right, and so is a name on a date with too many.
  const full = await enrolled({ people: 9 })
  expect((await correct(full.id, { people: 8 })).status).toBe(200)
  expect((await correct(full.id, { name: 'Asha Rao' })).status).toBe(200)
  expect((await correct(full.id, { people: 9 })).status).toBe(409)
})

test('an offer never grows, and someone without a seat may ask for any number', async () => {
  const offeredUntil = new Date(Date.now() + 3_600_000).toISOString()
  const offer = await enrolled({ kind: 'waitlist', state: 'offered', offeredUntil, offeredPeople: 2 })
  expect(await (await correct(offer.id, { people: 4 })).json()).toMatchObject({ people: 4, offeredPeople: 2 })
  expect(await (await correct(offer.id, { people: 1 })).json()).toMatchObject({ people: 1, offeredPeople: 1 })
  expect(await offer.booked()).toBe(1)
  const waiting = await enrolled({ kind: 'waitlist', state: 'waiting' })
  expect((await correct(waiting.id, { people: 50 })).status).toBe(200)
})

test('a correction frees seats for a state that is set with it', async () => {
  const { id, booked } = await enrolled({ state: 'new', people: 9 })
  expect((await correct(id, { state: 'confirmed' })).status).toBe(409)
  expect((await correct(id, { state: 'confirmed', people: 6 })).status).toBe(200)
  expect(await booked()).toBe(6)
})

test.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ people: 0 }, 'people', 'People must be a number from 1 to 50'],
  [{ people: 51 }, 'people', 'People must be a number from 1 to 50'],
  [{ gstin: '27AAPFU0939F1ZX' }, 'gstin', expect.stringMatching(/GSTIN/)],
  [{ company: 'x'.repeat(301) }, 'company', expect.any(String)],
  [{ phone: 'x'.repeat(301) }, 'phone', expect.any(String)],
])('a wrong value is refused at its field: %j', async (body, path, message) => {
  const { id } = await enrolled()
  const answer = await correct(id, body)
  expect([answer.status, (await answer.json()).issues]).toEqual([422, [{ path, message }]])
})

test('an older version is refused, and so are a question and an address', sameOnBoth, async () => {
  const { id, courseId } = await enrolled()
  const { version, email } = await read(id)
  await correct(id, { name: 'Asha' })
  const late = await correct(id, { company: 'Other' }, { 'if-match': `"${version}"` })
  expect([late.status, await late.json()]).toMatchObject([
    409,
    { code: 'version_conflict', conflict: { current: { name: 'Asha' } } },
  ])
  await correct(id, { email: 'someone@example.net' })
  expect((await read(id)).email).toBe(email)
  const question = await addRegistration(site.database, { courseId, kind: 'question', state: 'new' })
  expect((await read(question.id)).acts).not.toContain('correct')
  const refused = await correct(question.id, { name: 'Asha' })
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    'This is a question. Reply to it in Contacts.',
  ])
})

test('what someone asked again for leaves the registration as staff enter it', sameOnBoth, async () => {
  const proposed = { company: 'Sahyadri Mills', people: 3, at: new Date().toISOString() }
  const { id } = await enrolled({ proposed })
  await correct(id, { company: 'Sahyadri Mills' })
  expect((await read(id)).proposed).toEqual({ people: 3, at: proposed.at })
  await correct(id, { people: 3 })
  expect((await read(id)).proposed).toBeUndefined()
})

test('only those who may change registrations correct them, and the person’s data has the old values', async () => {
  const { id } = await enrolled({ email: 'asha@kelp.example' })
  for (const role of roles) {
    const answer = await callAs(site, await site.asStaff({ role }))('PATCH', `/api/course-requests/${id}`, {
      name: role,
    })
    expect(answer.status, role).toBe(may(role, 'writeContacts') ? 200 : 403)
  }
  expect((await site.get(`/api/course-requests/${id}`, { method: 'PATCH' })).status).toBe(401)
  const { key } = await (await call('POST', '/api/persons/find', { email: 'asha@kelp.example' })).json()
  const person = JSON.stringify(await (await call('GET', `/api/persons/${key}`)).json())
  expect(person).toContain('{"name":"Earlier values","value":"Asha Roa, ')
})
