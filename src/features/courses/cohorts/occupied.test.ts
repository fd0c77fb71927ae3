// On both databases: people are counted by the query
import { afterAll, beforeAll, expect, test } from 'vitest'
import { may, roles } from '#contract/roles.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addCohort, addRegistration, dayFromNow } from '#testing/training-rows.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const read = async (...courses: string[]) =>
  (await call('GET', `/api/cohorts/occupied?${courses.map((id) => `course=${id}`).join('&')}`)).json()

test('counts what hangs on each date to come of some courses', async () => {
  const [first, second, free] = [
    await addCourse(site.database, { title: 'Clouds' }),
    await addCourse(site.database, { title: 'Models', asksBy: 'request' }),
    await addCourse(site.database),
  ]
  const full = await addCohort(site.database, first.id, { startsOn: dayFromNow(9), seats: 12, bookedElsewhere: 6 })
  const soon = await addCohort(site.database, first.id, { startsOn: dayFromNow(2) })
  await addCohort(site.database, first.id, { startsOn: dayFromNow(4) })
  const gone = [
    await addCohort(site.database, first.id, { startsOn: dayFromNow(-4), bookedElsewhere: 3 }),
    await addCohort(site.database, first.id, { startsOn: dayFromNow(5), bookedElsewhere: 3, cancelled: true }),
    await addCohort(site.database, free.id, {
      startsOn: dayFromNow(5),
      bookedElsewhere: 3,
      deletedAt: first.createdAt,
    }),
  ]
  const add = (cohort: { id: string; courseId: string }, values: object) =>
    addRegistration(site.database, { courseId: cohort.courseId, cohortId: cohort.id, ...values })
  await add(full, { kind: 'enrol', state: 'confirmed', people: 5 })
  await add(full, { state: 'waiting', people: 2 })
  await add(full, { kind: 'enrol', state: 'waiting', people: 4 })
  await add(full, { kind: 'enrol', state: 'declined' })
  await add(full, { kind: 'enrol', state: 'new', people: 3 })
  await add(full, { kind: 'enrol', state: 'confirmed', deletedAt: first.createdAt })
  await add(soon, { state: 'accepted' })
  await add(gone[0] ?? soon, { kind: 'enrol', state: 'confirmed' })
  await addRegistration(site.database, { courseId: second.id, kind: 'enrol', state: 'confirmed', people: 2 })
  await addRegistration(site.database, { courseId: second.id, kind: 'nextDate' })

  expect(await read(first.id, second.id, free.id)).toEqual([
    {
      course: { _id: first.id, title: 'Clouds' },
      cohort: { _id: soon.id, startsOn: soon.startsOn },
      ...{ booked: 1, enrolled: 1, waiting: 0, asked: 0 },
    },
    {
      course: { _id: first.id, title: 'Clouds' },
      cohort: { _id: full.id, startsOn: full.startsOn },
      ...{ booked: 11, enrolled: 1, waiting: 2, asked: 1 },
    },
    { course: { _id: second.id, title: 'Models' }, booked: 2, enrolled: 1, waiting: 0, asked: 0 },
  ])
  expect(await read(free.id)).toEqual([])
  expect(await read('nothing')).toEqual([])
})

test('needs a course, and is for all staff, since it names no one', async () => {
  const { id } = await addCourse(site.database)
  expect((await call('GET', '/api/cohorts/occupied')).status).toBe(422)
  expect((await site.get(`/api/cohorts/occupied?course=${id}`)).status).toBe(401)
  for (const role of roles) {
    const answer = await callAs(site, await site.asStaff({ role }))('GET', `/api/cohorts/occupied?course=${id}`)
    expect(answer.status, role).toBe(may(role, 'staff') ? 200 : 403)
  }
})
