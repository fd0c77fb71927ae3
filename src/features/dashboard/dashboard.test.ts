import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduct, createService } from '#features/catalog/catalog.server.ts'
import { contactRequests } from '#features/contact/contact.table.ts'
import { subscribers } from '#features/newsletter/newsletter.table.ts'
import { changeContent } from '#server/database/content-version.ts'
import { insertRow } from '#server/database/rows.ts'
import { addPost, sampleProduct, sampleService } from '#testing/sample-rows.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import type { Dashboard } from './dashboard.contract.ts'

let site: TestApp
let staff: SignedIn
beforeAll(async () => {
  site = await startTestApp()
  staff = await site.asStaff()
})
afterAll(() => site.close())

const read = async () => (await (await site.get('/api/dashboard', { headers: staff.headers })).json()) as Dashboard
const day = 24 * 60 * 60 * 1_000
const mondayOf = (moment: Date) =>
  new Date(moment.getTime() - ((moment.getUTCDay() + 6) % 7) * day).toISOString().slice(0, 10)

test('answers zeros and empty weeks on an empty database', async () => {
  const { weeks, ...figures } = await read()
  expect(figures).toEqual({
    blogs: 0,
    published: 0,
    drafts: 0,
    contacts: 0,
    pending: 0,
    users: 1,
    subscribers: 0,
    products: { count: 0, categories: 0 },
    services: { count: 0, active: 0 },
    latestRequests: [],
    latestDrafts: [],
  })
  const thisWeek = mondayOf(new Date())
  expect(weeks).toHaveLength(12)
  expect(weeks.at(-1)).toEqual({ week: thisWeek, subscribers: 0, contacts: 0 })
  expect(weeks[0]?.week).toBe(new Date(Date.parse(thisWeek) - 77 * day).toISOString().slice(0, 10))
})

test('answers every figure, the weeks by their Mondays, and the latest five', async () => {
  const monday = Date.parse(mondayOf(new Date()))
  const at = (weeks: number, offset: number) => new Date(monday - weeks * 7 * day + offset).toISOString()
  await changeContent(site.database, async (trx) => {
    await createProduct(trx, sampleProduct)
    await createProduct(trx, { ...sampleProduct, active: false })
    await createProduct(trx, { ...sampleProduct, category: 'Startup Acceleration Tools' })
    await createService(trx, sampleService)
    await createService(trx, { ...sampleService, active: false })
    for (const [index, createdAt] of [at(0, 0), at(1, 0), at(1, 7 * day - 1), at(11, 0), at(11, -1)].entries()) {
      const status = index === 0 ? 'resolved' : 'pending'
      await insertRow(trx, contactRequests, {
        name: 'A',
        email: 'a@example.com',
        subject: `Request ${index}`,
        message: 'M',
        status,
        createdAt,
      })
      const row = { email: `${index}@example.com`, subscribedAt: createdAt, state: 'confirmed' as const }
      if (index > 1) await insertRow(trx, subscribers, row)
    }
  })
  await addPost(site.database, { published: true })
  for (let index = 0; index < 6; index++)
    await addPost(site.database, { title: `Draft ${index}`, published: false, updatedAt: at(0, index) })

  const { weeks, latestRequests, latestDrafts, ...figures } = await read()
  expect(figures).toEqual({
    blogs: 7,
    published: 1,
    drafts: 6,
    contacts: 5,
    pending: 4,
    users: 1,
    subscribers: 3,
    products: { count: 3, categories: 2 },
    services: { count: 2, active: 1 },
  })
  expect(weeks.map(({ contacts }) => contacts)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1])
  expect(weeks.map(({ subscribers }) => subscribers)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0])
  expect(latestRequests.map(({ subject }) => subject)).toEqual([
    'Request 0',
    'Request 2',
    'Request 1',
    'Request 3',
    'Request 4',
  ])
  expect(latestDrafts.map(({ title }) => title)).toEqual(['Draft 5', 'Draft 4', 'Draft 3', 'Draft 2', 'Draft 1'])
  expect(latestDrafts[0]).toMatchObject({ author: 'Meera Kulkarni', category: 'Cloud', slug: expect.any(String) })
})

test('is only for staff', async () => {
  expect((await site.get('/api/dashboard')).status).toBe(401)
})
