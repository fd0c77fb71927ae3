import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { internalHeaders } from '#server/http/rate-limits.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
/** The server's clock, stopped between the steps of a test. */
let now = Date.parse('2026-11-22T10:00:05Z')
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false }, { clock: () => now })
})
afterAll(() => site.close())

const path = '/api/identity/second-factor'
const step = 30_000
const codeOf = (secret: string, at = now) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
const signIn = async ({ user, password }: SignedIn, code?: string) => {
  const given = { email: user.email, password, ...(code !== undefined && { code }) }
  const answer = await site.post('/api/identity/sign-in', given)
  return [answer.status, (await answer.json()).code]
}
const begin = (person: SignedIn) => site.post(path, {}, person)
const confirm = (person: SignedIn, code: string) => site.post(`${path}/confirm`, { code }, person)

/** A person with a second factor. @returns the secret of their app, and their recovery codes */
async function withSecondFactor() {
  const person = await site.asStaff()
  const { secret } = await (await begin(person)).json()
  const { recoveryCodes } = await (await confirm(person, codeOf(secret, now - step))).json()
  return { person, secret, recoveryCodes: recoveryCodes as string[] }
}

test('is turned on with a code of the app, and begins only then', async () => {
  const person = await site.asStaff()
  await callAs(site, person)('PUT', '/api/settings/company', { brand: 'Blue Heron' })
  const begun = await begin(person)
  expect(begun.status).toBe(201)
  const { secret, uri, qr } = await begun.json()
  expect(uri).toMatch(/^otpauth:\/\/totp\/Blue%20Heron:.+secret=[A-Z2-7]{32}/)
  expect(qr.path).toMatch(/^M\d+ \d+h1v1h-1z/)
  expect(await signIn(person)).toEqual([200, undefined])

  const wrong = await confirm(person, '000000')
  expect([wrong.status, (await wrong.json()).issues[0].path]).toEqual([422, 'code'])
  const { recoveryCodes } = await (await confirm(person, codeOf(secret))).json()
  expect(new Set(recoveryCodes).size).toBe(10)
  expect(await (await site.get(path, person)).json()).toEqual({ on: true, recoveryCodes: 10 })
  expect(await signIn(person)).toEqual([403, 'second_factor_needed'])
  expect((await begin(person)).status).toBe(409)

  const stored = JSON.stringify(await site.database.db.selectFrom('identityRecoveryCodes').selectAll().execute())
  for (const code of recoveryCodes) expect(stored).not.toContain(code)
})

test('accepts a code once, and none that is older, too early or wrong', async () => {
  const { person, secret } = await withSecondFactor()
  expect(await signIn(person, '12345')).toEqual([401, 'second_factor_wrong'])
  expect(await signIn(person, codeOf(secret, now - step))).toEqual([401, 'second_factor_wrong'])
  expect(await signIn(person, codeOf(secret, now + 2 * step))).toEqual([401, 'second_factor_wrong'])
  const code = codeOf(secret)
  expect(await signIn(person, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual([200, undefined])
  expect(await signIn(person, code)).toEqual([401, 'second_factor_wrong'])
  now += step
  const both = await Promise.all([signIn(person, codeOf(secret)), signIn(person, codeOf(secret))])
  expect(both.map(([status]) => status).sort()).toEqual([200, 401])
  // A wrong password reveals nothing about the second factor.
  expect(await signIn({ ...person, password: 'another one altogether' }, codeOf(secret))).toEqual([
    401,
    'unauthenticated',
  ])
})

test('recovery codes work once each, only for their owner', async () => {
  const [one, other] = [await withSecondFactor(), await withSecondFactor()]
  const [first = '', second = ''] = one.recoveryCodes
  expect(await signIn(other.person, first)).toEqual([401, 'second_factor_wrong'])
  expect(await signIn(one.person, first.toUpperCase().replaceAll('-', ' '))).toEqual([200, undefined])
  expect(await signIn(one.person, first)).toEqual([401, 'second_factor_wrong'])
  expect(await signIn(one.person, second)).toEqual([200, undefined])
  expect(await (await site.get(path, one.person)).json()).toEqual({ on: true, recoveryCodes: 8 })
})

test('wrong codes are counted like wrong passwords', async () => {
  const { person, secret } = await withSecondFactor()
  for (let count = 0; count < 5; count++) expect((await signIn(person, '000000'))[0]).toBe(401)
  expect(await signIn(person, codeOf(secret))).toEqual([429, 'rate_limited'])
})

test('codes cannot be guessed from many addresses, and their owner can still sign in with a recovery code', async () => {
  const { person, secret, recoveryCodes } = await withSecondFactor()
  const from = async (host: number, code = '000000') => {
    const payload = { email: person.user.email, password: person.password, code }
    const url = '/api/identity/sign-in'
    const headers = internalHeaders
    return (await site.app.inject({ method: 'POST', url, headers, payload, remoteAddress: `198.51.100.${host}` }))
      .statusCode
  }
  const guesses = await Promise.all(Array.from({ length: 11 }, (_, host) => from(host)))
  expect(guesses.sort()).toEqual([...Array(10).fill(401), 429])
  expect([await from(20, codeOf(secret)), await from(21, recoveryCodes[0])]).toEqual([429, 200])
})

test('is turned off within ten minutes of a proof; the codes are deleted with it', async () => {
  const { person } = await withSecondFactor()
  const disable = async () => (await (await site.post(`${path}/disable`, {}, person)).json()).code
  now += 11 * 60_000
  expect(await disable()).toBe('confirm_identity')
  expect((await site.post('/api/identity/confirm', { password: person.password }, person)).status).toBe(200)
  expect(await disable()).toBeUndefined()
  expect(await (await site.get(path, person)).json()).toEqual({ on: false, recoveryCodes: 0 })
  expect(await signIn(person)).toEqual([200, undefined])
})
