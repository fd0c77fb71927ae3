import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

test('who signs in is let in until they sign out', async () => {
  const staff = await site.asStaff({ name: 'Meera' })
  const answer = await site.post('/api/identity/sign-in', { email: staff.user.email.toUpperCase(), password: staff.password })
  expect(answer.status).toBe(200)
  const session = await answer.json()
  expect(session.user).toEqual({ uid: staff.user.firebaseUid, email: staff.user.email, name: 'Meera' })
  const headers = { authorization: `Bearer ${session.token}` }
  expect(await (await site.get('/api/identity/session', { headers })).json()).toMatchObject({ user: session.user })
  expect((await site.get('/api/blogs', { headers })).status).toBe(200)
  expect((await site.post('/api/identity/sign-out', {}, { headers })).status).toBe(200)
  expect((await site.get('/api/identity/session', { headers })).status).toBe(401)
  expect((await site.get('/api/blogs', { headers })).status).toBe(401)
  expect((await site.get('/api/blogs', { headers: staff.headers })).status).toBe(200)
})
