import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAttempt, countMessage, forgetAttempts } from '#server/identity/sign-in-throttle.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false, trustProxy: 1 })
})
afterAll(() => site.close())

const signInFrom = (address: string, { user }: SignedIn, password: string) =>
  site.post('/api/identity/sign-in', { email: user.email, password }, { headers: { 'x-forwarded-for': address } })
/** Moves the end of every pause into the past. */
const wait = () =>
  site.database.db
    .updateTable('identityAttempts')
    .set({ waitUntil: new Date(Date.now() - 1).toISOString() })
    .execute()
/** Seconds that an attempt has to wait when no mail can be sent. */
const waitOf = async (email: string, address: string) =>
  (await countAttempt(site.database, email, address, { byMail: false })).wait
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString()

test('allows one attempt after a pause, and makes the next pause longer', async () => {
  const staff = await site.asStaff()
  for (let count = 0; count < 5; count++) await signInFrom('203.0.113.3', staff, 'wrong')
  const first = Number((await signInFrom('203.0.113.3', staff, 'wrong')).headers.get('retry-after'))
  await wait()
  expect((await signInFrom('203.0.113.3', staff, 'wrong')).status).toBe(401)
  const second = Number((await signInFrom('203.0.113.3', staff, 'wrong')).headers.get('retry-after'))
  expect(second).toBeGreaterThan(first + 20)
  await wait()
  expect((await signInFrom('203.0.113.3', staff, staff.password)).status).toBe(200)
  for (let count = 0; count < 4; count++) expect((await signInFrom('203.0.113.3', staff, 'wrong')).status).toBe(401)
})

test('a proxy that appends the port of each connection hides no attempts, and no port is shown', async () => {
  const staff = await site.asStaff()
  const answers: number[] = []
  for (let port = 1; port <= 6; port++) answers.push((await signInFrom(`203.0.113.4:${port}`, staff, 'wrong')).status)
  expect(answers).toEqual([401, 401, 401, 401, 401, 429])
  await wait()
  const { token } = await (await signInFrom('203.0.113.4:7', staff, staff.password)).json()
  const sessions = await site.get('/api/identity/sessions', { headers: { authorization: `Bearer ${token}` } })
  expect(await sessions.json()).toContainEqual(expect.objectContaining({ current: true, address: '203.0.113.4' }))
})

test('slows an attacker with many addresses, without locking out the owner in known places', async () => {
  const staff = await site.asStaff()
  expect((await signInFrom('198.51.100.1', staff, staff.password)).status).toBe(200)
  const answers = []
  for (let count = 0; count < 45; count++) answers.push(await waitOf(staff.user.email, `192.0.2.${count}`))
  expect(answers.filter((seconds) => seconds === 0).length).toBeLessThanOrEqual(40)
  expect((await signInFrom('192.0.2.99', staff, staff.password)).status).toBe(429)
  expect((await signInFrom('198.51.100.1', staff, staff.password)).status).toBe(200)
  await wait()
  expect((await signInFrom('192.0.2.99', staff, staff.password)).status).toBe(200)
})

test('polling does not block others, and no one waits for more than 15 minutes', async () => {
  const staff = await site.asStaff()
  for (let count = 0; count < 41; count++) await waitOf(staff.user.email, `2001:db8:7:${count}::1`)
  const refused = await signInFrom('198.51.100.9', staff, staff.password)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
  // Repeated attempts neither shorten nor prolong the wait.
  for (let count = 0; count < 8; count++)
    expect((await signInFrom('198.51.100.9', staff, staff.password)).status).toBe(429)
  await wait()
  // After a day, the attempt that is free for anyone goes to someone else.
  expect(await waitOf(staff.user.email, '2001:db8:8::1')).toBe(0)
  const polled = []
  for (let count = 0; count < 4; count++) polled.push(await waitOf(staff.user.email, `2001:db8:7:f${count}::1`))
  expect(polled.filter((seconds) => seconds === 0)).toHaveLength(1)
  expect((await signInFrom('198.51.100.9', staff, staff.password)).status).toBe(200)
})

test('attempts and sign-ins of one person at one address do not hinder each other', async () => {
  const [email, address] = ['both@example.com', '203.0.113.90']
  await waitOf('long-ago@example.com', address)
  await site.database.db
    .updateTable('identityAttempts')
    .set({ keepUntil: inDays(-1) })
    .execute()
  const calls = Array.from({ length: 25 }, () => [
    waitOf(email, address),
    forgetAttempts(site.database, email, address),
  ]).flat()
  expect((await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected')).toEqual([])
})

test('does not delay anyone after the clock was ahead', async () => {
  const staff = await site.asStaff()
  for (let count = 0; count < 5; count++) await signInFrom('203.0.113.90', staff, 'wrong')
  expect((await signInFrom('203.0.113.90', staff, staff.password)).status).toBe(429)
  await site.database.db
    .updateTable('identityAttempts')
    .set({ waitUntil: inDays(2), keepUntil: inDays(3) })
    .execute()
  expect((await signInFrom('203.0.113.90', staff, staff.password)).status).toBe(200)
  for (let count = 0; count < 3; count++) await countMessage(site.database, 'reset', staff.user.email)
  expect(await countMessage(site.database, 'reset', staff.user.email)).toBe(false)
  await site.database.db
    .updateTable('identityAttempts')
    .set({ waitUntil: inDays(2) })
    .execute()
  expect(await countMessage(site.database, 'reset', staff.user.email)).toBe(true)
})

test('limits attempts from one address across accounts, without counting right passwords', async () => {
  const staff = await site.asStaff()
  for (let count = 0; count < 8; count++)
    expect((await signInFrom('203.0.113.50', staff, staff.password)).status).toBe(200)
  const waits = []
  for (let count = 0; count < 53; count++) waits.push(await waitOf(`guess-${count}@example.com`, '203.0.113.50'))
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(50)
  expect((await signInFrom('203.0.113.50', staff, staff.password)).status).toBe(429)
  expect((await signInFrom('203.0.113.51', staff, staff.password)).status).toBe(200)
})

test('counts all addresses of an IPv6 network together', async () => {
  const email = 'six@example.com'
  const tries = [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff::9',
    '2001:DB8:1:2:0:0:0:7',
    '2001:db8:0001:2::8',
    '2001:db8:1:2::abcd',
    '2001:db8:1:2::2',
  ]
  const waits = []
  for (const address of tries) waits.push(await waitOf(email, address))
  expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
  expect(waits[5]).toBeGreaterThan(0)
  for (const elsewhere of ['2001:db8:1:3::1', '::1', '::ffff:203.0.113.5', '::ffff:203.0.113.6'])
    for (let count = 0; count < 5; count++) expect(await waitOf(email, elsewhere)).toBe(0)
  expect(await waitOf(email, '203.0.113.6')).toBeGreaterThan(0)
})

test('deletes expired counters, and stores no names in them', async () => {
  await waitOf('over@example.com', '203.0.113.77')
  const stored = await site.database.db.selectFrom('identityAttempts').selectAll().execute()
  expect(JSON.stringify(stored)).not.toMatch(/example|203\.0/)
  await site.database.db
    .updateTable('identityAttempts')
    .set({ keepUntil: new Date(Date.now() - 1).toISOString() })
    .execute()
  await forgetAttempts(site.database, 'other@example.com', '203.0.113.78')
  expect(await site.database.db.selectFrom('identityAttempts').select('subject').execute()).toHaveLength(1)
})
