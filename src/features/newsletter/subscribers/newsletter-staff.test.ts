import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { addSubscribers } from '#testing/subscriber-rows.ts'

let site: TestApp
let staff: SignedIn
beforeAll(async () => {
  site = await startTestApp()
  staff = await site.asStaff()
  for (const [index, email] of ['asha@example.com', '=cmd@example.com', 'ravi@example.org'].entries())
    await addSubscribers(site.database, 1, {
      id: `subscriber-${index}`,
      email,
      subscribedAt: `2026-02-0${index + 1}T00:00:00.000Z`,
    })
})
afterAll(() => site.close())
const ask = (path: string) => site.get(path, { headers: staff.headers })
const emails = async (query: string) =>
  (await (await ask(`/api/newsletter/subscribers${query}`)).json()).subscribers.map(
    ({ email }: { email: string }) => email,
  )

test('lists all subscribers, newest first, searched and paged', async () => {
  const { subscribers: list } = await (await ask('/api/newsletter/subscribers')).json()
  const subscribedAt = '2026-02-03T00:00:00.000Z'
  expect(list[0]).toEqual({
    _id: expect.any(String),
    email: 'ravi@example.org',
    subscribedAt,
    state: 'confirmed',
    stateSince: subscribedAt,
  })
  expect(await emails('')).toHaveLength(3)
  expect(await emails('?search=EXAMPLE.COM')).toEqual(['=cmd@example.com', 'asha@example.com'])
  expect(await emails('?limit=1&page=3')).toEqual(['asha@example.com'])
  expect((await ask('/api/newsletter/subscribers?limit=1')).headers.get('x-total-count')).toBe('3')
})

test('one address is added with its consent, and not against the will of its owner', async () => {
  const given = { agreed: 'By phone', agreedOn: '2026-02-10' }
  const add = async (body: object, headers: Record<string, string> = staff.headers) => {
    const answer = await site.post('/api/newsletter/subscribers', body, { headers })
    return [answer.status, (await answer.json()).message]
  }
  expect((await add({ email: 'Meera@add.example', ...given }, {}))[0]).toBe(401)
  const viewer = await site.asStaff({ role: 'viewer' })
  expect((await add({ email: 'meera@add.example', ...given }, viewer.headers))[0]).toBe(403)
  expect((await add({ email: 'meera@add.example' }))[0]).toBe(422)
  expect((await add({ email: 'meera@add.example', ...given, agreedOn: '2999-01-01' }))[0]).toBe(422)
  expect((await add({ email: 'meera', ...given }))[0]).toBe(422)
  expect(await add({ email: 'Meera@add.example', name: ' Meera Iyer ', ...given })).toEqual([201, 'Subscriber added'])
  const { subscribers: found } = await (await ask('/api/newsletter/subscribers?search=add.example')).json()
  expect(found).toMatchObject([
    {
      email: 'meera@add.example',
      name: 'Meera Iyer',
      state: 'confirmed',
      source: 'staff',
      sourceDetail: 'By phone',
      consentAt: expect.stringMatching(/^2026-02-10/),
    },
  ])
  expect(await add({ email: 'meera@add.example', ...given })).toEqual([409, 'This address is a subscriber already.'])
  await addSubscribers(site.database, 1, { email: 'left@add.example', state: 'unsubscribed' })
  expect((await add({ email: 'left@add.example', ...given }))[1]).toMatch(/^This address has unsubscribed/)

  expect(await add({ email: 'asked@add.example', ...given, mode: 'ask' })).toEqual([201, 'Asked to confirm'])
  const asked = await site.database.db
    .selectFrom('deliveries')
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.subjectId')
    .select(['deliveries.kind', 'subscribers.state'])
    .where('email', '=', 'asked@add.example')
    .execute()
  expect(asked).toEqual([{ kind: 'confirmation', state: 'pending' }])
  // One that is too much for its mailbox today follows on another day.
  for (const tag of ['1', '2', '3', '4', '5'])
    expect(await add({ email: `box+${tag}@add.example`, ...given, mode: 'ask' })).toEqual([201, 'Asked to confirm'])
  const queued = await site.database.db
    .selectFrom('deliveries')
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.subjectId')
    .select(['email', 'dueAt'])
    .where('email', 'like', 'box+%')
    .orderBy('email')
    .execute()
  const tomorrow = new Date(Date.now() + 20 * 3_600_000).toISOString()
  expect(queued.map(({ dueAt }) => dueAt > tomorrow)).toEqual([false, false, false, false, true])
  await site.database.db.deleteFrom('subscribers').where('email', 'like', '%add.example').execute()
})

test('the CSV export', async () => {
  const csv = await (await ask('/api/newsletter/subscribers.csv')).text()
  expect(csv).toBe(
    `"Email","Subscribed at (Asia/Kolkata)","State","Topics","Paused until (Asia/Kolkata)","Left because"\r\n"asha@example.com","2026-02-01 05:30:00","confirmed","","",""\r\n"'=cmd@example.com","2026-02-02 05:30:00","confirmed","","",""\r\n"ravi@example.org","2026-02-03 05:30:00","confirmed","","",""\r\n`,
  )
})

test('lists confirmed subscribers without parameters, and others by their state', async () => {
  await addSubscribers(site.database, 1, {
    email: 'gone@example.net',
    state: 'unsubscribed',
    stateSince: '2026-03-01T00:00:00.000Z',
  })
  await addSubscribers(site.database, 1, {
    email: 'dead@example.net',
    state: 'bounced',
    stateReason: '550 No such user',
  })
  expect(await emails('')).toHaveLength(3)
  expect(await emails('?page=1')).toHaveLength(5)
  expect(await emails('?status=unsubscribed')).toEqual(['gone@example.net'])
  expect(await emails('?status=nonsense')).toEqual([])
  const { subscribers: bounced } = await (await ask('/api/newsletter/subscribers?status=bounced')).json()
  expect(bounced).toMatchObject([{ email: 'dead@example.net', state: 'bounced', stateReason: '550 No such user' }])
})

const bring = (csv: string) => site.post('/api/newsletter/subscribers/import', { csv }, { headers: staff.headers })

test('imports each address once, and keeps unsubscribed ones unsubscribed', async () => {
  const csv = [
    '\ufeff"Name";"E-mail address";State',
    '"Rao; Meera";MEERA@example.net;',
    'Meera;meera@example.net;confirmed',
    'Gone;gone@example.net;confirmed',
    'Dead;dead@example.net;confirmed',
    'Left;left@example.net;unsubscribed',
    'Nobody;nobody;',
    'Empty;;',
    'Formula;=cmd|calc@example.net;',
    "Exported formula;'=sum@example.net;",
    '',
  ].join('\r\n')
  const answer = await bring(csv)
  expect(await answer.json()).toEqual({
    added: 2,
    known: 2,
    faulty: 4,
    faults: [
      { line: 7, text: 'nobody', reason: 'Not an e-mail address' },
      { line: 8, text: '', reason: 'The column of the addresses is empty' },
      { line: 9, text: '=cmd|calc@example.net', reason: 'It looks like a spreadsheet formula' },
      { line: 10, text: '=sum@example.net', reason: 'It looks like a spreadsheet formula' },
    ],
  })
  expect(await emails('?search=meera')).toEqual(['meera@example.net'])
  expect((await emails('?status=unsubscribed')).sort()).toEqual(['gone@example.net', 'left@example.net'])
  expect(await emails('?status=bounced')).toEqual(['dead@example.net'])
  expect(await emails('?search==')).toEqual(['=cmd@example.com'])
  expect(await (await bring(csv)).json()).toMatchObject({ added: 0, known: 4 })
})

test('imports many addresses quickly, and refuses a file without any', async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `many-${index}@example.net`).join('\n')
  expect(await (await bring(many)).json()).toEqual({ added: 5_000, known: 0, faulty: 0, faults: [] })
  expect((await bring('Name\nAsha\n')).status).toBe(422)
  expect((await bring('')).status).toBe(422)
})

test('answers the whole list of any length with the same bytes as its parts', async () => {
  const parts: unknown[] = []
  for (let page = 1; page <= 6; page++)
    parts.push(
      ...(await (await ask(`/api/newsletter/subscribers?status=confirmed&limit=1000&page=${page}`)).json()).subscribers,
    )
  const whole = await ask('/api/newsletter/subscribers')
  expect(whole.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(whole.headers.get('cache-control')).toBe('no-store')
  expect(parts.length).toBeGreaterThan(5_000)
  expect(await whole.text()).toBe(JSON.stringify({ subscribers: parts }))
})

test('reads cells with line ends, and refuses malformed CSV, naming the line', async () => {
  const answer = await bring('Name,Email\r\n"Lines\r\nof ""text""",lines@example.net\r\n\r\n"",nobody\r\n')
  expect(await answer.json()).toMatchObject({ added: 1, faulty: 1, faults: [{ line: 5, text: 'nobody' }] })
  const cell = `email\nfirst-row@example.net\n"${'x'.repeat(9_000_000)}"`
  const unclosed = `email\nfirst-row@example.net\n"${'two@example.net\n'.repeat(300_000)}`
  const long = 'a@example.net\n'.repeat(250_001)
  for (const [csv, message] of [
    [cell, /line 3 /],
    [unclosed, /line 3 /],
    [long, /at most 250,000/],
  ] as const) {
    const refused = await bring(csv)
    expect(refused.status).toBe(422)
    expect((await refused.json()).message).toEqual(expect.stringMatching(message))
  }
  expect(await emails('?search=first-row')).toEqual([])
})

test('imports files one after the other, and refuses too many at once with 503', async () => {
  const colleague = await site.asStaff()
  const path = '/api/newsletter/subscribers/import'
  // A caller that sends its file slowly occupies its place.
  const slow = request(site.url + path, {
    method: 'POST',
    headers: { ...staff.headers, 'content-type': 'application/json', expect: '100-continue' },
  })
  slow.on('error', () => {}).flushHeaders()
  await once(slow, 'continue')
  // Once later calls are answered, one after the other, the slow one has passed the access guard; one of them may overtake it.
  for (let later = 0; later < 5; later++) await ask('/api/newsletter/subscribers?limit=1')
  const send = ({ headers }: SignedIn) => site.post(path, { csv: 'at-once@example.net' }, { headers })
  const calls = [send(staff), send(staff), send(staff), send(colleague)]
  const refused = await Promise.race(calls)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  slow.destroy()
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.slice(0, 3).toSorted()).toEqual([200, 200, 503])
  expect(statuses[3]).toBe(200)
})

test('deletes an address completely', async () => {
  const remove = (id: string) =>
    site.get(`/api/newsletter/subscribers/${id}`, { method: 'DELETE', headers: staff.headers })
  expect((await remove('subscriber-0')).status).toBe(204)
  expect(await emails('?search=asha')).toEqual([])
  expect((await remove('subscriber-0')).status).toBe(404)
})
