// On both databases: PostgreSQL orders the keys of JSON, and lists, finder and dashboard read reviews in queries of their own.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Review } from '#contract/reviews.ts'
import type { Role } from '#contract/roles.ts'
import type { Dashboard } from '#features/dashboard/dashboard.contract.ts'
import { presentVersion } from '#server/record/present-version.ts'
import { reviews } from '#server/record/records.table.ts'
import { settleReview } from '#server/record/reviews.ts'
import { describedResources } from '#testing/described-resources.ts'
import { reviewCalls } from '#testing/review-calls.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { statementsOf } from '#testing/statements.ts'

let site: TestApp
let priya: SignedIn
let kavita: SignedIn
let rahul: SignedIn
let viewer: SignedIn
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false, metrics: { token: undefined, listen: undefined } })
  const person = (name: string, role: Role) => site.asStaff({ name, role })
  priya = await person('Priya', 'editor')
  kavita = await person('Kavita', 'owner')
  rahul = await person('Rahul', 'editor')
  viewer = await person('Vikram', 'viewer')
})
afterAll(() => site.close())

const { as, json, write, save, setPublished, tryAsking, ask, tryAnswering, answer, list, reviewsOf, mine } =
  reviewCalls(() => site)

test('a review is of one version: words since, schedule and publication', async () => {
  const post = await write(priya)
  const made = await ask(priya, post, kavita)
  await answer(kavita, made)
  const only = async () => (await reviewsOf(priya, post))[0]
  await save(priya, post, { publishAt: '2031-03-01T10:00:00Z', published: true })
  expect(await only()).toMatchObject({ state: 'approved', isPresent: true, words: 0 })
  await setPublished(priya, post, false)
  expect(await only()).toMatchObject({ isPresent: true, words: 0 })
  await save(priya, post, { content: 'One two 3 four five six.' })
  expect(await only()).toMatchObject({ isPresent: false, words: 2 })
  await save(priya, post, { content: post.content, publishAt: null })
  expect(await only()).toMatchObject({ isPresent: true, words: 0 })

  await setPublished(priya, post, true)
  await save(priya, post, { content: 'One two three four five six seven.' }, '/working-copy')
  expect(await only()).toMatchObject({ isPresent: false, words: 2 })
  const copy = await ask(priya, post, rahul)
  expect(copy).toMatchObject({ isPresent: true })
  await answer(rahul, copy)
  const fields = { content: 'One two three four five six seven.', published: true }
  await as(priya)('PUT', `/api/blogs/${post._id}?workingCopy=publish`, { ...post, ...fields })
  expect((await reviewsOf(priya, post))[0]).toMatchObject({ _id: copy._id, isPresent: true, words: 0 })
  const duplicate = await as(priya)('POST', `/api/blogs/${post._id}/duplicate`)
  expect(await reviewsOf(priya, await duplicate.json())).toEqual([])
})

test("a newsletter's version includes its audience, and its own time does not", async () => {
  const input = { subject: 'Spring', body: 'Dates.', audience: { to: 'topics', topics: ['articles'] } }
  const stored = await (await as(priya)('POST', '/api/newsletters', input)).json()
  const made = await as(priya)('POST', '/api/reviews', { entity: 'newsletters', id: stored._id, of: kavita.user.id })
  await answer(kavita, await made.json())
  const isPresent = async (changes: object) => {
    await as(priya)('PUT', `/api/newsletters/${stored._id}`, { ...input, ...changes })
    return (await list(priya, `entity=newsletters&id=${stored._id}`)).reviews[0]?.isPresent
  }
  expect(await isPresent({ sendAt: '2031-03-01T10:00:00Z' })).toBe(true)
  expect(await isPresent({ audience: { to: 'everyone' } })).toBe(false)
})

test('an answer with If-Match is about the version that was read', sameOnBoth, async () => {
  const post = await write(priya)
  const made = await ask(priya, post, kavita)
  const { version } = await save(rahul, post, { content: 'One two three four.' })
  const outdated = await tryAnswering(kavita, made, { state: 'approved' }, { 'if-match': `"${post.version}"` })
  expect([outdated.status, (await outdated.json()).code]).toEqual([409, 'version_conflict'])
  const settled = await answer(kavita, made, { state: 'approved' }, { 'if-match': `"${version}"` })
  expect(settled).toMatchObject({ isPresent: true, words: 0, counts: true })

  const other = await ask(priya, post, rahul)
  await save(priya, post, { content: 'One two.' })
  expect(await answer(rahul, other)).toMatchObject({ isPresent: false, words: 2, counts: false })
  const late = await tryAsking(priya, post._id, kavita.user.id, {}, { 'if-match': '"1"' })
  expect([late.status, (await late.json()).code]).toEqual([409, 'version_conflict'])
})

test('only the approval of someone who may publish and has not written the version counts', sameOnBoth, async () => {
  const approve = async (written: SignedIn, asker: SignedIn, by: SignedIn) => {
    const post = await write(written)
    return answer(by, await ask(asker, post, by.user.id === asker.user.id ? viewer : by))
  }
  expect((await approve(priya, priya, kavita)).counts).toBe(true)
  expect((await approve(kavita, priya, kavita)).counts).toBe(false)
  expect((await approve(priya, priya, viewer)).counts).toBe(false)

  // Setting a flag, or restoring a former state, writes no text.
  const post = await write(kavita)
  await setPublished(priya, post, true)
  expect((await answer(kavita, await ask(rahul, post, kavita))).counts).toBe(false)
  expect((await answer(priya, await ask(rahul, post, priya))).counts).toBe(true)
  const record = { table: site.entities[0]?.table as never, id: post._id }
  expect((await presentVersion(site.database.db, record))?.writtenById).toBe(kavita.user.id)
})

test('a colleague who leaves gives open reviews back, and their own requests stay', async () => {
  const post = await write(priya)
  for (const leave of ['deactivate', 'become a trainer', 'delete']) {
    const leaver = await site.asStaff({ name: `Leaver ${leave}`, role: 'editor' })
    const given = await ask(priya, post, leaver)
    const own = await ask(leaver, post, viewer)
    const user = `/api/users/${leaver.user.id}`
    if (leave === 'delete') await as(kavita)('DELETE', user)
    else await as(kavita)('PUT', user, leave === 'deactivate' ? { active: false } : { role: 'trainer' })
    const found = await reviewsOf(priya, post)
    expect(found.find(({ _id }) => _id === given._id)).toMatchObject({
      state: 'returned',
      of: { name: leaver.user.name },
    })
    expect(found.find(({ _id }) => _id === own._id)).toMatchObject({ state: 'asked', askedBy: leaver.user.name })
    const late = await tryAnswering(rahul, given)
    expect([late.status, (await late.json()).message]).toEqual([
      409,
      `${leaver.user.name} can no longer answer this, so it has ended.`,
    ])
    expect((await mine(priya)).map(({ _id }) => _id)).toContain(given._id)
    await answer(viewer, own)
    await ask(priya, post, rahul)
    expect((await mine(priya)).map(({ _id }) => _id)).not.toContain(given._id)
  }
})

test('an answer waits for the one who asked until they act', sameOnBoth, async () => {
  const waits = async ({ _id }: Review) => (await mine(priya)).some((one) => one._id === _id)
  const settledOf = async (state: 'approved' | 'changes') => {
    const post = await write(priya)
    const made = await ask(priya, post, kavita)
    await answer(kavita, made, { state, note: 'Words.' })
    expect(await waits(made)).toBe(true)
    return { post, made }
  }
  const published = await settledOf('approved')
  await setPublished(priya, published.post, true)
  expect(await waits(published.made)).toBe(false)
  for (const state of ['approved', 'changes'] as const) {
    const changed = await settledOf(state)
    await save(priya, changed.post, { content: 'Others.' })
    expect(await waits(changed.made)).toBe(false)
    const again = await settledOf(state)
    await ask(priya, again.post, kavita)
    expect(await waits(again.made)).toBe(false)
    const old = await settledOf(state)
    const settledAt = new Date(site.database.clock() - 15 * 24 * 60 * 60_000).toISOString()
    await site.database.db.updateTable('reviews').set({ settledAt }).where('id', '=', old.made._id).execute()
    expect(await waits(old.made)).toBe(false)
  }
})

test('lists and the finder say what is in review, and the filter finds it', async () => {
  const [open, settled] = [await write(priya), await write(priya)]
  await ask(priya, open, kavita)
  await answer(kavita, await ask(priya, settled, kavita))
  for (const { path, input, entity } of (await describedResources(site)).filter(({ entity }) => entity?.reviewed)) {
    const { _id: id } = await json<{ _id: string }>(as(kavita)('POST', `/api${path}`, input), 201)
    await json(as(kavita)('POST', '/api/reviews', { entity: entity?.table.name, id, of: rahul.user.id }), 201)
  }
  type Item = { _id: string; inReview?: boolean }
  const items = async (path: string): Promise<Item[]> => {
    const body = await json<Item[] | Record<string, Item[]>>(as(viewer)('GET', `/api${path}`))
    return Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) ?? [])
  }
  const lists = ['/blogs/adminblogs', '/courses/adminCourses', '/cases', '/openings', '/newsletters']
  for (const list of lists) {
    const all = await items(list)
    const waiting = all.filter(({ inReview }) => inReview).map(({ _id }) => _id)
    expect(waiting.length, list).toBeGreaterThan(0)
    expect(JSON.stringify(await (await site.get(`/api${list}`)).text()), list).not.toContain('inReview')
    // Those in an order are filtered by their screens, which have all of them.
    if (list === '/cases' || list === '/openings') continue
    for (const query of ['?status=review', '?status=review&limit=1000&page=1'])
      expect((await items(list + query)).map(({ _id }) => _id).sort(), list).toEqual(waiting.toSorted())
  }
  const posts = await items('/blogs/adminblogs')
  expect(posts.find(({ _id }) => _id === open._id)?.inReview).toBe(true)
  expect(posts.find(({ _id }) => _id === settled._id)).not.toHaveProperty('inReview')

  type Found = Item & { entity: string; name: string }
  const find = async (search: string) =>
    (await json<{ found: Found[] }>(as(viewer)('GET', `/api/finder?search=${search}`))).found
  for (const search of ['in%20review', 'Review', 'REVIEW']) {
    const found = await find(search)
    expect([...new Set(found.map(({ entity }) => entity))].sort()).toEqual(reviewedKinds())
    expect(found.every(({ inReview }) => inReview)).toBe(true)
    expect(found.filter(({ entity }) => entity === 'blogs').length).toBeLessThanOrEqual(5)
  }
  expect((await find(open.slug.replaceAll('-', '%20')))[0]).toMatchObject({ _id: open._id, inReview: true })
  expect((await find(settled.slug.replaceAll('-', '%20')))[0]).not.toHaveProperty('inReview')
})

const reviewedKinds = () =>
  site.entities
    .filter(({ reviewed }) => reviewed)
    .map(({ table }) => table.name)
    .sort()

test('the dashboard names three of each state, in as many queries for five as for one', async () => {
  const [asker, reviewer] = [await site.asStaff({ name: 'Asha' }), await site.asStaff({ name: 'Ravi', role: 'viewer' })]
  const read = async (by: SignedIn) => (await json<Dashboard>(as(by)('GET', '/api/dashboard'))).reviews
  expect(await read(asker)).toBeUndefined()
  const posts = await Promise.all(Array.from({ length: 5 }, () => write(priya)))
  const asked: Review[] = []
  const statements: number[] = []
  for (const post of posts) {
    asked.push(await ask(asker, post, reviewer))
    statements.push((await statementsOf(site, () => read(reviewer))).length)
  }
  expect(statements[0]).toBeGreaterThan(5)
  expect(statements).toEqual(posts.map(() => statements[0]))
  expect(await read(asker)).toBeUndefined()
  const newest = posts.toReversed().slice(0, 3)
  const open = (await read(reviewer))?.asked
  expect([open?.count, open?.first.map(({ name }) => name)]).toEqual([5, newest.map(({ title }) => title)])
  expect(open?.first[0]).toEqual({
    ...{ _id: asked[4]?._id, entity: 'blogs', record: posts[4]?._id, name: posts[4]?.title, by: 'Asha' },
  })
  await answer(reviewer, asked[0] as Review)
  await answer(kavita, asked[1] as Review)
  await answer(reviewer, asked[2] as Review, { state: 'changes', note: 'Shorter.' })
  await as(kavita)('DELETE', `/api/users/${reviewer.user.id}`)
  const waiting = await read(asker)
  const inWords = Object.entries(waiting ?? {}).map(([state, some]) => [state, some?.count, some?.first[0]?.by])
  expect(inWords).toEqual([
    ['approved', 2, 'Kavita'],
    ['changes', 1, 'Ravi'],
    ['returned', 2, 'Ravi'],
  ])
})

test('the log names the record and the colleague, and no guest', sameOnBoth, async () => {
  const post = await write(priya)
  const made = await ask(priya, post, rahul)
  await answer(rahul, made)
  await answer(kavita, await ask(priya, post, rahul), { state: 'changes', note: 'Shorter.' })
  const guest = await ask(priya, post, { name: 'Zubin Contractor', email: 'zubin@partner.example' })
  await as(priya)('DELETE', `/api/reviews/${guest._id}`)
  type Entries = { entries: { what: string; by: string; kind: string }[] }
  const { entries } = await json<Entries>(as(kavita)('GET', '/api/activity'))
  const told = entries.slice(0, 6).map(({ by, kind, what }) => `${by} ${kind}: ${what}`)
  const named = `blog post “${post.title}”`
  expect(told).toEqual([
    `Priya change: Withdrew the review of ${named}`,
    `Priya change: Asked a guest to review ${named}`,
    `Kavita change: Requested changes in ${named}`,
    `Priya change: Asked Rahul to review ${named}`,
    `Rahul change: Approved ${named}`,
    `Priya change: Asked Rahul to review ${named}`,
  ])
  expect(JSON.stringify(entries)).not.toMatch(/Zubin|zubin/)
})

test('the data of a guest is shown, and erased without the review', async () => {
  const post = await write(priya)
  const email = 'Meher.Irani@partner.example'
  const note = 'Meher, is this right?'
  const open = await ask(priya, post, { name: 'Meher Irani', email }, { note })
  const other = await ask(priya, post, { name: 'Zubin', email: 'z@partner.example' }, { note: `As ${email} said` })
  const { db } = site.database
  await site.database.transaction(async (trx) => {
    const review = await trx.selectFrom('reviews').selectAll().where('id', '=', open._id).executeTakeFirstOrThrow()
    await settleReview(trx, reviews.decode(review), {
      state: 'approved',
      by: { name: 'Mrs Irani' },
      answer: 'Yes, fine.',
    })
  })
  const again = await ask(priya, post, { name: 'Meher Irani', email: email.toLowerCase() })
  await answer(kavita, again)
  const { key } = await json<{ key: string }>(as(kavita)('POST', '/api/persons/find', { email }))
  type Person = { counts: object[]; entries: { text?: string; facts?: object[] }[] }
  const person = await json<Person>(as(kavita)('GET', `/api/persons/${key}`))
  expect(person.counts).toEqual([{ kind: 'review', count: 2 }])
  expect(person.entries[0]).toMatchObject({
    text: 'Yes, fine.',
    path: `/admin/blogs/edit/${post._id}`,
    facts: [
      { name: 'Status', value: 'Approved' },
      { name: 'Name typed', value: 'Mrs Irani' },
      { name: 'Note', value: note },
    ],
  })
  await json(as(kavita)('POST', `/api/persons/${key}/erase`, { word: 'ERASE' }))
  const shown = await reviewsOf(priya, post)
  const byId = ({ _id }: Review) => shown.find((one) => one._id === _id)
  expect(byId(open)).toMatchObject({ state: 'approved', of: { name: 'a guest' }, settledBy: 'a guest' })
  expect(byId(again)).toMatchObject({ state: 'approved', of: { name: 'a guest' }, settledBy: 'Kavita' })
  expect(byId(other)).toMatchObject({ of: { name: 'Zubin' }, note: 'As [erased] said' })
  expect(JSON.stringify(shown)).not.toMatch(/meher|irani/i)
  const links = await db.selectFrom('previewLinks').select('reviewId').where('recordId', '=', post._id).execute()
  expect(links.map(({ reviewId }) => reviewId)).toEqual([other._id])
})
