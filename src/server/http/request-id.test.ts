import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
let behindProxy: TestApp
let direct: TestApp
beforeAll(async () => {
  behindProxy = await startTestApp({ trustProxy: 1 })
  direct = await startTestApp()
})
afterAll(() => Promise.all([behindProxy.close(), direct.close()]))

const idOf = async (site: TestApp, given?: string, path = '/api/nowhere') =>
  (await site.get(path, given ? { headers: { 'x-request-id': given } } : {})).headers.get('x-request-id')

test('the id of a trusted proxy names the request, and no one else’s does', async () => {
  const id = '4f1c0de2a9b84c7f8d3e6a5b1c2d3e4f'
  expect(await idOf(behindProxy, id)).toBe(id)
  expect(await idOf(direct, id)).toMatch(uuid)
})

test.each(['short', 'anna@example.net', 'a'.repeat(65), 'with space', 'eyJhbGciOiJI.eyJzdWIi.c2ln'])(
  'an id such as %s is replaced',
  async (given) => expect(await idOf(behindProxy, given)).toMatch(uuid),
)

test('writes and errors carry the id, and cacheable answers do not', async () => {
  expect(await idOf(direct, undefined, '/api/products')).toBeNull()
  const created = await direct.post('/api/contact', { name: 'A', email: 'a@example.com', subject: 'S', message: 'M' })
  expect(created.status).toBe(201)
  expect(created.headers.get('x-request-id')).toMatch(uuid)
  const ids = [await idOf(direct), await idOf(direct)]
  expect(ids[0]).not.toBe(ids[1])
})
