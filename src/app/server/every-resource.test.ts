// On both databases: it makes the common calls of every entity.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describedResources } from '#testing/described-resources.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { type SignedIn, startTestApp } from '#testing/start-app.ts'

const site = await startTestApp()
const resources = await describedResources(site)
let asha: SignedIn
let vikram: SignedIn
beforeAll(async () => {
  asha = await site.asStaff({ name: 'Asha Rao' })
  vikram = await site.asStaff({ name: 'Vikram Shah' })
})
afterAll(() => site.close())

test('every entity that visitors see is among them', () => {
  const paths = resources.map(({ path }) => path)
  for (const { table } of site.entities.filter(({ flag }) => flag)) expect(paths).toContain(`/${table.name}`)
})

/** The calls of all kinds run the same queries, so on PostgreSQL three kinds show what depends on no column. */
const forAll = (path: string) => (['/blogs', '/courses', '/faqs'].includes(path) ? {} : sameOnBoth)

type Headers = Record<string, string>
const call = (method: string, path: string, body?: unknown, headers: Headers = {}, by: Headers = asha.headers) =>
  site.get(`/api${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { ...by, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
  })

describe.each(resources)('$path', (resource) => {
  const { path, readAt, input, field, ordered, entity } = resource
  const [flag] = resource.flags.toSorted((one, other) => Number(one === entity?.flag) - Number(other === entity?.flag))
  const readPath = (id: string) => `${readAt}/${id}`
  let stored: Record<string, unknown> & { _id: string; version: number }
  const at = () => `${path}/${stored._id}`
  const read = async () => (await call('GET', readPath(stored._id))).json()
  const change = (value: string, headers: Headers = {}, by?: Headers) =>
    call('PUT', at(), { ...input, [field]: value }, headers, by)

  beforeAll(async () => {
    const answer = await call('POST', path, input)
    stored = await answer.json()
    expect(answer.status).toBe(201)
    expect(stored).toEqual(
      expect.objectContaining({ ...input, _id: expect.any(String), version: 1, updatedBy: 'Asha Rao' }),
    )
  })

  test('is read as it was created, and not cached', async () => {
    const answer = await call('GET', readPath(stored._id))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual(stored)
  })

  test('is changed without `If-Match`, which makes the next version, only in the fields of its contract', async () => {
    const past = '2001-01-01T00:00:00.000Z'
    const own = { _id: 'mine', id: 'mine', version: 40, updatedBy: 'Mallory', updatedAt: past, deletedAt: past }
    const sent = { ...input, [field]: 'Changed', ...own, deletedBy: 'Mallory', order: 99, renderedHtml: '<b>Mine</b>' }
    const answer = await call('PUT', at(), sent, {}, vikram.headers)
    const changed = await answer.json()
    expect(answer.status).toBe(200)
    expect(changed).toEqual({
      ...stored,
      [field]: 'Changed',
      version: stored.version + 1,
      updatedAt: expect.any(String),
      updatedBy: 'Vikram Shah',
    })
    expect(await read()).toEqual(changed)
  })

  test(
    'refuses a change to an older version, and names the other person and the stored state',
    forAll(path),
    async () => {
      const { version } = await read()
      expect((await change('First', { 'if-match': `"${version}"` }, vikram.headers)).status).toBe(200)
      const current = await read()
      for (const seen of [`"${version}"`, `W/"${version}"`, String(version), '"nonsense"']) {
        const late = await change('Second', { 'if-match': seen })
        expect(late.status).toBe(409)
        expect(await late.json()).toEqual({
          message: 'Vikram Shah has changed this in the meantime.',
          code: 'version_conflict',
          conflict: { changedBy: 'Vikram Shah', changedAt: current.updatedAt, current },
        })
      }
      expect(await read()).toEqual(current)
      for (const seen of [`"${current.version}"`, '*'])
        expect((await change('Third', { 'if-match': seen })).status).toBe(200)
    },
  )

  test('takes one of many simultaneous changes to the same version', forAll(path), async () => {
    const { version } = await read()
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => change(`At once ${index}`, { 'if-match': `"${version}"` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await read()).version).toBe(version + 1)
  })

  test.runIf(flag)('sets a flag without a new version, so that an open form stays current', async () => {
    if (!flag) return
    const before = await read()
    for (const value of [!before[flag], before[flag]]) {
      const answer = await call('PATCH', at(), { [flag]: value }, {}, vikram.headers)
      expect(answer.status).toBe(200)
      // That of a date follows from its flags.
      const following = 'state' in before && { state: expect.any(String) }
      expect(await answer.json()).toEqual({ ...before, [flag]: value, ...following })
    }
    for (const wrong of [{}, { [flag]: null }, { version: 9 }])
      expect((await call('PATCH', at(), wrong)).status).toBe(422)
    expect((await call('PATCH', at(), { [flag]: 'true' })).status).toBe(400)
    expect(await read()).toEqual(before)
  })

  test.runIf(ordered)('is put into a new order without a new version', forAll(path), async () => {
    const { _id, version } = await read()
    const other = await (await call('POST', path, { ...input, ...resource.addressed('another') })).json()
    expect((await call('PUT', `${path}/reorder`, { [path.slice(1)]: [{ _id: other._id }, { _id }] })).status).toBe(200)
    expect(await read()).toMatchObject({ order: 1, version })
    await call('DELETE', `${path}/${other._id}`)
  })

  const isPublic = (entity?.access.read ?? 'staff') === 'staff'

  test.runIf(ordered && !isPublic)(
    'lists all for the roles that may read them, and nothing for others',
    forAll(path),
    async () => {
      const list = await call('GET', path)
      expect(list.headers.get('cache-control')).toBe('no-store')
      expect(await list.json()).toContainEqual(await read())
      expect((await call('GET', path, undefined, {}, {})).status).toBe(401)
      const editor = await site.asStaff({ role: 'editor' })
      expect((await call('GET', path, undefined, {}, editor.headers)).status).toBe(403)
    },
  )

  test.runIf(ordered && isPublic)(
    'lists the active ones for visitors, and all with their versions for staff',
    forAll(path),
    async () => {
      const list = async (by: Headers) => (await call('GET', path, undefined, {}, by)).json()
      const ofThis = (records: { _id: string }[]) => records.find(({ _id }) => _id === stored._id)
      const { version, updatedAt, updatedBy, ...shown } = await read()
      const seen = ofThis(await list({}))
      // A list may leave fields out.
      expect(shown).toEqual({ ...shown, ...seen })
      expect(seen).toMatchObject({ _id: stored._id, active: true })
      expect(ofThis(await list(asha.headers))).toEqual({ ...seen, version, updatedAt, updatedBy })
      await call('PATCH', at(), { active: false })
      expect(ofThis(await list({}))).toBeUndefined()
      expect(ofThis(await list(asha.headers))).toMatchObject({ active: false })
      await call('PATCH', at(), { active: true })
    },
  )

  test('refuses missing fields and malformed bodies', sameOnBoth, async () => {
    for (const [method, where] of [
      ['POST', path],
      ['PUT', at()],
    ] as const) {
      // A new record can need one of several fields, and one that exists keeps those that are left out.
      const { required } = resource
      if (required.length > 0 || method === 'POST') {
        const answer = await call(method, where, {})
        const { code, issues } = await answer.json()
        expect([answer.status, code]).toEqual([422, 'invalid'])
        const missing = issues.map((issue: { path: string }) => issue.path).sort()
        if (required.length > 0) expect(missing).toEqual(required.toSorted())
        else expect(missing).not.toEqual([])
      }
      expect((await call(method, where, [])).status).toBe(400)
      expect((await call(method, where, { ...input, [field]: 7 })).status).toBe(400)
      expect(
        (
          await site.get(`/api${where}`, {
            method,
            body: 'x',
            headers: { ...asha.headers, 'content-type': 'text/plain' },
          })
        ).status,
      ).toBe(415)
      const form = new FormData()
      for (const [name, value] of Object.entries(input)) form.append(name, String(value))
      const sent = await site.get(`/api${where}`, { method, body: form, headers: asha.headers })
      const isTaken = method === 'POST' && 'slug' in input
      expect(sent.status).toBe(resource.form ? (isTaken ? 409 : 200) : 415)
    }
  })

  test('answers 404 for an unknown or impossible id', forAll(path), async () => {
    for (const id of ['nobody', '%00', 'x'.repeat(500)])
      for (const [method, where, body] of [
        ['GET', readPath(id)],
        ['PUT', `${path}/${id}`, input],
        ['PATCH', `${path}/${id}`, { [flag ?? 'active']: true }],
        ['DELETE', `${path}/${id}`],
      ] as const)
        expect((await call(method, where, body)).status, `${method} ${where}`).toBe(404)
  })

  test('refuses a visitor, an invalid token and a deactivated colleague, and changes nothing', sameOnBoth, async () => {
    const before = await read()
    const locked = await site.asStaff()
    await site.database.db.updateTable('users').set({ active: false }).where('id', '=', locked.user.id).execute()
    const calls = [
      ['GET', readPath(stored._id)],
      ['POST', path, { ...input, ...resource.addressed('stranger') }],
      ['PUT', at(), input],
      ...(flag ? [['PATCH', at(), { [flag]: true }] as const] : []),
      ['DELETE', at()],
      ...(ordered ? [['PUT', `${path}/reorder`, { [path.slice(1)]: [] }] as const] : []),
    ] as const
    for (const [method, where, body] of calls)
      for (const [headers, status] of [
        [{}, 401],
        [{ authorization: 'Bearer nonsense' }, 401],
        [locked.headers, 403],
      ] as const)
        expect((await call(method, where, body, {}, headers as Headers)).status, `${method} ${where}`).toBe(status)
    expect(await read()).toEqual(before)
  })

  test('is gone once deleted, also for a late change', async () => {
    // Some clients send a JSON content type with every call.
    expect((await call('DELETE', at(), undefined, { 'content-type': 'application/json' })).status).toBe(200)
    expect((await call('GET', readPath(stored._id))).status).toBe(404)
    expect((await change('Late', { 'if-match': '"1"' })).status).toBe(404)
    expect((await call('DELETE', at())).status).toBe(404)
  })
})
