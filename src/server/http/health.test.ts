import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

test.each(['/healthz', '/readyz'])('%s answers 200 while the database works', async (path) => {
  const answer = await site.get(path)
  expect(answer.status).toBe(200)
  const { status, version } = await answer.json()
  expect(status).toBe('ok')
  if (path === '/healthz') expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('without its database the process is healthy and not ready', async () => {
  const other = await startTestApp()
  await other.database.close()
  const ready = await other.get('/readyz')
  expect(ready.status).toBe(503)
  expect(await ready.json()).toEqual({ status: 'unavailable', message: 'The database does not answer' })
  expect((await other.get('/healthz')).status).toBe(200)
  await other.close()
})
