// On both databases: the trainers of a date are JSON, which each database stores and searches differently.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { may, type Role, roles } from '#contract/roles.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { addCohort, addRegistration, dayFromNow } from '#testing/training-rows.ts'

let site: TestApp
const people = {} as Record<Role, SignedIn>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  for (const role of roles) people[role] = await site.asStaff({ role })
})
afterAll(() => site.close())

const as = (role: Role) => callAs(site, people[role])
const idOf = (role: Role) => people[role].user.id
type Listed = { _id: string; course: { title: string }; startsOn: string; unnamed: number; booked: number }
const datesFor = async (role: Role, query = ''): Promise<Listed[]> =>
  (await as(role)('GET', `/api/cohorts${query}`)).json()
const idsFor = async (role: Role, query = '') => (await datesFor(role, query)).map(({ _id }) => _id)

test('only someone who may read registrations chooses the trainers of a date, among active users', async () => {
  const { id: courseId } = await addCourse(site.database)
  const path = `/api/courses/${courseId}/cohorts`
  const { id } = await addCohort(site.database, courseId)
  const put = (role: Role, fields: object) => as(role)('PUT', `${path}/${id}`, { startsOn: dayFromNow(30), ...fields })
  const trainersNow = async () => (await (await as('owner')('GET', `${path}/${id}`)).json()).trainerIds

  for (const trainerIds of [[idOf('trainer')], [idOf('editor')]]) {
    const refused = await put('editor', { trainerIds })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ issues: [{ path: 'trainerIds' }] })
    expect((await as('editor')('POST', path, { startsOn: dayFromNow(40), trainerIds })).status).toBe(403)
  }
  expect(await trainersNow()).toBeUndefined()

  const twice = [idOf('trainer'), idOf('editor'), idOf('trainer')]
  expect((await put('marketing', { trainerIds: twice })).status).toBe(200)
  expect(await trainersNow()).toEqual([idOf('trainer'), idOf('editor')])
  // Someone who may not choose them changes the rest, with the same trainers or without a word of them.
  expect((await put('editor', { place: 'Pune', trainerIds: [idOf('editor'), idOf('trainer')] })).status).toBe(200)
  expect((await put('editor', { place: 'Goa' })).status).toBe(200)
  expect((await put('editor', { trainerIds: [] })).status).toBe(403)
  expect((await put('editor', { trainerIds: [idOf('editor')] })).status).toBe(403)

  const inactive = await site.asStaff({ role: 'trainer' })
  await site.database.db.updateTable('users').set({ active: false }).where('id', '=', inactive.user.id).execute()
  for (const unknown of ['nobody', '%', `"${idOf('editor')}"`, inactive.user.id]) {
    const refused = await put('owner', { trainerIds: [idOf('trainer'), unknown] })
    expect([refused.status, await refused.json()]).toMatchObject([422, { issues: [{ path: 'trainerIds' }] }])
  }
  expect(await trainersNow()).toEqual([idOf('trainer'), idOf('editor')])
  expect((await put('owner', { trainerIds: [] })).status).toBe(200)
  expect(await trainersNow()).toBeUndefined()
})

test('lists the dates that someone teaches, and all dates for those who may read registrations', async () => {
  const instructor = await as('owner')('POST', '/api/instructors', { name: 'Rohan', userId: idOf('editor') })
  const { _id: instructorId } = await instructor.json()
  const { id: courseId } = await addCourse(site.database, { title: 'Kubernetes in depth' })
  const { id: other } = await addCourse(site.database, { title: 'Data in Pune', instructorId })
  const trainerIds = [idOf('trainer')]
  const [later, next, past, cancelled] = [
    await addCohort(site.database, courseId, { startsOn: dayFromNow(20), trainerIds, seats: 12 }),
    await addCohort(site.database, courseId, { startsOn: dayFromNow(5), trainerIds: [idOf('sales'), ...trainerIds] }),
    await addCohort(site.database, courseId, { startsOn: dayFromNow(-9), trainerIds }),
    await addCohort(site.database, courseId, { startsOn: dayFromNow(9), trainerIds, cancelled: true }),
  ]
  const older = await addCohort(site.database, courseId, { startsOn: dayFromNow(-30), trainerIds })
  const taught = await addCohort(site.database, other, { startsOn: dayFromNow(7), place: 'Shivajinagar' })
  await addCohort(site.database, courseId, { trainerIds, deletedAt: later.createdAt })
  const { id: gone } = await addCourse(site.database, { deletedAt: later.createdAt })
  await addCohort(site.database, gone, { trainerIds })
  const booked = { courseId, cohortId: later.id, kind: 'enrol', state: 'confirmed' } as const
  await addRegistration(site.database, { ...booked, people: 4 })
  await addRegistration(site.database, { ...booked, name: 'Asha' })
  await addRegistration(site.database, { ...booked, people: 3, state: 'withdrawn' })

  const own = [next, cancelled, later, past, older].map(({ id }) => id)
  expect(await idsFor('trainer')).toEqual(own)
  expect(await idsFor('trainer', '?status=upcoming')).toEqual(own.slice(0, 3))
  expect(await idsFor('trainer', '?status=past')).toEqual(own.slice(3))
  expect(await idsFor('trainer', '?search=kubernetes&limit=1')).toEqual(own.slice(0, 1))
  expect(await idsFor('trainer', '?search=shivaji')).toEqual([])
  // Nobody learns the dates of a colleague this way.
  expect(await idsFor('trainer', `?teacher=${idOf('editor')}`)).toEqual(own)
  expect(await idsFor('editor', `?teacher=${idOf('trainer')}`)).toEqual([taught.id])
  const [, , ofLater] = await datesFor('trainer')
  expect(ofLater).toMatchObject({ course: { title: 'Kubernetes in depth' }, seats: 12, booked: 5, unnamed: 4 })
  for (const secret of ['note', 'joinUrl', 'joinText', 'trainerIds']) expect(ofLater).not.toHaveProperty(secret)
  for (const role of roles.filter((role) => may(role, 'readContacts'))) {
    expect(await idsFor(role), role).toEqual(expect.arrayContaining([...own, taught.id]))
    expect(await idsFor(role, `?teacher=${idOf('trainer')}`), role).toEqual(own)
  }
  expect((await as('owner')('GET', '/api/cohorts?status=odd')).status).toBe(400)
})

test('a date keeps running when its trainer leaves, and owners are told within a week of it', async () => {
  const leaver = await site.asStaff({ role: 'trainer' })
  const { id: courseId } = await addCourse(site.database, { title: 'Cloud Foundations' })
  const soon = await addCohort(site.database, courseId, { startsOn: dayFromNow(3), trainerIds: [leaver.user.id] })
  const both = { startsOn: dayFromNow(4), trainerIds: [leaver.user.id, idOf('sales')] }
  const shared = await addCohort(site.database, courseId, both)
  await addCohort(site.database, courseId, { startsOn: dayFromNow(20), trainerIds: [leaver.user.id] })
  await addCohort(site.database, courseId, { startsOn: dayFromNow(2) })
  const untaughtFor = async (role: Role) => (await (await as(role)('GET', '/api/dashboard')).json()).training?.untaught
  const activate = async (active: boolean) => {
    const { id } = leaver.user
    expect((await as('owner')('PUT', `/api/users/${id}`, { active })).status).toBe(200)
  }

  expect(await untaughtFor('owner')).toBeUndefined()
  await activate(false)
  const named = { course: courseId, cohort: soon.id, title: 'Cloud Foundations', startsOn: dayFromNow(3) }
  expect(await untaughtFor('owner')).toEqual({ count: 1, ...named })
  for (const role of roles.filter((role) => role !== 'owner')) expect(await untaughtFor(role), role).toBeUndefined()
  await activate(true)
  expect(await untaughtFor('owner')).toBeUndefined()

  expect((await as('owner')('DELETE', `/api/users/${leaver.user.id}`)).status).toBe(200)
  expect(await untaughtFor('owner')).toEqual({ count: 1, ...named })
  const path = `/api/courses/${courseId}/cohorts`
  const stored = async (id: string) => (await as('owner')('GET', `${path}/${id}`)).json()
  expect(await stored(shared.id)).toMatchObject({ trainerIds: [idOf('sales')], version: shared.version + 1 })
  // A change of something else leaves the date without a trainer; a new trainer teaches it.
  const put = (fields: object) => as('owner')('PUT', `${path}/${soon.id}`, { startsOn: soon.startsOn, ...fields })
  await put({ trainerIds: [], place: 'Pune' })
  expect(await untaughtFor('owner')).toMatchObject({ count: 1 })
  await put({ trainerIds: [idOf('trainer')] })
  expect(await untaughtFor('owner')).toBeUndefined()
})

test('a trainer has only their dates on the dashboard', async () => {
  const answer = await (await as('trainer')('GET', '/api/dashboard')).json()
  expect(Object.keys(answer).filter((name) => name !== 'training')).toEqual([])
  expect(Object.keys(answer.training ?? {})).toEqual(answer.training ? ['teaching'] : [])
  expect(await (await as('viewer')('GET', '/api/dashboard')).json()).toMatchObject({
    blogs: 0,
    users: roles.length + 1,
  })
})

/** A body that each call about a date takes. A new call needs one, and is then tried as well. */
const bodies: Record<string, object | undefined> = {
  'GET /api/cohorts/:id/participants': undefined,
  'PUT /api/cohorts/:id/participants': { participants: [] },
  'PUT /api/cohorts/:id/attendance': { day: dayFromNow(-1), present: [] },
  'PUT /api/cohorts/:id/joining': { joinText: 'Come in by the back door' },
  'GET /api/courses/:id/cohorts/:cohort/notices': undefined,
  'POST /api/courses/:id/cohorts/:cohort/notices': { kind: 'note', body: 'Hello', count: 1 },
  'POST /api/courses/:id/cohorts/:cohort/notices/:notice/undo': undefined,
}

test('each call about a date is refused to trainers and editors who do not teach it', sameOnBoth, async () => {
  const declared = [...site.configs].filter(([, { access }]) => access === 'teach').map(([route]) => route)
  const ofDates = declared.filter((route) => !/^HEAD |^GET \/api\/cohorts$/.test(route))
  expect(Object.keys(bodies).toSorted()).toEqual(ofDates.toSorted())
  const { id: courseId } = await addCourse(site.database)
  const days = { startsOn: dayFromNow(-1), endsOn: dayFromNow(1) }
  const own = await addCohort(site.database, courseId, { ...days, trainerIds: [idOf('trainer'), idOf('editor')] })
  const other = await addCohort(site.database, courseId, {
    ...days,
    trainerIds: [idOf('sales')],
    joinText: 'Ring twice',
  })
  for (const { id: cohortId } of [own, other])
    await addRegistration(site.database, { courseId, cohortId, kind: 'enrol', state: 'confirmed', name: 'Asha' })
  const stored = async () =>
    Promise.all(
      (['cohorts', 'participants', 'cohortNotices'] as const).map((table) =>
        site.database.db.selectFrom(table).selectAll().execute(),
      ),
    )
  const before = JSON.stringify(await stored())
  for (const role of ['trainer', 'editor'] as const)
    for (const [route, body] of Object.entries(bodies)) {
      if (role === 'editor' && route.endsWith('/joining')) continue
      const [method = '', pattern = ''] = route.split(' ')
      const ids = { ':cohort': other.id, ':notice': 'x' }
      const path = pattern
        .replace(/:(cohort|notice)/g, (name) => ids[name as keyof typeof ids])
        .replace(':id', pattern.includes('/courses/') ? courseId : other.id)
      const answer = await as(role)(method, path, body)
      expect([answer.status, Object.keys(await answer.json())], `${role}: ${route}`).toEqual([403, ['message', 'code']])
    }
  expect(JSON.stringify(await stored())).toBe(before)
  for (const role of ['trainer', 'editor'] as const)
    expect((await as(role)('GET', `/api/cohorts/${own.id}/participants`)).status, role).toBe(200)
})
