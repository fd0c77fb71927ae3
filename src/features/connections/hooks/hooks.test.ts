// On both databases: events are queued, claimed and settled by the locks of each.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { contactCreated } from '#features/contact/ground/contact.event.ts'
import { emit } from '#server/hooks/emit.ts'
import type { EventAbout } from '#server/hooks/event-kind.ts'
import { day, hour } from '#server/security/counters.ts'
import { startReceiver, verified } from '#testing/hook-receiver.ts'
import { startMailSite } from '#testing/mail-site.ts'
import { makeDue } from '#testing/make-due.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'
import { hookRetention } from './hook-personal-data.server.ts'
import { pauseHooks } from './hook-state.shared.server.ts'
import type { Hook, HookDelivery } from './hooks.contract.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>

const local = { hooks: { private: true } }
let site: TestApp
let owner: SignedIn
let receiver: Receiver
beforeAll(async () => {
  site = await startTestApp({ ...local, rateLimit: false, mail: mailSettings({ retryPauses: [3_600] }) })
  owner = await site.asStaff()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await site.close()
})

const as = (at = site, person = owner) => callAs(at, person)
const made = { url: '', events: ['contact.created'] }

/** A webhook of a receiver, which is deleted at the end of the test. */
async function addHook(
  fields: object = {},
  at = site,
  person = owner,
  to = receiver,
): Promise<Hook & { secret: string }> {
  const answer = await as(at, person)('POST', '/api/hooks', { ...made, url: to.url, ...fields })
  const hook = await answer.json()
  expect([answer.status, hook.issues]).toEqual([201, undefined])
  if (at === site)
    onTestFinished(async () => {
      to.answer((response) => void response.writeHead(204).end())
      await as()('DELETE', `/api/hooks/${hook._id}`)
      to.arrived.length = 0
    })
  return hook
}

const { example } = contactCreated
const tell = (about: EventAbout = {}, at = site) =>
  at.database.transaction((trx) => emit(trx, contactCreated, example, about))

const logOf = async ({ _id }: Hook, at = site, person = owner): Promise<HookDelivery[]> =>
  (await as(at, person)('GET', `/api/hooks/${_id}/deliveries`)).json()
const newestOf = async (hook: Hook) => (await logOf(hook))[0]
const hookOf = async ({ _id }: Hook): Promise<Hook | undefined> =>
  ((await (await as()('GET', '/api/hooks')).json()) as Hook[]).find((one) => one._id === _id)

/** Lets the webhook be tried now, as if its pauses had passed. */
async function passPauses({ _id }: Hook) {
  await site.database.db.updateTable('hooks').set({ pausedUntil: null }).where('id', '=', _id).execute()
  await makeDue(site)
}

test('an event arrives signed, without what is personal, and the answer is in the log', async () => {
  receiver.answer((response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('taken\0\u202e ok'))
  const hook = await addHook()
  expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(JSON.stringify(await hookOf(hook))).not.toContain(hook.secret)
  await tell({ recordId: 'r' })
  await expect.poll(async () => (await newestOf(hook))?.state).toBe('sent')
  const [arrived] = receiver.arrived
  if (!arrived) throw new Error('Nothing has arrived')
  const { type, timestamp, data } = verified(hook.secret, arrived)
  expect([type, Math.abs(Date.parse(timestamp) - site.database.clock()) < hour]).toEqual(['contact.created', true])
  const { email: _, phone: _phone, message: _message, ...shared } = example
  expect(data).toEqual(shared)
  expect(await newestOf(hook)).toMatchObject({
    ...{ _id: arrived.id, event: 'contact.created', status: 200, answer: 'taken\ufffd\ufffd ok', attempts: 1 },
    ...{ test: false, body: arrived.body },
  })
  expect(await hookOf(hook)).toMatchObject({ last: { state: 'sent', status: 200 } })
})

test('personal fields leave if they are ticked, and events of other courses never', async () => {
  const course = await addCourse(site.database)
  const hook = await addHook({ personal: true, courseId: course.id })
  await tell()
  await tell({ courseId: 'other' })
  await tell({ courseId: course.id })
  await expect.poll(async () => (await newestOf(hook))?.state).toBe('sent')
  expect(receiver.arrived.map(({ body }) => JSON.parse(body).data)).toEqual([example])
})

test('each form of a chat is one text, in which nothing of a visitor acts as markup', sameOnBoth, async () => {
  const forms = await Promise.all((['slack', 'teams', 'googleChat'] as const).map((form) => addHook({ form })))
  const data = { ...example, name: '<!channel> <users/all> & [bank](https://evil.example)\n**now**' }
  await site.database.transaction((trx) => emit(trx, contactCreated, data))
  await expect.poll(() => receiver.arrived.length).toBe(3)
  const bodies = await Promise.all(forms.map(async (hook) => JSON.parse((await newestOf(hook))?.body ?? '')))
  const [slack, teams, googleChat] = bodies
  // A sign without width keeps a chat from making a link of an address.
  const end = '[bank](https:\u2060//evil.\u2060example) **now**: Cloud migration'
  expect(slack).toEqual({
    text: `New message from &lt;!channel&gt; &lt;users/all&gt; &amp; ${end}\n<${example.adminUrl}>`,
  })
  expect(googleChat).toEqual({ text: `New message from ‹!channel› ‹users/all› & ${end}\n${example.adminUrl}` })
  const { body, actions } = teams.attachments[0].content
  expect(body[0].inlines).toEqual([{ type: 'TextRun', text: `New message from <!channel> <users/all> & ${end}` }])
  expect(actions[0].url).toBe(example.adminUrl)
})

test('after a rotation both secrets sign for a day, and then the new one only', async () => {
  const { secret: former, ...hook } = await addHook()
  const rotated = await (await as()('POST', `/api/hooks/${hook._id}/secret`)).json()
  const send = async () => {
    receiver.arrived.length = 0
    await tell()
    await expect.poll(() => receiver.arrived.length).toBe(1)
    return receiver.arrived[0] as Receiver['arrived'][number]
  }
  const during = await send()
  for (const secret of [former, rotated.secret]) expect(verified(secret, during).type).toBe('contact.created')
  expect(during.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  const past = new Date(site.database.clock() - 1_000).toISOString()
  await site.database.db.updateTable('hooks').set({ formerSecretUntil: past }).where('id', '=', hook._id).execute()
  const after = await send()
  expect(verified(rotated.secret, after).type).toBe('contact.created')
  expect(() => verified(former, after)).toThrow()
  expect((await hookOf(hook as Hook))?.formerSecretUntil).toBeUndefined()
})

test('an event that fails is tried again with its id, after the pause that the receiver asks for', async () => {
  const hook = await addHook()
  receiver.answer((response) => void response.writeHead(503, { 'retry-after': '7200' }).end('later'))
  await tell()
  await expect.poll(async () => (await newestOf(hook))?.state).toBe('retrying')
  const failed = await newestOf(hook)
  expect(failed).toMatchObject({ status: 503, answer: 'later', reason: 'The receiver answered 503.', attempts: 1 })
  expect(Date.parse(failed?.nextAt ?? '') - site.database.clock()).toBeGreaterThan(1.9 * hour)
  expect((await hookOf(hook))?.failingSince).toBeDefined()
  // Another event waits with it: the receiver asked for a pause.
  await tell()
  receiver.answer((response) => void response.writeHead(204).end())
  await passPauses(hook)
  await expect.poll(async () => (await logOf(hook)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  expect(new Set(receiver.arrived.map(({ id }) => id)).size).toBe(2)
  expect(receiver.arrived.length).toBe(3)
  expect((await hookOf(hook))?.failingSince).toBeUndefined()
})

test.each([
  ['a redirect', 'The receiver answered 301. Redirects are not followed: enter the address that it leads to.'],
  ['a lost connection', 'The site did not answer.'],
])('%s is a failure', async (kind, reason) => {
  const hook = await addHook()
  receiver.answer((response) => {
    if (kind === 'a redirect') response.writeHead(301, { location: `${receiver.url}/there` }).end()
    else response.socket?.resetAndDestroy()
  })
  await tell()
  await expect.poll(async () => (await newestOf(hook))?.state).toBe('retrying')
  expect(await newestOf(hook)).toMatchObject({ reason })
  expect(receiver.arrived.length).toBe(1)
})

test('of an endless answer only the beginning is read, and its status counts', sameOnBoth, async () => {
  const hook = await addHook()
  let closed = false
  receiver.answer((response) => {
    response.writeHead(200)
    const write = () => {
      while (!closed && response.write('é'.repeat(10_000)));
    }
    response.on('drain', write).on('close', () => {
      closed = true
    })
    write()
  })
  await tell()
  await expect.poll(async () => (await newestOf(hook))?.state).toBe('sent')
  await expect.poll(() => closed).toBe(true)
  expect((await newestOf(hook))?.answer).toBe('é'.repeat(1_024))
})

test('410 switches the webhook off, tells the owners, and skips what waits', async () => {
  const hook = await addHook()
  receiver.answer((response) => void response.writeHead(410).end())
  await site.database.transaction(async (trx) => {
    for (let n = 0; n < 3; n++) await emit(trx, contactCreated, example)
  })
  await expect.poll(async () => (await hookOf(hook))?.active).toBe(false)
  const offReason = 'The receiver has answered that it is gone for good (410)'
  expect(await hookOf(hook)).toMatchObject({ offReason })
  await expect
    .poll(async () => (await logOf(hook)).every(({ state }) => ['failed', 'skipped'].includes(state)))
    .toBe(true)
  const { db } = site.database
  const mails = await db.selectFrom('deliveries').select('recipientId').where('kind', '=', 'hookOff').execute()
  expect(mails.map(({ recipientId }) => recipientId)).toEqual([owner.user.id])
  const { host } = new URL(receiver.url)
  const system = await (await as()('GET', '/api/system')).json()
  expect(system.lacks).toContain(`The webhook to ${host} is off. ${offReason}.`)
  const activity = await db.selectFrom('activity').selectAll().where('recordId', '=', hook._id).execute()
  expect(activity).toContainEqual(
    expect.objectContaining({ what: `Webhook switched off: ${offReason}`, recordName: host }),
  )

  // Nothing is queued while it is off, and an event is not sent again.
  const before = (await logOf(hook)).length
  await tell()
  expect((await logOf(hook)).length).toBe(before)
  const [first] = await logOf(hook)
  const path = `/api/hooks/${hook._id}/deliveries/${first?._id}/send`
  expect((await as()('POST', path)).status).toBe(409)
  receiver.answer((response) => void response.writeHead(204).end())
  const { _id, version: _version, secret: _secret, ...fields } = hook
  const on = await as()('PUT', `/api/hooks/${_id}`, { ...fields, active: true })
  expect(on.status).toBe(200)
  expect(await hookOf(hook)).toMatchObject({ active: true })
  expect((await hookOf(hook))?.offReason).toBeUndefined()
  receiver.arrived.length = 0
  expect((await as()('POST', path)).status).toBe(202)
  await expect.poll(() => receiver.arrived.map(({ id }) => id)).toEqual([first?._id])
})

test('three days of failures without a success switch the webhook off', async () => {
  const hook = await addHook()
  receiver.answer((response) => void response.writeHead(500).end())
  await tell()
  await expect.poll(async () => (await newestOf(hook))?.state).toBe('retrying')
  const since = (ago: number) =>
    site.database.db
      .updateTable('hooks')
      .set({ failingSince: new Date(site.database.clock() - ago).toISOString() })
      .where('id', '=', hook._id)
      .execute()
  await since(3 * day - hour)
  await passPauses(hook)
  await expect.poll(async () => (await newestOf(hook))?.attempts).toBe(2)
  await expect.poll(async () => (await newestOf(hook))?.state).toBe('retrying')
  expect((await hookOf(hook))?.active).toBe(true)
  await since(3 * day)
  await passPauses(hook)
  await expect.poll(async () => (await hookOf(hook))?.offReason).toBe('No event has arrived for three days')
})

test('a test event says so, is tried once, and reaches a webhook that is off', async () => {
  const hook = await addHook({ active: false, events: ['post.published', 'contact.created'] })
  const send = async (body: object = {}) => (await as()('POST', `/api/hooks/${hook._id}/test`, body)).json()
  expect(await send({ event: 'contact.created' })).toMatchObject({ state: 'sent', status: 204, test: true })
  const [arrived] = receiver.arrived
  if (!arrived) throw new Error('Nothing has arrived')
  expect(verified(hook.secret, arrived)).toMatchObject({ type: 'contact.created', test: true })
  receiver.answer((response) => void response.writeHead(500).end('no'))
  expect(await send()).toMatchObject({ event: 'post.published', state: 'failed', status: 500, answer: 'no' })
  expect((await hookOf(hook))?.failingSince).toBeUndefined()
  expect((await as()('POST', `/api/hooks/${hook._id}/test`, { event: 'no.event' })).status).toBe(422)
})

test('a test event waits for no other one of a webhook that fails', async () => {
  const hook = await addHook()
  receiver.answer((response) => void response.writeHead(500).end())
  await tell()
  await expect.poll(async () => (await newestOf(hook))?.state).toBe('retrying')
  // The event is tried again, and the receiver takes its time.
  const attempted = receiver.arrived.length
  const waiting = Promise.withResolvers<void>()
  receiver.answer(async (response) => {
    if (receiver.arrived.length === attempted + 1) await waiting.promise
    response.writeHead(204).end()
  })
  await passPauses(hook)
  await expect.poll(() => receiver.arrived.length).toBe(attempted + 1)
  const answer = await (await as()('POST', `/api/hooks/${hook._id}/test`, {})).json()
  waiting.resolve()
  expect(answer).toMatchObject({ state: 'sent', status: 204, test: true })
})

test('an event is sent again with the same id, and not while it waits', async () => {
  const hook = await addHook()
  await tell()
  await expect.poll(async () => (await newestOf(hook))?.state).toBe('sent')
  const { _id = '' } = (await newestOf(hook)) ?? {}
  const again = () => as()('POST', `/api/hooks/${hook._id}/deliveries/${_id}/send`)
  receiver.answer((response) => void response.writeHead(500).end())
  expect((await again()).status).toBe(202)
  await expect.poll(async () => (await newestOf(hook))?.state).toBe('retrying')
  expect((await again()).status).toBe(409)
  expect(receiver.arrived.map(({ id }) => id)).toEqual([_id, _id])
  const other = await addHook()
  expect((await as()('POST', `/api/hooks/${other._id}/deliveries/${_id}/send`)).status).toBe(404)
})

test('bad values are refused at their fields', sameOnBoth, async () => {
  const issueOf = async (fields: object) => {
    const answer = await as()('POST', '/api/hooks', { ...made, url: receiver.url, ...fields })
    const { issues = [] } = await answer.json()
    // Each problem is said once.
    return [answer.status, ...issues.map(({ path }: { path: string }) => path)]
  }
  for (const url of [
    '',
    'nonsense',
    '/path',
    'ftp://example.com/',
    'https:example.com',
    'https://user:secret@example.com/',
    'https://example.com/#part',
    'https://example.com/#',
    `https://example.com/${'a'.repeat(2_040)}`,
    `https://example.com/${'é'.repeat(700)}`,
  ])
    expect([url, ...(await issueOf({ url }))]).toEqual([url, 422, 'url'])
  expect(await issueOf({ events: [] })).toEqual([422, 'events'])
  expect(await issueOf({ events: ['contact.created', 'constructor'] })).toEqual([422, 'events'])
  expect(await issueOf({ courseId: 'none' })).toEqual([422, 'courseId'])
  expect(await issueOf({ form: 'email' })).toEqual([422, 'form'])
  const { url } = await addHook({ url: 'https://bücher.example/päth?q=1' })
  expect(url).toBe('https://xn--bcher-kva.example/p%C3%A4th?q=1')
})

test(
  'an address in a private network is refused at once, and again when an event would leave',
  sameOnBoth,
  async () => {
    const guarded = await startTestApp({ rateLimit: false, mail: mailSettings({ retryPauses: [3_600] }) })
    onTestFinished(guarded.close)
    const person = await guarded.asStaff()
    const port = new URL(receiver.url).port
    for (const host of [
      ...['127.0.0.1', '[::1]', '169.254.169.254', '0.0.0.0', '2130706433', '0x7f.1', '10.0.0.8', 'localhost'],
      ...['[::ffff:127.0.0.1]', '[::ffff:a9fe:a9fe]', '[64:ff9b::7f00:1]', '[fd00::1]'],
    ]) {
      const answer = await as(guarded, person)('POST', '/api/hooks', { ...made, url: `https://${host}:${port}/` })
      const { issues } = await answer.json()
      expect([host, answer.status, issues]).toEqual([
        host,
        422,
        [{ path: 'url', message: 'This address is not on the public internet.' }],
      ])
    }
    const plain = await as(guarded, person)('POST', '/api/hooks', { ...made, url: 'http://example.com/' })
    expect((await plain.json()).issues).toEqual([{ path: 'url', message: 'The address must begin with https://' }])
    // A name that leads there later.
    const hook = await addHook({ url: 'https://hooks.example.com/' }, guarded, person)
    await guarded.database.db
      .updateTable('hooks')
      .set({ url: `https://localhost:${port}/` })
      .execute()
    await tell({}, guarded)
    await expect
      .poll(async () => (await logOf(hook, guarded, person))[0]?.reason)
      .toBe('This address is not on the public internet.')
    expect(receiver.arrived).toEqual([])
  },
)

test('a change based on another version is refused, and a deleted webhook leaves nothing', async () => {
  const hook = await addHook({ active: false })
  const change = (version: number, url = receiver.url) =>
    as()('PUT', `/api/hooks/${hook._id}`, { ...made, url, active: true }, { 'if-match': `"${version}"` })
  expect((await change(hook.version)).status).toBe(200)
  const late = await change(hook.version)
  expect([late.status, (await late.json()).code]).toEqual([409, 'version_conflict'])
  receiver.answer((response) => void response.writeHead(500).end())
  await tell()
  await expect.poll(async () => (await newestOf(hook))?.state).toBe('retrying')
  expect((await as()('DELETE', `/api/hooks/${hook._id}`)).status).toBe(200)
  const { db } = site.database
  for (const [table, column] of [
    ['hookDeliveries', 'hookId'],
    ['deliveries', 'recipientId'],
  ] as const)
    expect(
      await db
        .selectFrom(table)
        .selectAll()
        .where(column as never, '=', hook._id as never)
        .execute(),
    ).toEqual([])
})

test('the log of a person is erased with them, and old events with their term', async () => {
  const hook = await addHook({ personal: true })
  const email = 'asha.rao@example.com'
  const asked = await site.post('/api/contact', { name: 'Asha', email, subject: 'Cloud', message: 'Move us' })
  expect(asked.status).toBe(201)
  await expect.poll(async () => (await newestOf(hook))?.state).toBe('sent')
  // An event of somebody else that names the address.
  await tell()
  await expect.poll(async () => (await logOf(hook)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  const { key } = await (await as()('POST', '/api/persons/find', { email })).json()
  const person = await (await as()('GET', `/api/persons/${key}`)).json()
  expect(person.counts).toContainEqual({ kind: 'webhook event', count: 1 })
  expect((await as()('POST', `/api/persons/${key}/erase`, { word: 'ERASE' })).status).toBe(200)
  const [left, ...others] = await logOf(hook)
  expect([others, JSON.parse(left?.body ?? '').data.email]).toEqual([[], '[erased]'])
  const old = new Date(site.database.clock() - 31 * day).toISOString()
  await site.database.db.updateTable('hookDeliveries').set({ at: old }).execute()
  expect(await site.eraseOld(hookRetention)).toBe(1)
  expect(await logOf(hook)).toEqual([])
  expect(await site.database.db.selectFrom('deliveries').select('id').where('kind', '=', 'hook').execute()).toEqual([])
})

test('after a restore all webhooks pause, with what waits for them', async () => {
  const hook = await addHook()
  receiver.answer((response) => void response.writeHead(500).end())
  await tell()
  await expect.poll(async () => (await newestOf(hook))?.state).toBe('retrying')
  expect(await site.database.transaction(pauseHooks)).toBe(1)
  expect(await hookOf(hook)).toMatchObject({ active: false, offReason: 'Paused after a restore' })
  expect(await newestOf(hook)).toMatchObject({ state: 'skipped', reason: 'Paused after a restore' })
})

/** A mail server that takes connections and says nothing. */
async function startSilent() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets, close }
}

test('a mail server that is down delays no event, and a receiver that hangs delays no mail and no other receiver', async () => {
  const silent = await startSilent()
  const [hanging, other] = [await startReceiver(), await startReceiver()]
  const { site: mailing, sink } = await startMailSite({ retryPauses: [3_600] }, { ...local, rateLimit: false })
  onTestFinished(async () => {
    await hanging.close()
    await other.close()
  })
  hanging.answer(() => {})
  const person = await mailing.asStaff()
  const lead = { name: 'Raj', email: 'raj@partner.example', subject: 'Servers', message: 'They move.' }
  await addHook({}, mailing, person, hanging)
  await addHook({}, mailing, person, other)
  await mailing.post('/api/contact', lead)
  await expect.poll(() => hanging.arrived.length).toBe(1)
  await expect.poll(() => [sink.taken.length > 0, other.arrived.length]).toEqual([true, 1])

  const mail = mailSettings({ smtpUrl: silent.url, retryPauses: [3_600] })
  const down = await startTestApp({ ...local, mail, rateLimit: false })
  onTestFinished(async () => {
    silent.close()
    await down.close()
  })
  const second = await down.asStaff()
  await addHook({}, down, second, other)
  await down.post('/api/contact', lead)
  await expect.poll(() => [silent.sockets.size > 0, other.arrived.length]).toEqual([true, 2])
})
