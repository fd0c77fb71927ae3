import { expect, test } from 'vitest'
import { shareMailSite } from '#testing/mail-site.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp } from '#testing/start-app.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const laptop =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0'
const mine = 'a secret of my own browser'
const both = shareMailSite([])

test('lists the devices of the caller, and ends one, or all others, at once', async () => {
  const { site } = both
  const staff = await site.asStaff()
  const other = callAs(site, await site.asStaff())
  const signIn = async (browser: string) => {
    const body = { email: staff.user.email, password: staff.password, device: mine }
    const answer = await site.post('/api/identity/sign-in', body, { headers: { 'user-agent': browser } })
    return (await answer.json()).token as string
  }
  const first = await signIn(phone)
  const second = await signIn(laptop)
  const call = (token: string, method: string, path: string) =>
    callAs(site, { ...staff, token, headers: { authorization: `Bearer ${token}` } })(method, `/api/identity/${path}`)
  const list = async () => (await call(second, 'GET', 'sessions')).json()
  const sessions = await list()
  expect(sessions).toHaveLength(3)
  expect(sessions.find(({ current }: { current: boolean }) => current)).toMatchObject({ device: 'Edge on Linux' })
  const onPhone = sessions.find(({ device }: { device?: string }) => device === 'Safari on iPhone')
  expect(onPhone).toMatchObject({ current: false, address: expect.stringContaining('127.0.0.1') })
  expect(JSON.stringify(sessions)).not.toContain(first)

  expect((await other('DELETE', `/api/identity/sessions/${onPhone._id}`)).status, 'of a colleague').toBe(404)
  expect((await call(first, 'GET', 'sessions')).status).toBe(200)
  expect((await call(second, 'DELETE', `sessions/${onPhone._id}`)).status).toBe(200)
  expect((await call(first, 'GET', 'sessions')).status).toBe(401)
  expect((await call(second, 'DELETE', `sessions/${onPhone._id}`)).status).toBe(404)

  expect((await call(second, 'POST', 'sign-out-others')).status).toBe(200)
  expect((await call(staff.token, 'GET', 'sessions')).status).toBe(401)
  expect(await list()).toHaveLength(1)
  for (const [method, path] of [
    ['GET', 'sessions'],
    ['DELETE', `sessions/${onPhone._id}`],
    ['POST', 'sign-out-others'],
    ['GET', 'new-devices'],
  ])
    expect((await site.get(`/api/identity/${path}`, { method: method ?? '' })).status).toBe(401)
})

test('notifies the owner by mail of a sign-in from a new device, and only of that', async () => {
  const { sink, site } = both
  const staff = await site.asStaff({ name: 'Meera', email: 'meera@example.com' })
  const signIn = (device: string) =>
    site.post(
      '/api/identity/sign-in',
      { email: staff.user.email, password: staff.password, device },
      { headers: { 'user-agent': phone } },
    )
  await signIn(mine)
  await signIn(mine)
  await signIn('the secret of another browser')
  await expect.poll(() => sink.taken.length).toBe(1)
  const [message] = sink.taken
  expect(message?.to).toBe('meera@example.com')
  // Lines of quoted-printable text are joined.
  const source = message?.source.replaceAll('=\r\n', '')
  expect(source).toContain('Subject: New sign-in to Acme Cloud')
  expect(source).toContain('Safari on iPhone')
  expect(source).toContain('/#/admin/profile')
  expect(await (await callAs(site, staff)('GET', '/api/identity/new-devices')).json(), 'the mail says it').toEqual([])
})

test('shows it in the back office without a mail server', async () => {
  const site = await startTestApp()
  const staff = await site.asStaff()
  for (const device of [mine, 'the secret of another browser'])
    await site.post('/api/identity/sign-in', { email: staff.user.email, password: staff.password, device })
  const told = await (await callAs(site, staff)('GET', '/api/identity/new-devices')).json()
  expect(told).toHaveLength(1)
  expect(told[0].address).toContain('127.0.0.1')
  await site.close()
})
