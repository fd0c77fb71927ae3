import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueNotification } from '#features/newsletters/sending/notification-changes.shared.server.ts'
import { signatureOf } from '#server/security/signed-bodies.ts'
import { addPost } from '#testing/sample-rows.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { addSubscribers, mailSettings } from '#testing/subscriber-rows.ts'

const secret = 'a secret of more than sixteen'
let sink: SmtpSink
let site: TestApp
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startTestApp({ mail: mailSettings({ smtpUrl: sink.url, bounceSecret: secret }) })
})
afterAll(async () => {
  await site.close()
  await sink.close()
})

const now = () => Math.floor(Date.now() / 1_000)
const sign = (body: string, time = now(), key = secret) => signatureOf(key, body, time)
const send = (body: string, signature: string | undefined) =>
  site.get('/api/mail/bounces', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(signature !== undefined && { 'x-signature': signature }) },
  })
/** Signs each report with its own time, because equal reports at the same time would count as repetitions. */
let time = Math.floor(Date.now() / 1_000) - 100
const report = async (...events: object[]) => {
  const body = JSON.stringify({ events })
  return send(body, sign(body, ++time))
}
const stateOf = async (email: string) =>
  await site.database.db
    .selectFrom('subscribers')
    .select(['state', 'stateReason'])
    .where('email', '=', email)
    .executeTakeFirst()

test('marks the address and the delivery of a bounced message', async () => {
  const [reader] = await addSubscribers(site.database, 1, { email: 'gone@example.net' })
  const post = await addPost(site.database, { sendNotification: true })
  await site.database.transaction((trx) => queueNotification(trx, { ...post, id: post.id }, { hold: 0 }))
  const sent = () =>
    site.database.db
      .selectFrom('deliveries')
      .select(['state', 'reason'])
      .where('recipientId', '=', reader?.id ?? '')
      .executeTakeFirst()
  await expect.poll(async () => (await sent())?.state).toBe('sent')
  const event = {
    type: 'bounce',
    email: 'GONE@example.net',
    messageId: sink.taken[0]?.messageId,
    reason: '550 5.1.1 No such user',
  }
  expect(await (await report(event)).json()).toEqual({ accepted: 1 })
  expect(await stateOf('gone@example.net')).toEqual({ state: 'bounced', stateReason: '550 5.1.1 No such user' })
  expect(await sent()).toEqual({ state: 'failed', reason: '550 5.1.1 No such user' })
  expect(await (await report(event)).json()).toEqual({ accepted: 0 })
})

test('a complaint is an unsubscription because of the newsletter', async () => {
  const [reader] = await addSubscribers(site.database, 1, { email: 'cross@example.net' })
  const post = await addPost(site.database, { sendNotification: true })
  await site.database.transaction((trx) => queueNotification(trx, { ...post, id: post.id }, { hold: 0 }))
  const { id, subjectId } = await site.database.db
    .selectFrom('deliveries')
    .select(['id', 'subjectId'])
    .where('recipientId', '=', reader?.id ?? '')
    .executeTakeFirstOrThrow()
  await report({ type: 'complaint', email: 'cross@example.net', messageId: `<${id}@example.com>` })
  const row = site.database.db
    .selectFrom('subscribers')
    .select(['state', 'leftBy'])
    .where('email', '=', 'cross@example.net')
  expect(await row.executeTakeFirst()).toEqual({ state: 'unsubscribed', leftBy: subjectId })
})

test('unsubscribes for a complaint, and ignores delays and unknown addresses', async () => {
  await addSubscribers(site.database, 1, { email: 'angry@example.net' })
  await addSubscribers(site.database, 1, { email: 'slow@example.net' })
  await addSubscribers(site.database, 1, { email: 'left@example.net', state: 'unsubscribed' })
  const answer = await report(
    { type: 'complaint', email: 'angry@example.net' },
    { type: 'delay', email: 'slow@example.net' },
    { type: 'bounce', email: 'stranger@example.net' },
    { type: 'bounce', email: 'left@example.net', messageId: 'a\0b', reason: 'x\0y' },
  )
  expect(await answer.json()).toEqual({ accepted: 1 })
  expect((await stateOf('angry@example.net'))?.state).toBe('unsubscribed')
  expect((await stateOf('slow@example.net'))?.state).toBe('confirmed')
  expect((await stateOf('left@example.net'))?.state).toBe('unsubscribed')
})

test('refuses reports without a valid, recent signature', async () => {
  await addSubscribers(site.database, 1, { email: 'safe@example.net' })
  const body = JSON.stringify({ events: [{ type: 'bounce', email: 'safe@example.net' }] })
  const right = sign(body)
  for (const [name, signature] of [
    ['none', undefined],
    ['empty', ''],
    ['nonsense', 'hello'],
    ['another key', sign(body, now(), 'another secret altogether')],
    ['another body', sign(`${body} `)],
    ['another time', right.replace(/t=\d+/, `t=${now() - 60}`)],
    ['expired', sign(body, now() - 301)],
    ['of the future', sign(body, now() + 400)],
    ['cut off', right.slice(0, -1)],
  ] as const) {
    const answer = await send(body, signature)
    expect(answer.status, name).toBe(401)
    expect((await answer.json()).code, name).toBe('unauthenticated')
  }
  expect((await stateOf('safe@example.net'))?.state).toBe('confirmed')
  expect((await send('{"events":', sign('{"events":'))).status).toBe(400)
  expect((await report({ type: 'bounce' })).status).toBe(422)
  expect((await report({ type: 'bounce', email: 'nobody' })).status).toBe(422)
})

test('accepts a report once, also when it arrives several times at once', async () => {
  const [reader] = await addSubscribers(site.database, 1, { email: 'back@example.net' })
  const body = JSON.stringify({ events: [{ type: 'bounce', email: 'back@example.net' }] })
  const signature = sign(body)
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(body, signature)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  await site.database.db
    .updateTable('subscribers')
    .set({ state: 'confirmed' })
    .where('id', '=', reader?.id ?? '')
    .execute()
  const again = await send(body, signature)
  expect(again.status).toBe(409)
  expect((await again.json()).code).toBe('conflict')
  expect((await stateOf('back@example.net'))?.state).toBe('confirmed')
  // After ten minutes, a report is too old anyway.
  const [stored] = await site.database.db
    .selectFrom('counters')
    .selectAll()
    .where('subject', 'like', `%${signature}`)
    .execute()
  expect(Date.parse(stored?.endsAt ?? '') - Date.now()).toBeGreaterThan(9 * 60_000)
})

test('answers 404 without a secret', async () => {
  const other = await startTestApp()
  expect((await other.post('/api/mail/bounces', { events: [] })).status).toBe(404)
  await other.close()
})
