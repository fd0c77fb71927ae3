import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRow } from '#server/database/rows.ts'
import { queueDelivery } from '#server/mail/queue.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { cohorts, registrations } from '../ground/courses.table.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

test('an erased person leaves the seat, and gets no message', async () => {
  const { database } = site
  const { id: courseId, title } = await addCourse(database)
  const cohort = await database.transaction(async (trx) => {
    const row = await insertRow(trx, cohorts, {
      ...{ courseId, startsOn: '2131-01-09', mode: 'online', enrolVia: 'request', seats: 9, bookedElsewhere: 1 },
      ...{ closed: false, cancelled: false },
    })
    const asked = { courseId, cohortId: row.id, email: 'Meera@kelp.example', name: 'Meera', stateAt: row.createdAt }
    const registration = await insertRow(trx, registrations, {
      ...asked,
      kind: 'enrol',
      people: 3,
      state: 'confirmed',
    })
    await insertRow(trx, registrations, { ...asked, kind: 'waitlist', people: 2, state: 'waiting' })
    await queueDelivery(trx, 'mailTest', { subjectId: registration.id, wait: 60_000 })
    return row
  })
  const { key } = await (await call('POST', '/api/persons/find', { email: 'meera@kelp.example' })).json()
  const { entries, names } = await (await call('GET', `/api/persons/${key}`)).json()
  expect(names).toEqual(['Meera'])
  expect(entries[0]).toMatchObject({ kind: 'registration', title, path: `/admin/courses/${courseId}/registrations` })
  const erased = await call('POST', `/api/persons/${key}/erase`, { word: 'ERASE' })
  expect((await erased.json()).message).toContain('2 registrations')
  const stored = database.db.selectFrom('cohorts').select(['bookedElsewhere', 'version']).where('id', '=', cohort.id)
  expect(await stored.executeTakeFirst()).toEqual({ bookedElsewhere: 4, version: 2 })
  expect(await database.db.selectFrom('deliveries').select('id').execute()).toEqual([])
})
