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
  expect(await add({ email: 'meera@add.example', ...given })).toEqual([409, 'This address is already subscribed.'])
  await addSubscribers(site.database, 1, { email: 'left@add.example', state: 'unsubscribed' })
  expect((await add({ email: 'left@add.example', ...given }))[1]).toMatch(/^This address unsubscribed/)

  expect(await add({ email: 'asked@add.example', ...given, mode: 'ask' })).toEqual([201, 'Confirmation email sent'])
  const asked = await site.database.db
    .selectFrom('deliveries')
    .innerJoin('subscribers', 'subscribers.id', 'deliveries.subjectId')
    .select(['deliveries.kind', 'subscribers.state'])
    .where('email', '=', 'asked@add.example')
    .execute()
  expect(asked).toEqual([{ kind: 'confirmation', state: 'pending' }])
  // One that is too much for its mailbox today follows on another day.
  for (const tag of ['1', '2', '3', '4', '5'])
    expect(await add({ email: `box+${tag}@add.example`, ...given, mode: 'ask' })).toEqual([
      201,
      'Confirmation email sent',
    ])
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
    `"Email","Subscribed at (Asia/Kolkata)","State","Topics","Paused until (Asia/Kolkata)","Reason for unsubscribing"\r\n"asha@example.com","2026-02-01 05:30:00","confirmed","","",""\r\n"'=cmd@example.com","2026-02-02 05:30:00","confirmed","","",""\r\n"ravi@example.org","2026-02-03 05:30:00","confirmed","","",""\r\n`,
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
  await addSubscribers(site.database, 1, { email: 'fair@example.net', source: 'import', importId: 'the-fair' })
  expect(await emails('?source=the-fair')).toEqual(['fair@example.net'])
  expect(await emails('?source=import')).toEqual(['fair@example.net'])
  expect(await emails('?source=staff')).toEqual([])
  const fair = await (await ask('/api/newsletter/subscribers.csv?source=the-fair')).text()
  expect(fair.match(/@/g)).toHaveLength(1)
  expect(bounced).toMatchObject([{ email: 'dead@example.net', state: 'bounced', stateReason: '550 No such user' }])
})

test('answers the whole list of any length with the same bytes as its parts', async () => {
  await addSubscribers(site.database, 5_000)
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

test('deletes an address completely', async () => {
  const remove = (id: string) =>
    site.get(`/api/newsletter/subscribers/${id}`, { method: 'DELETE', headers: staff.headers })
  expect((await remove('subscriber-0')).status).toBe(204)
  expect(await emails('?search=asha')).toEqual([])
  expect((await remove('subscriber-0')).status).toBe(404)
})
