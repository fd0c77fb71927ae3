import { afterAll, beforeAll, expect, test } from 'vitest'
import { may, type Role, roles } from '#contract/roles.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { addCohort, addRegistration, dayFromNow } from '#testing/training-rows.ts'
import type { Participant } from './participants.contract.ts'

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

const readPeople = (role: Role, dateId: string) => as(role)('GET', `/api/cohorts/${dateId}/participants`)
const put = (role: Role, dateId: string, participants: object[]) =>
  as(role)('PUT', `/api/cohorts/${dateId}/participants`, { participants })
const attend = (role: Role, dateId: string, body: object) => as(role)('PUT', `/api/cohorts/${dateId}/attendance`, body)
/** The participants of a date, in the order of their bookings. */
const seatsOf = async (dateId: string): Promise<Participant[]> =>
  (await (await readPeople('owner', dateId)).json()).participants

test('who teaches a date sees who comes, with nothing that accounts or sales need', async () => {
  const { courseId, dateId } = await taught('trainer')
  const answer = await readPeople('trainer', dateId)
  expect(answer.status).toBe(200)
  const found = await answer.json()
  expect(found).toMatchObject({
    course: { _id: courseId },
    date: { _id: dateId, seats: 12, booked: 6, waiting: 1 },
    days: [dayFromNow(30)],
    acts: ['name', 'attend', 'join', 'write'],
  })
  expect(found.bookings).toEqual([
    {
      ...{ _id: expect.any(String), name: 'Asha', company: 'Sahyadri Textiles', people: 5 },
      message: 'Vegetarian, please',
    },
    { _id: expect.any(String), name: 'Nikhil', people: 1 },
  ])
  const [asha, nikhil] = found.bookings.map(({ _id }: { _id: string }) => _id)
  const seat = { _id: expect.any(String), informed: false, attended: {}, version: 1 }
  expect(found.participants).toEqual([
    ...Array.from({ length: 5 }, () => ({ ...seat, requestId: asha })),
    { ...seat, requestId: nikhil, name: 'Nikhil' },
  ])
  const ofOwner = await (await readPeople('owner', dateId)).json()
  expect(ofOwner.acts).toEqual(['name', 'attend', 'join', 'write', 'certify', 'add'])
  expect(ofOwner.participants[5]).toEqual({ ...found.participants[5], email: expect.stringContaining('@') })
  // Each date says whether its reader may see them.
  const listFor = async (role: Role) => (await as(role)('GET', `/api/courses/${courseId}/cohorts`)).json()
  expect(await listFor('owner')).toMatchObject([{ readsPeople: true }, { readsPeople: true }])
})

test('a trainer of a date, who is not the instructor, sees and names its participants', async () => {
  const { dateId, courseId } = await taught()
  for (const role of ['trainer', 'editor'] as const) expect((await readPeople(role, dateId)).status).toBe(403)
  const trainerIds = [people.trainer.user.id, people.editor.user.id]
  await as('owner')('PUT', `/api/courses/${courseId}/cohorts/${dateId}`, {
    ...{ startsOn: dayFromNow(30), note: 'Pays late', trainerIds },
  })
  const [first] = await seatsOf(dateId)
  for (const role of ['trainer', 'editor'] as const) {
    const answer = await put(role, dateId, [{ _id: first?._id, name: `Meera of ${role}` }])
    expect(answer.status, role).toBe(200)
    const found = await answer.json()
    expect(found.date, role).not.toHaveProperty('note')
    expect(found.participants[0]).toMatchObject({ name: `Meera of ${role}` })
    // Addresses are of those who sell.
    const refused = await put(role, dateId, [{ _id: first?._id, email: 'meera@kelp.example' }])
    expect(refused.status, role).toBe(403)
  }
  // Who reads registrations changes nothing.
  expect((await put('viewer', dateId, [{ _id: first?._id, name: 'Nobody' }])).status).toBe(403)
})

test('participants are named, keep what is not sent, and are changed as they were read', async () => {
  const { dateId } = await taught()
  const [one, two] = await seatsOf(dateId)
  const details = { email: 'meera@kelp.example', phone: '+91 20 5550 0188', informed: true }
  const answer = await put('owner', dateId, [
    { _id: one?._id, name: ' Meera  Joshi ', ...details, version: 1 },
    { _id: two?._id, name: 'मीरा जोशी', version: 1 },
  ])
  expect(answer.status).toBe(200)
  const { participants } = await answer.json()
  expect(participants[0]).toMatchObject({ name: 'Meera  Joshi', ...details, version: 2 })
  expect(participants[1]).toMatchObject({ name: 'मीरा जोशी', informed: false })
  // The call takes what it answers, which changes nothing.
  expect(await (await put('owner', dateId, participants)).json()).toMatchObject({ participants })
  const refused = await put('owner', dateId, [{ _id: one?._id, name: 'Someone', version: 1 }])
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'version_conflict', conflict: { current: { name: 'Meera  Joshi', version: 2 } } },
  ])
  // Nothing of a call is stored unless all of it is.
  const half = await put('owner', dateId, [
    { _id: two?._id, name: 'Half' },
    { _id: 'nobody', name: 'Nobody' },
  ])
  expect([half.status, (await half.json()).issues]).toEqual([
    422,
    [{ path: 'participants.1._id', message: 'This participant has no seat on this date' }],
  ])
  const cleared = await put('owner', dateId, [
    { _id: one?._id, email: null },
    { _id: two?._id, name: '' },
  ])
  const after = (await cleared.json()).participants
  expect(after[0]).toMatchObject({ name: 'Meera  Joshi', informed: false })
  expect(after[1]).not.toHaveProperty('name')
  const uninformed = await put('owner', dateId, [{ _id: one?._id, informed: true }])
  expect([uninformed.status, (await uninformed.json()).message]).toEqual([422, 'Enter an email address first'])
})

test('attendance is taken by day, and not before the day', async () => {
  const { courseId } = await taught('trainer')
  const date = await addCohort(site.database, courseId, { startsOn: dayFromNow(-2), endsOn: dayFromNow(2) })
  for (const people of [2, 1])
    await addRegistration(site.database, {
      ...{ courseId, cohortId: date.id, kind: 'enrol', state: 'confirmed', people },
    })
  const [one, two, three] = (await seatsOf(date.id)).map(({ _id }) => _id)
  const [before, today] = [dayFromNow(-2), dayFromNow(-1)]
  const taken = await attend('trainer', date.id, { day: before, present: [one, three] })
  expect(taken.status).toBe(200)
  const attended = async () => (await seatsOf(date.id)).map((seat) => seat.attended)
  expect(await attended()).toEqual([{ [before]: true }, { [before]: false }, { [before]: true }])
  // One press each changes only that one, and a repeated one nothing.
  for (let index = 0; index < 2; index++) await attend('trainer', date.id, { day: today, present: [two], absent: [] })
  await attend('trainer', date.id, { day: before, present: [], absent: [three] })
  expect(await seatsOf(date.id)).toMatchObject([
    { attended: { [before]: true }, version: 2 },
    { attended: { [before]: false, [today]: true }, version: 3 },
    { attended: { [before]: false }, version: 3 },
  ])
  await put('trainer', date.id, [{ _id: three, attended: { [before]: null, [today]: true } }])
  expect(await attended()).toEqual([{ [before]: true }, { [before]: false, [today]: true }, { [today]: true }])
  const refusals: [object, string][] = [
    [{ day: dayFromNow(2), present: [] }, 'This day is still to come'],
    [{ day: dayFromNow(-3), present: [] }, 'This is not a day of this date'],
    [{ day: before, present: ['nobody'] }, 'This participant has no seat on this date'],
    [{ day: before, present: [one], absent: [one] }, 'Nobody can be both present and absent'],
    [{ day: '2026-02-30', present: [] }, 'Day must be a date'],
  ]
  for (const [body, message] of refusals) {
    const answer = await attend('trainer', date.id, body)
    expect([answer.status, (await answer.json()).message]).toEqual([422, message])
  }
  const early = await put('trainer', date.id, [{ _id: one, attended: { [dayFromNow(2)]: true } }])
  expect([early.status, (await early.json()).message]).toEqual([422, 'This day is still to come'])
  const [newest] = (await (await as('owner')('GET', '/api/activity')).json()).entries
  expect(newest).toMatchObject({
    what: expect.stringMatching(`^Changed the participants of date “.+, ${date.startsOn}”$`),
  })
  for (const [role, status] of [
    ['viewer', 403],
    ['sales', 200],
  ] as const)
    expect((await attend(role, date.id, { day: before, present: [one] })).status).toBe(status)
  expect((await site.get(`/api/cohorts/${date.id}/participants`)).status).toBe(401)
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
  // Others who answer for it hear of one that misses something.
  expect(await trainingOf('sales')).toMatchObject({
    toPrepare: [{ cohort: id, title, booked: 2, unnamed: 0, joiningMissing: true }],
  })
  expect(await trainingOf('sales')).not.toHaveProperty('teaching')
  expect((await trainingOf('editor'))?.toPrepare).toBeUndefined()
})

test('another date is closed to those who may not read requests', async () => {
  await taught('editor')
  const { courseId, dateId } = await taught()
  for (const role of others) {
    expect((await readPeople(role, dateId)).status).toBe(403)
    if (!may(role, 'staff')) continue
    const [date] = await (await as(role)('GET', `/api/courses/${courseId}/cohorts`)).json()
    expect(date).toMatchObject({ readsPeople: false })
  }
  for (const role of readers) expect((await readPeople(role, dateId)).status).toBe(200)
  expect((await site.get(`/api/cohorts/${dateId}/participants`)).status).toBe(401)
  expect((await readPeople('owner', 'nothing')).status).toBe(404)
})

test('only someone who may read requests says whom an instructor is', async () => {
  const { user } = people.editor
  for (const role of roles.filter((one) => may(one, 'publish'))) {
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
