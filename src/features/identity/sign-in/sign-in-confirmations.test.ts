import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countAttempt } from '#server/identity/sign-in-throttle.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'

let sink: SmtpSink
let site: TestApp
beforeAll(async () => {
  sink = await startSmtpSink()
  const mail = { smtpUrl: sink.url, from: 'no-reply@example.com', rate: 100, connections: 1, retryPauses: [0] }
  site = await startTestApp({
    rateLimit: false,
    trustProxy: 1,
    mail: mailSettings({ ...mail, contactNotify: undefined }),
  })
})
beforeEach(() => {
  sink.behave({})
  sink.taken.length = 0
})
afterAll(async () => {
  await site.close()
  await sink.close()
})

const device = 'a secret of this browser'
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const signIn = (address: string, email: string, password: string, more = {}) =>
  site.post('/api/identity/sign-in', { email, password, ...more }, from(address))
const confirm = (address: string, token: string, more = {}) =>
  site.post('/api/identity/sign-in/confirm', { token, ...more }, from(address))
const contentOf = async (answer: Response) => [answer.status, await answer.text()]

/** Tries enough wrong passwords, each from another network, to count as an attack. */
async function attack(email: string) {
  for (let count = 0; count < 40; count++)
    await countAttempt(site.database, email, `2001:db8:a:${count}::1`, { byMail: true })
}
async function takeToken({ user }: SignedIn): Promise<string> {
  await expect.poll(() => sink.taken.length).toBe(1)
  expect(sink.taken[0]?.to).toBe(user.email)
  const { text = '' } = await PostalMime.parse(sink.taken[0]?.source ?? '')
  const [, token = ''] = /\/#\/admin\/confirm-sign-in\?token=([\w-]+)/.exec(text) ?? []
  return token
}

test('requires a confirmation by mail for a sign-in from a new place during an attack, without revealing that the password was right', async () => {
  const staff = await site.asStaff()
  const { email } = staff.user
  await attack(email)
  await attack('nobody@example.com')
  const [right, wrong, nobody] = await Promise.all([
    signIn('198.51.100.1', email, staff.password, { device }).then(contentOf),
    signIn('198.51.100.2', email, 'not the password', { device }).then(contentOf),
    signIn('198.51.100.3', 'nobody@example.com', staff.password, { device }).then(contentOf),
  ])
  expect(right).toEqual([403, expect.stringContaining('open the link that we emailed you')])
  expect(JSON.parse(String(right?.[1])).code).toBe('confirmation_needed')
  expect(wrong).toEqual(right)
  expect(nobody).toEqual(right)

  const token = await takeToken(staff)
  await expect
    .poll(() => site.database.db.selectFrom('deliveries').select(['kind', 'state', 'payload']).execute())
    .toEqual([{ kind: 'signInConfirmation', state: 'sent', payload: null }])
  for (const more of [{}, { device: 'a secret of another browser' }])
    expect((await confirm('198.51.100.1', token, more)).status).toBe(422)
  const answers = await Promise.all([
    confirm('198.51.100.1', token, { device }),
    confirm('198.51.100.1', token, { device }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  const session = await answers.find(({ ok }) => ok)?.json()
  expect((await site.get('/api/users', { headers: { authorization: `Bearer ${session.token}` } })).status).toBe(200)
  expect(session.user).toMatchObject({ email, name: staff.user.name })
  // The place is known from now on, although the attack continues.
  expect((await signIn('198.51.100.1', email, staff.password)).status).toBe(200)
  expect(sink.taken).toHaveLength(1)
})

test('binds a link to the network when there is no device secret, and expires it after 15 minutes', async () => {
  const staff = await site.asStaff()
  await attack(staff.user.email)
  await signIn('198.51.100.11', staff.user.email, staff.password)
  const token = await takeToken(staff)
  expect((await confirm('198.51.100.12', token)).status).toBe(422)
  const links = site.database.db.updateTable('identityVerifications')
  const { expiresAt } = await site.database.db
    .selectFrom('identityVerifications')
    .select('expiresAt')
    .executeTakeFirstOrThrow()
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(15 * 60_000)
  await links.set({ expiresAt: new Date(Date.now() - 1).toISOString() }).execute()
  expect((await confirm('198.51.100.11', token)).status).toBe(422)
})

test('limits attempts from each network, and invalidates a link when the password changes', async () => {
  const staff = await site.asStaff()
  await attack(staff.user.email)
  const answers = await Promise.all(
    Array.from({ length: 7 }, () => signIn('198.51.100.21', staff.user.email, 'not the password')),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(403), ...Array(2).fill(429)])
  await signIn('198.51.100.22', staff.user.email, staff.password)
  const token = await takeToken(staff)
  const change = { currentPassword: staff.password, newPassword: 'seven lamps on the quay' }
  expect((await site.post('/api/identity/password', change, staff)).status).toBe(200)
  expect((await confirm('198.51.100.22', token)).status).toBe(422)
})

test('falls back to limiting each network when a message could not be sent', async () => {
  const staff = await site.asStaff()
  await attack(staff.user.email)
  sink.behave({ onRecipient: () => ({ code: 550, text: 'No such user' }) })
  await signIn('198.51.100.31', staff.user.email, staff.password)
  let place = 32
  const elsewhere = async () => (await signIn(`198.51.100.${place++}`, staff.user.email, 'not the password')).status
  await expect.poll(elsewhere).toBe(429)
})
