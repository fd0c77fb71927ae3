import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeContent } from '#server/database/content-version.ts'
import { insertRow } from '#server/database/rows.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { cohorts, type StoredCohort } from './cohorts.table.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false }, { built: true })
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

test('answers 410 for a course that was public, and 404 for one that never was', async () => {
  const draft = await addCourse(site.database, { active: false })
  const course = await addCourse(site.database, { title: 'Kubernetes at night' })
  const planned = await addCourse(site.database, { publishAt: '2099-01-01T00:00:00.000Z' })
  const ended = await addCourse(site.database, { unpublishAt: '2020-01-01T00:00:00.000Z' })
  for (const { id, active } of [
    { id: course.id, active: false },
    { id: draft.id, active: false },
  ])
    expect((await call('PATCH', `/api/courses/${id}`, { active })).status).toBe(200)
  const answer = await site.get(`/api/courses/${course.slug}`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({
    message: 'Course not found',
    code: 'gone',
    was: { _id: course.id, title: 'Kubernetes at night', slug: course.slug, ended: true },
  })
  for (const [{ slug }, status] of [
    [draft, 404],
    [planned, 404],
    [ended, 410],
    [course, 410],
  ] as const)
    expect([slug, (await site.get(`/courses/${slug}`)).status]).toEqual([slug, status])
  const page = await (await site.get(`/courses/${course.slug}`)).text()
  expect(page).toContain('Kubernetes at night')
  expect(page).toContain('Tell me the next date')
})

test('gives a date as a calendar file, also a cancelled one, but none that is past or of another course', async () => {
  const { id, slug } = await addCourse(site.database)
  const other = await addCourse(site.database)
  const date = await addCohort(id)
  const cancelled = await addCohort(id, { cancelled: true })
  const past = await addCohort(id, { startsOn: dayFromNow(-3) })
  const get = (of: string, name: string) => site.get(`/api/courses/${of}/dates/${name}.ics`)
  const answer = await get(slug, date.id)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(await answer.text()).toContain(`UID:${date.id}\r\n`)
  expect(await (await get(slug, cancelled.id)).text()).toContain('STATUS:CANCELLED')
  expect((await get(slug, past.id)).status).toBe(404)
  expect((await get(other.slug, date.id)).status).toBe(404)
})
