import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const addresses = async () =>
  (await site.database.db.selectFrom('subscribers').select('email').orderBy('email').execute()).map(
    ({ email }) => email,
  )

test('stores an address once, however it is typed, with the same answer each time', async () => {
  for (const email of ['Asha@Example.com', ' asha@example.com ', 'ASHA@EXAMPLE.COM']) {
    const answer = await site.post('/api/newsletter/subscribe', { email })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toEqual({ message: 'Thank you for subscribing to our newsletter!' })
  }
  const together = await Promise.all(
    Array.from({ length: 8 }, () => site.post('/api/newsletter/subscribe', { email: 'many@example.com' })),
  )
  expect(together.map(({ status }) => status)).toEqual(Array(8).fill(201))
  expect(await addresses()).toEqual(['asha@example.com', 'many@example.com'])
})

test.each([
  {},
  { email: '' },
  { email: 'nobody' },
  { email: 'a@b' },
  { email: `${'x'.repeat(250)}@example.com` },
  { email: 'a\0@example.com' },
])('%j is refused', async (body) => {
  const answer = await site.post('/api/newsletter/subscribe', body)
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    code: 'invalid',
    issues: [{ path: 'email', message: expect.any(String) }],
  })
  expect(await addresses()).toHaveLength(2)
})
