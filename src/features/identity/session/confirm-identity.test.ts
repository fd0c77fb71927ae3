import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthenticator } from '#testing/authenticator.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

const origin = 'https://www.example.com'
let site: TestApp
/** The server's clock, stopped between the steps of a test. */
let now = Date.parse('2026-11-22T10:00:05Z')
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false, publicUrl: origin, trustProxy: 1 }, { clock: () => now })
})
afterAll(() => site.close())

const tenMinutes = 10 * 60_000
const asked = [403, 'confirm_identity']
const answerOf = async (answer: Promise<Response>) => [(await answer).status, (await (await answer).json()).code]
const confirm = (person: SignedIn, proof: object, from = '198.51.100.1') =>
  answerOf(site.post('/api/identity/confirm', proof, { headers: { ...person.headers, 'x-forwarded-for': from } }))
const confirmed = [200, undefined]
const turnOff = 'POST /api/identity/second-factor/disable'
const confirmedRoutes = () => site.routes.filter((route) => site.configs.get(route)?.confirm)
const invite = 'POST /api/users/invitations'
/** Whether some routes with `confirm`, each by default, ask for it, without a body. One of them would then take a factor from the tests. */
const askedBy = async (person: SignedIn, routes = confirmedRoutes().filter((route) => route !== turnOff)) => {
  const answers = routes.map(async (route) => {
    const [method = '', path = ''] = route.split(' ')
    const answer = await callAs(site, person)(method, path.replace(/:\w+/g, 'x'))
    // The export is a file.
    const isFile = answer.headers.has('content-disposition')
    if (isFile) await answer.body?.cancel()
    return !isFile && (await answer.json()).code === asked[1]
  })
  return new Set(await Promise.all(answers))
}
const signInAgain = async (person: SignedIn): Promise<SignedIn> => {
  const given = { email: person.user.email, password: person.password }
  const { token } = await (await site.post('/api/identity/sign-in', given)).json()
  return { ...person, token, headers: { authorization: `Bearer ${token}` } }
}

async function withFactors() {
  const person = await site.asStaff()
  const begun = await site.post('/api/identity/second-factor', {}, person)
  const totp = new TOTP({ secret: Secret.fromBase32((await begun.json()).secret) })
  const code = () => totp.generate({ timestamp: now })
  const done = await site.post('/api/identity/second-factor/confirm', { code: code() }, person)
  const { recoveryCodes } = await done.json()
  const authenticator = createAuthenticator({ origin, uid: person.user.firebaseUid ?? '' })
  const options = await (await site.post('/api/identity/passkeys/options', {}, person)).json()
  await site.post('/api/identity/passkeys', { name: 'Laptop', response: authenticator.create(options) }, person)
  const begin = async (by = person) => (await site.post('/api/identity/confirm/passkey', {}, by)).json()
  return { person, code, recoveryCodes, authenticator, begin }
}

test('calls that give access need a confirmation from the last ten minutes, by any method', async () => {
  const { person, code, recoveryCodes, authenticator, begin } = await withFactors()
  expect(confirmedRoutes()).toEqual(
    expect.arrayContaining([
      invite,
      'POST /api/users/:id/reset-link',
      'PUT /api/settings/sign-in',
      'POST /api/identity/second-factor',
      'POST /api/identity/passkeys/options',
      turnOff,
    ]),
  )
  const ways: [string, () => Promise<object> | object][] = [
    ['password', () => ({ password: person.password })],
    ['code', () => ({ code: code() })],
    ['recovery code', () => ({ code: recoveryCodes[0] })],
    ['passkey', async () => ({ passkey: authenticator.get(await begin()) })],
  ]
  for (const [way, proof] of ways) {
    // A session is confirmed for all routes, by any way.
    const routes = way === 'password' ? undefined : [invite]
    now += tenMinutes + 1
    expect(await askedBy(person, routes), way).toEqual(new Set([true]))
    expect(await confirm(person, await proof()), way).toEqual(confirmed)
    expect(await askedBy(person, routes), way).toEqual(new Set([false]))
    now += tenMinutes
    expect(await askedBy(person, [invite]), `${way}, ten minutes later`).toEqual(new Set([false]))
  }
  // The clock was ahead when it was stored.
  now -= 2 * tenMinutes
  expect(await askedBy(person, [invite])).toEqual(new Set([true]))
  now += 2 * tenMinutes
})

test('a proof is for one session and one person, and works once', async () => {
  const [one, other] = [await withFactors(), await withFactors()]
  const elsewhere = await signInAgain(await site.asStaff())
  now += tenMinutes + 1
  const { person, code, begin, authenticator } = one
  expect(await confirm(person, { passkey: other.authenticator.get(await begin()) })).toEqual([422, 'invalid'])
  expect(await confirm(person, { passkey: authenticator.get(await begin(other.person)) })).toEqual([422, 'invalid'])
  const signIn = await (await site.post('/api/identity/sign-in/passkey/options', {})).json()
  expect(await confirm(person, { passkey: authenticator.get(signIn) })).toEqual([422, 'invalid'])
  expect(await askedBy(person)).toEqual(new Set([true]))
  const answer = { passkey: authenticator.get(await begin()) }
  expect([await confirm(person, answer, '198.51.100.2'), await confirm(person, answer, '198.51.100.2')]).toEqual([
    confirmed,
    [422, 'invalid'],
  ])
  const used = { code: code() }
  expect([await confirm(person, used), await confirm(person, used)]).toEqual([confirmed, [422, 'invalid']])
  const response = authenticator.get(await begin())
  expect((await answerOf(site.post('/api/identity/sign-in/passkey', { response })))[0], 'no sign-in').toBe(401)
  expect(await askedBy(person)).toEqual(new Set([false]))
  expect(await askedBy(elsewhere), 'another session').toEqual(new Set([true]))
  expect(await askedBy(await signInAgain(elsewhere)), 'a new sign-in').toEqual(new Set([false]))
})

test('proofs cannot be guessed, and a wrong one does not sign out', async () => {
  const person = await site.asStaff()
  now += tenMinutes + 1
  for (const proof of [{}, { password: '' }, { password: person.password, code: '123456' }])
    expect(await confirm(person, proof, '198.51.100.9')).toEqual([422, 'invalid'])
  const guess = (index: number) => confirm(person, { password: `guess ${index}` })
  const guesses = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(index)))
  expect(guesses.map(([status]) => status).sort()).toEqual([...Array(5).fill(422), ...Array(7).fill(429)])
  expect(await confirm(person, { password: person.password })).toEqual([429, 'rate_limited'])
  expect(await confirm(person, { code: '000000' }, '198.51.100.3')).toEqual([422, 'invalid'])
  expect((await site.get('/api/users', person)).status).toBe(200)
  expect((await answerOf(site.post('/api/identity/confirm', { password: person.password })))[0]).toBe(401)
  const viewer = await site.asStaff({ role: 'viewer' })
  now += tenMinutes + 1
  expect((await answerOf(callAs(site, viewer)('POST', '/api/users/invitations')))[1]).toBe('role_forbidden')
  const { entries } = await (await site.get('/api/activity', person)).json()
  const refused = entries.map(({ what }: { what: string }) => what)
  expect(refused).toContain('A wrong password in a session')
  expect(refused, 'a question is no refusal').not.toContain('Tried to make a password reset link')
})

test('only a higher role asks; the specified calls need only the token', async () => {
  const [owner, colleague] = [await site.asStaff(), await site.asStaff({ role: 'sales' })]
  const account = { name: 'Tara Sen', email: 'tara@example.com', password: 'seven lamps on the quay' }
  now += tenMinutes + 1
  const { uid } = await (await site.post('/api/identity/accounts', account, owner)).json()
  const change = (fields: object) => answerOf(callAs(site, owner)('PUT', `/api/users/${colleague.user.id}`, fields))
  expect(await change({ role: 'editor' })).toEqual(asked)
  expect(await change({ role: 'owner', name: 'Unchanged' })).toEqual(asked)
  const { name, role } = await site.database.db
    .selectFrom('users')
    .select(['name', 'role'])
    .where('id', '=', colleague.user.id)
    .executeTakeFirstOrThrow()
  expect([name, role]).toEqual([colleague.user.name, 'sales'])
  for (const fields of [{ role: 'viewer', name: 'Ravi' }, { role: 'viewer', active: false }, { active: true }])
    expect(await change(fields)).toEqual(confirmed)
  const added = { firebaseUid: uid, name: account.name, email: account.email }
  expect(await answerOf(site.post('/api/users', added, owner))).toEqual([201, undefined])
  expect((await site.get(`/api/users/${colleague.user.id}`, { method: 'DELETE', ...owner })).status).toBe(200)
})

test('a link to a new password is for others, since one’s own is changed in the profile', async () => {
  const owner = await site.asStaff()
  const answer = await site.post(`/api/users/${owner.user.id}/reset-link`, {}, owner)
  expect([answer.status, (await answer.json()).message]).toEqual([409, expect.stringContaining('“Change password”')])
})
