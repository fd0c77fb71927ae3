import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BulkAnswer } from '#contract/lists.ts'
import type { ContactRequest } from '#features/contact/ground/contact.contract.ts'
import { courseInput } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
let callAsVikram: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  call = callAs(site, await site.asStaff({ name: 'Asha Rao' }))
  callAsVikram = callAs(site, await site.asStaff({ name: 'Vikram Shah' }))
})
afterAll(() => site.close())

type Stored = Record<string, unknown> & { _id: string; version: number; slug?: string }

const kinds = {
  blogs: {
    input: { title: 'Tidal power', slug: 'tidal', excerpt: 'Short.', category: 'Cloud', content: 'Some *words*.' },
    name: 'title',
    flag: 'published',
    readAt: '/id',
  },
  courses: {
    input: { title: 'Kubernetes', slug: 'kubernetes', ...courseInput, learningOutcomes: ['Pods'], featured: true },
    name: 'title',
    flag: 'active',
    readAt: '/id',
  },
  products: {
    input: { name: 'Sentinel', category: 'AI & Automation Solutions', description: 'Watches.', features: ['One'] },
    name: 'name',
    flag: 'active',
    readAt: '',
  },
  services: {
    input: { title: 'Care', category: 'Support', icon: 'Headphones', description: 'Helps.' },
    name: 'title',
    flag: 'active',
    readAt: '',
  },
  cases: {
    input: {
      title: 'Half the bill',
      slug: 'half-the-bill',
      client: 'Harbour Freight',
      industry: 'Logistics',
      summary: 'Short.',
      problem: 'A bill.',
      solution: 'Half of it.',
      figures: [{ figure: '−50 %', name: 'of the bill', asOf: '2026-01-31' }],
      serviceIds: [],
    },
    name: 'title',
    flag: 'active',
    readAt: '',
  },
} as const

describe.each(Object.entries(kinds))('%s', (entity, { input, name, flag, readAt }) => {
  let made = 0
  const add = async (values: object = {}): Promise<Stored> => {
    const slug = 'slug' in input ? { slug: `${input.slug}-${++made}` } : {}
    return (await call('POST', `/api/${entity}`, { ...input, ...slug, [flag]: false, ...values })).json()
  }
  const read = async ({ _id }: Stored): Promise<Stored> => (await call('GET', `/api/${entity}${readAt}/${_id}`)).json()
  const bulk = async (action: string, records: object[]): Promise<BulkAnswer> =>
    (await call('POST', `/api/${entity}/bulk`, { action, records })).json()
  const named = ({ _id, version }: Stored) => ({ _id, version })
  const shown = async () => {
    const list = await (await site.get(`/api/${entity}?limit=100`)).json()
    return ((list[entity] ?? list) as Stored[]).map(({ _id }) => _id)
  }

  test('are published and unpublished together, but not those that a colleague has changed or deleted', async () => {
    const [one, two, changed, deleted] = [await add(), await add({ [flag]: true }), await add(), await add()]
    const update = { ...input, [flag]: false, ...(changed.slug ? { slug: changed.slug } : {}) }
    await callAsVikram('PUT', `/api/${entity}/${changed._id}`, update)
    await callAsVikram('DELETE', `/api/${entity}/${deleted._id}`)
    const answer = await bulk('publish', [changed, two, deleted, one].map(named))
    expect(answer.changed.map(({ _id }) => _id)).toEqual([one._id])
    expect(new Map(answer.failed.map(({ _id, ...why }) => [_id, why]))).toEqual(
      new Map([
        [changed._id, { code: 'version_conflict', message: 'Vikram Shah has changed this in the meantime.' }],
        [deleted._id, { code: 'not_found', message: expect.stringContaining('not found') }],
      ]),
    )
    expect(await shown()).toEqual(expect.arrayContaining([one._id, two._id]))
    expect(await shown()).not.toContain(changed._id)
    const { version } = await read(one)
    expect(answer.changed[0]?.version).toBe(version)
    const { revisions } = await (await call('GET', `/api/${entity}/${one._id}/revisions`)).json()
    expect(revisions[0]).toMatchObject({ kind: 'publish', live: true, by: 'Asha Rao' })

    // The request of a list's undo.
    expect((await bulk('unpublish', answer.changed)).changed.map(({ _id }) => _id)).toEqual([one._id])
    expect(await shown()).not.toContain(one._id)
    expect(await shown()).toContain(two._id)
  })

  test('are deleted and restored together', async () => {
    const both = [await add({ [flag]: true }), await add({ [flag]: true })]
    const before = await shown()
    const { changed, failed } = await bulk('delete', both.map(named))
    expect([changed.length, failed]).toEqual([2, []])
    expect(await shown()).toEqual(before.filter((id) => !both.some(({ _id }) => _id === id)))
    expect(await bulk('restore', changed)).toEqual({ changed: expect.arrayContaining(changed), failed: [] })
    expect(await shown()).toEqual(before)
    expect((await bulk('restore', changed)).failed.map(({ code }) => code)).toEqual(['not_found', 'not_found'])
  })

  test('are copied: the copy is not public, and is changed and deleted without its original', async () => {
    const original = await read(await add({ [flag]: true, publishAt: '2030-01-01T00:00:00Z' }))
    const answer = await callAsVikram('POST', `/api/${entity}/${original._id}/duplicate`)
    expect(answer.status).toBe(201)
    const copy: Stored = await answer.json()
    const { publishAt, order, author, authorId, createdAt, ...kept } = original
    expect(copy).toMatchObject({
      ...kept,
      _id: expect.not.stringMatching(original._id),
      [name]: `Copy of ${original[name]}`,
      ...(original.slug && { slug: `${original.slug}-copy` }),
      ...(entity === 'courses' && { featured: false }),
      [flag]: false,
      version: 1,
      updatedAt: expect.any(String),
      updatedBy: 'Vikram Shah',
    })
    expect(copy['publishAt']).toBeUndefined()
    expect(await shown()).not.toContain(copy._id)
    const second: Stored = await (await call('POST', `/api/${entity}/${original._id}/duplicate`)).json()
    if (original.slug) expect(second.slug).toBe(`${original.slug}-copy-2`)
    await call('DELETE', `/api/${entity}/${copy._id}`)
    await call('DELETE', `/api/trash/${entity}/${copy._id}`)
    expect(await read(original)).toEqual(original)
    expect((await call('POST', `/api/${entity}/nobody/duplicate`)).status).toBe(404)
  })

  test.runIf(entity === 'courses')('lose a start date that has passed when they are copied', async () => {
    const copyOf = async (startDate: string) => {
      const { _id } = await add({ startDate })
      return (await (await call('POST', `/api/${entity}/${_id}/duplicate`)).json()) as Stored
    }
    expect((await copyOf('2020-01-01'))['startDate']).toBeUndefined()
    expect((await copyOf('2126-01-01'))['startDate']).toBe('2126-01-01')
  })

  test('refuse too many, none, twice the same and unknown actions; and strangers', async () => {
    const { _id } = await add({ [flag]: true })
    const many = Array.from({ length: 101 }, (_, index) => ({ _id: `id-${index}` }))
    for (const [action, records] of [
      ['delete', []],
      ['delete', many],
      ['delete', [{ _id }, { _id }]],
      ['erase', [{ _id }]],
    ])
      expect((await call('POST', `/api/${entity}/bulk`, { action, records })).status).toBe(422)
    expect((await site.post(`/api/${entity}/bulk`, { action: 'delete', records: [{ _id }] })).status).toBe(401)
    expect((await site.post(`/api/${entity}/${_id}/duplicate`, {})).status).toBe(401)
    expect(await shown()).toContain(_id)
  })
})

test('a published draft that asks for it is announced once, and courses are featured together', async () => {
  await site.database.db
    .insertInto('subscribers')
    .values({
      id: 'reader',
      email: 'reader@example.org',
      state: 'confirmed',
      stateSince: new Date().toISOString(),
      subscribedAt: new Date().toISOString(),
    } as never)
    .execute()
  const post = { ...kinds.blogs.input, slug: 'announced', published: false, sendNotification: true }
  const { _id } = await (await call('POST', '/api/blogs', post)).json()
  const bulk = (entity: string, action: string, ids: string[]) =>
    call('POST', `/api/${entity}/bulk`, { action, records: ids.map((_id) => ({ _id })) })
  for (const action of ['publish', 'unpublish', 'publish'])
    expect((await bulk('blogs', action, [_id])).status).toBe(200)
  const queued = await site.database.db.selectFrom('notifications').select('blogId').execute()
  expect(queued).toEqual([{ blogId: _id }])

  const course = { ...kinds.courses.input, slug: 'to-feature', featured: false }
  const made = await (await call('POST', '/api/courses', course)).json()
  const featured = async () => (await (await site.get('/api/courses?featured=true&limit=100')).json()).courses
  expect(JSON.stringify(await featured())).not.toContain(made._id)
  expect((await (await bulk('courses', 'feature', [made._id])).json()).changed).toEqual([{ _id: made._id, version: 1 }])
  expect(JSON.stringify(await featured())).toContain(made._id)
})

test('contact requests get a status together, but not those that a colleague has marked since', async () => {
  const requests = []
  for (const name of ['Kiran', 'Lata', 'Meena']) {
    await site.post('/api/contact', { name, email: `${name}@example.org`, subject: name, message: 'Please.' })
    requests.unshift(name)
  }
  const list = async (): Promise<ContactRequest[]> => (await call('GET', '/api/contact')).json()
  const [first, second, third] = (await list()) as [ContactRequest, ContactRequest, ContactRequest]
  const bulk = async (action: string, records: object[]): Promise<BulkAnswer> =>
    (await call('POST', '/api/contact/bulk', { action, records })).json()
  await call('PATCH', `/api/contact/${second._id}`, { status: 'resolved' })
  const seen = [first, second, third].map(({ _id }) => ({ _id, version: 1 }))
  const answer = await bulk('spam', seen)
  expect(answer.changed.map(({ _id }) => _id).sort()).toEqual([first._id, third._id].sort())
  const message = 'Asha Rao has changed this in the meantime.'
  expect(answer.failed).toEqual([{ _id: second._id, code: 'version_conflict', message }])
  expect((await list()).map(({ status }) => status)).toEqual(['spam', 'resolved', 'spam'])

  const { changed } = await bulk('delete', [{ _id: first._id, version: 2 }, { _id: second._id }])
  expect((await list()).map(({ _id }) => _id)).toEqual([third._id])
  expect((await bulk('restore', changed)).failed).toEqual([])
  expect((await list()).map(({ name }) => name)).toEqual(requests)
  expect((await site.post('/api/contact/bulk', { action: 'delete', records: [{ _id: third._id }] })).status).toBe(401)
  expect((await call('POST', '/api/contact/bulk', { action: 'feature', records: seen })).status).toBe(422)
})
