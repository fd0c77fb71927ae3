// On both databases: two who issue at once wait for each other
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addCohort, addRegistration, dayFromNow } from '#testing/training-rows.ts'
import { withdrawCertificates } from '../ground/certificates.server.ts'
import type { StoredCohort } from '../ground/courses.table.ts'
import type { CertificateSheet } from './certificates.contract.ts'
import { hoursOf } from './certificates.server.ts'
import type { Participant } from './participants.contract.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
let course: Awaited<ReturnType<typeof addCourse>>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false }, { built: true })
  call = callAs(site, await site.asStaff())
  course = await addCourse(site.database, { title: 'Tides' })
})
afterAll(() => site.close())

/** A date that has begun, with three seats of one booking, of which two have names. */
async function begin(values: Partial<StoredCohort> = {}) {
  const date = await addCohort(site.database, course.id, {
    startsOn: dayFromNow(-1),
    endsOn: dayFromNow(0),
    timetable: '10-17',
    ...values,
  })
  await addRegistration(site.database, {
    courseId: course.id,
    cohortId: date.id,
    kind: 'enrol',
    state: 'confirmed',
    people: 3,
  })
  const path = `/api/cohorts/${date.id}`
  const people = async () => (await (await call('GET', `${path}/participants`)).json()).participants as Participant[]
  const [one, two, three] = (await people()).map(({ _id }) => _id)
  const named = [
    { _id: one, name: 'Asha Rao' },
    { _id: two, name: 'عائشة' },
  ]
  expect((await call('PUT', `${path}/participants`, { participants: named })).status).toBe(200)
  const issue = (...participants: (string | undefined)[]) => call('POST', `${path}/certificates`, { participants })
  const sheets = async () =>
    (await (await call('GET', `${path}/certificates`)).json()).certificates as CertificateSheet[]
  return { date, path, people, one, two, three, issue, sheets }
}
const check = async (number: string) => {
  const answer = await site.get(`/api/certificates/${number}`)
  return [answer.status, await answer.json()] as const
}

test('a certificate has a number that says what it is for, and to no one whose it is', async () => {
  const { one, two, issue, sheets, date } = await begin()
  expect((await issue(one)).status).toBe(201)
  const [sheet] = await sheets()
  expect(sheet).toMatchObject({ name: 'Asha Rao', course: 'Tides', hours: 14, startsOn: date.startsOn })
  const { number = '' } = sheet ?? {}
  expect(number).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{3}$/)
  expect(sheet?.url).toContain(`/c/${number}`)
  const known = { number, course: 'Tides', startsOn: date.startsOn, endsOn: date.endsOn, issuedAt: sheet?.issuedAt }
  expect(await check(number)).toEqual([200, known])
  expect(await check(number.toLowerCase().replaceAll('-', ''))).toEqual([200, known])
  const page = await (await site.get(`/c/${number}`)).text()
  expect(page).toContain('This certificate is valid')
  expect(page).toContain('noindex')
  expect(page).not.toContain('Asha')
  // Again, and with another: the first keeps its number.
  await Promise.all([issue(one, two), issue(two, one)])
  const all = await sheets()
  expect(all.map(({ name }) => name)).toEqual(['Asha Rao', 'عائشة'])
  expect(all[0]?.number).toBe(number)
  expect(
    await site.database.db.selectFrom('certificates').select('number').where('cohortId', '=', date.id).execute(),
  ).toHaveLength(2)
})

test('any wrong letter and any swapped pair is a mistake, and a number that nobody has is unknown', async () => {
  const { one, issue, sheets } = await begin()
  await issue(one)
  const letters = ((await sheets())[0]?.number ?? '').replaceAll('-', '')
  const wrong = [...letters].map(
    (letter, at) => `${letters.slice(0, at)}${letter === '7' ? '8' : '7'}${letters.slice(at + 1)}`,
  )
  const swapped = [...letters].flatMap((letter, at) =>
    at > 0 && at < 10 && letter !== letters[at - 1]
      ? [letters.slice(0, at - 1) + letter + letters[at - 1] + letters.slice(at + 1)]
      : [],
  )
  for (const number of [...wrong, ...swapped, 'x', '😀', `${letters}9`])
    expect(await check(encodeURIComponent(number)), number).toMatchObject([
      404,
      { message: expect.stringMatching('mistake') },
    ])
  await site.database.db
    .deleteFrom('certificates')
    .where('participantId', '=', one ?? '')
    .execute()
  expect(await check(letters)).toMatchObject([404, { message: 'There is no certificate with this number.' }])
  expect((await site.get(`/c/${letters}`)).status).toBe(404)
})

test('one that was withdrawn, or whose person was erased, says so', sameOnBoth, async () => {
  const { one, two, issue, sheets, path } = await begin()
  await issue(one, two)
  const [first, second] = await sheets()
  expect((await call('DELETE', `/api/certificates/${first?.number}`)).status).toBe(200)
  expect(await check(first?.number ?? '')).toMatchObject([200, { withdrawnAt: expect.any(String) }])
  expect(await (await site.get(`/c/${first?.number}`)).text()).toContain('This certificate was withdrawn')
  expect((await sheets()).map(({ number }) => number)).toEqual([second?.number])
  // The person can get another one.
  await issue(one)
  expect((await sheets()).map(({ number }) => number)).not.toContain(first?.number)
  await site.database.transaction((trx) => withdrawCertificates(trx, [two ?? '']))
  expect(await check(second?.number ?? '')).toMatchObject([200, { withdrawnAt: expect.any(String) }])
  expect(await (await call('GET', `${path}/certificates`)).json()).toMatchObject({
    certificates: [{ name: 'Asha Rao' }],
  })
})

test('there are none before the first day, for a cancelled date, without a name, or for another date', async () => {
  const [began, other] = [await begin(), await begin()]
  const future = await begin({ startsOn: dayFromNow(3), endsOn: dayFromNow(4) })
  const off = await begin({ cancelled: true })
  const refusals = [
    [future.issue(future.one), 'You can issue certificates from the first day on.'],
    [off.issue(off.one), 'This date is cancelled.'],
    [began.issue(began.one, began.three), 'A certificate needs a name. Name the participant first.'],
    [began.issue(other.one), 'One of these people no longer has a seat on this date.'],
  ] as const
  for (const [answer, message] of refusals)
    expect([(await answer).status, (await (await answer).json()).message]).toEqual([409, message])
  expect(await began.sheets()).toEqual([])
})

test('a certificate keeps its days when the date is moved', sameOnBoth, async () => {
  const { one, issue, sheets, date } = await begin()
  await issue(one)
  const moved = { startsOn: dayFromNow(9), endsOn: dayFromNow(10) }
  expect((await call('PUT', `/api/courses/${course.id}/cohorts/${date.id}`, moved)).status).toBe(200)
  const [sheet] = await sheets()
  expect(sheet).toMatchObject({ startsOn: date.startsOn, endsOn: date.endsOn })
  expect(sheet).not.toHaveProperty('hours')
})

test('a sheet names the trainers of the date, who issue no certificates themselves', sameOnBoth, async () => {
  const { user, ...trainer } = await site.asStaff({ role: 'trainer' })
  const { one, issue, path, sheets } = await begin({ trainerIds: [user.id] })
  await issue(one)
  const [sheet] = await sheets()
  expect(sheet?.trainers).toEqual([user.name])
  const as = callAs(site, { user, ...trainer })
  expect((await as('GET', `${path}/participants`)).status).toBe(200)
  expect((await as('POST', `${path}/certificates`, { participants: [one] })).status).toBe(403)
  expect((await as('DELETE', `/api/certificates/${sheet?.number}`)).status).toBe(403)
})

test.each([
  [{ startsOn: '2031-01-06', endsOn: '2031-01-10', timetable: 'Mon-Wed 10:00-13:30' }, 10.5],
  [{ startsOn: '2031-01-06', timetable: '10-17' }, 7],
  [{ startsOn: '2031-01-06', endsOn: '2031-01-10', timetable: 'Evenings' }, undefined],
])('the hours of %o are %s', (days, hours) => expect(hoursOf(days, 'Asia/Kolkata')).toBe(hours))
