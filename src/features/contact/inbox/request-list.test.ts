// On both databases: the filters, the order and the search are queries.
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import type { ContactRequest } from '../ground/contact.contract.ts'
import { addEvent, addRequest, setStatus, updateTurn } from '../ground/events.shared.server.ts'

/** Monday, 2 March 2026, 15:00 in India. */
const monday = Date.parse('2026-03-02T09:30:00.000Z')
let now = monday
let site: TestApp
let [asha, meera]: SignedIn[] = []
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false }, { clock: () => now })
  asha = await site.asStaff({ name: 'Asha', role: 'sales' })
  meera = await site.asStaff({ name: 'Meera', role: 'marketing' })
  call = callAs(site, asha)
})
afterAll(() => site.close())
beforeEach(async () => {
  now = monday
  for (const table of ['contactEvents', 'contactRequests', 'searchDocuments', 'deliveries'] as const)
    await site.database.db.deleteFrom(table).execute()
})

const add = (subject: string, createdAt: string, values: Partial<Parameters<typeof addRequest>[1]> = {}) =>
  site.database.transaction((trx) =>
    addRequest(trx, {
      ...{ name: 'Ravi', email: 'ravi@example.org', message: 'Hello', status: 'pending' },
      ...values,
      subject,
      createdAt,
    }),
  )
const addMessage = (contactId: string, kind: 'answer' | 'received' | 'note', at: string, body = 'Yes') =>
  site.database.transaction(async (trx) => {
    now = Date.parse(at)
    await addEvent(trx, { contactId, kind, body })
    await updateTurn(trx, contactId)
    now = monday
  })
const list = async (query: string): Promise<ContactRequest[]> => (await call('GET', `/api/contact?${query}`)).json()
const subjects = async (query: string) => (await list(query)).map(({ subject }) => subject)
const change = async (id: string, body: object, version?: number, by = call) => {
  const answer = await by('PATCH', `/api/contact/${id}/desk`, body, version ? { 'if-match': `"${version}"` } : {})
  return { status: answer.status, body: await answer.json() }
}

test('shows who waits, for how much office time, and how many earlier messages there are', async () => {
  const answered = await add('Answered', '2026-02-25T05:00:00.000Z')
  await addMessage(answered, 'answer', '2026-02-26T05:00:00.000Z')
  const again = await add('Again', '2026-02-26T05:00:00.000Z', { email: 'RAVI@example.org' })
  await addMessage(again, 'answer', '2026-02-26T06:00:00.000Z')
  await addMessage(again, 'received', '2026-02-27T11:30:00.000Z')
  await add('New', '2026-03-02T02:00:00.000Z', { email: 'sita@example.org' })
  await add('Fresh', '2026-03-02T09:00:00.000Z')
  const done = await add('Done', '2026-02-24T05:00:00.000Z')
  await site.database.transaction((trx) => setStatus(trx, done, 'resolved'))
  const items = await list('limit=20')
  const shown = items.map(({ subject, turn, clock, earlier }) => [subject, turn, clock?.age, earlier])
  expect(shown).toEqual([
    ['Fresh', 'us', 30, 3],
    // From 8:00 on, as it came before.
    ['New', 'us', 420, undefined],
    // One hour of Friday, and seven of today.
    ['Again', 'us', 480, 2],
    ['Answered', 'them', undefined, 1],
    ['Done', undefined, undefined, undefined],
  ])
  expect(items[0]?.clock).toEqual({ age: 30, promised: 480, workday: 600, workweek: 3_000 })
  now = monday + 60_000
  expect((await list('search=Again'))[0]).toMatchObject({ clock: { age: 481 } })
})

test('is filtered by turn, delay, days in company time, and owner', async () => {
  const [first, second] = [
    await add('First', '2026-02-27T05:00:00.000Z'),
    await add('Second', '2026-03-02T05:00:00.000Z'),
  ]
  await add('Third', '2026-03-01T18:45:00.000Z')
  await addMessage(await add('Fourth', '2026-02-26T05:00:00.000Z'), 'answer', '2026-02-27T05:00:00.000Z')
  await change(first, { ownerId: asha?.user.id })
  await change(second, { ownerId: meera?.user.id })
  // Those who have waited the longest come first.
  expect(await subjects('turn=us')).toEqual(['First', 'Third', 'Second'])
  await addMessage(first, 'answer', '2026-02-27T06:00:00.000Z')
  await addMessage(first, 'received', '2026-02-27T07:00:00.000Z')
  expect(await subjects('turn=us')).toEqual(['First', 'Third', 'Second'])
  expect(await subjects('turn=them')).toEqual(['Fourth'])
  expect(await subjects('overdue=true')).toEqual(['First'])
  expect(await subjects('overdue=false')).toEqual(['Second', 'Third', 'Fourth'])
  expect(await subjects('owner=me')).toEqual(['First'])
  expect(await subjects(`owner=${meera?.user.id}`)).toEqual(['Second'])
  expect(await subjects('owner=none')).toEqual(['Third', 'Fourth'])
  // 18:45 on Sunday in UTC is Monday in India.
  expect(await subjects('from=2026-03-02')).toEqual(['Second', 'Third'])
  expect(await subjects('from=2026-02-26&to=2026-02-27')).toEqual(['First', 'Fourth'])
  // A date field gives such years while its value is typed.
  expect(await list('from=0000-01-01&to=9999-12-31')).toEqual(await list('from=1970-01-01'))
  expect(await list('to=0001-01-01')).toEqual([])
  const csv = await (await call('GET', '/api/contact.csv?from=2026-02-26&to=2026-02-27')).text()
  const rows = parse<Record<string, string>>(csv, { columns: true, bom: true })
  expect(rows.map((row) => [row['Subject'], row['Owner'], row['First reply (Asia/Kolkata)']])).toEqual([
    ['First', 'Asha', '2026-02-27 11:30:00'],
    ['Fourth', '', '2026-02-27 10:30:00'],
  ])
  for (const query of ['from=yesterday', 'turn=me', 'overdue=1']) {
    const refused = await call('GET', `/api/contact?${query}`)
    expect(await refused.json(), query).toMatchObject({ issues: [{ path: query.split('=')[0] }] })
  }
})

test('is filtered by the page, the site and the campaign that brought a request', async () => {
  await add('First', '2026-03-01T05:00:00.000Z', { page: '/courses/aws', referrer: 'www.linkedin.com' })
  await add('Second', '2026-03-02T05:00:00.000Z', { campaign: { source: 'LinkedIn', name: 'Autumn' } })
  await add('Third', '2026-03-02T06:00:00.000Z', { page: '/about' })
  expect(await subjects('source=linkedin')).toEqual(['Second', 'First'])
  expect(await subjects('source=autumn')).toEqual(['Second'])
  expect(await subjects('source=%2Fcourses')).toEqual(['First'])
  const csv = await (await call('GET', '/api/contact.csv?source=linkedin')).text()
  const rows = parse<Record<string, string>>(csv, { columns: true, bom: true })
  expect(rows.map((row) => [row['Page'], row['Campaign']])).toEqual([
    ['/courses/aws', ''],
    ['', 'LinkedIn / Autumn'],
  ])
  // A service comes as several hosts, and as an app.
  await add('Fourth', '2026-03-03T05:00:00.000Z', { referrer: 'lnkd.in' })
  expect(await subjects('source=LinkedIn')).toEqual(['Fourth', 'Second', 'First'])
})

test('finds words of messages, answers and notes, and parts of names', async () => {
  const moved = await add('A quote', '2026-03-01T05:00:00.000Z', { message: 'We move to Pune in May.' })
  await add('Training', '2026-03-02T05:00:00.000Z', { name: 'Punekar' })
  const noted = await add('Third', '2026-02-28T05:00:00.000Z')
  expect(await subjects('search=pune')).toEqual(['Training', 'A quote'])
  await addMessage(noted, 'note', '2026-03-02T06:00:00.000Z', 'They have an office in Pune too.')
  expect(await subjects('search=pune')).toEqual(['Training', 'A quote', 'Third'])
  expect(await subjects('search=may%20pune')).toEqual(['A quote'])
  expect(await subjects('search=unekar')).toEqual(['Training'])
  expect(await subjects('search=pune&status=resolved')).toEqual([])
  await call('DELETE', `/api/contact/${moved}`)
  expect(await subjects('search=pune')).toEqual(['Training', 'Third'])
  const found = await (await call('GET', '/api/finder?search=office')).json()
  const excerpt = [{ text: 'They have an ' }, { text: 'office', marked: true }, { text: ' in Pune too.' }]
  expect(found.found).toEqual([
    { entity: 'contactRequests', label: 'Contact request', _id: noted, name: 'Third', excerpt },
  ])
})

test('a hit has the sentence that was found, and where', async () => {
  const moved = await add('A quote', '2026-03-01T05:00:00.000Z', {
    message: 'Hello there. We move to Pune in May. Bye.',
  })
  const marked = (one: ContactRequest | undefined) =>
    one?.found && [one.found.in, one.found.excerpt.map(({ text, marked }) => (marked ? `[${text}]` : text)).join('')]
  const found = async (search: string) => (await list(`search=${search}`)).map(marked)
  expect(await found('pune%20may')).toEqual([['message', 'We move to [Pune] in [May].']])
  expect(await found('quote'), 'the list shows the subject').toEqual([undefined])
  expect((await list('limit=1'))[0]).not.toHaveProperty('found')
  for (const kind of ['answer', 'received', 'note'] as const) {
    await addMessage(moved, kind, '2026-03-02T06:00:00.000Z', `First line\nThis ${kind} is in the ${kind}drawer.`)
    expect(await found(`${kind}draw`)).toEqual([[kind, `This ${kind} is in the [${kind}drawer].`]])
  }
})

test('a part of a name is taken literally, in letters of every script', async () => {
  await add('100% sure', '2026-03-01T05:00:00.000Z')
  await add('Sure_thing', '2026-03-02T05:00:00.000Z')
  await add('Größe ÉTÉ', '2026-03-02T06:00:00.000Z')
  expect(await subjects('search=%25')).toEqual(['100% sure'])
  expect(await subjects('search=_')).toEqual(['Sure_thing'])
  expect(await subjects('search=%5C')).toEqual([])
  expect(await subjects('search=RE_TH')).toEqual(['Sure_thing'])
  expect(await subjects('search=%C3%B6%C3%9FE')).toEqual(['Größe ÉTÉ'])
})

test.each(['9876543210', '+91 98765 43210', '0091-98765-43210', '098765.43210', '(98765) 43210'])(
  'finds a telephone number in the field and in messages, written as %s',
  async (search) => {
    await add('Field', '2026-03-01T05:00:00.000Z', { phone: '+91 (98765) 43-210' })
    await add('Message', '2026-03-02T05:00:00.000Z', { message: 'Call me: 098765 43210.' })
    await add('Other', '2026-03-03T05:00:00.000Z', { phone: '+91 98765 43211' })
    expect(await subjects(`search=${encodeURIComponent(search)}`)).toEqual(['Message', 'Field'])
  },
)

test('an owner and a day are given, noted in the timeline, and not over a newer change', async () => {
  const id = await add('First', '2026-03-01T05:00:00.000Z')
  const given = await change(id, { ownerId: meera?.user.id, followUpOn: '2026-03-09' }, 1)
  expect(given).toMatchObject({
    status: 200,
    body: { _id: id, owner: { _id: meera?.user.id, name: 'Meera' }, followUpOn: '2026-03-09', version: 2 },
  })
  const stale = await change(id, { ownerId: null }, 1, callAs(site, meera as SignedIn))
  expect(stale).toMatchObject({
    status: 409,
    body: {
      code: 'version_conflict',
      conflict: { changedBy: 'Asha', current: { version: 2, followUpOn: '2026-03-09' } },
    },
  })
  expect((await change(id, { followUpOn: '' })).body).not.toHaveProperty('followUpOn')
  const events = await site.database.db.selectFrom('contactEvents').select(['kind', 'before', 'after', 'by']).execute()
  expect(events).toEqual([
    { kind: 'owner', before: null, after: meera?.user.id, by: 'Asha' },
    { kind: 'followUp', before: null, after: '2026-03-09', by: 'Asha' },
    { kind: 'followUp', before: '2026-03-09', after: null, by: 'Asha' },
  ])
  expect(await change('none', {})).toMatchObject({ status: 404 })
  const editor = await site.asStaff({ role: 'editor' })
  const message = 'Choose a colleague who may reply to requests'
  for (const ownerId of [editor.user.id, 'nobody'])
    expect((await change(id, { ownerId })).body).toMatchObject({ message, issues: [{ path: 'ownerId', message }] })
  expect((await change(id, { followUpOn: '2026-02-30' })).body).toMatchObject({ issues: [{ path: 'followUpOn' }] })
})

test('many requests get an owner or a day at once, but none that a colleague has changed', async () => {
  const ids = [await add('First', '2026-03-01T05:00:00.000Z'), await add('Second', '2026-03-02T05:00:00.000Z')]
  await change(ids[1] ?? '', { ownerId: meera?.user.id })
  const bulk = async (body: object) => (await call('POST', '/api/contact/bulk', body)).json()
  const records = ids.map((_id) => ({ _id, version: 1 }))
  const given = await bulk({ action: 'owner', ownerId: asha?.user.id, records })
  expect(given).toMatchObject({
    changed: [{ _id: ids[0], version: 2 }],
    failed: [{ _id: ids[1], message: 'Asha has changed this in the meantime.', code: 'version_conflict' }],
  })
  await bulk({ action: 'followUp', followUpOn: '2026-03-02', records: ids.map((_id) => ({ _id })) })
  expect(await subjects('followUp=due')).toEqual(['Second', 'First'])
  await bulk({ action: 'owner', ownerId: null, records: [{ _id: ids[0] }] })
  expect(await subjects('owner=none')).toEqual(['First'])
})

test('the requests of a deleted colleague have no owner', async () => {
  const owner = await site.asStaff()
  const left = await site.asStaff({ role: 'sales', name: 'Leela' })
  const id = await add('First', '2026-03-01T05:00:00.000Z')
  await change(id, { ownerId: left.user.id })
  expect((await callAs(site, owner)('DELETE', `/api/users/${left.user.id}`)).status).toBe(200)
  expect(await subjects('owner=none')).toEqual(['First'])
  const last = site.database.db.selectFrom('contactEvents').select(['kind', 'before', 'after', 'by'])
  expect(await last.orderBy('id', 'desc').executeTakeFirst()).toMatchObject({
    kind: 'owner',
    before: left.user.id,
    after: null,
  })
})

test('the ages follow the settings of the office', async () => {
  await add('First', '2026-02-27T09:30:00.000Z')
  expect(await list('overdue=true')).toMatchObject([{ clock: { age: 600 } }])
  const owner = callAs(site, meera as SignedIn)
  const saved = await owner('PUT', '/api/settings/desk', { holidays: '2026-02-27', answerWithin: 10 })
  expect(saved.status).toBe(200)
  expect(await list('overdue=true')).toEqual([])
  expect(await list('limit=1')).toMatchObject([{ clock: { age: 420, promised: 600 } }])
  const refused = await owner('PUT', '/api/settings/desk', { days: 'often' })
  expect(await refused.json()).toMatchObject({ issues: [{ path: 'days' }] })
  await owner('PUT', '/api/settings/desk', { holidays: null, answerWithin: null })
})

test('the figures count requests that wait for us and late ones, and give the median first reply', async () => {
  const figures = async () => (await call('GET', '/api/contact/figures')).json()
  expect(await figures()).toEqual({
    ...{ waiting: 0, overdue: 0, followUps: 0, answered: 0, promised: 480, mail: 'files' },
  })
  const next = await add('First', '2026-02-26T05:00:00.000Z')
  await add('Second', '2026-03-02T05:00:00.000Z', { email: 'RAVI@example.org' })
  const planned = await add('Third', '2026-03-02T06:00:00.000Z', { email: 'sita@example.org' })
  await change(planned, { followUpOn: '2026-03-01' })
  await addMessage(planned, 'answer', '2026-03-02T09:10:00.000Z')
  // From Friday evening to Monday morning: an hour of office time.
  await addMessage(await add('Fourth', '2026-02-27T12:00:00.000Z'), 'answer', '2026-03-02T03:00:00.000Z')
  // Too long ago, and spam.
  await addMessage(await add('Fifth', '2025-11-01T05:00:00.000Z'), 'answer', '2025-11-05T05:00:00.000Z')
  const spam = await add('Sixth', '2026-03-01T05:00:00.000Z')
  await addMessage(spam, 'answer', '2026-03-02T05:00:00.000Z')
  await site.database.transaction((trx) => setStatus(trx, spam, 'spam'))
  expect(await figures()).toEqual({
    ...{ waiting: 2, since: '2026-02-26T05:00:00.000Z', next, overdue: 1, followUps: 1, mail: 'files' },
    // 190 and 60 minutes.
    ...{ answered: 2, median: 125, promised: 480 },
  })
})
