import { afterAll, beforeAll, expect, test } from 'vitest'
import { may, type Role, roles } from '#contract/roles.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { addCohort, addRegistration, dayFromNow } from '#testing/training-rows.ts'

let site: TestApp
const people = {} as Record<Role, SignedIn>
beforeAll(async () => {
  site = await startTestApp()
  for (const role of roles) people[role] = await site.asStaff({ role })
})
afterAll(() => site.close())

const as = (role: Role) => callAs(site, people[role])
const addInstructor = async (fields: object, by: Role = 'owner') =>
  as(by)('POST', '/api/instructors', { name: 'Rohan Patil', ...fields })
const readers = roles.filter((role) => may(role, 'readContacts'))
const others = roles.filter((role) => !may(role, 'readContacts'))

/** A date with people, of a course that a colleague teaches. */
async function taught(role?: Role) {
  const answer = await addInstructor(role ? { userId: people[role].user.id } : {})
  const { _id: instructorId } = await answer.json()
  const { id: courseId } = await addCourse(site.database, { instructorId })
  const date = await addCohort(site.database, courseId, { seats: 12 })
  const asked = { courseId, cohortId: date.id, kind: 'enrol' as const }
  await addRegistration(site.database, {
    ...asked,
    ...{
      name: 'Asha',
      people: 5,
      company: 'Sahyadri Textiles',
      gstin: '27AAPFU0939F1ZV',
      message: 'Vegetarian, please',
    },
    ...{ phone: '+91 20 5550 0199', note: 'Pays late', state: 'confirmed' },
  })
  await addRegistration(site.database, { ...asked, name: 'Nikhil', kind: 'waitlist', state: 'accepted' })
  const others = { new: 'New', declined: 'No', withdrawn: 'Gone' } as const
  for (const [state, name] of Object.entries(others))
    await addRegistration(site.database, { ...asked, name, state: state as 'new' })
  await addRegistration(site.database, { ...asked, name: 'Waits', kind: 'waitlist' })
  await addRegistration(site.database, { ...asked, name: 'Deleted', state: 'confirmed', deletedAt: date.createdAt })
  const other = await addCohort(site.database, courseId)
  await addRegistration(site.database, { ...asked, cohortId: other.id, name: 'Later', state: 'confirmed' })
  return { courseId, dateId: date.id, instructorId: String(instructorId) }
}

const readPeople = (role: Role, dateId: string) => as(role)('GET', `/api/cohorts/${dateId}/people`)

test('who teaches a date sees who comes, with nothing that accounts or sales need', async () => {
  const { courseId, dateId } = await taught('editor')
  const answer = await readPeople('editor', dateId)
  expect(answer.status).toBe(200)
  const found = await answer.json()
  expect(found).toMatchObject({ course: { _id: courseId }, date: { _id: dateId, seats: 12, booked: 6, waiting: 1 } })
  expect(found.people).toEqual([
    {
      ...{ _id: expect.any(String), name: 'Asha', company: 'Sahyadri Textiles', people: 5 },
      message: 'Vegetarian, please',
    },
    { _id: expect.any(String), name: 'Nikhil', people: 1 },
  ])
  // Each date says whether its reader may see them.
  const listFor = async (role: Role) => (await as(role)('GET', `/api/courses/${courseId}/cohorts`)).json()
  for (const role of roles)
    expect(await listFor(role), role).toMatchObject([{ readsPeople: true }, { readsPeople: true }])
})

test('the dashboard of those who teach names their next dates', async () => {
  const { courseId } = await taught('viewer')
  const day = dayFromNow(4)
  const { id } = await addCohort(site.database, courseId, { startsOn: day, bookedElsewhere: 2 })
  await addCohort(site.database, courseId, { startsOn: day, cancelled: true })
  await addCohort(site.database, courseId, { startsOn: dayFromNow(-1) })
  const trainingOf = async (role: Role) => (await (await as(role)('GET', '/api/dashboard')).json()).training
  const title = expect.any(String)
  expect(await trainingOf('viewer')).toMatchObject({ teaching: [{ cohort: id, title, startsOn: day, booked: 2 }] })
  expect(await trainingOf('sales')).not.toHaveProperty('teaching')
})

test('another date is closed to those who may not read requests', async () => {
  await taught('editor')
  const { courseId, dateId } = await taught()
  for (const role of others) {
    expect((await readPeople(role, dateId)).status).toBe(403)
    const [date] = await (await as(role)('GET', `/api/courses/${courseId}/cohorts`)).json()
    expect(date).toMatchObject({ readsPeople: false })
  }
  for (const role of readers) expect((await readPeople(role, dateId)).status).toBe(200)
  expect((await site.get(`/api/cohorts/${dateId}/people`)).status).toBe(401)
  expect((await readPeople('owner', 'nothing')).status).toBe(404)
})

test('only someone who may read requests says whom an instructor is', async () => {
  const { user } = people.editor
  for (const role of roles.filter((one) => may(one, 'writeContent'))) {
    const allowed = may(role, 'readContacts')
    expect((await addInstructor({ userId: user.id }, role)).status, role).toBe(allowed ? 201 : 403)
    const stored = await (await addInstructor({})).json()
    const change = (fields: object) => as(role)('PUT', `/api/instructors/${stored._id}`, { name: 'Rohan', ...fields })
    expect((await change({ bio: 'Teaches.' })).status, role).toBe(200)
    expect((await change({ userId: user.id })).status, role).toBe(allowed ? 200 : 403)
  }
  const wrong = await addInstructor({ userId: 'nobody' })
  expect([wrong.status, (await wrong.json()).issues]).toEqual([
    422,
    [{ path: 'userId', message: 'This team member does not exist' }],
  ])
})

test('someone who may not read requests makes no colleague the instructor of people who have asked', async () => {
  const { courseId } = await taught()
  const { instructorId } = await taught('editor')
  const course = await (await as('editor')('GET', `/api/courses/id/${courseId}`)).json()
  const put = (role: Role, id: string) => as(role)('PUT', `/api/courses/${courseId}`, { ...course, instructor: id })
  const refused = await put('editor', instructorId)
  expect([refused.status, (await refused.json()).issues?.[0]?.path]).toEqual([403, 'instructor'])
  expect((await put('marketing', instructorId)).status).toBe(200)
  // Saving without another instructor is no change.
  expect((await put('editor', instructorId)).status).toBe(200)
  const { _id } = await (await addInstructor({})).json()
  expect((await put('editor', _id)).status).toBe(200)
})

test('an instructor is no colleague any more once that one is deleted, and can be changed by anyone who may', async () => {
  const { user } = await site.asStaff({ role: 'editor' })
  const { _id, version } = await (await addInstructor({ userId: user.id })).json()
  const other = await (await addInstructor({ userId: people.editor.user.id })).json()
  expect((await as('owner')('DELETE', `/api/users/${user.id}`)).status).toBe(200)
  const stored: { _id: string; version: number; userId?: string }[] = await (
    await as('owner')('GET', '/api/instructors')
  ).json()
  const found = (id: string) => stored.find((one) => one._id === id)
  expect(found(_id)).not.toHaveProperty('userId')
  // A form that is open with the colleague learns of it.
  expect(found(_id)?.version).toBe(version + 1)
  expect(found(other._id)).toMatchObject({ userId: people.editor.user.id, version: other.version })
  expect((await as('editor')('PUT', `/api/instructors/${_id}`, { name: 'Rohan', userId: '' })).status).toBe(200)
})
