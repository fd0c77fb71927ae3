import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signatureOf } from '#server/security/signed-bodies.ts'
import { signToken } from '#server/security/signed-tokens.ts'
import { freePort } from '#testing/free-port.ts'
import { makeDue } from '#testing/make-due.ts'
import { processorTime } from '#testing/processor-time.ts'
import { programs } from '#testing/programs.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { addSubscribers, mailSettings } from '#testing/subscriber-rows.ts'
import type { ContactDetail, ShownEvent } from '../ground/desk.contract.ts'
import { addRequest } from '../ground/events.shared.server.ts'
import { staffReplyAddress } from '../ground/reply-address.server.ts'

const secret = 'a secret of more than sixteen'
const bounceSecret = 'another secret of that length'
let sink: SmtpSink
let site: TestApp
let staff: SignedIn
beforeAll(async () => {
  sink = await startSmtpSink()
  const mail = { smtpUrl: sink.url, contactNotify: undefined, bounceSecret, inboundSecret: secret }
  site = await startTestApp({ mail: mailSettings({ ...mail, replyTo: 'replies@inbound.example.com' }) })
  staff = await site.asStaff({ name: 'Sales' })
})
afterAll(async () => {
  await site.close()
  await sink.close()
})

const call = (...call: Parameters<ReturnType<typeof callAs>>) => callAs(site, staff)(...call)
/** Signs each message with a different time, because equal bodies at the same time would have equal signatures. */
let time = Math.floor(Date.now() / 1_000) - 200
const handIn = (message: object, key = secret, path = '/api/mail/inbound') => {
  const body = JSON.stringify(message)
  const headers = { 'content-type': 'application/json', 'x-signature': signatureOf(key, body, ++time) }
  return site.get(path, { method: 'POST', body, headers })
}
const detail = async (id: string): Promise<ContactDetail> => (await call('GET', `/api/contact/${id}`)).json()
const eventsOf = async (id: string, kind: string) => (await detail(id)).events.filter((event) => event.kind === kind)

let visitors = 0
/** A request that was answered and resolved. @returns its id, the answer, the mail and the visitor's address */
async function answered() {
  const email = `writer-${++visitors}@example.net`
  const values = { name: 'Asha Nair', email, subject: 'Hello', message: 'Hi', status: 'pending' as const }
  const id = await site.database.transaction((trx) => addRequest(trx, values))
  const answer: ShownEvent = await (
    await call('POST', `/api/contact/${id}/answers`, { body: 'Gladly', resolve: true })
  ).json()
  await makeDue(site, (all) => all.where('subjectId', '=', answer._id))
  const mine = () => sink.taken.find(({ to }) => to === email)
  await expect.poll(mine).toBeTruthy()
  const mail = await PostalMime.parse(mine()?.source ?? '')
  await expect.poll(async () => (await eventsOf(id, 'answer'))[0]?.state).toBe('sent')
  return { id, email, answer, replyTo: mail.replyTo?.[0]?.address ?? '', messageId: mail.messageId ?? '' }
}
let messages = 0
const newId = () => `<${++messages}.${Date.now()}@mail.example.net>`

test('adds a message to the request that it answers, and opens that again', async () => {
  const { id, email, messageId } = await answered()
  const id1 = newId()
  const answer = await handIn({
    from: `Asha Nair <${email.toUpperCase()}>`,
    to: 'info@example.com',
    subject: 'Something else',
    text: 'Thank you\r\n\r\n> Gladly',
    messageId: id1,
    inReplyTo: messageId,
    references: [messageId],
    attachments: ['plan.pdf', { filename: 'photo.jpg' }],
  })
  expect(answer.status).toBe(201)
  const shown = await detail(id)
  expect(shown).toMatchObject({ status: 'pending', turn: 'us' })
  const [received] = await eventsOf(id, 'received')
  expect(received).toMatchObject({
    body: 'Thank you\n\n> Gladly',
    messageId: id1.slice(1, -1),
    details: { subject: 'Something else', attachments: ['plan.pdf', 'photo.jpg'] },
  })
  expect(received).not.toHaveProperty('otherAddress')
  // The next answer continues the conversation.
  await call('POST', `/api/contact/${id}/answers`, { body: 'And this' })
  await makeDue(site)
  await expect.poll(() => sink.taken.filter(({ to }) => to === email).length).toBe(2)
  const next = await PostalMime.parse(sink.taken.findLast(({ to }) => to === email)?.source ?? '')
  expect(next.inReplyTo).toBe(id1)
  expect(next.references).toBe(`${messageId} ${id1}`)
  expect(next.text).toContain('> Thank you')
})

test('finds the request by the token in the address, and never by the subject', async () => {
  const { id, email, replyTo } = await answered()
  expect(replyTo).toMatch(/^replies\+[\w.-]+@inbound\.example\.com$/)
  expect(replyTo.split('@')[0]?.length).toBeLessThanOrEqual(64)
  const message = { from: email, subject: 'Re: Hello', text: 'Yes' }
  expect((await handIn({ ...message, to: 'info@example.com', messageId: newId() })).status).toBe(404)
  const forged = replyTo.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))
  expect((await handIn({ ...message, to: forged, messageId: newId() })).status).toBe(404)
  expect((await handIn({ ...message, to: ['x@example.com', `Us <${replyTo}>`], messageId: newId() })).status).toBe(201)
  const upper = `${replyTo.replace(/@.*/, '').toUpperCase()}@inbound.example.com`
  expect((await handIn({ ...message, to: upper, messageId: newId() })).status).toBe(201)
  expect(await eventsOf(id, 'received')).toHaveLength(2)
})

test('finds the request by an address of a mail that was sent before its case was of no account', async () => {
  const { id, email } = await answered()
  const short = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
  const token = await signToken(site.database, 'reply', short)
  const message = { from: email, to: `replies+${token}@inbound.example.com`, text: 'Yes', messageId: newId() }
  expect((await handIn(message)).status).toBe(201)
  expect(await eventsOf(id, 'received')).toHaveLength(1)
})

test('keeps another sender apart until a person decides to write to it', async () => {
  const { id, email, replyTo } = await answered()
  await handIn({ from: 'Boss <boss@example.org>', to: replyTo, text: 'I take over', messageId: newId() })
  const [received] = await eventsOf(id, 'received')
  expect(received).toMatchObject({ from: 'boss@example.org', otherAddress: true })
  expect((await detail(id)).answerTo).toBe(undefined)
  const chosen = await call('PUT', `/api/contact/${id}/answer-to`, { eventId: received?._id })
  expect(await chosen.json()).toMatchObject({ email, answerTo: 'boss@example.org' })
  await call('POST', `/api/contact/${id}/answers`, { body: 'Welcome' })
  await makeDue(site)
  await expect.poll(() => sink.taken.some(({ to }) => to === 'boss@example.org')).toBe(true)
  const back = await (await call('PUT', `/api/contact/${id}/answer-to`, {})).json()
  expect(back).not.toHaveProperty('answerTo')
  expect((await call('PUT', `/api/contact/${id}/answer-to`, { eventId: 'x' })).status).toBe(404)
})

test('knows the sender from the address, not from the displayed name', async () => {
  const { id, email, replyTo } = await answered()
  for (const from of [`"${email}" <boss@example.org>`, `boss@example.org (${email})`])
    expect((await handIn({ from, to: replyTo, text: 'Pay here', messageId: newId() })).status).toBe(201)
  const seen = { from: 'boss@example.org', otherAddress: true }
  expect(await eventsOf(id, 'received')).toMatchObject([seen, seen])
})

test('knows a visitor whose program writes the domain in its own script', async () => {
  const { id, replyTo } = await answered()
  const email = 'zoe@xn--bcher-kva.example'
  await site.database.db.updateTable('contactRequests').set({ email }).where('id', '=', id).execute()
  for (const from of ['Zoë <ZOE@bücher.example>', `Zoë <${email}>`])
    expect((await handIn({ from, to: replyTo, text: 'Yes', messageId: newId() })).status).toBe(201)
  for (const received of await eventsOf(id, 'received')) expect(received).not.toHaveProperty('otherAddress')
})

test('adds a message to the request of the token, then of the message that it answers', async () => {
  const [one, other] = [await answered(), await answered()]
  const message = { from: one.email, text: 'Which one?', references: [one.messageId, other.messageId] }
  await handIn({ ...message, to: one.replyTo, inReplyTo: other.messageId, messageId: newId() })
  await handIn({ ...message, to: 'info@example.com', inReplyTo: one.messageId, messageId: newId() })
  expect(await eventsOf(one.id, 'received')).toHaveLength(2)
  expect(await eventsOf(other.id, 'received')).toHaveLength(0)
})

test('reads long headers fast', async () => {
  const { email, replyTo } = await answered()
  const long = 'a'.repeat(500_000)
  const message = { from: email, to: replyTo, text: 'Hello', messageId: newId(), references: long, inReplyTo: long }
  const start = process.cpuUsage()
  expect((await handIn(message)).status).toBe(201)
  expect((await handIn({ ...message, from: long })).status).toBe(422)
  expect((await handIn({ ...message, to: `${'x+y@z '.repeat(80_000)}` })).status).toBe(404)
  expect(processorTime(start)).toBeLessThan(4_000)
})

test('tells no one about messages from our own address, or spam', async () => {
  const { id, email, replyTo } = await answered()
  const from = `Acme <${site.config.mail.from.replace(/.*<|>.*/g, '').toUpperCase()}>`
  expect((await handIn({ from, to: replyTo, text: 'Gladly', messageId: newId() })).status).toBe(201)
  expect(await detail(id)).toMatchObject({ status: 'resolved' })
  await call('PATCH', `/api/contact/${id}`, { status: 'spam' })
  expect((await handIn({ from: email, to: replyTo, text: 'Buy', messageId: newId() })).status).toBe(201)
  const notices = site.database.db.selectFrom('deliveries').select('id').where('kind', '=', 'contactReceived')
  expect(await notices.where('subjectId', '=', id).execute()).toEqual([])
})

test('stores an automatic reply without opening anything, and leaves spam in its place', async () => {
  const { id, email, replyTo } = await answered()
  await handIn({ from: email, to: replyTo, text: 'I am away', messageId: newId(), auto: true })
  expect(await detail(id)).toMatchObject({ status: 'resolved' })
  expect(await eventsOf(id, 'received')).toMatchObject([{ details: { auto: true } }])
  await call('PATCH', `/api/contact/${id}`, { status: 'spam' })
  expect((await handIn({ from: email, to: replyTo, text: 'Buy', messageId: newId() })).status).toBe(201)
  expect((await detail(id)).status).toBe('spam')
  await call('DELETE', `/api/contact/${id}`)
  expect((await handIn({ from: email, to: replyTo, text: 'Buy', messageId: newId() })).status).toBe(404)
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const backdate = (id: string, minutes: number) =>
  site.database.transaction(async (trx) => {
    const time = minutesAgo(minutes).toISOString()
    await trx.updateTable('contactRequests').set({ createdAt: time }).where('id', '=', id).execute()
    await trx.updateTable('contactEvents').set({ at: time }).where('contactId', '=', id).execute()
  })

test('shows when a message was sent that was on its way for long, and still counts as unread', async () => {
  const { id, email, replyTo, messageId } = await answered()
  await backdate(id, 300)
  const message = { from: email, to: replyTo, inReplyTo: messageId }
  await call('POST', `/api/contact/${id}/answers`, { body: 'One more thing' })
  const { version } = await detail(id)
  const late = { ...message, text: 'Sent first', messageId: newId() }
  expect((await handIn({ ...late, date: minutesAgo(120).toUTCString() })).status).toBe(201)
  const later = { ...message, text: 'Sent before that', messageId: newId() }
  expect((await handIn({ ...later, date: minutesAgo(180).toISOString() })).status).toBe(201)
  const [first, middle] = await eventsOf(id, 'received')
  expect([first?.body, middle?.body]).toEqual(['Sent before that', 'Sent first'])
  expect(first?.at.slice(0, 16)).toBe(minutesAgo(180).toISOString().slice(0, 16))
  expect(Date.now() - Date.parse(first?.details?.receivedAt ?? '')).toBeLessThan(60_000)
  // Both came in after the second answer, which does not answer them.
  expect(await detail(id)).toMatchObject({ turn: 'us' })
  const refused = await call('POST', `/api/contact/${id}/answers`, { body: 'Blind' }, { 'if-match': `"${version}"` })
  expect(await refused.json()).toMatchObject({ code: 'version_conflict' })
})

test.each([
  ['in the future', -60],
  ['just now', 1],
  ['before the message that it answers', 400],
  ['last year', 500_000],
])('takes the time at which a message came in for one that says it was sent %s', async (_, minutes) => {
  const { id, email, replyTo, messageId } = await answered()
  await backdate(id, 300)
  const date = minutesAgo(minutes).toUTCString()
  await handIn({ from: email, to: replyTo, inReplyTo: messageId, text: 'x', messageId: newId(), date })
  const [received] = await eventsOf(id, 'received')
  expect(Date.now() - Date.parse(received?.at ?? '')).toBeLessThan(60_000)
  expect(received?.details?.receivedAt).toBeUndefined()
})

test('stores a message once, also when it is handed in several times at once', async () => {
  const { id, email, replyTo } = await answered()
  const message = { from: email, to: replyTo, text: 'Once', messageId: newId() }
  const answers = await Promise.all(Array.from({ length: 4 }, () => handIn(message)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  expect((await handIn(message)).status).toBe(409)
  expect(await eventsOf(id, 'received')).toHaveLength(1)
})

test('refuses unsigned and too large messages, and mends text that cannot be stored', async () => {
  const { id, email, replyTo, messageId } = await answered()
  const message = { from: email, to: replyTo, text: 'Hello', messageId: newId() }
  expect((await site.post('/api/mail/inbound', message)).status).toBe(401)
  expect((await handIn(message, bounceSecret)).status).toBe(401)
  expect((await handIn({ ...message, text: 'x'.repeat(2 * 1024 * 1024) })).status).toBe(413)
  expect((await handIn({ ...message, from: 'nobody' })).status).toBe(422)
  expect((await handIn({ ...message, text: `a\0b${'long '.repeat(30_000)}` })).status).toBe(201)
  const [received] = await eventsOf(id, 'received')
  expect(received?.body).toMatch(/^ablong .*The rest is in the mailbox\.\]$/s)
  const wicked = { ...message, messageId: '<x@y>\r\nBcc: victim@example.org', inReplyTo: messageId }
  expect((await handIn(wicked)).status).toBe(201)
  expect((await eventsOf(id, 'received')).at(-1)?.messageId).toBe('x@y')
})

test('checks the signature before it reads the body', async () => {
  const post = (body: string, key = 'wrong secret of that length') =>
    site.get('/api/mail/inbound', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-signature': signatureOf(key, body, ++time) },
    })
  expect((await post('[')).status).toBe(401)
  expect((await post('[', secret)).status).toBe(400)
  expect((await site.get('/api/mail/inbound', { method: 'POST' })).status).toBe(401)
})

test('stores a message without a Message-ID once, and says none to the visitor', async () => {
  const { id, email, messageId, replyTo } = await answered()
  const message = { from: email, to: replyTo, text: 'No id' }
  expect((await handIn(message)).status).toBe(201)
  expect((await handIn(message)).status).toBe(409)
  expect((await handIn({ ...message, text: 'Another', messageId: 'unusable' })).status).toBe(201)
  const [first, second] = await eventsOf(id, 'received')
  expect([first?.body, second?.body]).toEqual(['No id', 'Another'])
  await call('POST', `/api/contact/${id}/answers`, { body: 'Thanks' })
  await makeDue(site)
  await expect.poll(() => sink.taken.filter(({ to }) => to === email).length).toBe(2)
  const next = await PostalMime.parse(sink.taken.findLast(({ to }) => to === email)?.source ?? '')
  expect(next.references).toBe(messageId)
})

test('reads the HTML where the plain text is a stub, and the headers of programs', async () => {
  const { id, email, replyTo } = await answered()
  const message = { from: email, to: replyTo, html: '<p>Yes &amp; no<img src="cid:a@b"></p>' }
  const attachments = [
    { name: 'a.png', contentId: 'a@b' },
    { name: 'plan.pdf', contentId: 'c@d' },
  ]
  await handIn({ ...message, text: '\u00a0\r\n', attachments })
  await handIn({ ...message, text: 'Please view this message in HTML.' })
  await handIn({ ...message, text: 'Cut', html: '', cut: true })
  const headers = [{ name: 'Auto-Submitted', value: 'auto-replied' }]
  await handIn({ ...message, text: 'Away', html: '', headers })
  expect(await eventsOf(id, 'received')).toMatchObject([
    { body: 'Yes & no', details: { attachments: ['plan.pdf'] } },
    { body: 'Yes & no' },
    { body: expect.stringMatching(/^Cut\n\n\[The rest is in the mailbox\.\]$/) },
    { body: 'Away', details: { auto: true } },
  ])
})

test('a bounce that is reported later marks the answer and brings the request back', async () => {
  const { id, email, messageId } = await answered()
  const event = { type: 'bounce', email, messageId, reason: '550 5.1.1 No such user' }
  const reported = await handIn({ events: [event] }, bounceSecret, '/api/mail/bounces')
  expect(await reported.json()).toEqual({ accepted: 1 })
  const shown = await detail(id)
  expect(shown).toMatchObject({ status: 'pending', turn: 'us' })
  expect(await eventsOf(id, 'answer')).toMatchObject([
    { state: 'failed', details: { bounced: '550 5.1.1 No such user' } },
  ])
})

const notesOf = (id: string) => eventsOf(id, 'note')
/** A request that nobody has answered, and the address in its notice to a colleague, or to the company. */
async function noticed(userId?: string) {
  const email = `writer-${++visitors}@example.net`
  const values = { name: 'Asha Nair', email, subject: 'Hello', message: 'Hi', status: 'pending' as const }
  const id = await site.database.transaction((trx) => addRequest(trx, values))
  return { id, email, to: (await staffReplyAddress(site.database, site.config.mail, id, userId)) ?? '' }
}

test('a colleague answers a notice by mail, once, with the new words only', async () => {
  for (const userId of [undefined, staff.user.id]) {
    const { id, email, to } = await noticed(userId)
    const text =
      'Dear Asha,\n\ngladly.\n\nOn Thu, 26 Nov 2026 at 10:15, Acme <info@example.com> wrote:\n> Secret of the house\n'
    const message = { from: `Sales <${staff.user.email.toUpperCase()}>`, to, text, messageId: newId() }
    expect((await handIn(message)).status).toBe(201)
    expect((await handIn(message)).status).toBe(409)
    expect(await eventsOf(id, 'answer')).toMatchObject([
      { by: 'Sales', body: 'Dear Asha,\n\ngladly.', state: 'waiting' },
    ])
    expect(await detail(id)).toMatchObject({ turn: 'them' })
    await makeDue(site)
    await expect.poll(() => sink.taken.some((mail) => mail.to === email)).toBe(true)
    const sent = await PostalMime.parse(sink.taken.find((mail) => mail.to === email)?.source ?? '')
    expect(sent.text).toContain('gladly.')
    expect(sent.text).not.toContain('Secret of the house')
    expect(sent.replyTo?.[0]?.address).not.toBe(to)
  }
})

test('nothing else that comes to the address of a notice goes to the visitor', async () => {
  const [other, viewer] = [
    await site.asStaff({ name: 'Other', role: 'sales' }),
    await site.asStaff({ name: 'Viewer', role: 'viewer' }),
  ]
  const { id, email, to } = await noticed(staff.user.id)
  const from = staff.user.email
  const failed = [
    { name: 'Authentication-Results', value: 'mx.example.com; spf=fail; dmarc=fail header.from=example.com' },
  ]
  const refused: [message: object, reason: RegExp][] = [
    [{ from: email }, /not a colleague/],
    [{ from: `"${from}" <stranger@example.net>` }, /not a colleague/],
    [{ from: `${from}.example.net` }, /not a colleague/],
    [{ from: other.user.email }, /not a colleague/],
    [{ from: viewer.user.email }, /not a colleague/],
    [{ from, headers: failed }, /could not verify/],
    [{ from, headers: [{ name: 'Auto-Submitted', value: 'auto-replied' }] }, /automatically/],
    [{ from, text: ' \n' }, /no text/],
    [{ from, text: '> Only what they wrote\n' }, /new text/],
    [{ from, text: 'See below.\n\n> Do you have time?\nYes.\n> And money?\nNo.' }, /new text/],
    [
      { from, text: 'Von: Acme\nAsha wrote through the website:\nAnswer this message to write to Asha Nair.' },
      /new text/,
    ],
    [{ from, text: 'Von: Acme\nAsha sent a message:\nReply to this email to answer Asha Nair.' }, /new text/],
    [{ from, text: '', html: '<p>Hi</p><a href="https://www.example.com/#/admin/contacts/1">Open</a>' }, /new text/],
    [{ from, attachments: ['offer.pdf'] }, /attachments/],
    [{ from, text: 'long '.repeat(5_000) }, /too long/],
  ]
  for (const [message, reason] of refused) {
    const answer = await handIn({ to, text: 'Buy this', messageId: newId(), ...message })
    expect(answer.status, String(reason)).toBe(201)
    expect((await notesOf(id)).at(-1)?.details?.unsent, JSON.stringify(message)).toMatch(reason)
  }
  expect(await notesOf(id)).toHaveLength(refused.length)
  expect(await detail(id)).toMatchObject({ status: 'pending', turn: 'us' })
  expect(await eventsOf(id, 'answer')).toEqual([])
  // Neither the address of visitors nor a changed token makes a colleague's mail an answer.
  const { replyTo, id: answeredId } = await answered()
  await handIn({ from, to: replyTo, text: 'Hello', messageId: newId() })
  expect(await eventsOf(answeredId, 'answer')).toHaveLength(1)
  const changed = to.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))
  expect((await handIn({ from, to: changed, text: 'x', messageId: newId() })).status).toBe(404)
})

test('a mail that a colleague was faster to send, or that is about spam, waits on the desk', async () => {
  const other = await site.asStaff({ name: 'Other', role: 'sales' })
  const { id, to } = await noticed()
  await handIn({ from: other.user.email, to, text: 'First', messageId: newId() })
  await handIn({ from: staff.user.email, to, text: 'Second', messageId: newId() })
  expect(await eventsOf(id, 'answer')).toMatchObject([{ body: 'First', by: 'Other' }])
  const unsent = 'Other has replied in the meantime.'
  expect(await notesOf(id)).toMatchObject([{ body: 'Second', by: 'Sales', details: { unsent } }])
})

/** Hands in the report of a mail server about the answer to a visitor. */
const reported = async (
  { email, messageId }: { email: string; messageId: string },
  {
    ids = [messageId],
    ...said
  }: { ids?: string[]; addresses?: string[]; action?: string; status?: string; reason?: string },
) => {
  const recipient = { addresses: [email], action: 'failed', status: '5.1.1', reason: '', ...said }
  return (await handIn({ from: 'MAILER-DAEMON', report: { messageIds: ids, recipients: [recipient] } })).status
}
const subscriberOf = async (email: string) =>
  (await site.database.db.selectFrom('subscribers').select('state').where('email', '=', email).executeTakeFirst())
    ?.state

test.each([
  ['550 5.1.1 User unknown', { status: '5.1.1', reason: '550 5.1.1 User unknown' }, 'bounced'],
  ['The mailbox takes no messages (5.2.1)', { status: '5.2.1' }, 'bounced'],
  ['550 No such person', { status: '', reason: '550 No such person' }, 'bounced'],
  ['550 5.7.1 Spam', { status: '5.7.1', reason: '550 5.7.1 Spam', action: 'Failed (policy)' }, 'confirmed'],
  ['The mail server of the recipient could not be reached (4.4.1)', { status: '4.4.1' }, 'confirmed'],
])('a report of a mail server marks the answer: %s', async (bounced, said, state) => {
  const sent = await answered()
  await addSubscribers(site.database, 1, { email: sent.email })
  expect(await reported(sent, said)).toBe(201)
  expect(await detail(sent.id)).toMatchObject({ status: 'pending', turn: 'us' })
  expect(await eventsOf(sent.id, 'answer')).toMatchObject([{ state: 'failed', details: { bounced } }])
  expect(await subscriberOf(sent.email)).toBe(state)
  // The second copy finds nothing to mark, and its sender has no address.
  expect(await reported(sent, said)).toBe(422)
})

test('a forged report and one of a delay change nothing', async () => {
  const [sent, other] = [await answered(), await answered()]
  await addSubscribers(site.database, 1, { email: sent.email })
  for (const said of [
    { ids: [] },
    { ids: ['<0197aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee@example.com>'] },
    { ids: [other.messageId] },
    { addresses: [] },
    { addresses: [`x${sent.email}`, other.email, sent.email.replace('@', '@mail.')] },
    { action: 'delayed', status: '4.4.1' },
    { action: 'delivered', status: '2.0.0' },
  ])
    expect(await reported(sent, said), JSON.stringify(said)).toBe(422)
  expect(await eventsOf(sent.id, 'answer')).toMatchObject([{ state: 'sent' }])
  expect(await subscriberOf(sent.email)).toBe('confirmed')
})

const raw = (headers: Record<string, string>, text: string) =>
  `${Object.entries({ 'MIME-Version': '1.0', 'Content-Type': 'text/plain; charset=utf-8', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${text}\r\n`

/** Gives a message to the command of the pipe. @returns its exit code and output */
async function pipe(source: string, { url = site.url, key = secret }: { url?: string; key?: string } = {}) {
  const child = spawn(process.execPath, [programs.commandLine, 'inbound', '--to', url], {
    env: { PATH: process.env['PATH'], ATRIUM_DIST: process.env['ATRIUM_DIST'], MAIL_INBOUND_SECRET: key },
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  child.stdin.end(source)
  const code = await new Promise((resolve) => child.on('close', resolve))
  return [code, said.trim()]
}

test('the command of the pipe never returns a message to its writer', async () => {
  const { id, email, replyTo } = await answered()
  const added = [0, 'The message was added to its request.']
  const noSender = [0, 'The message has no sender, so it is in the mailbox only.']
  const nested = raw(
    { From: email, To: replyTo, 'Content-Type': 'text/html' },
    `${'<table><tr><td><ul><li>'.repeat(8_000)}Nested`,
  )
  const long = raw({ From: email, To: replyTo }, 'Long '.repeat(500_000))
  const outcomes = await Promise.all([
    pipe(nested),
    pipe(long),
    pipe(raw({ To: replyTo }, 'Nobody')),
    pipe(raw({ From: 'MAILER-DAEMON', 'Return-Path': '<>' }, 'Hi. This is the qmail-send program.')),
    pipe(
      raw(
        { From: 'postmaster@mx.example.net', 'Content-Type': 'multipart/report; boundary=b' },
        '--b\r\n\r\nNo\r\n--b--',
      ),
    ),
    pipe(''),
  ])
  const unknown = [0, 'No request belongs to this message.']
  expect(outcomes).toEqual([added, added, noSender, noSender, unknown, noSender])
  const bodies = (await eventsOf(id, 'received')).map(({ body = '' }) => body.slice(0, 10) + body.slice(-30)).sort()
  expect(bodies).toEqual([
    expect.stringMatching(/Nested$/),
    expect.stringMatching(/^Long Long .*\[The rest is in the mailbox\.\]$/s),
  ])
})

test('a wrong setting makes the mail server or the service try again', async () => {
  const { email, replyTo } = await answered()
  const wrong = { key: 'another secret of that length' }
  const page = createServer((_, response) => response.writeHead(404).end('<h1>Not Found</h1>')).listen(0, '127.0.0.1')
  onTestFinished(() => void page.close())
  await once(page, 'listening')
  const elsewhere = { url: `http://127.0.0.1:${(page.address() as AddressInfo).port}` }
  const closed = { url: `http://127.0.0.1:${await freePort()}` }
  const said = await pipe(raw({ From: email, To: replyTo }, 'x'), wrong)
  expect(said).toEqual([75, expect.stringContaining('The signature is not valid.')])
  const webhook = { From: email, To: replyTo, TextBody: 'x', Headers: [] }
  for (const settings of [wrong, elsewhere, closed]) expect(await throughRelay(webhook, settings)).toBe(503)
})

test('the entry for Postfix tries again where the program or its settings cannot be read', async () => {
  const entry = await readFile('deploy/postfix-inbound.cf', 'utf8')
  const [, command = ''] = /argv=\/bin\/sh -c\s+\{(.*)\}/.exec(entry) ?? []
  expect(command).toMatch(/inbound \|\| exit 75$/)
  const shell = (line: string) =>
    new Promise((resolve) => spawn('/bin/sh', ['-c', line], { stdio: 'ignore' }).on('close', resolve))
  expect(await shell(command)).toBe(75)
  expect(await shell(command.replace(/^\S+/, process.execPath))).toBe(75)
})

test('the command of the pipe hands in a message as a mail server has it', async () => {
  const { id, email, messageId } = await answered()
  const away = { From: email, To: 'info@example.com', 'In-Reply-To': messageId, 'Message-ID': newId() }
  expect((await pipe(raw({ ...away, 'Auto-Submitted': 'auto-replied' }, 'Away')))[0]).toBe(0)
  const multipart = [
    '--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Grüße &amp; <b>thanks</b></p>\r\n',
    '--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="plan.pdf"\r\n\r\nx\r\n--b--',
  ].join('')
  const headers = {
    From: `=?utf-8?Q?Ash=C3=A1?= <${email}>`,
    To: 'info@example.com',
    Subject: '=?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
    References: `<other@example.net>\r\n ${messageId}`,
    'Message-ID': newId(),
    'Content-Type': 'multipart/mixed; boundary=b',
  }
  expect((await pipe(raw(headers, multipart)))[0]).toBe(0)
  expect(await eventsOf(id, 'received')).toMatchObject([
    { body: 'Away', details: { auto: true } },
    { body: 'Grüße & thanks', from: email, details: { subject: 'Grüße', attachments: ['plan.pdf'] } },
  ])
  const report = [
    '--b\r\nContent-Type: text/plain\r\n\r\nUndelivered\r\n',
    `--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nFinal-Recipient: rfc822; ${email}\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
    `--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${messageId}\r\n\r\n--b--`,
  ].join('')
  const daemon = { From: 'MAILER-DAEMON (Mail Delivery System)', To: 'no-reply@example.com' }
  const type = 'multipart/report; report-type=delivery-status; boundary=b'
  expect(await pipe(raw({ ...daemon, 'Content-Type': type }, report))).toEqual([
    0,
    'The message is marked as not delivered.',
  ])
  expect(await eventsOf(id, 'answer')).toMatchObject([{ details: { bounced: 'The address does not exist (5.1.1)' } }])
  expect(await pipe(raw({ From: email, To: 'x@example.com', 'Message-ID': newId() }, 'Hi'))).toEqual([
    0,
    'No request belongs to this message.',
  ])
})

/** Starts the relay in deploy/. `post` gives it a message as a mail service does. */
async function startRelay({ url = site.url, key = secret } = {}) {
  const port = await freePort()
  const relay = spawn(process.execPath, ['deploy/inbound-relay.js'], {
    env: { MAIL_INBOUND_SECRET: key, RELAY_KEY: 'a-long-random-path', SITE: url, PORT: String(port) },
    stdio: 'ignore',
  })
  const post = async (body: object, path = '/a-long-random-path'): Promise<number> => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      }).catch(() => wait(50))
      if (answer) return answer.status
    }
  }
  return { relay, post }
}

async function throughRelay(message: object, settings: Parameters<typeof startRelay>[0]): Promise<number> {
  const { relay, post } = await startRelay(settings)
  return post(message).finally(() => relay.kill())
}

test('the relay in deploy/ hands in the webhook of a mail service', async () => {
  const { id, email, replyTo } = await answered()
  const { relay, post } = await startRelay()
  try {
    // An excerpt of the example in Postmark's documentation.
    const message = {
      From: email,
      To: replyTo,
      Subject: 'Re: Hello',
      MessageID: '22c74902-a0c1-4511-804f2-341342852c90',
      TextBody: 'Thanks from the service',
      HtmlBody: '<p>Thanks</p>',
      Headers: [
        { Name: 'Message-ID', Value: newId() },
        { Name: 'Auto-Submitted', Value: 'no' },
      ],
      Attachments: [{ Name: 'offer.pdf', Content: 'eA==', ContentType: 'application/pdf', ContentLength: 1 }],
    }
    expect(await post(message, '/a-wrong-random-pat')).toBe(404)
    expect(await post(message)).toBe(201)
    expect(await post(message)).toBe(200)
    const shown = { Name: 'logo.png', ContentID: 'l@x', ContentType: 'image/png' }
    const html = {
      ...message,
      To: 'info@example.com',
      OriginalRecipient: replyTo,
      TextBody: ' \u00a0\n',
      HtmlBody: `<img src="cid:l@x">${'<p>Only HTML</p>'.repeat(150_000)}`,
      Headers: [{ Name: 'X-Autoreply', Value: 'yes' }, { Name: 'X-Empty' }],
      Attachments: [shown, { Name: 'plan.pdf', ContentID: 'f@x', ContentType: 'application/pdf' }],
    }
    expect(await post(html)).toBe(201)
    expect(await post({ ...message, From: 'Nobody' })).toBe(200)
    expect(await eventsOf(id, 'received')).toMatchObject([
      { body: 'Thanks from the service', details: { attachments: ['offer.pdf'] } },
      {
        body: expect.stringMatching(/^Only HTML\n.*in the mailbox\.\]$/s),
        details: { attachments: ['plan.pdf'], auto: true },
      },
    ])
  } finally {
    relay.kill()
  }
})
