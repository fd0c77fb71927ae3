import { Secret, TOTP } from 'otpauth'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { queueNotification } from '#features/newsletters/sending/notification-changes.shared.server.ts'
import { deliveries } from '#server/mail/deliveries.table.ts'
import { shareMailSite, startMailSite } from '#testing/mail-site.ts'
import { addPost } from '#testing/sample-rows.ts'
import type { SmtpSink, Taken } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import type { TestApp } from '#testing/start-app.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'

const settings = { rateLimit: false }
const shared = shareMailSite(['users', 'identityUsers'], { retryPauses: [0, 0, 0, 0] }, settings)
let sink: SmtpSink
let site: TestApp

const start = (of: { sink: SmtpSink; site: TestApp } = shared) => {
  ;({ sink, site } = of)
}
const serverIsDown = () => sink.behave({ onRecipient: () => ({ code: 421, text: '4.3.2 Shutting down' }) })
const forgot = (email: string) => site.post('/api/identity/forgot', { email })
const rows = async () =>
  (await site.database.db.selectFrom('deliveries').selectAll().where('kind', '=', 'passwordReset').execute()).map(
    (row) => deliveries.decode(row),
  )
const row = async () => (await rows())[0]
const stateBecomes = (state: string) => expect.poll(async () => (await row())?.state).toBe(state)
const taken = (count: number) => expect.poll(() => sink.taken.length).toBe(count)
const next = 'seven lamps on the quay'
const reset = async (message: Taken | undefined) => {
  const { text = '' } = await PostalMime.parse(message?.source ?? '')
  const [, token = ''] = /\/#\/admin\/(?:reset-password|welcome)\?token=([\w-]+)/.exec(text) ?? []
  expect(token).toHaveLength(43)
  return (await site.post('/api/identity/reset', { token, password: next })).status
}

test('sends the link once the mail server is back; a repeated message has the same Message-ID, and its link works', async () => {
  start()
  const { user } = await site.asStaff()
  serverIsDown()
  const answer = await forgot(user.email)
  expect(answer.status).toBe(202)
  expect((await answer.json()).canMail).toBe(true)
  await expect.poll(async () => (await row())?.reason).toContain('421')
  sink.behave({})
  await taken(1)
  await stateBecomes('sent')
  // As after a process was killed before it could store that the message had left.
  const past = new Date(Date.now() - 60_000).toISOString()
  await site.database.db
    .updateTable('deliveries')
    .set({ state: 'sending', claimedBy: 'a process that died', claimedUntil: past, settledAt: null })
    .execute()
  await taken(2)
  const [first, second] = sink.taken
  expect(second?.messageId).toBe(first?.messageId)
  // A mail program that recognises the repeat may show either.
  expect(await reset(first)).toBe(200)
  expect(await reset(second)).toBe(422)
})

test('invites by mail, and the answer does not have the link', async () => {
  start(await startMailSite({}, settings))
  const staff = await site.asStaff()
  const brand = 'Blue Harbour'
  await callAs(site, staff)('PUT', '/api/settings/company', { brand })
  const invited = { name: 'Zoya', email: 'zoya@example.com', role: 'trainer' }
  const answer = await site.post('/api/users/invitations', invited, staff)
  expect(Object.keys(await answer.json())).toEqual(['user'])
  // The owner is told as well.
  await taken(2)
  const messages = () => sink.taken.filter(({ to }) => to === 'zoya@example.com')
  expect(messages()[0]?.source).toContain(`Subject: Your invitation to the back office of ${brand}`)
  expect(messages()[0]?.source).not.toContain('Acme Cloud')
  const { text } = await PostalMime.parse(messages()[0]?.source ?? '')
  expect(text).toMatch(/Choose\s+a\s+password\s+for\s+zoya@example\.com/)
  expect(text?.replace(/\s+/g, ' ')).toContain('You will find the course dates that you teach there')

  // Sent again, the former link ends.
  const [{ _id }] = await (await site.get('/api/users?search=zoya', staff)).json()
  const again = await site.post(`/api/users/${_id}/invitation`, {}, staff)
  expect([again.status, Object.keys(await again.json())]).toEqual([201, ['user']])
  await taken(3)
  expect(await reset(messages()[0])).toBe(422)
  expect(await reset(messages()[1])).toBe(200)
  const { token } = await (
    await site.post('/api/identity/sign-in', { email: 'zoya@example.com', password: next })
  ).json()
  const read = async (path: string) => (await site.get(path, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await Promise.all(['/api/users/me', '/api/cohorts', '/api/users'].map(read))).toEqual([200, 200, 403])
})

test('sends a reset link to the person, and the owner does not see it', async () => {
  start()
  const [owner, colleague] = [await site.asStaff({ name: 'Meera Nair' }), await site.asStaff({ role: 'editor' })]
  const answer = await site.post(`/api/users/${colleague.user.id}/reset-link`, {}, owner)
  expect([answer.status, await answer.json()]).toEqual([201, {}])
  await taken(1)
  expect(sink.taken[0]?.to).toBe(colleague.user.email)
  expect((await PostalMime.parse(sink.taken[0]?.source ?? '')).text).toContain(
    'Meera Nair sent you this link to choose a new password',
  )
  expect(await reset(sink.taken[0])).toBe(200)
})

test('notifies a person of a replaced password or a removed factor, and the owners of new access', async () => {
  start()
  const [owner, other] = [await site.asStaff({ name: 'Meera Nair' }), await site.asStaff()]
  const colleague = await site.asStaff({ name: 'Tara Sen', email: 'tara@example.com', role: 'editor' })
  await site.asStaff({ role: 'marketing' })
  const call = callAs(site, owner)
  /** The messages since the last time, each as its reader, its title and its text. */
  const told = async (count: number) => {
    await taken(count)
    const messages = sink.taken.splice(0).map(async ({ to, source }) => {
      const { subject = '', text = '' } = await PostalMime.parse(source)
      return [to, subject.replace(' (Acme Cloud)', ''), text.replaceAll(/\s+/g, ' ')] as const
    })
    return (await Promise.all(messages)).sort()
  }
  const readers = (messages: readonly (readonly string[])[]) => messages.map(([to, subject]) => [to, subject])
  const both = (subject: string) => [owner, other].map(({ user }) => [user.email, subject]).sort()

  await call('PUT', `/api/users/${colleague.user.id}`, { name: 'Tara Sen', role: 'sales' })
  await call('PUT', `/api/users/${colleague.user.id}`, { role: 'owner' })
  const raised = await told(2)
  expect(readers(raised)).toEqual(both('A user became an owner'))
  expect(raised[0]?.[2]).toMatch(
    /Tara Sen \(tara@example\.com\) is now an owner.+By Meera Nair, on \d+ \w+ \d{4},? .*\d\d:\d\d IST, from .+ \(127\.0\.0\.1\)\..+deactivate this user/,
  )
  await call('PUT', `/api/users/${colleague.user.id}`, { role: 'viewer' })
  await call('PUT', `/api/users/${colleague.user.id}`, { active: false })
  await call('PUT', `/api/users/${colleague.user.id}`, { active: true })
  expect(readers(await told(2))).toEqual(both('A user was activated'))
  const account = { name: 'Zoya', email: 'zoya@example.com', password: next }
  const { uid } = await (await call('POST', '/api/identity/accounts', account)).json()
  await call('POST', '/api/users', { firebaseUid: uid, name: account.name, email: account.email })
  const added = await told(2)
  expect(readers(added)).toEqual(both('A user was added'))
  expect(added[0]?.[2]).toContain('Their role is owner')

  const own = callAs(site, other)
  const factor = '/api/identity/second-factor'
  const { secret } = await (await own('POST', factor)).json()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  expect((await own('POST', `${factor}/confirm`, { code })).status).toBe(200)
  expect((await own('POST', `${factor}/disable`)).status).toBe(200)
  expect(readers(await told(1))).toEqual([[other.user.email, 'Your two-factor authentication was turned off']])
  await own('POST', '/api/identity/password', { currentPassword: other.password, newPassword: next })
  const changed = await told(1)
  expect(readers(changed)).toEqual([[other.user.email, 'Your password was changed']])
  expect(changed[0]?.[2]).toMatch(/\(127\.0\.0\.1\)\..+If it wasn’t you, choose a new password.+forgot-password/)
})

test('sends no link that was asked for longer ago than it works', async () => {
  start(await startMailSite({ retryPauses: [1_800] }, settings))
  const { user } = await site.asStaff()
  serverIsDown()
  await forgot(user.email)
  await expect.poll(async () => (await row())?.reason).toContain('421')
  sink.behave({})
  const [createdAt, dueAt] = [61, 0].map((minutes) => new Date(Date.now() - minutes * 60_000).toISOString())
  await site.database.db.updateTable('deliveries').set({ createdAt, dueAt }).execute()
  await stateBecomes('skipped')
  expect((await row())?.reason).toBe('Too late to be useful')
  expect(sink.taken).toEqual([])
})

test('gives up when the next attempt would come after the link has ended', async () => {
  start(await startMailSite({ retryPauses: [3_600] }, settings))
  const { user } = await site.asStaff()
  serverIsDown()
  await forgot(user.email)
  await stateBecomes('failed')
  expect((await row())?.reason).toMatch(/^Given up after 1 attempts: 421/)
})

test('sends no link that was asked for before the password was changed', async () => {
  start()
  const staff = await site.asStaff()
  sink.behave({ onRecipient: () => ({ code: 451, text: '4.7.1 Greylisted' }) })
  await forgot(staff.user.email)
  await expect.poll(async () => (await row())?.reason).toBeTruthy()
  const change = { currentPassword: staff.password, newPassword: next }
  expect((await site.post('/api/identity/password', change, staff)).status).toBe(200)
  expect(await rows()).toEqual([])
})

test('sends the link before pending messages of a newsletter', async () => {
  start(await startMailSite({ rate: 40 }, settings))
  const { user } = await site.asStaff()
  await addSubscribers(site.database, 400)
  const post = await addPost(site.database, { sendNotification: true })
  await site.database.transaction((trx) => queueNotification(trx, { ...post, id: post.id }, { hold: 0 }))
  await expect.poll(() => sink.taken.length).toBeGreaterThan(0)
  await forgot(user.email)
  await expect.poll(() => sink.taken.some(({ to }) => to === user.email)).toBe(true)
  expect(sink.taken.length).toBeLessThan(200)
})

test('deletes messages to staff once they are too old', async () => {
  start()
  const [first, second] = [await site.asStaff(), await site.asStaff()]
  await forgot(first.user.email)
  await stateBecomes('sent')
  const settledAt = new Date(Date.now() - 61 * 60_000).toISOString()
  await site.database.db.updateTable('deliveries').set({ settledAt }).execute()
  await forgot(second.user.email)
  await expect
    .poll(async () => (await rows()).map(({ subjectId, state }) => [subjectId, state]))
    .toEqual([[second.user.firebaseUid, 'sent']])
})
