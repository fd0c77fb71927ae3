import { once } from 'node:events'
import { request } from 'node:http'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { personKey } from '#features/persons/erasures.shared.server.ts'
import { startMailSite } from '#testing/mail-site.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'
import type { ImportStatus } from '../ground/imports.contract.ts'
import { importPersonalData, subscriberPersonalData } from '../list/subscriber-personal-data.server.ts'
import { applyImport } from './apply-import.server.ts'
import { askNext, importRetentions } from './import-confirmation.server.ts'

const hour = 3_600_000
const day = 24 * hour

let site: TestApp
let now = Date.now()
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({}, { clock: () => now })
  call = callAs(site, await site.asStaff({ name: 'Meera Nair' }))
})
afterAll(() => site.close())
beforeEach(async () => {
  now = Date.now()
  for (const table of ['deliveries', 'subscribers', 'imports'] as const)
    await site.database.db.deleteFrom(table).execute()
})

const path = '/api/newsletter/imports'
async function ask(method: string, address: string, body?: unknown, status = 200): Promise<ImportStatus> {
  const answer = await call(method, address, body)
  const text = await answer.text()
  expect(answer.status, text).toBe(status)
  return JSON.parse(text)
}
const upload = (csv: string) => ask('POST', path, { csv, fileName: 'list.csv' }, 201)
const choose = (id: string, choices: object = {}) =>
  ask('PUT', `${path}/${id}`, { agreed: 'At the fair in Pune', agreedOn: '2026-01-10', ...choices })
async function bring(csv: string, choices: object = {}): Promise<ImportStatus> {
  const { _id } = await upload(csv)
  await choose(_id, choices)
  return ask('POST', `${path}/${_id}/apply`)
}
const undo = (id: string, status = 200) => ask('POST', `${path}/${id}/undo`, undefined, status)
const rows = () => site.database.db.selectFrom('subscribers').selectAll().orderBy('email').execute()
const emails = async () => (await rows()).map(({ email }) => email)
const lines = () => site.database.db.selectFrom('importLines').selectAll().execute()

test('a file is read, chosen, checked and applied; the result stays', async () => {
  await addSubscribers(site.database, 1, { email: 'known@example.net' })
  await addSubscribers(site.database, 1, { email: 'left@example.net', state: 'unsubscribed' })
  const hash = await personKey(site.database, 'erased@example.net')
  await site.database.db.insertInto('erasures').values({ hash, at: new Date().toISOString() }).execute()
  const opened = await upload(
    [
      'Full name;Email;Subscribed at;State;City',
      'Asha Rao;ASHA@example.net;2024-03-01;;Pune',
      ';"Ravi <ravi@example.net>, mailto:tara@example.net";soon;unsubscribed;',
      'Known;known@example.net;;;',
      'Left;left@example.net;;;',
      'Nobody;nobody;;;',
      'Formula;=cmd@example.net;;;',
      'Asha;asha@example.net;;;',
      'Erased;Erased@example.net;;;',
      '',
    ].join('\r\n'),
  )
  const sums = { new: 3, known: 1, unsubscribed: 1, erased: 1, unreadable: 2, repeated: 1, undated: 2 }
  expect(opened).toMatchObject({
    state: 'open',
    by: 'Meera Nair',
    fileName: 'list.csv',
    lines: 8,
    columns: [
      { heading: 'Full name', samples: ['Asha Rao', 'Known', 'Left'], meaning: 'name' },
      { heading: 'Email', meaning: 'email' },
      { heading: 'Subscribed at', samples: ['2024-03-01', 'soon'], meaning: 'date' },
      { heading: 'State', samples: ['unsubscribed'], meaning: 'state' },
      { heading: 'City', samples: ['Pune'], meaning: 'ignore' },
    ],
    check: {
      ...sums,
      reasons: expect.arrayContaining([{ reason: 'Not an email address', count: 1 }]),
      rows: [
        {
          line: 2,
          email: 'asha@example.net',
          name: 'Asha Rao',
          date: '2024-03-01T06:30:00.000Z',
          state: 'confirmed',
          outcome: 'new',
        },
        { line: 3, email: 'ravi@example.net', name: 'Ravi', state: 'unsubscribed', outcome: 'new' },
        { line: 3, email: 'tara@example.net', outcome: 'new' },
        { line: 4, outcome: 'known' },
        { line: 5, outcome: 'unsubscribed', reason: 'Unsubscribed' },
        { line: 6, email: 'nobody', outcome: 'unreadable', reason: 'Not an email address' },
        { line: 7, outcome: 'unreadable', reason: 'Looks like a spreadsheet formula' },
        { line: 8, email: 'asha@example.net', outcome: 'repeated' },
        { line: 9, email: '', outcome: 'erased', reason: 'Erased on request' },
      ],
    },
  })
  expect(await emails()).toEqual(['known@example.net', 'left@example.net'])

  const { _id } = opened
  const refused = await call('POST', `${path}/${_id}/apply`)
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { issues: [{ path: 'agreed', message: 'Source is required' }, { path: 'agreedOn' }] },
  ])
  const withoutName = await choose(_id, { columns: ['ignore', 'email', 'date', 'state', 'ignore'] })
  expect(withoutName.check?.rows[0]).not.toHaveProperty('name')
  expect(withoutName).toMatchObject({ agreed: 'At the fair in Pune', agreedOn: '2026-01-10', check: sums })
  for (const columns of [
    ['email'],
    ['name', 'name', 'date', 'state', 'ignore'],
    ['email', 'date', 'date', 'state', 'ignore'],
  ])
    expect((await call('PUT', `${path}/${_id}`, { columns })).status).toBe(422)
  for (const agreedOn of ['2031-01-01', '0026-01-10']) {
    await choose(_id, { agreedOn })
    expect((await call('POST', `${path}/${_id}/apply`)).status).toBe(422)
  }
  await choose(_id, { columns: ['name', 'email', 'date', 'state', 'ignore'] })

  const applied = await ask('POST', `${path}/${_id}/apply`)
  expect(applied).toMatchObject({
    state: 'applied',
    added: 3,
    known: 1,
    left: 4,
    unsubscribed: 1,
    erased: 1,
    unreadable: 2,
    repeated: 1,
    leftLines: 4,
  })
  expect(applied).not.toHaveProperty('check')
  expect(await rows()).toMatchObject([
    {
      email: 'asha@example.net',
      name: 'Asha Rao',
      state: 'confirmed',
      subscribedAt: '2024-03-01T06:30:00.000Z',
      consentAt: '2026-01-10T06:30:00.000Z',
      source: 'import',
      sourceDetail: 'list.csv',
      importId: _id,
    },
    { email: 'known@example.net', name: null, importId: null },
    { email: 'left@example.net', state: 'unsubscribed', importId: null },
    { email: 'ravi@example.net', name: 'Ravi', state: 'unsubscribed' },
    { email: 'tara@example.net', state: 'unsubscribed' },
  ])
  expect((await lines()).map(({ line }) => line)).toEqual([5, 6, 7, 9])
  const csv = await (await call('GET', `${path}/${_id}/left-out.csv`)).text()
  expect(csv).toBe(
    `"Line","Text","Reason"\r\n"5","left@example.net","Unsubscribed"\r\n"6","nobody","Not an email address"\r\n"7","'=cmd@example.net","Looks like a spreadsheet formula"\r\n"9","","Erased on request"\r\n`,
  )
  expect(await ask('GET', `${path}/${_id}`)).toEqual(applied)
  expect(await ask('GET', path)).toMatchObject({ imports: [{ _id, added: 3, left: 4, state: 'applied' }] })
  for (const [method, address] of [
    ['PUT', _id],
    ['POST', `${_id}/apply`],
  ] as const)
    expect((await call(method, `${path}/${address}`, {})).status).toBe(409)
  const [subscription] = await subscriberPersonalData.read(site.database.db, 'asha@example.net', 1)
  expect(subscription?.facts).toContainEqual({ name: 'Proof of consent', value: 'At the fair in Pune, 2026-01-10' })
  const { subscribers } = await (await call('GET', '/api/newsletter/subscribers?search=asha')).json()
  expect(subscribers).toMatchObject([{ name: 'Asha Rao', source: 'import', sourceDetail: 'list.csv', importId: _id }])
})

test('reads a file of any encoding, lists from mail programs, and names what it refuses', async () => {
  const { headers } = await site.asStaff()
  const send = (body: BodyInit, charset = '') =>
    site.get(path, { method: 'POST', body, headers: { ...headers, 'content-type': `text/csv${charset}` } })
  const text = 'Name\tEmail\r\nZoë\tzoe@example.net\r\n'
  for (const bytes of [
    Buffer.from(`\ufeff${text}`, 'utf16le'),
    Buffer.from(`\ufeff${text}`),
    Buffer.from(text, 'latin1'),
  ]) {
    const answer = await send(bytes)
    expect(answer.status).toBe(201)
    expect((await answer.json()).check.rows).toMatchObject([{ email: 'zoe@example.net', name: 'Zoë' }])
  }
  const cyrillic = Buffer.from('Name;Email\n\xc0\xed\xed\xe0;anna@example.net', 'latin1')
  const named = await (await send(cyrillic, '; charset=windows-1251')).json()
  expect(named.check.rows).toMatchObject([{ name: 'Анна' }])
  expect((await send(cyrillic, '; charset=klingon')).status).toBe(422)
  await site.database.db.deleteFrom('imports').where('id', '=', named._id).execute()
  const pasted = await upload(
    'Asha Rao <asha@example.net>, "Kulkarni, Ravi" <ravi@example.net>, tara@example.net\nmailto:zoe@example.net',
  )
  expect(pasted.columns).toMatchObject([{ heading: '', meaning: 'email' }])
  expect(pasted.check?.rows.map(({ email, name }) => [email, name])).toEqual([
    ['asha@example.net', 'Asha Rao'],
    ['ravi@example.net', 'Kulkarni, Ravi'],
    ['tara@example.net', undefined],
    ['zoe@example.net', undefined],
  ])
  for (const [body, message] of [
    ['PK\x03\x04…', /workbook/],
    ['Name\nAsha', /No line of this file/],
    [`email\n"${'two@example.net\n'.repeat(30_000)}`, /line 2 /],
    [`email\na@example.net\n"${'x'.repeat(9_000_000)}"`, /line 3 /],
  ] as const) {
    const refused = await send(body)
    expect([refused.status, (await refused.json()).message]).toEqual([422, expect.stringMatching(message)])
  }
  // A refused file leaves nothing.
  expect(await site.database.db.selectFrom('imports').select('id').execute()).toHaveLength(4)
})

test('a name of a file is checked, and quotation marks hide other separators', async () => {
  const upload = (json: object) => call('POST', path, { csv: 'a@example.net', ...json })
  const refused = await upload({ fileName: 'a\0b.csv' })
  expect([refused.status, (await refused.json()).issues]).toMatchObject([422, [{ path: 'fileName' }]])
  expect((await upload({ fileName: 'x'.repeat(201) })).status).toBe(422)
  expect(await (await upload({ fileName: 'a\ud800\u0007.csv' })).json()).toMatchObject({ fileName: 'a.csv' })
  const quoted = await upload({ csv: '\n"Rao; Asha","a@example.net;b@example.net"\n' })
  expect(await quoted.json()).toMatchObject({
    columns: [{ samples: ['Rao; Asha'] }, { samples: ['a@example.net;b@example.net'], meaning: 'email' }],
    check: { new: 2 },
  })
})

test('a cell can have line ends', async () => {
  const { check } = await upload('Name,Email\r\n"Lines\r\nof ""text""",lines@example.net\r\n\r\n"",nobody\r\n')
  expect(check?.rows).toMatchObject([
    { line: 3, email: 'lines@example.net' },
    { line: 5, outcome: 'unreadable' },
  ])
})

test('files are read one after the other, and too many at once are refused with 503', async () => {
  const [staff, colleague] = [await site.asStaff(), await site.asStaff()]
  // A caller that sends its file slowly occupies its place.
  const slow = request(site.url + path, {
    method: 'POST',
    headers: { ...staff.headers, 'content-type': 'application/json', expect: '100-continue' },
  })
  slow.on('error', () => {}).flushHeaders()
  await once(slow, 'continue')
  // Once later calls are answered, one after the other, the slow one has passed the access guard; one of them may overtake it.
  for (let later = 0; later < 5; later++) await ask('GET', path)
  const send = ({ headers }: SignedIn) => site.post(path, { csv: 'at-once@example.net' }, { headers })
  const calls = [...Array.from({ length: 5 }, () => send(staff)), send(colleague)]
  const refused = await Promise.race(calls)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  slow.destroy()
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.slice(0, 5).toSorted()).toEqual([201, 201, 201, 201, 503])
  expect(statuses[5]).toBe(201)
})

test('reads many addresses in one cell whole', async () => {
  const many = Array.from({ length: 1_000 }, (_, at) => `person-${at}@example.net`)
  expect(await upload(`Who,Note\n"${many.join(';')}",x`)).toMatchObject({ check: { new: 1_000, unreadable: 0 } })
})

test('an address that the file has twice is unsubscribed if one line says so', async () => {
  const others = Array.from({ length: 300 }, (_, at) => `other-${at}@example.net,confirmed`)
  const first = ['a@example.net,confirmed', 'b@example.net,unsubscribed', 'c@example.net,bounced', 'd@example.net,']
  const again = [
    'a@example.net,unsubscribed',
    'b@example.net,confirmed',
    'c@example.net,confirmed',
    'd@example.net,bounced',
  ]
  const { _id } = await bring(['email,state', ...first, ...others, ...again].join('\n'))
  const statesOf = async () =>
    (await rows()).filter(({ email }) => /^\w@/.test(email)).map(({ state, stateSince }) => [state, stateSince])
  expect(await statesOf()).toEqual(['unsubscribed', 'unsubscribed', 'bounced', 'bounced'].map((state) => [state, null]))
  expect(await undo(_id)).toMatchObject({ taken: 304, kept: [] })
})

test('a consent of today is stored with the time of the import, and dates with the month first are read so', async () => {
  now = Date.parse('2026-11-23T01:00:00.000Z')
  const { _id } = await upload(
    'email,joined\na@example.net,1/2/2026\nb@example.net,2/13/2026\nc@example.net,11/23/2026',
  )
  await choose(_id, { agreedOn: '2026-11-23', columns: ['email', 'date'] })
  await ask('POST', `${path}/${_id}/apply`)
  expect((await rows()).map(({ consentAt, subscribedAt }) => [consentAt, subscribedAt.slice(0, 10)])).toEqual([
    ['2026-11-23T01:00:00.000Z', '2026-01-02'],
    ['2026-11-23T01:00:00.000Z', '2026-02-13'],
    ['2026-11-23T01:00:00.000Z', '2026-11-23'],
  ])
})

test('topics of a file are checked and stored, joined for a repeated address, and taken back with the import', async () => {
  const opened = await upload(
    [
      'email,topics',
      'asha@example.net,Course dates',
      'ravi@example.net,articles; golf',
      'tara@example.net,Golf',
      'zoe@example.net,',
      'asha@example.net,',
      'meera@example.net,Course dates',
      'meera@example.net,Articles',
    ].join('\n'),
  )
  expect(opened.columns?.map(({ meaning }) => meaning)).toEqual(['email', 'topic'])
  expect(opened.check?.unknownTopics).toEqual([
    { reason: 'golf', count: 1 },
    { reason: 'Golf', count: 1 },
  ])
  expect(opened.check?.rows.map(({ topics }) => topics)).toEqual([
    ...[['Course dates'], ['Articles'], undefined, undefined, undefined, ['Course dates'], ['Articles']],
  ])
  await choose(opened._id)
  await ask('POST', `${path}/${opened._id}/apply`)
  const stored = (await rows()).map(({ email, topics }) => [email.split('@')[0], topics && JSON.parse(topics)])
  expect(stored).toEqual([
    ['asha', null],
    ['meera', null],
    ['ravi', ['articles']],
    ['tara', null],
    ['zoe', null],
  ])
  await undo(opened._id)
  expect(await rows()).toEqual([])
})

test('an interrupted import goes on where it was, and two calls at once import once', async () => {
  const many = Array.from({ length: 1_600 }, (_, at) => `many-${at}@example.net`)
  const { _id } = await upload(['email', ...many, 'nobody'].join('\n'))
  await choose(_id)
  // The server is stopped after the first part, since another request gets its turn there.
  const stopping = new AbortController()
  const begun = applyImport(site.database, _id, { zone: site.config.timeZone, topics: [] }, stopping.signal)
  setImmediate(() => stopping.abort())
  await expect(begun).rejects.toMatchObject({ status: 503 })
  const part = await ask('GET', `${path}/${_id}`)
  expect(part.state).toBe('applying')
  expect(part.added).toBe((await rows()).length)
  expect(part.added).toBeLessThan(1_600)
  const results = await Promise.all([call('POST', `${path}/${_id}/apply`), call('POST', `${path}/${_id}/apply`)])
  expect(results.map(({ status }) => status).sort()).toContain(200)
  expect(await ask('GET', `${path}/${_id}`)).toMatchObject({
    state: 'applied',
    added: 1_600,
    known: 0,
    unreadable: 1,
    repeated: 0,
  })
  expect(await rows()).toHaveLength(1_600)
})

test('an import is taken back within a day, except subscribers who changed, signed up or got a newsletter', async () => {
  await addSubscribers(site.database, 1, { email: 'known@example.net' })
  const { _id } = await bring(
    'known@example.net\none@example.net\ntwo@example.net\nchanged@example.net\nself@example.net\nnewsletter@example.net',
  )
  const idOf = async (email: string) => (await rows()).find((row) => row.email === email)?.id ?? ''
  await site.database.db
    .updateTable('subscribers')
    .set({ state: 'unsubscribed', stateSince: new Date().toISOString() })
    .where('email', '=', 'changed@example.net')
    .execute()
  await site.post('/api/newsletter/subscribe', { email: 'self@example.net' })
  const newsletter = {
    id: 'newsletter',
    kind: 'newsletter',
    subjectId: 'n',
    recipientId: await idOf('newsletter@example.net'),
    priority: 1,
    attempts: 0,
  } as const
  const time = new Date().toISOString()
  await site.database.db
    .insertInto('deliveries')
    .values({ ...newsletter, state: 'waiting', dueAt: new Date(now + hour).toISOString(), createdAt: time })
    .execute()

  const leaving = await call('POST', `${path}/${_id}/undo`)
  expect([leaving.status, (await leaving.json()).message]).toEqual([
    409,
    expect.stringMatching(/^A message to one of these subscribers is leaving/),
  ])
  await site.database.db.updateTable('deliveries').set({ state: 'sent', settledAt: time }).execute()
  now += day
  expect((await call('POST', `${path}/${_id}/undo`)).status).toBe(409)
  now -= hour
  expect(await undo(_id)).toMatchObject({
    state: 'undone',
    taken: 2,
    kept: expect.arrayContaining(
      ['Changed since', 'Signed up themselves', 'Got a newsletter'].map((reason) => ({ reason, count: 1 })),
    ),
  })
  expect(await emails()).toEqual([
    'changed@example.net',
    'known@example.net',
    'newsletter@example.net',
    'self@example.net',
  ])
  await undo(_id, 409)
})

test('asks each to confirm, a hundred an hour, at most four a day in one mailbox', async () => {
  const { sink, site: mailSite } = await startMailSite()
  call = callAs(mailSite, await mailSite.asStaff())
  const { db } = mailSite.database
  const queued = () =>
    db
      .selectFrom('deliveries')
      .select(['recipientId', 'dueAt', 'priority'])
      .where('kind', '=', 'importConfirmation')
      .execute()
  try {
    const numbers = (length: number) => Array.from({ length }, (_, at) => at)
    const { _id: first } = await bring(
      numbers(6)
        .map((at) => `asha+${at}@example.net`)
        .join('\n'),
      { mode: 'ask' },
    )
    const applied = await bring(
      numbers(124)
        .map((at) => `ask-${at}@example.net`)
        .join('\n'),
      { mode: 'ask' },
    )
    expect(applied).toMatchObject({ added: 124, mode: 'ask', asked: { sent: expect.any(Number) } })
    expect(await queued()).toHaveLength(100)
    expect((await queued()).filter(({ dueAt }) => Date.parse(dueAt) > Date.now() + 23 * hour)).toHaveLength(2)
    expect((await queued()).every(({ priority }) => priority === 2)).toBe(true)
    await expect.poll(() => sink.taken.length).toBe(98)
    const { text = '', to } = await PostalMime.parse(
      sink.taken.find(({ source }) => source.includes('asha+'))?.source ?? '',
    )
    const token = /confirm\?token=([\w.-]+)/.exec(text)?.[1] ?? ''
    await mailSite.post('/api/newsletter/subscription', { purpose: 'confirm', token, action: 'confirm' })
    const confirmed = await db.selectFrom('subscribers').select('email').where('state', '=', 'confirmed').execute()
    expect(confirmed).toEqual([{ email: to?.[0]?.address }])
    await Promise.all([1, 2].map(() => askNext({ database: mailSite.database }, mailSite.app.log)))
    expect(await queued()).toHaveLength(100)
    await db
      .updateTable('counters')
      .set({ endsAt: new Date().toISOString() })
      .where('subject', '=', 'asks:imports')
      .execute()
    await Promise.all([1, 2].map(() => askNext({ database: mailSite.database }, mailSite.app.log)))
    expect(await queued()).toHaveLength(130)
    expect(new Set((await queued()).map(({ recipientId }) => recipientId)).size).toBe(130)
    await expect.poll(async () => (await ask('GET', `${path}/${first}`)).asked).toEqual({ sent: 4, waiting: 2 })
    // Those who wait in the queue are removed with their messages.
    expect(await undo(first)).toMatchObject({
      taken: 2,
      kept: [
        { reason: 'Was asked to confirm', count: 3 },
        { reason: 'Changed since', count: 1 },
      ],
    })
    expect(await queued()).toHaveLength(128)
  } finally {
    call = callAs(site, await site.asStaff())
  }
})

test('files that are not applied and lines that were left out are deleted in time, and an address when it is erased', async () => {
  const { _id: open } = await upload('waiting@example.net\nother@example.net')
  const { _id: applied } = await bring('fine@example.net\nNobody@example,nobody@example.net nothing')
  expect(await lines()).toHaveLength(3)
  await site.database.transaction((trx) => importPersonalData.erase(trx, 'waiting@example.net'))
  expect((await lines()).map(({ text }) => text)).toEqual(['["other@example.net"]', expect.stringContaining('Nobody')])
  now += day + hour
  for (const one of importRetentions) await site.eraseOld(one)
  await ask('GET', `${path}/${open}`, undefined, 404)
  expect(await lines()).toHaveLength(1)
  now += 30 * day
  for (const one of importRetentions) await site.eraseOld(one)
  expect(await lines()).toEqual([])
  expect(await ask('GET', `${path}/${applied}`)).toMatchObject({ added: 1, left: 2, leftLines: 0 })
})
