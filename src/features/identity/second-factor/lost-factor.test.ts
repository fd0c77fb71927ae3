// On both databases: factors and sessions go in one transaction.

import { Secret, TOTP } from 'otpauth'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import type { ActivityPage } from '#features/activity/activity.contract.ts'
import { createAuthenticator } from '#testing/authenticator.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'

const origin = 'https://www.example.com'
/** By how much the clock of the site has moved, in milliseconds. */
let moved = 0
let sink: SmtpSink
let site: TestApp
let [meera, kiran]: SignedIn[] & { 0: SignedIn; 1: SignedIn } = [] as never
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startTestApp(
    { publicUrl: origin, rateLimit: false, mail: mailSettings({ smtpUrl: sink.url }) },
    { clock: () => Date.now() + moved },
  )
  meera = await site.asStaff({ name: 'Meera Nair' })
  kiran = await site.asStaff({ name: 'Kiran' })
})
afterAll(async () => {
  await site.close()
  await sink.close()
})

/** A colleague with an app and a passkey. */
async function withFactors(): Promise<SignedIn> {
  const person = await site.asStaff({ name: 'Tara Sen', role: 'editor' })
  const call = callAs(site, person)
  const { secret } = await (await call('POST', '/api/identity/second-factor')).json()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + moved })
  expect((await call('POST', '/api/identity/second-factor/confirm', { code })).status).toBe(200)
  const authenticator = createAuthenticator({ origin, uid: person.user.firebaseUid ?? '' })
  const options = await (await call('POST', '/api/identity/passkeys/options')).json()
  const passkey = { name: 'Phone', response: authenticator.create(options) }
  expect((await call('POST', '/api/identity/passkeys', passkey)).status).toBe(201)
  return person
}
const takeOff = (id: string, by: SignedIn) => callAs(site, by)('DELETE', `/api/users/${id}/second-factor`)
const confirm = ({ headers, password }: SignedIn) => site.post('/api/identity/confirm', { password }, { headers })
const signIn = async ({ user, password }: SignedIn) =>
  (await (await site.post('/api/identity/sign-in', { email: user.email, password })).json()).code

test('an owner takes a lost factor off, and both are told', async () => {
  const tara = await withFactors()
  expect(await signIn(tara)).toBe('second_factor_needed')
  // A sign-in counts as a confirmation for ten minutes.
  moved = 11 * 60_000
  const refused = await takeOff(tara.user.id, meera)
  expect([refused.status, (await refused.json()).code], 'without a confirmation').toEqual([403, 'confirm_identity'])
  expect(await signIn(tara)).toBe('second_factor_needed')
  await confirm(meera)
  sink.taken.length = 0
  expect((await takeOff(tara.user.id, meera)).status).toBe(200)
  expect((await site.get('/api/users/me', tara)).status, 'signed out').toBe(401)
  expect(await signIn(tara)).toBeUndefined()
  const { entries }: ActivityPage = await (await callAs(site, meera)('GET', '/api/activity?kind=account')).json()
  expect(entries[0]).toMatchObject({
    what: 'Removed the two-factor authentication of Tara Sen',
    by: 'Meera Nair',
    recordName: 'Tara Sen',
    recordId: tara.user.id,
  })
  const titles = async () => {
    const mails = await Promise.all(
      sink.taken.map(async ({ to, source }) => ({ ...(await PostalMime.parse(source)), to })),
    )
    return mails.filter(({ subject }) => /factor/.test(subject ?? ''))
  }
  await expect.poll(async () => (await titles()).length).toBe(3)
  const told = new Map(
    (await titles()).map(({ to, subject, text }) => [to, `${subject} ${text?.replaceAll(/\s+/g, ' ')}`]),
  )
  expect(told.get(tara.user.email)).toMatch(
    /Your two-factor authentication was removed.+By Meera Nair, on .+127\.0\.0\.1/,
  )
  for (const owner of [meera, kiran])
    expect(told.get(owner.user.email)).toMatch(
      /Two-factor authentication was removed.+removed for Tara Sen \(.+\).+By Meera Nair/,
    )
  const again = await takeOff(tara.user.id, meera)
  expect([again.status, (await again.json()).message]).toEqual([409, 'They do not use two-factor authentication.'])
})

test('a passkey alone is a factor, too', sameOnBoth, async () => {
  const tara = await withFactors()
  await callAs(site, tara)('POST', '/api/identity/second-factor/disable')
  await confirm(meera)
  expect((await takeOff(tara.user.id, meera)).status).toBe(200)
  expect((await takeOff(tara.user.id, meera)).status).toBe(409)
})

test('nobody takes off their own this way, nor a stranger or another role any', sameOnBoth, async () => {
  const tara = await withFactors()
  expect((await site.get(`/api/users/${tara.user.id}/second-factor`, { method: 'DELETE' })).status).toBe(401)
  for (const role of ['editor', 'marketing', 'sales', 'viewer'] satisfies Role[]) {
    const colleague = await site.asStaff({ role })
    await confirm(colleague)
    expect((await takeOff(tara.user.id, colleague)).status, role).toBe(403)
  }
  await confirm(meera)
  expect((await takeOff(meera.user.id, meera)).status).toBe(409)
  expect((await takeOff('nobody', meera)).status).toBe(404)
  expect(await signIn(tara)).toBe('second_factor_needed')
})
