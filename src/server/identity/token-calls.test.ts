import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { asToken } from '#testing/tokens.ts'
import { actAs } from './acting-as.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
})
afterAll(() => site.close())

test('a token calls in the name of its owner with its permissions', async () => {
  const owner = await site.asStaff()
  const { headers } = await asToken(site, owner, ['staff'])
  expect((await site.get('/api/finder?search=x', { headers })).status).toBe(200)
  const refused = await site.post('/api/blogs', { title: 'x' }, { headers })
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'token_forbidden'])
})

test('the process acts for a caller, and nobody else can', async () => {
  const owner = await site.asStaff()
  const headers = actAs({ ...owner.user, uid: '', profileId: '', role: 'owner' as never })
  const made = await site.app.inject({ url: '/api/finder?search=x', headers })
  expect(made.statusCode).toBe(200)
  const publish = await site.app.inject({ method: 'POST', url: '/api/blogs/reorder', headers })
  expect(publish.statusCode).toBe(404)
})
