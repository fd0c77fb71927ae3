import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const signIn = (email: string, password: string) => site.post('/api/identity/sign-in', { email, password })
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

test('tells the browser how to sign in', async () => {
  const settings = { kind: 'embedded', domain: 'example.com', canMail: false }
  expect(await (await site.get('/api/identity')).json()).toEqual(settings)
})

test('gives access from sign-in to sign-out', async () => {
  const staff = await site.asStaff({ name: 'Meera' })
  const answer = await signIn(staff.user.email.toUpperCase(), staff.password)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const session = await answer.json()
  expect(session.user).toEqual({ uid: staff.user.firebaseUid, email: staff.user.email, name: 'Meera' })
  const mine = bearer(session.token)
  expect(await (await site.get('/api/identity/session', mine)).json()).toMatchObject({ user: session.user })
  expect((await site.get('/api/blogs', mine)).status).toBe(200)
  expect((await site.post('/api/identity/sign-out', {}, mine)).status).toBe(200)
  expect((await site.get('/api/identity/session', mine)).status).toBe(401)
  expect((await site.get('/api/blogs', mine)).status).toBe(401)
  expect((await site.get('/api/blogs', staff)).status).toBe(200)
})

test('ends an unused session and extends a used one', async () => {
  const staff = await site.asStaff()
  const stored = () =>
    site.database.db
      .selectFrom('identitySessions')
      .select('expiresAt')
      .where('userId', '=', String(staff.user.firebaseUid))
  const setEnd = (expiresAt: Date) =>
    site.database.db
      .updateTable('identitySessions')
      .set({ expiresAt: expiresAt.toISOString() })
      .where('userId', '=', String(staff.user.firebaseUid))
      .execute()
  const soon = new Date(Date.now() + 60_000)
  await setEnd(soon)
  const background = { headers: { ...staff.headers, 'x-background': '1' } }
  expect((await site.get('/api/users', background)).status).toBe(200)
  expect((await stored().executeTakeFirstOrThrow()).expiresAt, 'a call in the background').toBe(soon.toISOString())
  expect((await site.get('/api/users', staff)).status).toBe(200)
  const { expiresAt } = await stored().executeTakeFirstOrThrow()
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(6 * 24 * 3_600_000)
  await setEnd(new Date(Date.now() - 1_000))
  expect((await site.get('/api/users', staff)).status).toBe(401)
})

test('accepts a session that was used while the clock was ahead, and ends it no later than others', async () => {
  const staff = await site.asStaff()
  const mine = site.database.db
    .selectFrom('identitySessions')
    .select('expiresAt')
    .where('userId', '=', String(staff.user.firebaseUid))
  await site.database.db
    .updateTable('identitySessions')
    .set({ expiresAt: new Date(Date.now() + 30 * 24 * 3_600_000).toISOString() })
    .where('userId', '=', String(staff.user.firebaseUid))
    .execute()
  expect((await site.get('/api/users', staff)).status).toBe(200)
  expect(Date.parse((await mine.executeTakeFirstOrThrow()).expiresAt) - Date.now()).toBeLessThanOrEqual(
    7 * 24 * 3_600_000,
  )
})

test('stores no usable token in the database', async () => {
  const staff = await site.asStaff()
  const sessions = await site.database.db.selectFrom('identitySessions').selectAll().execute()
  expect(JSON.stringify(sessions)).not.toContain(staff.token)
  for (const { token } of sessions) expect((await site.get('/api/users', bearer(token))).status).toBe(401)
})

test('ends every session when signing out everywhere', async () => {
  const staff = await site.asStaff()
  const other = await (await signIn(staff.user.email, staff.password)).json()
  expect((await site.post('/api/identity/sign-out-everywhere', {}, staff)).status).toBe(200)
  for (const token of [staff.token, other.token]) expect((await site.get('/api/users', bearer(token))).status).toBe(401)
  expect((await signIn(staff.user.email, staff.password)).status).toBe(200)
})

test.each([
  [{ email: 'nobody@example.com', password: 'four rivers meet at dawn' }, 401],
  [{ email: 'nobody\0@example.com', password: 'x' }, 422],
  [{ email: 'nobody@example.com', password: '' }, 422],
  [{ email: 'nobody@example.com' }, 422],
  [{ email: 7, password: 'x' }, 400],
])('%j is answered with %i', async (given, status) => {
  expect((await site.post('/api/identity/sign-in', given)).status).toBe(status)
})

test('answers an unknown address and a wrong password alike', async () => {
  const staff = await site.asStaff()
  const [existing, unknown] = [
    await signIn(staff.user.email, 'wrong words here'),
    await signIn('ghost@example.com', 'wrong words here'),
  ]
  expect(existing.status).toEqual(unknown.status)
  expect(await existing.text()).toEqual(await unknown.text())
})

test('offers no public sign-up', async () => {
  for (const path of ['/api/identity/sign-up', '/api/identity/sign-up/email', '/api/auth/sign-up/email'])
    expect(
      (await site.post(path, { name: 'A', email: 'a@example.com', password: 'four rivers meet at dawn' })).status,
    ).toBe(404)
})
