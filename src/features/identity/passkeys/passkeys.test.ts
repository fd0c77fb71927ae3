import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthenticator } from '#testing/authenticator.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

const origin = 'https://www.example.com'
let site: TestApp
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false, publicUrl: origin })
})
afterAll(() => site.close())

const path = '/api/identity/passkeys'
const signInPath = '/api/identity/sign-in/passkey'
type Authenticator = ReturnType<typeof createAuthenticator>
type Changes = Parameters<Authenticator['get']>[1]

const begin = (person: SignedIn) => site.post(`${path}/options`, {}, person)
function optionsFor({ user }: SignedIn) {
  if (site.identity.kind !== 'embedded') throw new Error('The accounts of this site are its own')
  const person = { uid: user.firebaseUid ?? '', email: user.email, name: user.name }
  return site.identity.passkeys.beginRegistration(person, { id: 'www.example.com', origin, name: 'Acme Cloud' })
}
const register = async (person: SignedIn, changes?: Changes, made = authenticatorOf(person)) => {
  const response = made.create(await optionsFor(person), changes)
  return (await site.post(path, { name: 'Work laptop', response }, person)).status
}
const authenticatorOf = ({ user }: SignedIn) => createAuthenticator({ origin, uid: user.firebaseUid ?? '' })
const listOf = async (person: SignedIn) => (await site.get(path, person)).json()

/** A person with a passkey. */
async function withPasskey() {
  const person = await site.asStaff()
  const authenticator = authenticatorOf(person)
  expect(await register(person, {}, authenticator)).toBe(201)
  return { person, authenticator }
}

const signInOptions = async () => (await site.post(`${signInPath}/options`, {})).json()
const answer = (response: unknown) => site.post(signInPath, { response })
const signIn = async (authenticator: Authenticator, changes?: Changes) =>
  (await answer(authenticator.get(await signInOptions(), changes))).status

test('signs in without the password or a code, and is named and removed by its owner', async () => {
  const { person, authenticator } = await withPasskey()
  const factor = '/api/identity/second-factor'
  const { secret } = await (await site.post(factor, {}, person)).json()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  expect((await site.post(`${factor}/confirm`, { code }, person)).status).toBe(200)

  const options = await signInOptions()
  expect(options).toMatchObject({ rpId: 'www.example.com', userVerification: 'required' })
  expect(options.allowCredentials).toBeUndefined()
  const session = await (await answer(authenticator.get(options))).json()
  expect(session.user.email).toBe(person.user.email)
  const own = { headers: { authorization: `Bearer ${session.token}` } }
  const [passkey] = await (await site.get(path, own)).json()
  expect(passkey).toEqual({
    _id: expect.any(String),
    name: 'Work laptop',
    createdAt: expect.any(String),
    lastUsedAt: expect.any(String),
  })

  const stranger = await site.asStaff()
  const change = (method: string, by: SignedIn, body?: object) =>
    site
      .post(`${path}/${passkey._id}`, body, { method, ...by, ...(body ? {} : { body: null }) })
      .then(({ status }) => status)
  expect([await change('PUT', stranger, { name: 'Mine' }), await change('DELETE', stranger, {})]).toEqual([404, 404])
  expect(await change('PUT', person, { name: 'Phone' })).toBe(200)
  expect(await listOf(person)).toMatchObject([{ name: 'Phone' }])
  expect(await change('DELETE', person, {})).toBe(200)
  expect([await listOf(person), await signIn(authenticator)]).toEqual([[], 401])
  const told = site.database.db.selectFrom('deliveries').select('subjectId').where('kind', '=', 'accountNotice')
  expect(await told.execute()).toEqual([{ subjectId: person.user.firebaseUid }])

  const log = JSON.stringify(await (await site.get('/api/activity', person)).json())
  for (const what of ['Add a passkey', 'Remove a passkey', 'Refused: a passkey that was not accepted'])
    expect(log).toContain(what)
  expect(log).toMatch(/Signed in (with a passkey|from a new device)/)
})

test('is not added from a fake page, for an old challenge or by a careless device', async () => {
  const [person, stranger] = await Promise.all([site.asStaff(), site.asStaff()])
  for (const changes of [
    { origin: 'https://www.examp1e.com' },
    { rpId: 'evil.example' },
    { verified: false },
    { challenge: 'made-up' },
    { challenge: (await signInOptions()).challenge },
    { challenge: (await optionsFor(stranger)).challenge },
    { attestation: ['packed', new Map([['x5c', []]])] },
    { attestation: ['tpm', new Map()] },
  ] satisfies Changes[])
    expect(await register(person, changes), JSON.stringify(changes)).toBe(422)

  const options = await (await begin(person)).json()
  const add = (response: unknown) => site.post(path, { name: 'Phone', response }, person).then(({ status }) => status)
  const made = authenticatorOf(person).create(options)
  expect([await add(made), await add(made)]).toEqual([201, 422])
  const taken = authenticatorOf(stranger).create(await optionsFor(stranger))
  expect(await add(taken), 'an answer to someone else’s challenge').toBe(422)
  expect((await optionsFor(stranger)).excludeCredentials).toEqual([])
  expect((await optionsFor(person)).excludeCredentials).toMatchObject([{ id: made.id }])
  expect(
    await add({ ...made, response: { ...made.response, clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }),
  ).toBe(422)
  expect(await listOf(person)).toHaveLength(1)
})

test('an answer that is not exactly right is refused', async () => {
  const { authenticator } = await withPasskey()
  const other = await withPasskey()
  const options = await signInOptions()
  const good = authenticator.get(options)
  const both = await Promise.all([answer(good), answer(good)])
  expect(both.map(({ status }) => status).sort(), 'a challenge works once').toEqual([200, 401])
  expect(await signIn(authenticator, { counter: 5 })).toBe(200)
  expect(await signIn(authenticator, { counter: 5 }), 'the counter goes backwards').toBe(401)

  for (const changes of [
    { origin: 'https://www.examp1e.com' },
    { origin: 'http://www.example.com' },
    { rpId: 'evil.example' },
    { verified: false },
  ])
    expect(await signIn(authenticator, changes), JSON.stringify(changes)).toBe(401)
  const registration = (await optionsFor(other.person)).challenge
  expect(await signIn(other.authenticator, { challenge: registration }), 'a challenge to another question').toBe(401)
  const someoneElse = Buffer.from('somebody else').toString('base64url')
  expect(await signIn(other.authenticator, { userHandle: someoneElse })).toBe(401)
  expect(await signIn(authenticatorOf(other.person)), 'a credential that is not known').toBe(401)
  const { signature } = authenticatorOf(other.person).get(await signInOptions()).response
  const forged = other.authenticator.get(await signInOptions())
  expect((await answer({ ...forged, response: { ...forged.response, signature } })).status).toBe(401)
  expect((await answer({ ...forged, id: 'not base64url!' })).status).toBe(422)
  expect(await signIn(other.authenticator), 'its owner still signs in').toBe(200)

  const late = await signInOptions()
  await site.database.db
    .updateTable('identityVerifications')
    .set({ expiresAt: new Date(Date.now() - 1).toISOString() })
    .execute()
  expect((await answer(other.authenticator.get(late))).status, 'after five minutes').toBe(401)
})

test('refused answers are counted, and a person without access is refused', async () => {
  const owner = await site.asStaff()
  const { authenticator } = await withPasskey()
  for (let count = 0; count < 5; count++) expect(await signIn(authenticator, { verified: false })).toBe(401)
  const waiting = await answer(authenticator.get(await signInOptions()))
  expect([waiting.status, Number(waiting.headers.get('retry-after')) > 0]).toEqual([429, true])

  const leaver = await withPasskey()
  const account = `/api/users/${leaver.person.user.id}`
  expect((await site.post(account, { active: false }, { method: 'PUT', ...owner })).status).toBe(200)
  expect(await signIn(leaver.authenticator)).toBe(403)
  expect((await site.get(account, { method: 'DELETE', ...owner })).status).toBe(200)
  expect(await signIn(leaver.authenticator), 'the account is gone, and its passkeys').toBe(401)
  const left = site.database.db
    .selectFrom('identityPasskeys')
    .select('id')
    .where('userId', '=', leaver.person.user.firebaseUid ?? '')
  expect(await left.execute()).toEqual([])
  expect((await site.get(path)).status, 'a stranger').toBe(401)
})
