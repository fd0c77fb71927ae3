import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
})
afterAll(() => site.close())

const next = 'seven lamps on the quay'
const signIn = (email: string, password: string) => site.post('/api/identity/sign-in', { email, password })
const folder = () => join(site.config.dataDir, 'mail')
/** The messages with a link, each by the name of its file. Others tell of changed passwords. */
async function messagesWithLink(): Promise<[name: string, text: string][]> {
  const names = (await readdir(folder()).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder(), name), 'utf8')] as const),
  )
  return texts.flatMap(([name, text]) => (text.includes('Subject: Choose a new password for') ? [[name, text]] : []))
}

/** The text of the only such message, with folded lines joined. */
async function takeMessage(): Promise<string> {
  // The file exists before it is written completely.
  const complete = async () => (await messagesWithLink()).filter(([, text]) => text.includes('Your password stays'))
  await expect.poll(complete).toHaveLength(1)
  const [[name] = ['']] = await complete()
  const text = (await readFile(join(folder(), name), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=')
  await rm(join(folder(), name))
  return text
}
const tokenOf = (message: string) => /#\/admin\/reset-password\?token=([\w-]+)/.exec(message)?.[1] ?? ''
const reset = (token: string, password: string) => site.post('/api/identity/reset', { token, password })

test('changes a password for someone who knows the current one, and ends every other session', async () => {
  const staff = await site.asStaff()
  const change = (currentPassword: string, newPassword: string) =>
    site.post('/api/identity/password', { currentPassword, newPassword }, staff)
  const refusals: [string, string, string][] = [
    ['not it at all', next, 'currentPassword'],
    [staff.password, staff.password, 'newPassword'],
    [staff.password, 'password123', 'newPassword'],
    [staff.password, 'short', 'newPassword'],
  ]
  for (const [current, wanted, path] of refusals) {
    const answer = await change(current, wanted)
    expect(answer.status).toBe(422)
    expect((await answer.json()).issues[0].path).toEqual(path)
  }
  const answer = await change(staff.password, next)
  expect(answer.status).toBe(200)
  const { token } = await answer.json()
  expect((await site.get('/api/users', staff)).status).toBe(401)
  expect((await site.get('/api/users', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  expect((await signIn(staff.user.email, staff.password)).status).toBe(401)
  expect((await signIn(staff.user.email, next)).status).toBe(200)
})

test('replaces a forgotten password with a link that works once, and ends every session', async () => {
  const staff = await site.asStaff({ name: 'Meera', email: 'meera@example.com' })
  const answer = await site.post('/api/identity/forgot', { email: 'Meera@Example.com' })
  expect(answer.status).toBe(202)
  // No mail server is set, which every address is told alike.
  const told = await answer.json()
  expect(told).toEqual({ message: 'This site has no mail server, so no email was sent.', canMail: false })
  expect(await (await site.post('/api/identity/forgot', { email: 'nobody@example.com' })).json()).toEqual(told)
  const message = await takeMessage()
  expect(message).toContain('To: meera@example.com')
  expect(message).toContain('Hello Meera')
  const token = tokenOf(message)
  const stored = await site.database.db.selectFrom('identityVerifications').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(token)

  const weak = await reset(token, 'password123')
  expect(weak.status).toBe(422)
  expect((await weak.json()).issues[0].path).toBe('password')
  const both = await Promise.all([reset(token, next), reset(token, next)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  expect((await site.get('/api/users', staff)).status).toBe(401)
  expect((await signIn('meera@example.com', next)).status).toBe(200)
  expect((await reset(token, `${next} again`)).status).toBe(422)
})

test('expires a link after an hour, and when the password was changed', async () => {
  const staff = await site.asStaff({ email: 'late@example.com' })
  await site.post('/api/identity/forgot', { email: 'late@example.com' })
  const late = tokenOf(await takeMessage())
  await site.database.db
    .updateTable('identityVerifications')
    .set({ expiresAt: new Date(Date.now() - 1_000).toISOString() })
    .execute()
  expect((await reset(late, next)).status).toBe(422)
  await site.post('/api/identity/forgot', { email: 'late@example.com' })
  const token = tokenOf(await takeMessage())
  await site.post('/api/identity/password', { currentPassword: staff.password, newPassword: next }, staff)
  expect((await reset(token, `${next} again`)).status).toBe(422)
})

test("refuses the account's own name as a password, and keeps the link valid", async () => {
  await site.asStaff({ name: 'Sundara Krishnan', email: 'sundarakrishnan@example.com' })
  await site.post('/api/identity/forgot', { email: 'sundarakrishnan@example.com' })
  const token = tokenOf(await takeMessage())
  for (const password of ['sundarakrishnan1', 'Krishnan!2026#', 'AcmeCloud!2026']) {
    const answer = await reset(token, password)
    const { issues } = await answer.json()
    expect(password).toEqual(password)
    expect(answer.status).toBe(422)
    expect(issues?.[0]).toEqual({
      path: 'password',
      message: expect.stringMatching(/^This password is easy to guess\. It is made from a name or address/),
    })
  }
  expect((await reset(token, next)).status).toBe(200)
  expect((await reset('A'.repeat(43), 'sundarakrishnan1')).status).toBe(422)
})

test('refuses a link that was created while the clock was ahead', async () => {
  await site.asStaff({ email: 'ahead@example.com' })
  await site.post('/api/identity/forgot', { email: 'ahead@example.com' })
  const token = tokenOf(await takeMessage())
  await site.database.db
    .updateTable('identityVerifications')
    .set({ expiresAt: new Date(Date.now() + 48 * 3_600_000).toISOString() })
    .execute()
  expect((await reset(token, next)).status).toBe(422)
})

test('answers alike for every address, and sends a message only to staff with access', async () => {
  const gone = await site.asStaff({ email: 'gone@example.com' })
  await site.database.db.updateTable('users').set({ active: false }).where('id', '=', gone.user.id).execute()
  await site.asStaff({ email: 'here@example.com' })
  const answers = []
  for (const email of ['nobody@example.com', 'gone@example.com', 'here@example.com'])
    answers.push(await site.post('/api/identity/forgot', { email }))
  const contents = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
  expect(contents).toEqual([contents[0], contents[0], contents[0]])
  expect(await takeMessage()).toContain('To: here@example.com')
})

test('limits the messages to one address', async () => {
  await site.asStaff({ email: 'calm@example.com' })
  for (let count = 0; count < 6; count++) await site.post('/api/identity/forgot', { email: 'calm@example.com' })
  await expect.poll(messagesWithLink).toHaveLength(3)
  await rm(folder(), { recursive: true })
})
