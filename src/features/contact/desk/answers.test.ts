// On both databases: two people answer at once, and the queue sends messages that a transaction has written.
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDue } from '#testing/make-due.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { type SmtpSink, startSmtpSink } from '#testing/smtp-sink.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { addSubscribers, mailSettings } from '#testing/subscriber-rows.ts'
import type { ContactDetail, ShownEvent } from '../ground/desk.contract.ts'
import { addEvent, addRequest } from '../ground/events.shared.server.ts'

let sink: SmtpSink
let site: TestApp
let sales: SignedIn
let marketing: SignedIn
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startTestApp({ mail: mailSettings({ smtpUrl: sink.url, contactNotify: undefined }) })
  sales = await site.asStaff({ name: 'Sales', role: 'sales' })
  marketing = await site.asStaff({ name: 'Marketing', role: 'marketing' })
})
afterAll(async () => {
  await site.close()
  await sink.close()
})
beforeEach(() => {
  sink.behave({})
  sink.taken.length = 0
})

let visitors = 0
/** A new request. @returns its id and the visitor's address */
async function ask(changes: object = {}) {
  const email = `visitor-${++visitors}@example.net`
  const values = { name: 'Asha Nair', email, subject: 'Migration of 40 servers', message: 'Can you help?\nIn Pune.' }
  const id = await site.database.transaction((trx) => addRequest(trx, { ...values, status: 'pending', ...changes }))
  return { id, email }
}
const as = (who: SignedIn) => callAs(site, who)
const detail = async (id: string): Promise<ContactDetail> => (await as(sales)('GET', `/api/contact/${id}`)).json()
const send = (who: SignedIn, id: string, body: object, headers = {}) =>
  as(who)('POST', `/api/contact/${id}/answers`, body, headers)
async function answer(who: SignedIn, id: string, body: object): Promise<ShownEvent> {
  const sent = await send(who, id, body)
  expect(sent.status).toBe(201)
  return sent.json()
}
const mailTo = async (address: string, count = 1) => {
  await expect.poll(() => sink.taken.filter(({ to }) => to === address).length).toBe(count)
  return PostalMime.parse(sink.taken.filter(({ to }) => to === address).at(-1)?.source ?? '')
}

test('shows a request with its timeline, the person and who is typing', async () => {
  const { id, email } = await ask()
  const { id: before } = await ask({ email: email.toUpperCase(), subject: 'Before' })
  await addSubscribers(site.database, 1, { email })
  const note = await as(sales)('POST', `/api/contact/${id}/notes`, { body: 'Call on Monday' })
  expect(note.status).toBe(201)
  expect(await as(marketing)('PUT', `/api/contact/${id}/typing`).then((said) => said.json())).toEqual({ typing: [] })
  const shown = await detail(id)
  expect(shown).toMatchObject({
    _id: id,
    turn: 'us',
    mail: 'smtp',
    events: [{ kind: 'note', by: 'Sales', body: 'Call on Monday' }],
    person: {
      others: [{ subject: 'Before' }],
      othersTotal: 1,
      open: [
        { _id: id, version: 1 },
        { _id: before, version: 1 },
      ],
      subscription: { state: 'confirmed' },
    },
    typing: [{ name: 'Marketing' }],
  })
  expect(shown.person.key).not.toContain('@')
  expect((await as(sales)('GET', '/api/contact/unknown')).status).toBe(404)
  expect((await as(sales)('PUT', '/api/contact/unknown/typing')).status).toBe(404)
})

test('mails an answer once, in the thread, from the person at the company', async () => {
  const { id, email } = await ask()
  await addSubscribers(site.database, 1, { email, state: 'unsubscribed' })
  const first = await answer(sales, id, { body: 'Yes, **gladly**. See [us](/services).', resolve: true, quote: true })
  expect(first).toMatchObject({ kind: 'answer', by: 'Sales', state: 'waiting', leavesAt: expect.any(String) })
  expect(first.html).toContain('<strong>gladly</strong>')
  expect(await detail(id)).toMatchObject({ status: 'resolved', version: expect.any(Number) })
  expect(sink.taken).toEqual([])
  await makeDue(site)
  const mail = await mailTo(email)
  expect(mail).toMatchObject({
    subject: 'Re: Migration of 40 servers',
    from: { name: 'Sales, Acme Cloud', address: 'no-reply@example.com' },
    messageId: `<${first.messageId}>`,
  })
  expect(mail.replyTo?.[0]?.address).toBe(site.config.company.email)
  expect(mail.text).toContain('Yes, gladly.')
  expect(mail.text).toContain('> Can you help?\n> In Pune.')
  expect(mail.html).toContain('<strong>gladly</strong>')
  expect(mail.html).toContain(`href="${site.config.publicUrl}/services"`)
  const { source = '' } = sink.taken[0] ?? {}
  expect(source).not.toMatch(/^list-unsubscribe|^in-reply-to/im)
  expect(source.indexOf('text/plain')).toBeLessThan(source.indexOf('text/html'))

  const second = await answer(sales, id, { body: 'One more thing', quote: false })
  await makeDue(site)
  const next = await mailTo(email, 2)
  expect(next).toMatchObject({ inReplyTo: `<${first.messageId}>`, messageId: `<${second.messageId}>` })
  expect(next.text).not.toContain('Can you help?')
  await expect
    .poll(async () => (await detail(id)).events.map(({ state }) => state))
    .toEqual(['sent', undefined, 'sent'])
})

test('keeps line breaks out of headers, quotes a part of a long message and shows no markup', sameOnBoth, async () => {
  const wicked = 'Hi\r\nBcc: victim@example.org'
  const { id, email } = await ask({ name: wicked, subject: wicked, message: `${'word '.repeat(3_999)}end` })
  const typed = '<script>alert(1)</script>\n\n<a href="javascript:x">Go</a>'
  await answer(sales, id, { body: typed, subject: `Re: ${wicked}` })
  await makeDue(site)
  const mail = await mailTo(email)
  const { source = '' } = sink.taken[0] ?? {}
  expect(source.slice(0, source.indexOf('\r\n\r\n'))).not.toMatch(/^bcc:/im)
  expect(mail.subject).toBe('Re: Hi Bcc: victim@example.org')
  expect(mail.html).not.toMatch(/<script|="javascript:/)
  expect(mail.text).toContain(typed)
  expect((await detail(id)).events[0]?.html).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n<p>&lt;a href=&quot;javascript:x&quot;&gt;Go&lt;/a&gt;</p>',
  )
  const quoted = (mail.html ?? '').match(/(?<!-)\bword\b(?!-)/g)?.length ?? 0
  expect(quoted).toBe(800)
})

test('shows every line and word as typed: in both parts, in the preview and in the timeline', sameOnBoth, async () => {
  const { id, email } = await ask()
  const typed = [
    'Copy it to s3://<bucket-name>, then use List<String>.',
    '',
    'Audit        400 EUR',
    '\tper site',
    '2 * 3 * 4 < 25 > 1986. A long line stays one line, however long it is, and no program of ours breaks it in two.',
    '',
    'Kind regards',
    'Meera <meera@example.com>',
    '--',
    '+ 2 colleagues',
  ].join('\n')
  const preview = await as(sales)('POST', `/api/contact/${id}/answers/preview`, { body: typed })
  const previewed = await preview.json()
  const { html } = await answer(sales, id, { body: typed })
  await makeDue(site)
  const mail = await mailTo(email)
  expect(mail.text).toContain(`Acme Cloud\n\n${typed}\n\nOn `)
  expect(previewed.subject).toBe(mail.subject)
  expect(previewed.text.trimEnd()).toBe(mail.text?.trimEnd())
  expect(previewed.html).toBe(mail.html?.trimEnd())
  for (const shown of [html, mail.html]) {
    expect(shown).toContain('s3://&lt;bucket-name&gt;, then use List&lt;String&gt;.')
    expect(shown).toContain('Kind regards<br>Meera &lt;meera@example.com&gt;<br>--<br>+ 2 colleagues</p>')
    expect(shown).toContain('<br>\u00a0\u00a0\u00a0\u00a0per site<br>2 * 3 * 4 &lt; 25 &gt; 1986. A')
  }
  expect((await as(sales)('POST', '/api/contact/unknown/answers/preview', { body: 'x' })).status).toBe(404)
})

test('takes an answer back before it leaves, and gives its text back', async () => {
  const { id } = await ask()
  const { _id } = await answer(sales, id, { body: 'Too early', resolve: true })
  const undo = () => as(sales)('POST', `/api/contact/${id}/answers/${_id}/undo`)
  const undone = await undo()
  expect(undone.status).toBe(200)
  expect(await undone.json()).toEqual({ body: 'Too early', quote: true, resolve: true })
  expect(await detail(id)).toMatchObject({ status: 'pending', turn: 'us', events: [] })
  expect((await undo()).status).toBe(404)
  expect(await site.database.db.selectFrom('deliveries').where('subjectId', '=', _id).selectAll().execute()).toEqual([])

  const { _id: gone } = await answer(sales, id, { body: 'Now' })
  await makeDue(site)
  await expect.poll(() => sink.taken.length).toBe(1)
  const late = await as(sales)('POST', `/api/contact/${id}/answers/${gone}/undo`)
  expect([late.status, (await late.json()).message]).toEqual([409, 'The reply was already sent.'])
})

test('the first colleague to answer a request without an owner owns it, until they take the answer back', async () => {
  const ownerOf = async (id: string) => (await detail(id)).owner?.name
  const { id } = await ask()
  const first = await answer(sales, id, { body: 'Gladly' })
  expect(await ownerOf(id)).toBe('Sales')
  await answer(marketing, id, { body: 'Me too' })
  expect(await ownerOf(id)).toBe('Sales')
  await as(sales)('POST', `/api/contact/${id}/answers/${first._id}/undo`)
  expect(await ownerOf(id)).toBeUndefined()

  const { id: given } = await ask({ ownerId: marketing.user.id })
  const other = await answer(sales, given, { body: 'For you' })
  await as(sales)('POST', `/api/contact/${given}/answers/${other._id}/undo`)
  expect(await ownerOf(given)).toBe('Marketing')

  const { id: passed } = await ask()
  const undone = await answer(sales, passed, { body: 'Gladly' })
  await as(sales)('PATCH', `/api/contact/${passed}/desk`, { ownerId: marketing.user.id })
  await as(sales)('POST', `/api/contact/${passed}/answers/${undone._id}/undo`)
  expect(await ownerOf(passed)).toBe('Marketing')
})

const seen = (version: number | undefined) => ({ 'if-match': `"${version}"` })

test('tells the second of two colleagues, who can send anyway', async () => {
  const { id } = await ask()
  const answers = await Promise.all([
    send(sales, id, { body: 'From Sales' }, seen(1)),
    send(marketing, id, { body: 'From Marketing' }, seen(1)),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const [winner, loser] = answers[0]?.status === 201 ? [sales, marketing] : [marketing, sales]
  const refusal = await answers.find(({ status }) => status === 409)?.json()
  const { version } = await detail(id)
  expect(refusal).toMatchObject({ code: 'version_conflict', conflict: { current: { _id: id, version } } })
  expect((await send(loser, id, { body: 'Again' }, seen(1))).status).toBe(409)
  expect((await send(loser, id, { body: 'Again' }, seen(version))).status).toBe(201)
  expect((await send(winner, id, { body: 'And more' }, seen(version))).status).toBe(409)
  // A caller who names no version knows nothing of others.
  expect((await send(winner, id, { body: 'And more' })).status).toBe(201)
})

test('a message makes a new version, and one that is taken back too, so that no one changes a request unseen', async () => {
  const { id } = await ask()
  const patch = async (path: string, body: object, version: number | undefined) =>
    (await as(sales)('PATCH', `/api/contact/${id}${path}`, body, seen(version))).status
  const versions = [(await detail(id)).version]
  const { _id } = await answer(marketing, id, { body: 'Gladly' })
  versions.push((await detail(id)).version)
  await as(marketing)('POST', `/api/contact/${id}/answers/${_id}/undo`)
  versions.push((await detail(id)).version)
  await as(marketing)('POST', `/api/contact/${id}/received`, { body: 'Still there?' })
  for (const version of versions) {
    expect(await patch('', { status: 'resolved' }, version)).toBe(409)
    expect(await patch('/desk', { followUpOn: '2031-03-09' }, version)).toBe(409)
  }
  expect(await patch('', { status: 'resolved' }, (await detail(id)).version)).toBe(200)
  const refused = await as(marketing)('PATCH', `/api/contact/${id}`, { status: 'spam' }, seen(1))
  expect((await refused.json()).message).toBe('Sales has changed this in the meantime.')
})

test('an entry of a machine whose clock is a little behind comes after those that were there', async () => {
  const { id } = await ask()
  const { _id } = await answer(sales, id, { body: 'From Sales' })
  // Its id begins with the time of that machine.
  const entry = { id: '01900000-0000-7000-8000-000000000000', contactId: id, kind: 'received', body: 'Wait' } as const
  await site.database.db
    .updateTable('contactEvents')
    .set({ at: new Date(Date.now() + 20_000).toISOString() })
    .where('id', '=', _id)
    .execute()
  await site.database.transaction((trx) => addEvent(trx, entry))
  expect((await detail(id)).events.map((event) => event._id)).toEqual([_id, entry.id])
})

test('never answers spam, and asks for a file of the library', sameOnBoth, async () => {
  const { id } = await ask({ status: 'spam' })
  expect((await send(sales, id, { body: 'Hello' })).status).toBe(409)
  const held = await ask()
  await answer(sales, held.id, { body: 'Hello' })
  await as(sales)('PATCH', `/api/contact/${held.id}`, { status: 'spam' })
  await makeDue(site)
  await expect
    .poll(async () => (await detail(held.id)).events[0]?.details?.bounced)
    .toBe('The request was marked as spam')
  expect(sink.taken.filter(({ to }) => to === held.email)).toEqual([])
  const unknown = await send(sales, (await ask()).id, { body: 'Hello', fileId: 'nothing' })
  expect([unknown.status, (await unknown.json()).issues]).toEqual([
    422,
    [{ path: 'fileId', message: 'This file is not in the media library' }],
  ])
  expect((await send(sales, held.id, { body: ' ' })).status).toBe(422)
})

test('cancels an answer whose request goes to the trash, and says so when it comes back', async () => {
  const { id } = await ask()
  await answer(sales, id, { body: 'Hello', resolve: true })
  expect((await as(sales)('DELETE', `/api/contact/${id}`)).status).toBe(200)
  await makeDue(site)
  expect((await as(sales)('POST', `/api/trash/contactRequests/${id}/restore`)).status).toBe(200)
  const { events, firstAnswerAt, status } = await detail(id)
  expect(events[0]?.details?.bounced).toMatch(/moved to the trash/)
  expect(status).toBe('pending')
  expect(firstAnswerAt).toBe(undefined)
  expect(
    await site.database.db
      .selectFrom('deliveries')
      .where('subjectId', '=', events[0]?._id ?? '')
      .selectAll()
      .execute(),
  ).toEqual([])
})

test('brings a request back whose answer the mail server refuses', sameOnBoth, async () => {
  const { id, email } = await ask()
  sink.behave({
    onRecipient: (to) => (to === email ? { code: 550, text: '5.1.1 No such user' } : undefined),
  })
  await answer(sales, id, { body: 'Hello', resolve: true })
  await makeDue(site)
  await expect.poll(async () => (await detail(id)).status).toBe('pending')
  const { events, turn } = await detail(id)
  expect(events[0]).toMatchObject({ state: 'failed', details: { bounced: expect.stringContaining('No such user') } })
  expect(turn).toBe('us')
})

test('deletes a note for its author within ten minutes', async () => {
  const { id } = await ask()
  const { _id } = await (await as(sales)('POST', `/api/contact/${id}/notes`, { body: 'Secret word' })).json()
  const remove = (who: SignedIn) => as(who)('DELETE', `/api/contact/${id}/notes/${_id}`)
  expect((await remove(marketing)).status).toBe(403)
  const age = (minutes: number) =>
    site.database.db
      .updateTable('contactEvents')
      .set({ at: new Date(Date.now() - minutes * 60_000).toISOString() })
      .where('id', '=', _id)
      .execute()
  await age(11)
  expect((await remove(sales)).status).toBe(409)
  await age(9)
  expect((await remove(sales)).status).toBe(200)
  expect((await detail(id)).events).toEqual([])
  expect((await remove(sales)).status).toBe(404)
})

test('logs messages that were sent and received elsewhere', sameOnBoth, async () => {
  const { id } = await ask()
  const logged = await answer(sales, id, { body: 'From my own program', resolve: true, sentElsewhere: true })
  expect(logged).toMatchObject({ kind: 'answer', details: { byHand: true } })
  expect(logged.state).toBe(undefined)
  expect(await detail(id)).toMatchObject({ status: 'resolved' })
  const said = await as(sales)('POST', `/api/contact/${id}/received`, { body: 'Thank you' })
  expect([said.status, await said.json()]).toMatchObject([201, { kind: 'received', details: { byHand: true } }])
  expect(await detail(id)).toMatchObject({ status: 'pending', turn: 'us' })
  for (const at of ['2999-01-01T00:00:00Z', '0001-01-01T00:00:00+05:30'])
    expect((await as(sales)('POST', `/api/contact/${id}/received`, { body: 'x', at })).status).toBe(422)
})

test('without a mail server it says so, and logs an answer that was sent elsewhere', sameOnBoth, async () => {
  const other = await startTestApp()
  const staff = await other.asStaff()
  const call = callAs(other, staff)
  const values = { name: 'A', email: 'a@example.net', subject: 'S', message: 'M', status: 'pending' as const }
  const id = await other.database.transaction((trx) => addRequest(trx, values))
  const refused = await call('POST', `/api/contact/${id}/answers`, { body: 'Hello' })
  expect([refused.status, (await refused.json()).code]).toEqual([409, 'no_mail_server'])
  expect((await call('POST', `/api/contact/${id}/answers`, { body: 'Hello', sentElsewhere: true })).status).toBe(201)
  expect(await (await call('GET', `/api/contact/${id}`)).json()).toMatchObject({ mail: 'files', turn: 'them' })
  await other.close()
})
