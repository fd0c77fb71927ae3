// On both databases: one query reads all tables.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TrashedRecord } from '#contract/fields.ts'
import { day } from '#server/security/counters.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { courseInput } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import type { TrashItem } from './trash.contract.ts'

let site: TestApp
let staff: SignedIn
let ahead = 0
beforeAll(async () => {
  site = await startTestApp({}, { clock: () => Date.now() + ahead })
  staff = await site.asStaff({ name: 'Meera' })
})
afterEach(() => {
  ahead = 0
})
afterAll(() => site.close())

const call = (method: string, path: string, body?: unknown) => callAs(site, staff)(method, path, body)
const json = async (path: string, by: object = staff.headers) =>
  (await site.get(path, { headers: by as Record<string, string> })).json()
const inTrash = async (): Promise<TrashItem[]> => json('/api/trash')

const course = {
  title: 'Kubernetes',
  slug: 'kubernetes',
  ...courseInput,
}
const kinds = {
  blogs: { title: 'Tidal power', slug: 'tidal-power', excerpt: 'Short.', category: 'Cloud', published: true },
  courses: { ...course, featured: true },
  products: { name: 'Sentinel', category: 'AI & Automation Solutions', description: 'Watches.' },
  services: { title: 'Care', category: 'Support', icon: 'Headphones', description: 'Helps.' },
} as const
const publicPlaces: Record<keyof typeof kinds, string[]> = {
  blogs: ['/api/blogs', '/api/blogs?search=tidal', '/sitemap.xml', '/rss.xml'],
  courses: ['/api/courses', '/api/courses?featured=true', '/api/courses?search=kubernetes', '/sitemap.xml'],
  products: ['/api/products'],
  services: ['/api/services'],
}
const staffPlaces: Record<keyof typeof kinds, string> = {
  blogs: '/api/blogs/adminblogs',
  courses: '/api/courses/adminCourses',
  products: '/api/products',
  services: '/api/services',
}

describe.each(Object.entries(kinds))('%s', (entity, input) => {
  const name = 'name' in input ? input.name : input.title
  const words = 'slug' in input ? input.slug : name
  const kind = entity as keyof typeof kinds
  const shown = async () =>
    Promise.all(publicPlaces[kind].map(async (path) => (await (await site.get(path)).text()).includes(words)))

  /** Two kinds show what the queries of the trash do; those of its own pages are the same on both. */
  const each = ['blogs', 'products'].includes(entity) ? {} : sameOnBoth
  test('is gone from every place at once, and comes back as it was', each, async () => {
    const made = await (await call('POST', `/api/${entity}`, input)).json()
    expect(await shown()).not.toContain(false)
    const before = await json(staffPlaces[kind])

    const answer = await call('DELETE', `/api/${entity}/${made._id}`)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ message: expect.stringMatching(/ deleted successfully$/) })
    expect(await shown()).not.toContain(true)
    expect(JSON.stringify(await json(staffPlaces[kind]))).not.toContain(made._id)
    expect(await inTrash()).toEqual([
      expect.objectContaining({
        entity,
        _id: made._id,
        name,
        deletedBy: 'Meera',
        hasSlug: 'slug' in input || 'path' in input,
        daysLeft: 30,
      }),
    ])
    for (const [method, body] of [
      ['PUT', input],
      ['PATCH', { active: true }],
      ['DELETE', undefined],
    ] as const)
      expect((await call(method, `/api/${entity}/${made._id}`, body)).status, method).toBe(404)

    expect((await call('POST', `/api/trash/${entity}/${made._id}/restore`)).status).toBe(200)
    expect(await shown()).not.toContain(false)
    expect(await json(staffPlaces[kind])).toEqual(before)
    expect(await inTrash()).toEqual([])
    expect((await call('POST', `/api/trash/${entity}/${made._id}/restore`)).status).toBe(404)
  })

  test('is deleted for good on request, but only from the trash', each, async () => {
    const [record] = (await (await call('GET', `/api/${entity}`)).json())[entity] ?? (await json(`/api/${entity}`))
    const path = `/api/trash/${entity}/${record._id}`
    expect((await call('DELETE', path)).status).toBe(404)
    await call('DELETE', `/api/${entity}/${record._id}`)
    expect((await call('DELETE', path)).status).toBe(200)
    expect(await inTrash()).toEqual([])
    expect((await call('POST', `${path}/restore`)).status).toBe(404)
  })
})

describe('an address in the trash', () => {
  const post = { ...kinds.blogs, slug: 'reserved', title: 'The first' }
  let first: { _id: string }
  beforeAll(async () => {
    first = await (await call('POST', '/api/blogs', post)).json()
    await call('PUT', `/api/blogs/${first._id}`, { ...post, slug: 'reserved-2' })
    await call('PUT', `/api/blogs/${first._id}`, post)
    await call('DELETE', `/api/blogs/${first._id}`)
  })

  test('answers visitors with 410', async () => {
    for (const path of ['/api/blogs/reserved', '/api/blogs/reserved-2', `/api/blogs/${first._id}`]) {
      const answer = await site.get(path)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual({ message: 'Blog post not found', code: 'gone' })
    }
    const draft = await (await call('POST', '/api/blogs', { ...post, slug: 'a-draft', published: false })).json()
    await call('DELETE', `/api/blogs/${draft._id}`)
    expect(await json('/api/blogs/a-draft', {})).toMatchObject({ code: 'not_found' })
  })

  test('is refused to others, with the name of its record, until it is freed', async () => {
    const other = await (await call('POST', '/api/blogs', { ...post, slug: 'another' })).json()
    for (const refused of [
      await call('POST', '/api/blogs', post),
      await call('PUT', `/api/blogs/${other._id}`, post),
    ]) {
      expect(refused.status).toBe(409)
      const message = 'This slug belongs to “The first”, which is in the trash'
      const trashed: TrashedRecord = {
        entity: 'blogs',
        _id: first._id,
        name: 'The first',
        deletedAt: expect.stringMatching(/Z$/),
        deletedBy: 'Meera',
      }
      expect(await refused.json()).toEqual({ message, code: 'in_trash', issues: [{ path: 'slug', message }], trashed })
    }
    const freed = await call('POST', `/api/trash/blogs/${first._id}/free-slug`)
    expect(await freed.json()).toEqual({ slug: 'reserved-2' })
    expect((await call('PUT', `/api/blogs/${other._id}`, post)).status).toBe(200)
    await call('POST', `/api/trash/blogs/${first._id}/restore`)
    expect(await json('/api/blogs/reserved-2', {})).toMatchObject({ title: 'The first' })
    expect((await call('POST', '/api/trash/products/none/free-slug')).status).toBe(404)
    expect((await call('POST', '/api/trash/users/none/restore')).status).toBe(404)
  })
})

test('the list can be filtered by every kind that the role may see', async () => {
  const all = await json('/api/trash/kinds')
  expect(all).toContainEqual({ entity: 'blogs', label: 'Posts' })
  expect(all).toContainEqual({ entity: 'contactRequests', label: 'Contacts' })
  const { headers } = await site.asStaff({ role: 'editor' })
  expect(await json('/api/trash/kinds', headers)).toEqual(
    all.filter(
      ({ entity }: { entity: string }) => !['contactRequests', 'registrations', 'savedReplies'].includes(entity),
    ),
  )
})

test('a contact request goes to the trash too, but a subscriber does not', async () => {
  await site.post('/api/contact', { name: 'Kiran', email: 'kiran@example.org', subject: 'A quote', message: 'Please.' })
  const [request] = await json('/api/contact')
  expect((await call('DELETE', `/api/contact/${request._id}`)).status).toBe(200)
  expect(await json('/api/contact')).toEqual([])
  expect(await (await call('GET', '/api/contact.csv')).text()).not.toContain('Kiran')
  expect((await call('PATCH', `/api/contact/${request._id}`, { status: 'spam' })).status).toBe(404)
  const figures = await json('/api/dashboard')
  expect(figures).toMatchObject({ contacts: 0 })
  expect(await inTrash()).toContainEqual(
    expect.objectContaining({ entity: 'contactRequests', name: 'A quote', label: 'Contact request' }),
  )
  expect((await call('POST', `/api/trash/contactRequests/${request._id}/restore`)).status).toBe(200)
  expect(await json('/api/contact')).toEqual([request])

  await site.post('/api/newsletter/subscribe', { email: 'reader@example.org' })
  const { subscribers } = await json('/api/newsletter/subscribers')
  await call('DELETE', `/api/newsletter/subscribers/${subscribers[0]._id}`)
  expect(await inTrash()).not.toContainEqual(expect.objectContaining({ name: expect.stringContaining('reader') }))
})

test('the trash is emptied of the listed records, and automatically after 30 days', async () => {
  const remove = async (name: string) => {
    const { _id } = await (await call('POST', '/api/products', { ...kinds.products, name })).json()
    await call('DELETE', `/api/products/${_id}`)
  }
  const names = async () => (await inTrash()).map(({ name }) => name)
  await call('DELETE', '/api/trash')
  expect(await names()).toEqual([])
  await remove('Early')
  const [seen] = await inTrash()
  ahead = 5 * day
  await remove('Late')
  expect((await inTrash()).map(({ name, daysLeft }) => [name, daysLeft])).toEqual([
    ['Late', 30],
    ['Early', 25],
  ])
  const emptied = await call('DELETE', `/api/trash?deletedUntil=${seen?.deletedAt}`)
  expect(await emptied.json()).toMatchObject({ deleted: 1 })
  expect(await names()).toEqual(['Late'])

  const { trashRetention } = await import('./trash.server.ts')
  ahead = 35 * day - 3_600_000
  await site.eraseOld(trashRetention)
  expect(await names()).toEqual(['Late'])
  ahead = 35 * day + 60_000
  await site.eraseOld(trashRetention)
  expect(await names()).toEqual([])
})
