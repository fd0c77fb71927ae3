// On both databases: the state of a date is computed by the query
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeContent } from '#server/database/content-version.ts'
import { insertRow } from '#server/database/rows.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { courseRequests } from '../requests/course-requests.table.ts'
import { cohorts, type StoredCohort } from './cohorts.table.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const addCohort = (courseId: string, values: Partial<StoredCohort> = {}) =>
  changeContent(site.database, (trx) =>
    insertRow(trx, cohorts, {
      ...{ courseId, startsOn: dayFromNow(30), mode: 'online', takenElsewhere: 0, enrolVia: 'link' },
      ...{ closed: false, cancelled: false, ...values },
    }),
  )

const read = async (slug: string) => (await site.get(`/api/courses/${slug}`)).json()

test('shows a course without dates as before', async () => {
  const { slug } = await addCourse(site.database, { startDate: dayFromNow(3) })
  const found = await read(slug)
  expect(found).toMatchObject({ startDate: dayFromNow(3), upcoming: true })
  expect(found).not.toHaveProperty('cohorts')
  expect(found).not.toHaveProperty('gst')
})

test('computes the states of dates, and shows visitors the ones to come', async () => {
  const { id, slug } = await addCourse(site.database, { startDate: dayFromNow(-100) })
  await addCohort(id, { startsOn: dayFromNow(-30) })
  await addCohort(id, { startsOn: dayFromNow(2), cancelled: true })
  await addCohort(id, { startsOn: dayFromNow(-3), endsOn: dayFromNow(3) })
  await addCohort(id, { startsOn: dayFromNow(10), enrolBy: dayFromNow(-2) })
  const full = await addCohort(id, { startsOn: dayFromNow(20), seats: 4, takenElsewhere: 1 })
  await addCohort(id, { startsOn: dayFromNow(30), seats: 12, takenElsewhere: 10 })
  await addCohort(id, { startsOn: dayFromNow(40), seats: 12 })
  const request = {
    ...{ courseId: id, cohortId: full.id, kind: 'waitlist' as const, name: 'A', people: 3, stateAt: full.createdAt },
  }
  await changeContent(site.database, async (trx) => {
    const offeredUntil = new Date(Date.now() + 60_000).toISOString()
    await insertRow(trx, courseRequests, {
      ...request,
      email: 'a@example.com',
      state: 'offered',
      offeredUntil,
      offeredPeople: 1,
    })
    await insertRow(trx, courseRequests, {
      ...request,
      email: 'b@example.com',
      state: 'confirmed',
      kind: 'enrol',
      people: 2,
    })
    const lapsed = new Date(Date.now() - 60_000).toISOString()
    await insertRow(trx, courseRequests, { ...request, email: 'c@example.com', state: 'offered', offeredUntil: lapsed })
  })
  const { cohorts: shown, startDate, upcoming } = await read(slug)
  expect(shown.map(({ state, seatsLeft }: { state: string; seatsLeft?: number }) => [state, seatsLeft])).toEqual([
    ['running', undefined],
    ['closed', undefined],
    ['full', undefined],
    ['few', 2],
    ['open', undefined],
  ])
  expect({ startDate, upcoming }).toEqual({ startDate: dayFromNow(20), upcoming: true })
  const { courses } = await (await site.get('/api/courses')).json()
  expect(courses.find(({ _id }: { _id: string }) => _id === id).cohorts).toEqual(shown)
  const staffList = await (await call('GET', '/api/courses/adminCourses')).json()
  expect(staffList.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({ startDate: dayFromNow(20) })
})

test('keeps a date that a client of the specification writes back, and moves the next one to another day', async () => {
  const { id } = await addCourse(site.database, { startDate: dayFromNow(-100) })
  await addCohort(id, { startsOn: dayFromNow(-30) })
  const next = await addCohort(id, { startsOn: dayFromNow(20), endsOn: dayFromNow(22), enrolBy: dayFromNow(15) })
  const stored = await (await call('GET', `/api/courses/id/${id}`)).json()
  expect(stored.startDate).toBe(dayFromNow(20))
  const written = { ...stored, instructor: stored.instructor._id }
  expect((await call('PUT', `/api/courses/${id}`, written)).status).toBe(200)
  const days = async () => {
    const row = await site.database.db
      .selectFrom('cohorts')
      .selectAll()
      .where('id', '=', next.id)
      .executeTakeFirstOrThrow()
    return [row.startsOn, row.endsOn, row.enrolBy]
  }
  expect(await days()).toEqual([dayFromNow(20), dayFromNow(22), dayFromNow(15)])
  const moved = await call('PUT', `/api/courses/${id}`, { ...written, startDate: dayFromNow(27) })
  expect((await moved.json()).startDate).toBe(dayFromNow(27))
  expect(await days()).toEqual([dayFromNow(27), dayFromNow(29), dayFromNow(22)])
})

test('ends an early price by the minute', async () => {
  const { id, slug } = await addCourse(site.database)
  const discountUntil = new Date(Date.now() + 60_000).toISOString()
  await addCohort(id, { price: 100.5, discountedPrice: 80.25, discountUntil })
  const [early] = (await read(slug)).cohorts
  expect(early).toMatchObject({ price: 100.5, discountedPrice: 80.25, discountUntil })
})
