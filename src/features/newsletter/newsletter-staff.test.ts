import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApp, type TestApp } from '#server/testing/start-app.ts'
import { subscribers } from './newsletter.table.ts'

let site: TestApp
let staff: SignedIn
beforeAll(async () => {
  site = await startTestApp()
  staff = await site.asStaff()
  for (const [index, email] of ['asha@example.com', '=cmd@example.com', 'ravi@example.org'].entries())
    await site.database.db
      .insertInto('subscribers')
      .values(subscribers.encode({ id: `subscriber-${index}`, email, subscribedAt: `2026-02-0${index + 1}T00:00:00.000Z` }))
      .execute()
})
afterAll(() => site.close())
const ask = (path: string) => site.get(path, { headers: staff.headers })
const emails = async (query: string) =>
  (await (await ask(`/api/newsletter/subscribers${query}`)).json()).subscribers.map(({ email }: { email: string }) => email)

test('the list has all subscribers, newest first; it is searched and paged', async () => {
  const { subscribers: list } = await (await ask('/api/newsletter/subscribers')).json()
  expect(list[0]).toEqual({ _id: expect.any(String), email: 'ravi@example.org', subscribedAt: '2026-02-03T00:00:00.000Z' })
  expect(await emails('')).toHaveLength(3)
  expect(await emails('?search=EXAMPLE.COM')).toEqual(['=cmd@example.com', 'asha@example.com'])
  expect(await emails('?limit=1&page=3')).toEqual(['asha@example.com'])
  expect((await ask('/api/newsletter/subscribers?limit=1')).headers.get('x-total-count')).toBe('3')
})

test('the table to download', async () => {
  const csv = await (await ask('/api/newsletter/subscribers.csv')).text()
  expect(csv).toBe(
    "Email,Subscribed at\r\nasha@example.com,2026-02-01T00:00:00.000Z\r\n'=cmd@example.com,2026-02-02T00:00:00.000Z\r\nravi@example.org,2026-02-03T00:00:00.000Z\r\n",
  )
})
