import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeActivity } from '#server/activity/activity.ts'
import { tryEach } from '#testing/route-access.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import type { ActivityEntry, ActivityPage } from './activity.contract.ts'
import { activityRetention } from './activity.server.ts'

let site: TestApp
let staff: SignedIn
beforeAll(async () => {
  site = await startTestApp()
  staff = await site.asStaff({ name: 'Meera Nair' })
})
afterAll(() => site.close())

const call = (...parts: Parameters<ReturnType<typeof callAs>>) => callAs(site, staff)(...parts)
const read = async (query = ''): Promise<ActivityPage> => (await call('GET', `/api/activity${query}`)).json()
const newest = async (query = ''): Promise<ActivityEntry | undefined> => (await read(query)).entries[0]
const json = async (answer: Promise<Response>) => (await answer).json()
const signIn = (email: string, password: string) => site.post('/api/identity/sign-in', { email, password })

test('logs who created, changed, deleted and restored a record, with the origin and the values before and after', async () => {
  const product = { name: 'Ledger', category: 'AI & Automation Solutions', description: 'Keeps books.' }
  const created = await json(call('POST', '/api/products', product))
  const record = { entity: 'products', recordId: created._id, byId: staff.user.id, by: 'Meera Nair', count: 1 }
  expect(await newest()).toMatchObject({
    ...record,
    kind: 'create',
    what: 'Created product “Ledger”',
    recordName: 'Ledger',
  })

  const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const long = `${'Keeps books. '.repeat(100)}Pays taxes.`
  await call(
    'PUT',
    `/api/products/${created._id}`,
    { ...product, name: 'Cashbook', description: long },
    {
      'user-agent': browser,
    },
  )
  const changed = await newest()
  expect(changed).toMatchObject({ ...record, kind: 'change', device: 'Firefox on Windows', recordName: 'Cashbook' })
  expect(changed?.address).toMatch(/127\.0\.0\.1/)
  expect(changed?.changes).toContainEqual({ field: 'name', before: 'Ledger', after: 'Cashbook' })
  const text = changed?.changes?.find(({ field }) => field === 'description')
  expect(text?.before).toBe('Keeps books.')
  expect(text?.after).toMatch(/^Keeps books\. .{150,200}…$/)
  expect(changed?.changes).toHaveLength(2)

  await call('DELETE', `/api/products/${created._id}`)
  expect(await newest()).toMatchObject({ ...record, kind: 'delete', recordName: 'Cashbook' })
  await call('POST', `/api/trash/products/${created._id}/restore`)
  expect(await newest()).toMatchObject({ ...record, kind: 'restore', recordName: 'Cashbook' })
  const about = await read(`?entity=products&record=${created._id}`)
  expect(about.entries.map(({ kind }) => kind)).toEqual(['restore', 'delete', 'change', 'create'])
})

test('names colleagues in the values of a change, also those who have left', async () => {
  const [left, here] = [await site.asStaff({ name: 'Tara Sen' }), await site.asStaff({ name: 'Vikram Shah' })]
  const { id } = await addCourse(site.database)
  const path = `/api/courses/${id}/cohorts`
  const date = { startsOn: '2131-01-09', trainerIds: [left.user.id, here.user.id] }
  const { _id } = await json(call('POST', path, { startsOn: date.startsOn }))
  await call('PUT', `${path}/${_id}`, date)
  await call('DELETE', `/api/users/${left.user.id}`)
  const { entries } = await read('?entity=cohorts')
  const changed = entries.find(({ kind, recordId }) => kind === 'change' && recordId === _id)
  expect(changed?.changes).toMatchObject([{ field: 'trainerIds', after: 'Tara Sen, Vikram Shah' }])
})

test('logs each record that one call changes, and none that it refuses', async () => {
  const add = async (name: string) =>
    (await json(call('POST', '/api/products', { name, category: 'AI & Automation Solutions', description: 'Counts.' })))
      ._id as string
  const [first, second] = [await add('First'), await add('Second')]
  const records = [{ _id: first }, { _id: second, version: 99 }]
  expect((await call('POST', '/api/products/bulk', { action: 'delete', records })).status).toBe(200)
  expect(await newest()).toMatchObject({ kind: 'delete', recordId: first, recordName: 'First' })
  expect(await newest(`?entity=products&record=${second}`)).toMatchObject({ kind: 'create' })
  const last = await newest()
  await call('POST', '/api/products/bulk', { action: 'delete', records: [{ _id: second, version: 99 }] })
  expect(await newest(), 'nothing was changed').toEqual(last)
})

test('logs accounts, sign-ins and exports, but no invalid calls or reads', async () => {
  const colleague = await site.asStaff({ name: 'Vikram' })
  await call('PUT', `/api/users/${colleague.user.id}`, { name: 'Vikram', active: false })
  expect(await newest()).toMatchObject({
    kind: 'account',
    recordName: 'Vikram',
    recordId: colleague.user.id,
    changes: [{ field: 'active', before: 'true', after: 'false' }],
  })
  await call('GET', '/api/contact.csv')
  expect(await newest()).toMatchObject({
    kind: 'export',
    entity: 'contactRequests',
    what: 'Downloaded contact requests as CSV',
  })
  const { token } = await json(signIn(staff.user.email, staff.password))
  expect(await newest()).toMatchObject({ kind: 'sign-in', what: 'Signed in', by: 'Meera Nair' })
  await site.post('/api/identity/sign-out', {}, { headers: { authorization: `Bearer ${token}` } })
  const last = await newest()
  expect(last).toMatchObject({ kind: 'sign-in', what: 'Signed out' })
  for (const [method, path, body, status] of [
    ['POST', '/api/products', { title: '' }, 422],
    ['PATCH', '/api/contact/nothing', { status: 'resolved' }, 404],
    ['DELETE', '/api/contact/nothing', undefined, 404],
    ['POST', '/api/identity/password', { currentPassword: 'wrong', newPassword: 'x' }, 422],
    ['GET', '/api/users', undefined, 200],
  ] as const)
    expect((await call(method, path, body)).status, `${method} ${path}`).toBe(status)
  expect(await newest(), 'nothing more').toEqual(last)
})

test('counts refusals together, names only known accounts, and stays small in a flood', async () => {
  for (let time = 0; time < 3; time++) await signIn(staff.user.email, 'wrong password')
  expect(await newest('?kind=refusal')).toMatchObject({ what: 'A wrong password', by: 'Meera Nair', count: 3 })
  const typed = 'my-secret-password@example.com'
  await signIn(typed, 'wrong password')
  const unknown = await newest('?kind=refusal')
  expect(unknown).toMatchObject({ what: 'A wrong password', count: 1 })
  expect(unknown?.by).toBeUndefined()

  const gone = await site.asStaff()
  await site.database.db.updateTable('users').set({ active: false }).where('id', '=', gone.user.id).execute()
  expect((await site.get('/api/users', gone)).status).toBe(403)
  expect(await newest('?kind=refusal')).toMatchObject({ what: 'Tried to list the users' })

  // The flood of another site in this process counts there.
  const other = await startTestApp()
  const refused = await other.asStaff({ role: 'viewer' })
  for (const [app, { headers }] of [
    [other.app, refused],
    [site.app, gone],
  ] as const)
    for (let host = 1; host <= 40; host++)
      await app.inject({ method: 'POST', url: '/api/users', headers, remoteAddress: `198.51.100.${host}`, payload: {} })
  await other.close()
  const { entries } = await read('?kind=refusal')
  expect(entries).toHaveLength(31)
  // Entries of one moment have no order.
  expect(entries.map(({ what }: { what: string }) => what)).toContain('Further refusals')
  expect(JSON.stringify(entries)).not.toContain('my-secret')
})

test('is read in pages and by filters, and downloaded with formulas made harmless', async () => {
  for (let number = 1; number <= 60; number++)
    await writeActivity(site.database, { kind: 'create', what: `=cmd|${number}`, by: 'Asha', entity: 'instructors' })
  const seen: ActivityEntry[] = []
  for (let next: string | undefined = ''; next !== undefined; ) {
    const page: ActivityPage = await read(`?kind=create&entity=instructors${next && `&before=${next}`}`)
    seen.push(...page.entries)
    next = page.next
  }
  expect(seen).toHaveLength(60)
  expect(new Set(seen.map(({ what }) => what)).size, 'each once').toBe(60)
  expect(seen.map(({ at }) => at)).toEqual(
    seen
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect((await read(`?person=${staff.user.id}`)).entries.every(({ byId }) => byId === staff.user.id)).toBe(true)
  expect((await read('?until=2020-01-01T00:00:00Z')).entries).toEqual([])
  const csv = await (await call('GET', '/api/activity.csv?kind=create&entity=instructors')).text()
  expect(csv.split('\r\n')).toHaveLength(62)
  expect(csv).toContain(`"'=cmd|60"`)
  expect((await site.get('/api/activity')).status).toBe(401)
  expect((await site.get('/api/activity.csv')).status).toBe(401)
})

test('deletes entries older than a year', async () => {
  const { db } = site.database
  const { id } = await db.selectFrom('activity').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const old = new Date(Date.now() - 365 * 24 * 60 * 60_000 - 1_000).toISOString()
  await db.updateTable('activity').set({ at: old }).where('id', '=', id).execute()
  expect((await read('?until=2100-01-01T00:00:00Z')).entries.map(({ _id }) => _id)).not.toContain(id)
  expect(await site.eraseOld(activityRetention)).toBe(1)
  expect(await db.selectFrom('activity').select('id').where('id', '=', id).execute()).toEqual([])
})

test('has no secret after every call of the API', async () => {
  const secret = 'S3cret-marker-that-must-not-be-stored'
  const fields = [
    'password',
    'currentPassword',
    'newPassword',
    'token',
    'device',
    'code',
    'secret',
    'state',
    'credential',
  ]
  const body = { email: staff.user.email, ...Object.fromEntries(fields.map((field) => [field, secret])) }
  const preview = { content: secret }
  const own = await site.asStaff()
  const asOwn = callAs(site, own)
  const callRoute = async (route: string) => {
    const [method = '', pattern = ''] = route.split(' ')
    const path = `${pattern.replaceAll(/:\w+/g, secret)}?token=${secret}&search=${secret}`
    const sends = !['GET', 'DELETE'].includes(method)
    // The content of a legal text is public, and therefore in the log.
    const sent = pattern.includes('/settings') ? body : { ...body, ...preview }
    await (await asOwn(method, path, sends ? sent : undefined, { cookie: secret })).arrayBuffer()
  }
  const routes = site.routes.filter((route) => /^(GET|POST|PUT|PATCH|DELETE) \/api\/[^*]*$/.test(route))
  expect(routes.length).toBeGreaterThan(80)
  // The session has to last for the other calls.
  const ending = (route: string) => route.includes('/sign-out')
  await tryEach(
    routes.filter((route) => !ending(route)),
    callRoute,
  )
  await tryEach(routes.filter(ending), callRoute)
  const again = await site.asStaff()
  const { token } = await json(signIn(again.user.email, again.password))
  const answer = await callAs(site, again)('POST', '/api/identity/password', {
    currentPassword: again.password,
    newPassword: `${secret} of my own`,
  })
  expect(answer.status).toBe(200)
  const session = await answer.json()
  const account = await json(
    call('POST', '/api/identity/accounts', { name: 'New', email: 'new@example.com', password: `${secret} of another` }),
  )
  expect(account.uid).toBeTruthy()
  const kept = JSON.stringify(await site.database.db.selectFrom('activity').selectAll().execute())
  for (const value of [secret, again.password, token, session.token, again.token, own.token, staff.token])
    expect(kept).not.toContain(value)
})
