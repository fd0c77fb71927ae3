// On both databases: an order is changed under a lock.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeContent } from '#server/database/content-version.ts'
import { sampleProduct, sampleService } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { createProduct, createService } from './catalog.shared.server.ts'

let site: TestApp
let staff: SignedIn
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  staff = await site.asStaff({ name: 'Asha Rao' })
  call = callAs(site, staff)
})
afterAll(() => site.close())

const catalogues = [
  {
    name: 'products',
    title: 'name',
    input: { name: 'Sentinel', category: 'Cloud Management & Optimization', description: 'Watches.' },
  },
  {
    name: 'services',
    title: 'title',
    input: { title: 'Care', category: 'Support', icon: 'Headphones', description: 'Answers.' },
  },
] as const

describe.each(catalogues)('$name', ({ name, title, input }) => {
  const path = `/api/${name}`
  const list = async (headers: object = staff.headers) =>
    (await (await site.get(path, { headers: headers as Record<string, string> })).json()) as Record<string, unknown>[]

  test('adds a new item as active at the end, and lists it at once', async () => {
    await changeContent(site.database, async (trx) => {
      if (name === 'products') await createProduct(trx, { ...sampleProduct, order: 4 })
      else await createService(trx, { ...sampleService, order: 4 })
    })
    const answer = await call('POST', path, { ...input, features: ['One', ''], order: -3, _id: 'mine' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const made = await answer.json()
    expect(made).toEqual({
      ...input,
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      features: ['One', ''],
      active: true,
      order: 5,
      version: 1,
      updatedAt: expect.any(String),
      updatedBy: 'Asha Rao',
    })
    const { version: _, updatedAt: __, updatedBy: ___, ...shown } = made
    expect((await list({})).at(-1)).toEqual(shown)
    expect(await (await call('GET', `${path}/${made._id}`)).json()).toEqual(made)
  })

  test('keeps fields that a change leaves out, and shows inactive items only to staff', async () => {
    const made = await (await call('POST', path, { ...input, features: ['Kept'], active: false })).json()
    expect((await list({})).some(({ _id }) => _id === made._id)).toBe(false)
    expect((await list()).find(({ _id }) => _id === made._id)).toMatchObject({ active: false, version: 1 })
    const changed = await (await call('PUT', `${path}/${made._id}`, { ...input, [title]: 'Renamed' })).json()
    expect(changed).toEqual({ ...made, [title]: 'Renamed', version: 2, updatedAt: expect.any(String) })
    const switched = await call('PATCH', `${path}/${made._id}`, { active: true })
    expect(switched.status).toBe(200)
    expect(await switched.json()).toEqual({ ...changed, active: true })
    expect((await list({})).some(({ _id }) => _id === made._id)).toBe(true)
  })

  test.each([
    [{ [title]: '  ' }, 422, title, name === 'products' ? 'Product name is required' : 'Service title is required'],
    [{ description: undefined }, 422, 'description', 'Description is required'],
    [{ category: '' }, 422, 'category', 'Category is required'],
    [{ category: 'Gardening' }, 422, 'category', 'Category must be one of the listed ones'],
    [{ [title]: 'x'.repeat(201) }, 422, title, expect.stringContaining('too long')],
    [{ features: 'One' }, 400, 'features', expect.any(String)],
    [{ features: ['a\0b'] }, 422, 'features.0', expect.any(String)],
    [{ active: 'yes' }, 400, 'active', expect.any(String)],
  ])('%j is refused', async (wrong, status, field, message) => {
    const before = await list()
    for (const [method, where] of [
      ['POST', path],
      ['PUT', `${path}/${before[0]?.['_id']}`],
    ] as const) {
      const answer = await call(method, where, { ...input, ...wrong })
      expect(answer.status).toBe(status)
      expect((await answer.json()).issues).toEqual([{ path: field, message }])
    }
    expect(await list()).toEqual(before)
  })

  test('reorders the whole list or nothing', async () => {
    const before = await list()
    const reordered = before.toReversed().map((item, order) => ({ ...item, order }))
    const answer = await call('PUT', `${path}/reorder`, { [name]: reordered })
    expect(answer.status).toBe(200)
    expect(await list()).toEqual(reordered)

    const [first, ...others] = reordered
    for (const wrong of [
      others,
      [...reordered, { _id: 'nobody', order: 9 }],
      [first, first, ...others.slice(1)],
      [{ _id: 'a\0', order: 0 }, ...others],
      [],
    ]) {
      const refused = await call('PUT', `${path}/reorder`, { [name]: wrong })
      expect(refused.status).toBe(409)
      expect((await refused.json()).code).toBe('conflict')
    }
    expect((await call('PUT', `${path}/reorder`, { wrong: reordered })).status).toBe(422)
    expect((await call('PUT', `${path}/reorder`, { [name]: 'all' })).status).toBe(400)
    expect(await list()).toEqual(reordered)
  })

  test('sorts by the given order values, or by the order of the list without them', async () => {
    const before = await list()
    await call('PUT', `${path}/reorder`, {
      [name]: before.map(({ _id }, index) => ({ _id, order: before.length - index })),
    })
    const after = await list()
    expect(after.map(({ _id }) => _id)).toEqual(before.map(({ _id }) => _id).toReversed())
    expect(after.map(({ order }) => order)).toEqual(before.map((_, index) => index))
    await call('PUT', `${path}/reorder`, { [name]: before.map(({ _id }) => ({ _id })) })
    expect(await list()).toEqual(before)
  })

  test('deletes it', async () => {
    const { _id } = await (await call('POST', path, input)).json()
    expect((await call('DELETE', `${path}/${_id}`)).status).toBe(200)
    for (const [method, body] of [['GET'], ['DELETE'], ['PUT', input], ['PATCH', { active: true }]] as const)
      expect((await call(method, `${path}/${_id}`, body)).status, method).toBe(404)
    expect((await list({})).some((item) => item['_id'] === _id)).toBe(false)
  })
})
