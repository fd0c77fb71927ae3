// On both databases: requests are joined and separated under the locks of each, and searched as one.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PersonAnswer } from '#contract/persons.ts'
import { signatureOf } from '#server/security/signed-bodies.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { mailSettings } from '#testing/subscriber-rows.ts'
import type { ContactRequest } from '../ground/contact.contract.ts'
import type { ContactDetail, DeskFigures, ShownEvent } from '../ground/desk.contract.ts'
import { addEvent, addRequest, setStatus, updateTurn } from '../ground/events.shared.server.ts'
import { replyAddress } from '../ground/reply-address.server.ts'

const inboundSecret = 'a secret of more than sixteen'
let site: TestApp
let [priya, asha]: [SignedIn, SignedIn] = [] as never
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  const mail = {
    smtpUrl: 'smtp://127.0.0.1:1',
    contactNotify: undefined,
    inboundSecret,
    replyTo: 'replies@in.example.com',
  }
  site = await startTestApp({ mail: mailSettings(mail), rateLimit: false })
  priya = await site.asStaff({ name: 'Priya', role: 'sales' })
  asha = await site.asStaff({ name: 'Asha', role: 'sales' })
  call = callAs(site, priya)
})
afterAll(() => site.close())

let people = 0
let email = ''
beforeEach(() => {
  email = `ravi-${++people}@example.org`
})
/** A request of the test's visitor, some hours old. */
const ask = (subject: string, hours: number, values: object = {}) =>
  site.database.transaction((trx) =>
    addRequest(trx, {
      ...{ name: 'Ravi', email, message: `About ${subject}.`, status: 'pending', subject },
      createdAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
      ...values,
    }),
  )
const read = async <Answer>(path: string): Promise<Answer> => (await call('GET', path)).json()
const detail = (id: string) => read<ContactDetail>(`/api/contact/${id}`)
const mine = async (query = '') =>
  (await read<ContactRequest[]>(`/api/contact?search=${encodeURIComponent(email)}${query}`)).map(
    ({ subject }) => subject,
  )
const join = (id: string, other: string, body: object = {}, headers = {}) =>
  call('POST', `/api/contact/${id}/join`, { other, ...body }, headers)
const separate = (id: string, body?: object, headers = {}) =>
  call('POST', `/api/contact/${id}/join/undo`, body, headers)
/** A request with its timeline as its row and its screen have them, without what each change raises. */
async function stateOf(id: string) {
  const row = await site.database.db.selectFrom('contactRequests').selectAll().where('id', '=', id).executeTakeFirst()
  const { version: _, ...values } = row ?? { version: 0 }
  return { values, events: (await detail(id)).events }
}
let time = Math.floor(Date.now() / 1_000) - 200
const handIn = (message: object) => {
  const body = JSON.stringify({ from: email, subject: 'Re', ...message })
  const headers = { 'content-type': 'application/json', 'x-signature': signatureOf(inboundSecret, body, ++time) }
  return site.get('/api/mail/inbound', { method: 'POST', body, headers })
}

test('two requests of one address are one, and separated as they were', async () => {
  const first = await ask('Migration', 9, { ownerId: asha.user.id, followUpOn: '2031-02-03' })
  const second = await ask('Licences', 3)
  await call('POST', `/api/contact/${first}/notes`, { body: 'Wants a sketch' })
  await site.database.transaction((trx) => setStatus(trx, second, 'resolved'))
  const before = [await stateOf(first), await stateOf(second)]
  const figures = () => read<DeskFigures>('/api/contact/figures')
  const all = (await figures()).waiting

  const answer = await join(second, first)
  expect(answer.status).toBe(200)
  const joined: ContactDetail = await answer.json()
  expect(joined).toMatchObject({
    _id: second,
    status: 'pending',
    owner: { name: 'Asha' },
    followUpOn: '2031-02-03',
    turn: 'us',
    joined: 1,
    joinedRequests: [{ _id: first, subject: 'Migration', message: 'About Migration.', joinedBy: 'Priya' }],
    person: { othersTotal: 0, open: [{ _id: second }] },
  })
  expect(joined.events.map(({ body, kind }) => body ?? kind)).toEqual(['Wants a sketch', 'status'])
  expect(await detail(first), 'the id of either').toEqual(joined)
  expect(await mine()).toEqual(['Licences'])
  expect(await mine('&status=pending')).toEqual(['Licences'])
  expect((await figures()).waiting, 'one of two waits').toBe(all)
  const { key, counts, entries } = await person()
  expect((await read<ContactRequest[]>(`/api/contact?person=${key}`)).map(({ _id }) => _id)).toEqual([second])
  expect(await read('/api/contact?person=unknown')).toEqual([])
  expect(counts).toContainEqual({ kind: 'message', count: 2 })
  expect(entries.filter(({ kind }) => kind === 'note').map(({ title }) => title)).toEqual(['Migration'])

  expect((await separate(second)).status).toBe(200)
  expect([await stateOf(first), await stateOf(second)]).toEqual(before)
  expect(await mine()).toEqual(['Licences', 'Migration'])
  expect(await site.database.db.selectFrom('contactJoins').selectAll().execute()).toEqual([])
})

const person = async () => {
  const { key } = await (await call('POST', '/api/persons/find', { email })).json()
  return read<PersonAnswer>(`/api/persons/${key}`)
}

test('a change since the join stays when they are separated', async () => {
  const [first, second] = [await ask('One', 9, { ownerId: asha.user.id }), await ask('Two', 3)]
  await join(second, first)
  await call('PATCH', `/api/contact/${second}/desk`, { ownerId: priya.user.id, followUpOn: '2031-01-01' })
  await separate(first)
  expect(await detail(second)).toMatchObject({ owner: { name: 'Priya' }, followUpOn: '2031-01-01' })
  expect(await detail(first)).toMatchObject({ owner: { name: 'Asha' } })
  expect(await detail(first)).not.toHaveProperty('followUpOn')
})

test('of a chain all count once, and each leaves with those that were joined to it', async () => {
  const [a, b, c] = [await ask('A', 9, { followUpOn: '2031-05-05' }), await ask('B', 6), await ask('C', 3)]
  const [d, states] = [await ask('D', 2), [await stateOf(a), await stateOf(b), await stateOf(c)]]
  await call('POST', `/api/contact/${a}/notes`, { body: 'Of A' })
  const withNote = await stateOf(a)
  expect((await join(b, a)).status).toBe(200)
  expect((await join(c, b)).status).toBe(200)
  expect((await join(d, a)).status, 'the id of a joined one').toBe(200)
  expect(await mine()).toEqual(['D'])
  const all = await detail(a)
  expect([all._id, all.joinedRequests.map(({ subject }) => subject)]).toEqual([d, ['A', 'B', 'C']])
  for (const [id, other] of [
    [a, b],
    [a, d],
    [d, d],
  ] as const) {
    const refused = await join(id, other)
    expect([refused.status, (await refused.json()).issues[0].path]).toEqual([422, 'other'])
  }
  expect((await separate(d, { other: b })).status).toBe(200)
  expect(await mine()).toEqual(['D', 'B'])
  expect((await detail(b)).joinedRequests.map(({ subject }) => subject)).toEqual(['A'])
  expect((await detail(b)).events.map(({ body }) => body)).toEqual(['Of A'])
  expect((await separate(b)).status).toBe(200)
  expect((await separate(c)).status).toBe(200)
  expect((await separate(c)).status, 'nothing is joined any more').toBe(404)
  expect([await stateOf(a), await stateOf(b), await stateOf(c)]).toEqual([withNote, states[1], states[2]])
})

test('only requests of one address are joined, none that is spam or deleted, and none that has changed', async () => {
  const [here, there] = [await ask('Here', 3), await ask('There', 2, { email: email.toUpperCase() })]
  const stranger = await ask('Stranger', 2, { email: `x${email}` })
  const [spam, deleted] = [await ask('Spam', 2, { status: 'spam' }), await ask('Deleted', 2)]
  await call('DELETE', `/api/contact/${deleted}`)
  expect((await join(here, stranger)).status).toBe(422)
  expect((await join(here, deleted)).status).toBe(422)
  expect((await join(here, 'unknown')).status).toBe(422)
  expect((await join('unknown', here)).status).toBe(404)
  expect((await join(deleted, here)).status).toBe(404)
  expect((await join(here, spam)).status).toBe(409)
  const stale = await join(here, there, {}, { 'if-match': '"7"' })
  expect([stale.status, (await stale.json()).code]).toEqual([409, 'version_conflict'])
  expect((await join(here, there, { otherVersion: 7 })).status).toBe(409)
  expect(await mine()).toHaveLength(4)
  expect((await join(here, there, { otherVersion: 1 }, { 'if-match': '"1"' })).status, 'other case').toBe(200)
  expect((await separate(here, {}, { 'if-match': '"1"' })).status).toBe(409)
})

test('two who join the same requests in both directions join them once', async () => {
  const [one, other] = [await ask('One', 3), await ask('Other', 2)]
  const statuses = await Promise.all([join(one, other), join(other, one)].map(async (answer) => (await answer).status))
  expect(statuses.toSorted()[0]).toBe(200)
  expect([409, 422]).toContain(statuses.toSorted()[1])
  expect(await mine()).toHaveLength(1)
})

test('a reply by email to either arrives in the joined one, and goes with the request that it answers', async () => {
  const [first, second] = [await ask('First', 9), await ask('Second', 3)]
  const sent: ShownEvent = await (await call('POST', `/api/contact/${first}/answers`, { body: 'Gladly' })).json()
  await join(second, first)
  await call('POST', `/api/contact/${second}/answers`, { body: 'Both of them', sentElsewhere: true })
  await call('PATCH', `/api/contact/${second}`, { status: 'resolved' })
  const { mail } = site.config
  const to = await replyAddress(site.database, mail, first)
  expect((await handIn({ to, messageId: '<1@x.example>', text: 'By its address' })).status).toBe(201)
  expect(
    (await handIn({ messageId: '<2@x.example>', inReplyTo: `<${sent.messageId}>`, text: 'By its thread' })).status,
  ).toBe(201)
  expect((await handIn({ messageId: '<3@x.example>', inReplyTo: '<1@x.example>', text: 'By theirs' })).status).toBe(201)
  const second2 = await replyAddress(site.database, mail, second)
  expect((await handIn({ to: second2, messageId: '<4@x.example>', text: 'To the second' })).status).toBe(201)
  const bodies = async (id: string) => (await detail(id)).events.flatMap(({ body }) => body ?? [])
  expect((await detail(first)).status).toBe('pending')
  expect(await bodies(first)).toEqual([
    'Gladly',
    'Both of them',
    'By its address',
    'By its thread',
    'By theirs',
    'To the second',
  ])
  const undone = await call('POST', `/api/contact/${first}/answers/${sent._id}/undo`)
  expect(undone.status, 'an answer of either can be taken back').toBe(200)
  await separate(second)
  expect(await bodies(first)).toEqual(['By its address', 'By its thread', 'By theirs'])
  expect(await bodies(second)).toEqual(['Both of them', 'To the second'])
})

test('joined requests count once in the median, from the first of them', async () => {
  const { answered } = await read<DeskFigures>('/api/contact/figures')
  const answeredAfter = async (id: string) =>
    site.database.transaction(async (trx) => {
      await addEvent(trx, { contactId: id, kind: 'answer', body: 'Yes', actor: { id: priya.user.id, name: 'Priya' } })
      await updateTurn(trx, id)
    })
  const [first, second] = [await ask('First', 200), await ask('Second', 1)]
  await answeredAfter(first)
  await answeredAfter(second)
  const apart = await read<DeskFigures>('/api/contact/figures')
  expect(apart.answered).toBe(answered + 2)
  await join(second, first)
  const together = await read<DeskFigures>('/api/contact/figures')
  expect(together.answered).toBe(answered + 1)
  expect((await detail(second)).firstAnswerAt).toBe(
    (await detail(second)).events.find(({ kind }) => kind === 'answer')?.at,
  )
  expect(together.median).toBeGreaterThan((24 * 60) / 3)
})

test('words of either are found in one hit, with their sentence', async () => {
  const [first, second] = [
    await ask('Zanzibar', 9, { message: 'The kingfisher build is red.' }),
    await ask('Second', 3),
  ]
  await join(second, first)
  for (const word of ['kingfisher', 'zanzib']) {
    const found = (await read<ContactRequest[]>(`/api/contact?search=${word}`)).filter((one) => one.email === email)
    expect(
      found.map(({ _id }) => _id),
      word,
    ).toEqual([second])
    const text = found[0]?.found?.excerpt.map((part) => part.text).join('')
    if (word === 'kingfisher') expect(text).toContain('The kingfisher build is red.')
  }
  const hits = await read<unknown>('/api/finder?search=Zanzibar')
  expect(JSON.stringify(hits)).toContain(second)
  expect(JSON.stringify(hits)).not.toContain(first)
  await separate(second)
  const found = await read<ContactRequest[]>('/api/contact?search=kingfisher')
  expect(found.map(({ _id }) => _id)).toEqual([first])
})

test('the trash, spam and an erasure take both, and a joined one alone is refused', async () => {
  const [first, second] = [await ask('First', 9), await ask('Second', 3)]
  await join(second, first)
  for (const [method, path, body] of [
    ['PATCH', `/api/contact/${first}`, { status: 'spam' }],
    ['PATCH', `/api/contact/${first}/desk`, { ownerId: priya.user.id }],
    ['DELETE', `/api/contact/${first}`, undefined],
  ] as const) {
    const refused = await call(method, path, body)
    expect([refused.status, (await refused.json()).code], `${method} ${path}`).toEqual([409, 'joined'])
  }
  await call('PATCH', `/api/contact/${second}`, { status: 'spam' })
  expect(await mine('&status=spam')).toEqual(['Second'])
  await call('DELETE', `/api/contact/${second}`)
  expect(await mine()).toEqual([])
  expect((await call('GET', `/api/contact/${first}`)).status).toBe(404)
  expect((await separate(first)).status).toBe(404)
  await call('POST', `/api/trash/contactRequests/${second}/restore`)
  expect((await detail(first)).joinedRequests).toHaveLength(1)
  await call('DELETE', `/api/contact/${second}`)
  const owner = callAs(site, await site.asStaff())
  expect((await owner('DELETE', `/api/trash/contactRequests/${second}`)).status).toBe(200)
  const left = site.database.db.selectFrom('contactRequests').select('id').where('email', '=', email)
  expect(await left.execute()).toEqual([])
})

test('an erased address to which answers went is gone from both, and does not come back', async () => {
  const other = `boss-${email}`
  const [first, second] = [await ask('First', 9, { answerTo: other }), await ask('Second', 3, { answerTo: other })]
  await join(second, first)
  expect((await detail(second)).answerTo).toBe(other)
  const received = { contactId: second, kind: 'received' as const, body: 'I answer for Ravi', from: other }
  await site.database.transaction((trx) => addEvent(trx, received))
  const { key } = await (await call('POST', '/api/persons/find', { email: other })).json()
  expect((await call('POST', `/api/persons/${key}/erase`, { word: 'ERASE' })).status).toBe(200)
  const joins = await site.database.db.selectFrom('contactJoins').selectAll().where('childId', '=', first).execute()
  expect(joins).toHaveLength(1)
  expect(JSON.stringify(joins)).not.toContain(other)
  expect((await separate(second)).status).toBe(200)
  for (const id of [first, second]) expect(await detail(id)).not.toHaveProperty('answerTo')
})

test('a colleague’s requests change hands also while they are joined', async () => {
  const rahul = await site.asStaff({ name: 'Rahul', role: 'sales' })
  const [first, second] = [await ask('First', 9, { ownerId: rahul.user.id }), await ask('Second', 3)]
  await join(second, first)
  const body = { from: rahul.user.id, to: asha.user.id }
  expect(await (await call('POST', '/api/contact/hand-over', body)).json()).toEqual({ given: 1, ids: [second] })
  await separate(second)
  for (const id of [first, second]) expect((await detail(id)).owner?.name).toBe('Asha')
})

test('a stranger and a role that only reads join and separate nothing', sameOnBoth, async () => {
  const [first, second] = [await ask('First', 9), await ask('Second', 3)]
  expect((await site.post(`/api/contact/${second}/join`, { other: first })).status).toBe(401)
  expect((await site.post(`/api/contact/${second}/join/undo`, {})).status).toBe(401)
  const viewer = callAs(site, await site.asStaff({ role: 'viewer' }))
  expect((await viewer('POST', `/api/contact/${second}/join`, { other: first })).status).toBe(403)
  expect((await viewer('POST', `/api/contact/${second}/join/undo`, {})).status).toBe(403)
  expect(await mine()).toEqual(['Second', 'First'])
})
