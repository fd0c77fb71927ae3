import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '#features/users/users.contract.ts'
import { createAuthenticator } from '#testing/authenticator.ts'
import { callsOf, sortByAccess, tryEach } from '#testing/route-access.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

const origin = 'https://www.example.com'
let site: TestApp
let owner: SignedIn
/** The server's clock, stopped between the steps of a test. */
let now = Date.parse('2026-11-22T10:00:05Z')
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false, publicUrl: origin }, { clock: () => now })
  owner = await site.asStaff()
})
afterAll(() => site.close())

const rule = '/api/settings/sign-in'
const require = (requireSecondFactor: boolean, by = owner) => callAs(site, by)('PUT', rule, { requireSecondFactor })
const answerOf = async (answer: Response | Promise<Response>) => {
  const { status } = await answer
  return [status, (await (await answer).json()).code]
}
const users = (by: SignedIn) => answerOf(site.get('/api/users', by))
/** The users with a second factor, according to their list. */
const listed = async (query = '', by = owner): Promise<[id: string, secondFactor: boolean | undefined][]> =>
  (await (await site.get(`/api/users${query}`, by)).json()).map(({ _id, secondFactor }: User) => [_id, secondFactor])
const withToken = (person: SignedIn, token: string): SignedIn => ({
  ...person,
  token,
  headers: { authorization: `Bearer ${token}` },
})
const signIn = ({ user, password }: SignedIn, code?: string) =>
  site.post('/api/identity/sign-in', { email: user.email, password, ...(code && { code }) })

const factor = '/api/identity/second-factor'
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
async function setUpCodes(person: SignedIn): Promise<string> {
  const { secret } = await (await site.post(factor, {}, person)).json()
  expect((await site.post(`${factor}/confirm`, { code: codeOf(secret) }, person)).status).toBe(200)
  now += 30_000
  return secret
}

const passkeys = '/api/identity/passkeys'
async function setUpPasskey(person: SignedIn) {
  const authenticator = createAuthenticator({ origin, uid: person.user.firebaseUid ?? '' })
  const options = await (await site.post(`${passkeys}/options`, {}, person)).json()
  const response = authenticator.create(options)
  expect((await site.post(passkeys, { name: 'Laptop', response }, person)).status).toBe(201)
  return authenticator
}

const setUpNeeded = [403, 'second_factor_setup_needed']
const sessionEnded = [401, 'unauthenticated']
const letIn = [200, undefined]

test('an owner without one cannot require it; then a session without one can only set one up', async () => {
  expect((await answerOf(require(true)))[0]).toBe(409)
  const [colleague, other] = [await site.asStaff(), await site.asStaff({ role: 'viewer' })]
  await setUpCodes(owner)
  for (const query of ['', '?limit=3'])
    expect((await listed(query)).sort(), 'who is missing').toEqual(
      [
        [owner.user.id, true],
        [colleague.user.id, false],
        [other.user.id, false],
      ].sort(),
    )
  expect((await listed('', other)).map(([, secondFactor]) => secondFactor)).toEqual([undefined, undefined, undefined])
  expect((await require(true)).status).toBe(200)
  const { entries } = await (await site.get('/api/activity', owner)).json()
  expect(entries[0].changes).toEqual([{ field: 'requireSecondFactor', after: 'true' }])

  const { staff, open } = sortByAccess(callsOf(site))
  const reached: string[] = []
  const tryRoute = async (route: string) => {
    const [method = '', path = ''] = route.split(' ')
    const answer = await site.get(path.replace(/:\w+/g, 'x'), { method, ...colleague })
    if ((await answer.json()).code !== setUpNeeded[1]) reached.push(route)
  }
  await tryEach([...staff, ...open, 'GET /api/openapi.json'], tryRoute)
  expect(reached.sort()).toEqual([
    'POST /api/identity/confirm',
    `POST ${passkeys}`,
    `POST ${passkeys}/options`,
    `POST ${factor}`,
    `POST ${factor}/confirm`,
  ])
  const session = (person: SignedIn) => site.get('/api/identity/session', person).then((answer) => answer.json())
  expect(await session(colleague)).toMatchObject({ needsSecondFactor: true })
  const begun = await (await signIn(colleague)).json()
  expect(begun.needsSecondFactor).toBe(true)
  const elsewhere = withToken(colleague, begun.token)
  expect(await users(elsewhere)).toEqual(setUpNeeded)

  const secret = await setUpCodes(colleague)
  expect([await users(colleague), (await session(colleague)).needsSecondFactor]).toEqual([letIn, undefined])
  // The other session did not use the factor, and must not set up another.
  expect(await users(elsewhere)).toEqual(sessionEnded)
  expect(await answerOf(site.post(`${passkeys}/options`, {}, elsewhere))).toEqual(sessionEnded)
  expect(await answerOf(signIn(colleague))).toEqual([403, 'second_factor_needed'])
  const complete = await (await signIn(colleague, codeOf(secret))).json()
  expect(complete.needsSecondFactor).toBeUndefined()
  expect(await users(withToken(colleague, complete.token))).toEqual(letIn)

  const passwords = { currentPassword: colleague.password, newPassword: 'seven lamps on the quay' }
  const changed = await (await site.post('/api/identity/password', passwords, colleague)).json()
  const renewed = { ...withToken(colleague, changed.token), password: passwords.newPassword }
  expect(await users(renewed)).toEqual(letIn)
  expect((await site.post(`${factor}/disable`, {}, renewed)).status).toBe(200)
  expect(await users(renewed), 'without any again').toEqual(setUpNeeded)

  expect((await require(false)).status).toBe(200)
  expect([await users(renewed), await users(other)]).toEqual([letIn, letIn])
})

test('a person with a passkey signs in with it, and cannot remove the last one unnoticed', async () => {
  const person = await site.asStaff()
  expect((await require(true)).status).toBe(200)
  const authenticator = await setUpPasskey(person)
  expect(await users(person)).toEqual(letIn)
  expect(await listed('?limit=1')).toEqual([[person.user.id, true]])
  expect(await answerOf(signIn(person))).toEqual([403, 'passkey_needed'])
  const options = await (await site.post('/api/identity/sign-in/passkey/options', {})).json()
  const answer = await site.post('/api/identity/sign-in/passkey', { response: authenticator.get(options) })
  const again = withToken(person, (await answer.json()).token)
  expect(await users(again)).toEqual(letIn)

  const [{ _id }] = await (await site.get(passkeys, again)).json()
  expect((await site.get(`${passkeys}/${_id}`, { method: 'DELETE', ...again })).status).toBe(200)
  expect([await users(again), await users(person)]).toEqual([setUpNeeded, setUpNeeded])
  expect((await signIn(person)).status).toBe(200)
  expect((await require(false)).status).toBe(200)
  expect((await answerOf(signIn({ ...person, password: 'not the password' })))[0]).toBe(401)
})
