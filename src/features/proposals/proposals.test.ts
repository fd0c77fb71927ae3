// On both databases: the list is a union of the tables of all kinds, and a second proposal replaces the first in one statement.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Proposal } from '#contract/proposals.ts'
import { may } from '#contract/roles.ts'
import { bodyOf, type WorkingCopy } from '#contract/unpublished.ts'
import { type DescribedResource, describedResources } from '#testing/described-resources.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { asTool } from '#testing/tokens.ts'

let site: TestApp
let kinds: DescribedResource[]
let priya: SignedIn
let owner: ReturnType<typeof callAs>
let claude: Awaited<ReturnType<typeof asTool>>
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  priya = await site.asStaff({ name: 'Priya Nair', role: 'editor' })
  owner = callAs(site, await site.asStaff({ name: 'Kavita Rao' }))
  claude = await asTool(site, priya, 'Claude')
  kinds = (await describedResources(site)).filter(({ entity }) => entity && !entity.people)
})
afterAll(() => site.close())

async function json<Body>(answer: Response | Promise<Response>, status = 200): Promise<Body> {
  const response = await answer
  expect(response.status, await response.clone().text()).toBe(status)
  return response.json()
}
type Stored = { _id: string; version: number; workingCopy?: WorkingCopy }

const proposalsOf = (call: ReturnType<typeof callAs>, query = '') =>
  json<Proposal[]>(call('GET', `/api/proposals${query}`))
const proposalOf = async ({ entity }: DescribedResource, { _id }: Stored) =>
  (await proposalsOf(owner, `?entity=${entity?.table.name}&id=${_id}`))[0]

type Bulk = { changed: object[]; failed: { code: string }[] }
/** As the dashboard publishes a draft. */
const publishDraft = (
  call: ReturnType<typeof callAs>,
  path: string,
  { _id, version }: { _id: string; version?: number },
) => json<Bulk>(call('POST', `/api${path}/bulk`, { action: 'publish', records: [{ _id, version }] }))

let made = 0
/** A draft that Claude has made. */
const draft = ({ path, input, addressed }: DescribedResource, own: object = {}) =>
  json<Stored>(claude('POST', `/api${path}`, { ...input, ...addressed(`proposal-${++made}`), ...own }), 201)

/** The kinds of which a tool writes drafts. */
const proposed = () =>
  kinds.filter(({ entity }) => ['writeContent', 'writeNewsletters'].includes(entity?.access.write ?? ''))

test('a draft of an assistant is a proposal until a person saves it, for every kind', async () => {
  expect(proposed().length).toBeGreaterThan(8)
  for (const kind of kinds) {
    const { path, input, addressed, field, entity } = kind
    if (!proposed().includes(kind)) {
      expect((await claude('POST', `/api${path}`, input)).status, path).toBe(403)
      continue
    }
    const stored = await draft(kind)
    const first = { kind: 'draft', assistant: 'Claude', for: { name: 'Priya Nair' }, label: entity?.label }
    const found = await proposalOf(kind, stored)
    expect(found, path).toMatchObject({ ...first, record: stored._id, version: stored.version })
    expect(found, path).not.toHaveProperty('base')
    expect(found?.acts, path).toEqual(entity?.flag ? ['publish', 'discard'] : ['discard'])

    const own = { ...input, ...addressed(`proposal-${made}`) }
    await json(owner('PUT', `/api${path}/${stored._id}`, { ...own, [field]: 'Better words' }))
    expect(await proposalOf(kind, stored), path).toBeUndefined()
    await json(claude('PUT', `/api${path}/${stored._id}`, { ...own, [field]: 'Other words' }))
    await json(claude('PUT', `/api${path}/${stored._id}`, { ...own, [field]: 'Others again' }))
    const changed = await proposalOf(kind, stored)
    expect(changed?.base, path).toBe(2)
    // A person has written it, so it is not thrown away.
    expect(changed?.acts, path).toEqual(entity?.flag ? ['publish'] : [])
    const { revisions } = await json<{ revisions: { by: string }[] }>(
      owner('GET', `/api${path}/${stored._id}/revisions`),
    )
    expect(revisions[0]?.by, path).toBe('Claude for Priya Nair')

    if (!entity?.flag) continue
    const { _id } = stored
    expect((await publishDraft(owner, path, { _id, version: 1 })).failed, path).toMatchObject([
      { code: 'version_conflict' },
    ])
    const published = await publishDraft(owner, path, { _id, ...(changed && { version: changed.version }) })
    expect(published.changed, path).toHaveLength(1)
    expect(await proposalOf(kind, stored), path).toBeUndefined()
  }
})

test('changes of an assistant to a public record are a proposal until a person publishes or discards them', async () => {
  const public_ = proposed().filter(({ entity }) => entity?.flag)
  expect(public_.length).toBeGreaterThan(8)
  for (const kind of public_) {
    const { path, readAt, input, addressed, field, entity } = kind
    const flag = entity?.flag ?? ''
    const own = { ...input, ...addressed(`live-${++made}`), [flag]: true }
    const live = await json<Stored>(owner('POST', `/api${path}`, own), 201)
    const at = `/api${path}/${live._id}`
    const propose = (words: string) => json<Stored>(claude('PUT', `${at}/working-copy`, { ...own, [field]: words }))
    expect((await claude('PUT', at, { ...own, [field]: 'At once' })).status, path).toBe(403)
    expect(await proposalOf(kind, live), path).toBeUndefined()

    const { workingCopy, version } = await propose('Proposed words')
    expect(workingCopy?.by, path).toBe('Claude for Priya Nair')
    const first = { kind: 'change', base: 1, version, acts: ['publish', 'discard'] }
    expect(await proposalOf(kind, live), path).toMatchObject(first)
    // As the dashboard publishes it.
    const { calls, reads } = (await proposalOf(kind, live)) as Proposal
    const { workingCopy: copy } = await json<Stored>(owner('GET', reads))
    const publish = (over: number) =>
      owner('PUT', `${calls}/${live._id}?workingCopy=publish`, copy && bodyOf(copy), { 'if-match': `"${over}"` })
    expect((await publish(version - 1)).status, path).toBe(409)
    await json(publish(version))
    const read = await json<Record<string, unknown>>(owner('GET', `/api${readAt}/${live._id}`))
    expect([read[field], read['workingCopy']], path).toEqual(['Proposed words', undefined])
    expect(await proposalOf(kind, live), path).toBeUndefined()

    await propose('Worse words')
    await json(owner('PUT', `${at}/working-copy`, { ...own, [field]: 'Better words' }))
    expect(await proposalOf(kind, live), path).toBeUndefined()
    await propose('Worse words')
    await json(owner('DELETE', `${at}/working-copy`))
    expect(await proposalOf(kind, live), path).toBeUndefined()
  }
})

test('values that an assistant removes are removed when its changes are published', async () => {
  const { input, addressed } = kindNamed('blogs')
  const own = { ...input, ...addressed('removed'), published: true, publishAt: '2020-01-01T00:00:00Z' }
  const filled = { ...own, imageUrl: 'https://example.com/a.png', imageAlt: 'Hills', seoTitle: 'Other title' }
  const { _id } = await json<Stored>(owner('POST', '/api/blogs', filled), 201)
  const cleared = { imageUrl: '', imageAlt: '', seoTitle: '' }
  await json(claude('PUT', `/api/blogs/${_id}/working-copy`, { ...own, ...cleared }))
  const { workingCopy } = await json<Stored>(owner('GET', `/api/blogs/id/${_id}`))
  const body = workingCopy && bodyOf(workingCopy)
  const read = await json<object>(owner('PUT', `/api/blogs/${_id}?workingCopy=publish`, body))
  for (const name of Object.keys(cleared)) expect(read).not.toHaveProperty(name)
  expect(read).toHaveProperty('publishAt')
})

const kindNamed = (name: string) => kinds.find(({ entity }) => entity?.table.name === name) as DescribedResource

test('a discarded draft comes back as a proposal with undo, and one that is deleted for good leaves none', async () => {
  const kind = kindNamed('faqs')
  const stored = await draft(kind)
  await json(owner('DELETE', `/api/faqs/${stored._id}`))
  expect(await proposalOf(kind, stored)).toBeUndefined()
  await json(owner('POST', `/api/trash/faqs/${stored._id}/restore`))
  expect(await proposalOf(kind, stored)).toBeDefined()
  await json(owner('DELETE', `/api/faqs/${stored._id}`))
  await json(owner('DELETE', `/api/trash/faqs/${stored._id}`))
  const left = site.database.db.selectFrom('proposals').select('kind').where('recordId', '=', stored._id)
  expect(await left.execute()).toEqual([])
})

test('what is saved without a change, or by a program with a token, proposes nothing; a tool of the program does', async () => {
  const kind = kindNamed('blogs')
  const own = { ...kind.input, ...kind.addressed(`plain-${++made}`) }
  const plain = await json<Stored>(owner('POST', '/api/blogs', own), 201)
  await json(claude('PUT', `/api/blogs/${plain._id}`, own))
  expect(await proposalOf(kind, plain)).toBeUndefined()
  const program = await asTool(site, priya, 'CRM sync', 'program')
  await json(program('PUT', `/api/blogs/${plain._id}`, { ...own, content: 'From a tool.' }))
  expect(await proposalOf(kind, plain)).toMatchObject({ assistant: 'CRM sync' })
  // Another assistant replaces it, and both are compared with the words of the person.
  await json(claude('PUT', `/api/blogs/${plain._id}`, { ...own, content: 'From another.' }))
  expect(await proposalOf(kind, plain)).toMatchObject({ assistant: 'Claude', base: 1 })
  await publishDraft(owner, '/blogs', { _id: plain._id })
  expect(await proposalOf(kind, plain)).toBeUndefined()
})

test('each role sees the proposals that it may read, with the acts that it may do', async () => {
  await site.database.db.deleteFrom('proposals').execute()
  for (const name of ['blogs', 'courses', 'newsletters', 'products', 'faqs']) await draft(kindNamed(name))
  expect((await site.get('/api/proposals')).status).toBe(401)
  const seen = async (role: SignedIn['user']['role']) => {
    const call = callAs(site, await site.asStaff({ role }))
    if (!may(role, 'staff')) return (await call('GET', '/api/proposals')).status
    return Object.fromEntries((await proposalsOf(call)).map(({ entity, acts }) => [entity, acts.join(' ')]))
  }
  expect(await seen('trainer')).toBe(403)
  const content = (acts: string) => ({ blogs: acts, courses: acts, products: acts, faqs: acts })
  expect(await seen('editor')).toEqual({ ...content('publish discard'), newsletters: 'discard' })
  expect(await seen('writer')).toEqual({ ...content('discard'), newsletters: 'discard' })
  expect(await seen('sales')).toEqual({ ...content(''), newsletters: 'discard' })
  expect(await seen('viewer')).toEqual({ ...content(''), newsletters: '' })

  const page = await owner('GET', '/api/proposals?limit=2&page=2')
  expect(page.headers.get('x-total-count')).toBe('5')
  expect((await json<Proposal[]>(page)).map(({ entity }) => entity)).toEqual(['courses', 'newsletters'].toReversed())
  for (const odd of ['?entity=__proto__', '?entity=users', '?entity=blogs&id=%00', '?id=constructor'])
    expect(await proposalsOf(owner, odd), odd).toEqual([])
})

test('lists and the finder say who proposes, and visitors see nothing of it', async () => {
  const lists: Record<string, string> = {
    ...{ blogs: '/blogs/adminblogs', courses: '/courses/adminCourses', newsletters: '/newsletters' },
    ...{ products: '/products', faqs: '/faqs' },
  }
  for (const [name, path] of Object.entries(lists)) {
    type Item = { _id: string; proposed?: string }
    const items = async (query = '') => {
      const body = await json<Item[] | Record<string, Item[]>>(owner('GET', `/api${path}${query}`))
      return Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) ?? [])
    }
    const [{ record } = { record: '' }] = await proposalsOf(owner, `?entity=${name}`)
    const marked = (await items()).filter(({ proposed }) => proposed !== undefined)
    expect(marked, path).toMatchObject([{ _id: record, proposed: 'Claude for Priya Nair' }])
    expect(await (await site.get(`/api${path}`)).text(), path).not.toContain('Claude')
    // Those in an order are filtered by their screens, which have all of them.
    if (!['products', 'faqs'].includes(name))
      expect(
        (await items('?status=proposed')).map(({ _id }) => _id),
        path,
      ).toEqual([record])
  }
  const { found } = await json<{ found: { entity: string; proposed?: string }[] }>(
    owner('GET', '/api/finder?search=proposed'),
  )
  expect(
    found
      .filter(({ proposed }) => proposed)
      .map(({ entity }) => entity)
      .sort(),
  ).toEqual(Object.keys(lists).sort())
})

test('the words of an assistant are those of its person, who is no second person', async () => {
  await json(owner('PUT', '/api/settings/publishing', { blogs: true }))
  const stored = await draft(kindNamed('blogs'))
  const kavita = await site.asStaff({ name: 'Om', role: 'editor' })
  const publish = () => publishDraft(callAs(site, priya), '/blogs', { _id: stored._id })
  expect((await publish()).failed).toMatchObject([{ code: 'review_needed' }])
  const asked = { entity: 'blogs', id: stored._id }
  // Neither the assistant, for its person, nor the person can approve what she asked a colleague about.
  const own = await json<{ _id: string }>(
    callAs(site, kavita)('POST', '/api/reviews', { ...asked, of: priya.user.id }),
    201,
  )
  const approval = await json<{ counts: boolean }>(
    callAs(site, priya)('POST', `/api/reviews/${own._id}/answer`, { state: 'approved' }),
  )
  expect(approval.counts).toBe(false)
  const other = await json<{ _id: string }>(claude('POST', '/api/reviews', { ...asked, of: kavita.user.id }), 201)
  await json(callAs(site, kavita)('POST', `/api/reviews/${other._id}/answer`, { state: 'approved' }))
  expect((await publish()).changed).toHaveLength(1)
  expect(await proposalOf(kindNamed('blogs'), stored)).toBeUndefined()
})
