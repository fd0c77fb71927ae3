// On both databases: the state of a date is computed by the query
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeContent } from '#server/database/content-version.ts'
import { insertRow } from '#server/database/rows.ts'
import { revisedFields } from '#server/record/revised-fields.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addRegistration } from '#testing/training-rows.ts'
import { publicCohort } from '../ground/cohorts.contract.ts'
import { cohorts, registrations, type StoredCohort } from '../ground/courses.table.ts'

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
      ...{ courseId, startsOn: dayFromNow(30), mode: 'online', bookedElsewhere: 0, enrolVia: 'link' },
      ...{ closed: false, cancelled: false, ...values },
    }),
  )

const read = async (slug: string) => (await site.get(`/api/courses/${slug}`)).json()

test('shows a course without dates as before', sameOnBoth, async () => {
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
  const full = await addCohort(id, { startsOn: dayFromNow(20), seats: 4, bookedElsewhere: 1 })
  await addCohort(id, { startsOn: dayFromNow(30), seats: 12, bookedElsewhere: 10 })
  await addCohort(id, { startsOn: dayFromNow(40), seats: 12 })
  const request = {
    ...{ courseId: id, cohortId: full.id, kind: 'waitlist' as const, name: 'A', people: 3, stateAt: full.createdAt },
  }
  await changeContent(site.database, async (trx) => {
    const offeredUntil = new Date(Date.now() + 60_000).toISOString()
    await insertRow(trx, registrations, {
      ...request,
      email: 'a@example.com',
      state: 'offered',
      offeredUntil,
      offeredPeople: 1,
    })
    await insertRow(trx, registrations, {
      ...request,
      email: 'b@example.com',
      state: 'confirmed',
      kind: 'enrol',
      people: 2,
    })
    const lapsed = new Date(Date.now() - 60_000).toISOString()
    await insertRow(trx, registrations, { ...request, email: 'c@example.com', state: 'offered', offeredUntil: lapsed })
  })
  const { cohorts: shown, startDate, upcoming } = await read(slug)
  expect(shown.map(({ state, seatsLeft }: { state: string; seatsLeft?: number }) => [state, seatsLeft])).toEqual([
    ['running', undefined],
    ['closed', undefined],
    ['full', undefined],
    ['few', 2],
    ['open', undefined],
  ])
  expect({ startDate, upcoming }).toEqual({ startDate: dayFromNow(30), upcoming: true })
  const { courses } = await (await site.get('/api/courses')).json()
  expect(courses.find(({ _id }: { _id: string }) => _id === id).cohorts).toEqual(shown)
  const staffList = await (await call('GET', '/api/courses/adminCourses')).json()
  expect(staffList.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({ startDate: dayFromNow(30) })
})

const full = { seats: 2, bookedElsewhere: 2 }
const nextDates: [string, Partial<StoredCohort>[], number | undefined][] = [
  [
    'a full date is skipped',
    [
      { startsOn: dayFromNow(5), ...full },
      { startsOn: dayFromNow(9), seats: 4 },
    ],
    9,
  ],
  ['too many people are no free seat', [{ startsOn: dayFromNow(5), seats: 1, bookedElsewhere: 3 }, {}], 30],
  ['the next of those that are all full', [{ startsOn: dayFromNow(8), ...full }, { ...full }], 8],
  ['a closed date is none', [{ closed: true }, { startsOn: dayFromNow(33), ...full }], 33],
  ['after the deadline it is none', [{ enrolBy: dayFromNow(-1) }, { startsOn: dayFromNow(31), ...full }], 31],
  [
    'few seats are free seats',
    [
      { startsOn: dayFromNow(4), ...full },
      { startsOn: dayFromNow(6), seats: 1 },
    ],
    6,
  ],
  [
    'a cancelled date has no seats',
    [
      { cancelled: true, seats: 9 },
      { startsOn: dayFromNow(44), ...full },
    ],
    44,
  ],
  ['no date takes people', [{ cancelled: true }, { startsOn: dayFromNow(-3) }, { closed: true }], undefined],
]

test.each(nextDates)('a course starts on its next open date: %s', async (_, dates, days) => {
  const { id, slug } = await addCourse(site.database)
  for (const values of dates) await addCohort(id, values)
  const expected = days === undefined ? undefined : dayFromNow(days)
  expect((await read(slug)).startDate).toBe(expected)
  const { courses } = await (await site.get('/api/courses?limit=100')).json()
  expect(courses.find(({ _id }: { _id: string }) => _id === id).startDate).toBe(expected)
  const staffList = await (await call('GET', '/api/courses/adminCourses?limit=100')).json()
  const listed = staffList.find(({ _id }: { _id: string }) => _id === id)
  expect([listed.startDate, listed.nextDate?.startsOn]).toEqual([expected, expected])
})

test('the next open date follows the seats that are taken and given back', async () => {
  const { id, slug } = await addCourse(site.database)
  const first = await addCohort(id, { startsOn: dayFromNow(10), seats: 1 })
  await addCohort(id, { startsOn: dayFromNow(20), seats: 8 })
  const starts = async () => {
    const { courses } = await (await site.get('/api/courses?limit=100')).json()
    const listed = courses.find(({ _id }: { _id: string }) => _id === id)
    return [(await read(slug)).startDate, listed.startDate]
  }
  const [soon, later] = [Array(2).fill(dayFromNow(10)), Array(2).fill(dayFromNow(20))]
  expect(await starts()).toEqual(soon)
  const at = { courseId: id, cohortId: first.id, stateAt: first.createdAt, people: 1, name: 'A' }
  const { id: asked } = await changeContent(site.database, (trx) =>
    insertRow(trx, registrations, { ...at, kind: 'waitlist', email: 'a@example.com', state: 'waiting' }),
  )
  expect(await starts()).toEqual(soon)
  expect((await call('POST', `/api/course-requests/${asked}/offer`, {})).status).toBe(200)
  expect(await starts()).toEqual(later)
  expect((await call('PATCH', `/api/course-requests/${asked}`, { state: 'declined' })).status).toBe(200)
  expect(await starts()).toEqual(soon)
  await call('POST', `/api/cohorts/${first.id}/booked`, { people: 1 })
  expect(await starts()).toEqual(later)
  await call('PATCH', `/api/courses/${id}/cohorts/${first.id}`, { cancelled: true })
  await call('POST', `/api/cohorts/${first.id}/booked`, { people: -1 })
  expect(await starts()).toEqual(later)
})

test('a day that a client read before the seats went is no change', async () => {
  const { id } = await addCourse(site.database)
  const soon = await addCohort(id, { startsOn: dayFromNow(10), seats: 1 })
  await addCohort(id, { startsOn: dayFromNow(20), endsOn: dayFromNow(25) })
  const stored = await (await call('GET', `/api/courses/id/${id}`)).json()
  expect(stored.startDate).toBe(dayFromNow(10))
  await call('POST', `/api/cohorts/${soon.id}/booked`, { people: 1 })
  const written = { ...stored, instructor: stored.instructor._id }
  const days = async () => {
    const all = await (await call('GET', `/api/courses/${id}/cohorts`)).json()
    return all.map(({ startsOn }: { startsOn: string }) => startsOn)
  }
  expect((await (await call('PUT', `/api/courses/${id}`, written)).json()).startDate).toBe(dayFromNow(20))
  expect(await days()).toEqual([dayFromNow(10), dayFromNow(20)])
  // Another day moves the date that was answered.
  await call('PUT', `/api/courses/${id}`, { ...written, startDate: dayFromNow(22) })
  expect(await days()).toEqual([dayFromNow(10), dayFromNow(22)])
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

test('keeps what a client of the specification writes back, whatever the states of its dates', sameOnBoth, async () => {
  const roundTrip = async (id: string) => {
    const stored = await (await call('GET', `/api/courses/id/${id}`)).json()
    const written = { ...stored, instructor: stored.instructor._id }
    expect((await call('PUT', `/api/courses/${id}`, written)).status).toBe(200)
    return written
  }
  const daysOf = async (id: string) => {
    const all = await (await call('GET', `/api/courses/${id}/cohorts`)).json()
    return all.map(({ startsOn }: { startsOn: string }) => startsOn)
  }
  const past = await addCourse(site.database, { startDate: dayFromNow(-100) })
  await addCohort(past.id, { startsOn: dayFromNow(-30) })
  const written = await roundTrip(past.id)
  expect(written.startDate).toBe(dayFromNow(-100))
  expect(await daysOf(past.id)).toEqual([dayFromNow(-30)])
  await call('PUT', `/api/courses/${past.id}`, { ...written, startDate: dayFromNow(9) })
  expect(await daysOf(past.id)).toEqual([dayFromNow(9)])

  const cancelled = await addCourse(site.database, { startDate: dayFromNow(-100) })
  await addCohort(cancelled.id, { startsOn: dayFromNow(5), cancelled: true })
  const moved = await call('PUT', `/api/courses/${cancelled.id}`, {
    ...(await roundTrip(cancelled.id)),
    startDate: dayFromNow(12),
  })
  expect((await moved.json()).startDate).toBe(dayFromNow(12))
  expect(await daysOf(cancelled.id)).toEqual([dayFromNow(5)])
  await addCohort(cancelled.id, { startsOn: dayFromNow(20) })
  await call('PUT', `/api/courses/${cancelled.id}`, { ...(await roundTrip(cancelled.id)), startDate: dayFromNow(21) })
  expect(await daysOf(cancelled.id)).toEqual([dayFromNow(5), dayFromNow(21)])
})

test('adds, changes, closes, repeats and deletes dates of one course', async () => {
  const course = await addCourse(site.database, { price: 100, asksBy: 'request' })
  const other = await addCourse(site.database)
  const path = `/api/courses/${course.id}/cohorts`
  const dated = {
    ...{
      startsOn: '2030-03-02',
      endsOn: '2030-03-30',
      timetable: 'Sat 10:00-13:00',
      seats: 12,
      enrolBy: '2030-02-20',
    },
    ...{ discountedPrice: 80.5, discountUntil: '2030-02-01T18:30:00Z', note: 'Room 4 is booked.' },
  }
  const made = await call('POST', path, dated)
  const first = await made.json()
  expect(made.status).toBe(201)
  expect(first).toMatchObject({
    ...{ ...dated, discountUntil: '2030-02-01T18:30:00.000Z', courseId: course.id, mode: 'online' },
    ...{ enrolVia: 'request', bookedElsewhere: 0, booked: 0, waiting: 0, state: 'open', version: 1 },
  })
  const at = `${path}/${first._id}`
  // A field that is left out keeps its value, null and an empty text remove one.
  const changed = await (
    await call('PUT', at, { startsOn: '2030-03-03', endsOn: '', seats: null, note: '', enrolBy: '2030-04-01' })
  ).json()
  expect(changed).toMatchObject({ startsOn: '2030-03-03', timetable: 'Sat 10:00-13:00', version: 2 })
  expect(changed.warnings).toEqual(['Enrollment ends after the first day.'])
  for (const name of ['endsOn', 'seats', 'note']) expect(changed).not.toHaveProperty(name)
  const closed = await call('PATCH', at, { closed: true })
  expect(await closed.json()).toMatchObject({ closed: true, state: 'closed', version: 2 })

  for (const [body, field] of [
    [{ startsOn: '2030-03-02', discountedPrice: 100 }, 'discountedPrice'],
    [{ startsOn: '2030-03-02', price: 60 }, 'discountedPrice'],
    [{ startsOn: '2030-03-02', endsOn: '2030-03-01' }, 'endsOn'],
    [{ startsOn: '2030-02-30' }, 'startsOn'],
    [{}, 'startsOn'],
  ] as const) {
    const refused = await call('PUT', at, body)
    const { issues } = await refused.json()
    expect([refused.status, issues?.[0].path], JSON.stringify(body)).toEqual([422, field])
  }

  await call('PUT', at, { ...dated, bookedElsewhere: 5 })
  const repeated = await call('POST', `${at}/repeat`, { weeks: 8 })
  expect(repeated.status).toBe(201)
  const copy = await repeated.json()
  expect(copy).toMatchObject({
    ...{
      startsOn: '2030-04-27',
      endsOn: '2030-05-25',
      enrolBy: '2030-04-17',
      seats: 12,
      timetable: 'Sat 10:00-13:00',
    },
    ...{ discountedPrice: 80.5, discountUntil: '2030-03-29T18:30:00.000Z', bookedElsewhere: 0, closed: false },
  })
  expect(copy).not.toHaveProperty('note')
  expect((await (await call('POST', `${at}/repeat`)).json()).startsOn).toBe('2030-04-27')

  const list = await (await call('GET', path)).json()
  expect(list.map(({ _id }: { _id: string }) => _id).slice(0, 1)).toEqual([first._id])
  expect(list).toHaveLength(3)
  for (const [method, where] of [
    ['GET', `/api/courses/${other.id}/cohorts/${first._id}`],
    ['PATCH', `/api/courses/${other.id}/cohorts/${first._id}`],
    ['POST', `/api/courses/${other.id}/cohorts/${first._id}/repeat`],
    ['DELETE', `/api/courses/${other.id}/cohorts/${first._id}`],
    ['GET', `/api/courses/${other.id}/cohorts/${first._id}/revisions`],
    ['GET', '/api/courses/unknown/cohorts'],
  ] as const)
    expect((await call(method, where, method === 'PATCH' ? { closed: true } : undefined)).status, where).toBe(404)
  expect((await call('POST', '/api/courses/unknown/cohorts', { startsOn: '2030-03-02' })).status).toBe(404)
  const history = await (await call('GET', `${at}/revisions`)).json()
  expect(history.revisions[0].changed).toContain('bookedElsewhere')

  expect((await call('DELETE', `${path}/${copy._id}`)).status).toBe(200)
  expect(await (await call('GET', path)).json()).toHaveLength(2)
  const named = `${course.title}, ${copy.startsOn}`
  expect(await (await call('GET', '/api/trash?entity=cohorts')).json()).toMatchObject([{ name: named }])
  expect((await call('POST', `/api/trash/cohorts/${copy._id}/restore`)).status).toBe(200)
  const { entries } = await (await call('GET', `/api/activity?record=${copy._id}`)).json()
  expect(entries.map(({ recordName }: { recordName: string }) => recordName)).toEqual([named, named, named])
  await changeContent(site.database, (trx) =>
    insertRow(trx, registrations, {
      ...{ courseId: course.id, cohortId: copy._id, kind: 'enrol' as const, name: 'A', email: 'a@example.com' },
      ...{ people: 2, state: 'withdrawn' as const, stateAt: '2026-01-01T00:00:00.000Z' },
    }),
  )
  const kept = await call('DELETE', `${path}/${copy._id}`)
  expect(kept.status).toBe(409)
  expect(await kept.json()).toMatchObject({ message: 'This date has 1 registration. Cancel it instead.' })
  // The question before it says so.
  expect(
    (await (await call('GET', path)).json()).map(({ registrations }: { registrations: number }) => registrations),
  ).toContain(1)

  const copied = await (await call('POST', `/api/courses/${course.id}/duplicate`)).json()
  expect(await (await call('GET', `/api/courses/${copied._id}/cohorts`)).json()).toEqual([])
})

test('finds courses without a date to come, and those with a waitlist', async () => {
  const [none, past, stored, dated] = [
    await addCourse(site.database),
    await addCourse(site.database, { startDate: dayFromNow(-3) }),
    await addCourse(site.database, { startDate: dayFromNow(3) }),
    await addCourse(site.database),
  ]
  await addCohort(past.id, { startsOn: dayFromNow(-3) })
  await addCohort(past.id, { startsOn: dayFromNow(3), cancelled: true })
  const { id } = await addCohort(dated.id, { startsOn: dayFromNow(9), seats: 3, bookedElsewhere: 3 })
  await changeContent(site.database, async (trx) => {
    const request = { courseId: dated.id, cohortId: id, kind: 'waitlist' as const, name: 'A', stateAt: dated.createdAt }
    await insertRow(trx, registrations, { ...request, email: 'a@example.com', people: 4, state: 'waiting' })
    await insertRow(trx, registrations, { ...request, email: 'b@example.com', people: 2, state: 'withdrawn' })
  })
  const mine = [none.id, past.id, stored.id, dated.id]
  const find = async (query: string) => {
    const list: { _id: string }[] = await (await call('GET', `/api/courses/adminCourses?${query}`)).json()
    return list.filter(({ _id }) => mine.includes(_id))
  }
  expect((await find('dates=none')).map(({ _id }) => _id)).toEqual([past.id, none.id])
  expect(await find('dates=waiting')).toMatchObject([
    { _id: dated.id, waiting: 4, nextDate: { startsOn: dayFromNow(9), booked: 3, seats: 3 } },
  ])
  expect((await call('GET', '/api/courses/adminCourses?dates=some')).status).toBe(400)
  expect((await find('')).find(({ _id }) => _id === dated.id)).not.toHaveProperty('waiting')
})

test('plans the starts and the last days to enroll, and counts what needs a person', async () => {
  const planned = async () => {
    const { entries } = await (await call('GET', '/api/schedule')).json()
    return entries.map(({ _id, what, day }: Record<string, string>) => [_id, what, day])
  }
  const figures = async (role: 'owner' | 'editor') => {
    const { training } = await (await callAs(site, await site.asStaff({ role }))('GET', '/api/dashboard')).json()
    // The dates of other tests have no joining details.
    const { toPrepare: _, ...counts } = training ?? {}
    return counts
  }
  const [stored, dated, inactive] = [
    await addCourse(site.database, { startDate: dayFromNow(4) }),
    await addCourse(site.database, { startDate: dayFromNow(4) }),
    await addCourse(site.database, { active: false }),
  ]
  const before = await figures('owner')
  const { id } = await addCohort(dated.id, { startsOn: dayFromNow(5), enrolBy: dayFromNow(2), seats: 9 })
  await addCohort(dated.id, { startsOn: dayFromNow(6), cancelled: true })
  await addCohort(dated.id, { startsOn: dayFromNow(7), enrolBy: dayFromNow(3), closed: true })
  await addCohort(inactive.id, { startsOn: dayFromNow(5), seats: 9 })
  const found = await planned()
  expect(found).toEqual(expect.arrayContaining([[stored.id, 'starts', dayFromNow(4)]]))
  expect(found.filter(([course]: string[]) => course === dated.id)).toEqual([
    [dated.id, 'closes', dayFromNow(2)],
    [dated.id, 'starts', dayFromNow(5)],
    [dated.id, 'starts', dayFromNow(7)],
  ])
  expect(found.some(([course]: string[]) => course === inactive.id)).toBe(false)
  await changeContent(site.database, async (trx) => {
    const request = { courseId: dated.id, cohortId: id, name: 'A', stateAt: dated.createdAt, people: 3 }
    await insertRow(trx, registrations, { ...request, kind: 'waitlist', email: 'a@example.com', state: 'waiting' })
    const enrol = { ...request, kind: 'enrol', state: 'new' } as const
    await insertRow(trx, registrations, { ...enrol, email: 'b@example.com', verifiedAt: dated.createdAt })
    // Anyone can type any address.
    await insertRow(trx, registrations, { ...enrol, email: 'c@example.com' })
  })
  const { starting = 0, waiting = 0, enrollments = 0 } = before
  expect(await figures('owner')).toEqual({
    ...{ starting: starting + 1, waiting: waiting + 3, enrollments: enrollments + 1 },
  })
  expect(await figures('editor')).toEqual({ starting: starting + 1 })
})

test('counts no enrollment as one to confirm that the call refuses, and says what can be done instead', async () => {
  const { id: courseId } = await addCourse(site.database)
  const trashed = await addCourse(site.database)
  const cancelled = await addCohort(courseId, { startsOn: dayFromNow(9), cancelled: true })
  const dates = {
    open: await addCohort(courseId),
    past: await addCohort(courseId, { startsOn: dayFromNow(-9) }),
    running: await addCohort(courseId, { startsOn: dayFromNow(-2), endsOn: dayFromNow(2) }),
    cancelled,
    longGone: await addCohort(courseId, { startsOn: dayFromNow(-9), cancelled: true }),
    trashed: await addCohort(trashed.id),
  }
  const training = async () => {
    const figures = await (await call('GET', '/api/dashboard')).json()
    return { enrollments: 0, missed: 0, ...figures.training }
  }
  const before = await training()
  const add = (date: StoredCohort, values: object = {}) =>
    addRegistration(site.database, {
      ...{ courseId: date.courseId, cohortId: date.id, kind: 'enrol' as const, state: 'new' as const },
      ...values,
    })
  const asked: string[] = []
  for (const date of Object.values(dates)) asked.push((await add(date)).id)
  await add(cancelled, { state: 'confirmed' })
  for (const state of ['declined', 'withdrawn'] as const) await add(cancelled, { state })
  await add(cancelled, { verifiedAt: undefined })
  await call('DELETE', `/api/courses/${trashed.id}`)

  const { enrollments, missed, untold } = await training()
  expect([enrollments - before.enrollments, missed - before.missed]).toEqual([2, 1])
  expect(untold).toEqual({ people: 2, course: courseId, cohort: cancelled.id })
  expect(before).not.toHaveProperty('untold')
  // The list that each sentence leads to.
  const listed = async (which: string) => {
    const rows = await (await call('GET', `/api/course-requests?course=${courseId}&state=new&dates=${which}`)).json()
    return rows.map(({ cohort }: { cohort: { _id: string } }) => cohort._id).toSorted()
  }
  expect(await listed('open')).toEqual([dates.open.id, dates.running.id].toSorted())
  const over = [dates.past.id, dates.cancelled.id, dates.cancelled.id, dates.longGone.id]
  expect(await listed('over')).toEqual(over.toSorted())
  expect((await call('GET', '/api/course-requests?dates=some')).status).toBe(400)
  // None of those that are counted is refused, and each of the others is.
  const answers = await Promise.all(
    asked.slice(0, 5).map((id) => call('PATCH', `/api/course-requests/${id}`, { state: 'confirmed' })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 200, 409, 409])
})

test('puts featured courses into an order, in which visitors see them; new ones come first', async () => {
  const made = []
  for (const title of ['A', 'B', 'C']) made.push(await addCourse(site.database, { title, featured: true }))
  const [a, b, c] = made.map(({ id }) => id)
  const titles = async () => {
    const { courses } = await (await site.get('/api/courses?featured=true&limit=2')).json()
    const second = await (await site.get('/api/courses?featured=true&limit=2&page=2')).json()
    return [...courses, ...second.courses].map(({ title }: { title: string }) => title).join('')
  }
  const order = (ids: unknown[]) => call('PUT', '/api/courses/order', { courses: ids.map((_id) => ({ _id })) })
  expect(await titles()).toBe('CBA')
  expect((await order([b, c])).status).toBe(409)
  expect((await order([b, a, c])).status).toBe(200)
  expect(await titles()).toBe('BAC')
  await addCourse(site.database, { title: 'D', featured: true })
  expect(await titles()).toBe('DBAC')
  const list = await (await call('GET', '/api/courses/adminCourses?featured=true&sort=order')).json()
  expect(list.map(({ title }: { title: string }) => title).join('')).toBe('DBAC')
})

test('tells a form that a working copy is of a course with dates', sameOnBoth, async () => {
  const { id, title, slug } = await addCourse(site.database, { startDate: dayFromNow(-100) })
  await addCohort(id)
  const stored = await (await call('GET', `/api/courses/id/${id}`)).json()
  const { workingCopy } = await (
    await call('PUT', `/api/courses/${id}/working-copy`, { ...stored, title, slug, instructor: stored.instructor._id })
  ).json()
  expect(workingCopy.fields.cohorts).toHaveLength(1)
})

test('keeps titles and places in one line', sameOnBoth, async () => {
  const course = await addCourse(site.database)
  const stored = await (await call('GET', `/api/courses/id/${course.id}`)).json()
  const written = {
    ...stored,
    instructor: stored.instructor._id,
    title: 'Evil\r\nATTENDEE:a',
    duration: '8\u2028weeks',
  }
  const changed = await (await call('PUT', `/api/courses/${course.id}`, written)).json()
  expect(changed).toMatchObject({ title: 'Evil ATTENDEE:a', duration: '8 weeks' })
  const dated = { startsOn: '2131-01-09', place: 'Baner\u2029Pune', timetable: 'Sat\n10-13', note: 'Room\n4' }
  const date = await (await call('POST', `/api/courses/${course.id}/cohorts`, dated)).json()
  expect(date).toMatchObject({ place: 'Baner Pune', timetable: 'Sat 10-13', note: 'Room\n4' })
})

test('answers every column of a date, and copies all that do not belong to its own people', async () => {
  const course = await addCourse(site.database)
  const ended = ['bookedElsewhere', 'closed', 'cancelled', 'note', 'joinUrl']
  const moved = ['startsOn', 'endsOn', 'enrolBy', 'discountUntil']
  const [day, price] = ['2131-01-09', '50']
  const values: Record<string, unknown> = {
    ...{ trainerIds: ['nobody'], remindAt: [7, 1] },
    ...{ courseId: course.id, startsOn: day, endsOn: day, enrolBy: day, discountUntil: `${day}T09:00:00.000Z` },
    ...{ mode: 'both', enrolVia: 'request', price, discountedPrice: price },
  }
  // Those of the date of a page, which no one copies.
  const { createdAt: _, pageId: __, startsAt: ___, endsAt: ____, ...own } = revisedFields(cohorts, cohorts.columns)
  const columns = Object.keys(own)
  // A text for each other column, which both databases read as a number or a flag too.
  const row = Object.fromEntries(columns.map((name) => [name, values[name] ?? '1']))
  const { id } = await changeContent(site.database, (trx) =>
    insertRow(trx, cohorts, { ...row, createdAt: '2025-01-09T09:00:00.000Z' } as never),
  )
  const path = `/api/courses/${course.id}/cohorts/${id}`
  const stored = await (await call('GET', path)).json()
  const copy = await (await call('POST', `${path}/repeat`, { weeks: 1 })).json()
  for (const name of columns) {
    expect(stored, `the answer has ${name}`).toHaveProperty(name)
    if (![...ended, ...moved].includes(name)) expect(copy[name], name).toEqual(stored[name])
  }
  expect(Date.parse(copy.updatedAt)).toBeGreaterThan(Date.parse(stored.updatedAt))
  expect(Object.fromEntries(moved.map((name) => [name, copy[name]?.slice(0, 10)]))).toEqual(
    Object.fromEntries(moved.map((name) => [name, '2131-01-16'])),
  )
  // The copy alone is not cancelled.
  const [shown] = (await read(course.slug)).cohorts
  for (const name of Object.keys(publicCohort.shape)) if (name in copy) expect(shown[name], name).toEqual(copy[name])
})

test('an act on a date that a colleague has changed is refused with its version', sameOnBoth, async () => {
  const { id: course } = await addCourse(site.database)
  const { id } = await addCohort(course)
  const old = { 'if-match': '"1"' }
  expect((await call('POST', `/api/cohorts/${id}/booked`, { people: 1 }, old)).status).toBe(200)
  for (const path of [`/api/cohorts/${id}/booked`, `/api/courses/${course}/cohorts/${id}/repeat`]) {
    const refused = await call('POST', path, { people: 1 }, old)
    expect(await refused.json(), path).toMatchObject({
      code: 'version_conflict',
      conflict: { changedBy: 'Asha Rao', current: { bookedElsewhere: 1, version: 2 } },
    })
  }
  const { entries } = await (await call('GET', `/api/activity?record=${id}`)).json()
  expect(entries.map(({ what }: { what: string }) => what)).toEqual([
    expect.stringMatching(/^Added seats booked elsewhere to date “.+”$/),
  ])
  expect((await site.post(`/api/cohorts/${id}/booked`, { people: 1 })).status).toBe(401)
  const sales = callAs(site, await site.asStaff({ role: 'sales' }))
  expect((await sales('POST', `/api/cohorts/${id}/booked`, { people: 1 })).status).toBe(403)
})

test('counts people who took their seats elsewhere, many at once, and shows visitors the state', async () => {
  const { id, slug } = await addCourse(site.database)
  const { id: cohort } = await addCohort(id, { seats: 12 })
  const take = async (people: number) => (await call('POST', `/api/cohorts/${cohort}/booked`, { people })).json()
  await Promise.all(Array.from({ length: 11 }, () => take(1)))
  const stateOf = async () => (await read(slug)).cohorts[0]
  expect(await stateOf()).toMatchObject({ state: 'few', seatsLeft: 1 })
  expect(await take(2)).toMatchObject({ booked: 13, bookedElsewhere: 13, seats: 12, state: 'full' })
  expect(await stateOf()).toMatchObject({ state: 'full' })
  expect(await take(-20)).toMatchObject({ bookedElsewhere: 0, state: 'open' })
  for (const people of [1.5, '1', undefined])
    expect((await call('POST', `/api/cohorts/${cohort}/booked`, { people })).status).toBeGreaterThanOrEqual(400)
  expect((await call('POST', '/api/cohorts/unknown/booked', { people: 1 })).status).toBe(404)
})

test('ends an early price by the minute', async () => {
  const { id, slug } = await addCourse(site.database)
  const discountUntil = new Date(Date.now() + 60_000).toISOString()
  await addCohort(id, { price: 100.5, discountedPrice: 80.25, discountUntil })
  const [early] = (await read(slug)).cohorts
  expect(early).toMatchObject({ price: 100.5, discountedPrice: 80.25, discountUntil })
})
