import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FirstSteps } from '#features/dashboard/dashboard.contract.ts'
import { courseInput } from '#testing/sample-rows.ts'
import { callAs, formOf } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { ensureFirstAdmin } from './first-admin.server.ts'
import type { Profile } from './users.contract.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  for (const table of ['users', 'identityUsers', 'blogs'] as const) await site.database.db.deleteFrom(table).execute()
})

const signIn = (email: string, password: string) => site.post('/api/identity/sign-in', { email, password })
const make = (firstAdmin: { email: string; password?: string }) =>
  ensureFirstAdmin({ ...site.config, firstAdmin: { password: undefined, ...firstAdmin } }, site.database, site.identity)

test('creates the first administrator from the settings', async () => {
  expect(await make({ email: 'Boss@example.com', password: 'four rivers meet at dawn' })).toEqual({
    email: 'Boss@example.com',
  })
  const answer = await signIn('boss@example.com', 'four rivers meet at dawn')
  expect(answer.status).toBe(200)
  const { token, user } = await answer.json()
  expect(user.name).toBe('Administrator')

  // In public the posts of an account without a profile are the company's.
  const post = { title: 'First', slug: 'first', excerpt: 'It.', content: 'Words.', category: 'Cloud', published: true }
  const saved = await site.get('/api/blogs', {
    method: 'POST',
    body: formOf(post),
    headers: { authorization: `Bearer ${token}` },
  })
  expect(saved.status).toBe(201)
  expect(await (await site.get('/api/blogs/first')).json()).toMatchObject({ author: { name: 'Acme Cloud' } })
})

test('records signed by the company follow its name, and those of a person do not', async () => {
  await make({ email: 'boss@example.com', password: 'four rivers meet at dawn' })
  const { token } = await (await signIn('boss@example.com', 'four rivers meet at dawn')).json()
  const call = callAs(site, { headers: { authorization: `Bearer ${token}` } } as SignedIn)
  const send = async (...given: Parameters<typeof call>) => expect((await call(...given)).ok, given[1]).toBe(true)
  const post = { title: 'First', slug: 'first', excerpt: 'It.', content: 'Words.', category: 'Cloud', published: true }
  await send('POST', '/api/blogs', post)
  await send('POST', '/api/courses', { ...courseInput, title: 'Clouds', slug: 'clouds' })
  const signedBy = async (at = site) => {
    const [{ author }, { instructor }] = await Promise.all(
      ['/api/blogs/first', '/api/courses/clouds'].map(async (path) => (await at.get(path)).json()),
    )
    return [author.name, instructor.name]
  }
  const profile = async () => {
    const { steps } = (await (await call('GET', '/api/users/me/first-steps')).json()) as FirstSteps
    return steps.find(({ id }) => id === 'profile')?.text
  }
  const rename = (brand: string | null) => send('PUT', '/api/settings/company', { brand })

  expect(await signedBy()).toEqual(['Acme Cloud', 'Acme Cloud'])
  await rename('Blue Heron')
  expect(await signedBy()).toEqual(['Blue Heron', 'Blue Heron'])
  expect(await profile()).toBe('Your articles are signed “Blue Heron” until you say who you are.')
  // The profile has the name that the back office shows, and a changed bio does not put it at the posts.
  const me = async () => (await (await call('GET', '/api/users/me')).json()) as Profile
  expect(await me()).toMatchObject({ name: 'Administrator', signedAs: 'Blue Heron' })
  await send('PUT', '/api/users/me', { name: 'Administrator', bio: 'Engineers from Pune.' })
  expect(await me()).toMatchObject({ name: 'Administrator', signedAs: 'Blue Heron' })
  // A changed bio does not make the company's name the person's own.
  await send('PUT', '/api/users/me', { name: 'Blue Heron', bio: 'Engineers from Pune.' })
  await rename(null)
  expect(await signedBy()).toEqual(['Acme Cloud', 'Acme Cloud'])
  // The name in the server's own settings has changed.
  const company = { ...site.config.company, brand: 'Grey Heron' }
  const restarted = await startTestApp({ database: site.config.database, company })
  expect(await signedBy(restarted)).toEqual(['Grey Heron', 'Grey Heron'])
  await restarted.close()

  await rename('Meera Kulkarni')
  const [{ _id: teacher, ...instructor }] = await (await call('GET', '/api/instructors')).json()
  await send('PUT', `/api/instructors/${teacher}`, { ...instructor, bio: 'Teaches.' })
  await send('PUT', '/api/users/me', { name: 'Meera', bio: '' })
  await send('PUT', '/api/users/me', { name: 'Meera Kulkarni', bio: '' })
  await rename('Kulkarni & Co')
  expect(await signedBy()).toEqual(['Meera Kulkarni', 'Meera Kulkarni'])
  expect(await me()).toMatchObject({ name: 'Meera Kulkarni', signedAs: 'Meera Kulkarni' })
})

test('generates a password when none is given, and returns it once', async () => {
  const { password = '' } = (await make({ email: 'admin@example.com' })) ?? {}
  expect(password).toMatch(/^(\w{4}-){4}\w{4}$/)
  expect((await signIn('admin@example.com', password)).status).toBe(200)
  expect(await make({ email: 'admin@example.com' })).toBeNull()
})

test('refuses a password that is easy to guess in one line', async () => {
  for (const password of ['Password123', 'acmecloud2026', 'India@12345', 'chief1-2024!!'])
    await expect(make({ email: 'chief1@example.com', password }), password).rejects.toThrow(
      /^ADMIN_PASSWORD cannot be used\. This password is easy to guess\. .+$/,
    )
})

test('creates no administrator when there is staff already', async () => {
  await site.asStaff()
  expect(await make({ email: 'admin@example.com' })).toBeNull()
})

test('creates one administrator when several processes start at once, and returns the valid password', async () => {
  const results = await Promise.all([1, 2, 3].map(() => make({ email: 'admin@example.com' })))
  const created = results.filter((one) => one !== null)
  expect(created).toHaveLength(1)
  expect((await signIn('admin@example.com', created[0]?.password ?? '')).status).toBe(200)
})
