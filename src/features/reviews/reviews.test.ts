// On both databases: those who ask and answer at once take turns by the locks of each, and each orders the keys of JSON in its own way.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeReview, Review, ReviewList } from '#contract/reviews.ts'
import { reviewStates } from '#contract/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { reviews } from '#server/record/records.table.ts'
import { presentVersion } from '#server/record/reviews.ts'
import { describedResources } from '#testing/described-resources.ts'
import { hostile } from '#testing/hostile-content.ts'
import { naughtyTexts } from '#testing/naughty-texts.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let priya: SignedIn
let kavita: SignedIn
let rahul: SignedIn
let viewer: SignedIn
beforeAll(async () => {
  site = await startTestApp({ rateLimit: false })
  const person = (name: string, role: Role) => site.asStaff({ name, role })
  priya = await person('Priya', 'editor')
  kavita = await person('Kavita', 'owner')
  rahul = await person('Rahul', 'editor')
  viewer = await person('Vikram', 'viewer')
})
afterAll(() => site.close())

type Call = ReturnType<typeof callAs>
const as = (by: SignedIn): Call => callAs(site, by)

let counter = 0
const postInput = (changes: object = {}) => {
  const number = ++counter
  const texts = { excerpt: 'How it began.', content: 'One two three four five.', category: 'Cloud' }
  return { title: `Forty servers ${number}`, slug: `forty-servers-${number}`, ...texts, ...changes }
}
type Stored = { _id: string; version: number; title: string; slug: string }
async function write(by: SignedIn, changes: object = {}): Promise<Stored & ReturnType<typeof postInput>> {
  const input = postInput(changes)
  const answer = await as(by)('POST', '/api/blogs', input)
  expect(answer.status).toBe(201)
  return { ...input, ...(await answer.json()) }
}
const save = async (
  by: SignedIn,
  { _id, title, slug, excerpt, category }: Awaited<ReturnType<typeof write>>,
  changes: object,
  path = '',
) => {
  const answer = await as(by)('PUT', `/api/blogs/${_id}${path}`, { title, slug, excerpt, category, ...changes })
  expect(answer.status).toBe(200)
  return answer.json() as Promise<Stored>
}

const setPublished = async (by: SignedIn, _id: string, published: boolean) => {
  const action = published ? 'publish' : 'unpublish'
  const answer = await as(by)('POST', '/api/blogs/bulk', { action, records: [{ _id }] })
  expect((await answer.json()).changed).toHaveLength(1)
}

const requested = (by: SignedIn, id: string, of: unknown, more: object = {}, headers = {}) =>
  as(by)('POST', '/api/reviews', { entity: 'blogs', id, of, ...more }, headers)
async function ask(by: SignedIn, id: string, of: SignedIn | object, more: object = {}): Promise<MadeReview> {
  const answer = await requested(by, id, 'user' in of ? (of as SignedIn).user.id : of, more)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json()
}
const answered = (by: SignedIn, { _id }: Review, body: object = { state: 'approved' }, headers = {}) =>
  as(by)('POST', `/api/reviews/${_id}/answer`, body, headers)
async function answer(...given: Parameters<typeof answered>): Promise<Review> {
  const found = await answered(...given)
  expect(found.status, await found.clone().text()).toBe(200)
  return found.json()
}
const list = async (by: SignedIn, query: string): Promise<ReviewList> => {
  const found = await as(by)('GET', `/api/reviews?${query}`)
  expect(found.status).toBe(200)
  return found.json()
}
const ofRecord = async (id: string, by = priya) => (await list(by, `entity=blogs&id=${id}`)).reviews
const mine = async (by: SignedIn) => (await list(by, 'mine')).reviews

test('a colleague is asked, answers, and both see it', async () => {
  const post = await write(priya)
  const made = await ask(priya, post._id, kavita, { note: 'Please look at <b>the figures</b>.' })
  expect(made).toEqual({
    _id: made._id,
    entity: 'blogs',
    record: post._id,
    name: post.title,
    state: 'asked',
    askedAt: expect.stringMatching(/Z$/),
    askedBy: 'Priya',
    askedById: priya.user.id,
    of: { id: kavita.user.id, name: 'Kavita' },
    note: 'Please look at <b>the figures</b>.',
    isPresent: true,
    words: 0,
    counts: false,
    acts: ['withdraw'],
  })
  expect((await mine(kavita)).find(({ _id }) => _id === made._id)).toMatchObject({ acts: ['answer', 'withdraw'] })
  expect((await mine(priya)).map(({ _id }) => _id)).not.toContain(made._id)

  const settled = await answer(kavita, made, { state: 'approved', note: ' Good. ' })
  expect(settled).toMatchObject({ state: 'approved', settledBy: 'Kavita', answer: 'Good.', counts: true, acts: [] })
  expect((await mine(kavita)).map(({ _id }) => _id)).not.toContain(made._id)
  expect((await mine(priya)).map(({ _id }) => _id)).toContain(made._id)
  expect(await ofRecord(post._id)).toEqual([settled])
})

test('every kind with an editor is reviewed, and no other', async () => {
  const kinds = site.entities.filter(({ reviewed }) => reviewed).map(({ table }) => table.name)
  expect(kinds.sort()).toEqual(['blogs', 'cases', 'courses', 'newsletters', 'openings'])
  for (const { path, input, entity } of await describedResources(site)) {
    const made = await as(kavita)('POST', `/api${path}`, input)
    const { _id: id } = await made.json()
    const body = { entity: entity?.table.name ?? path.slice(1), id, of: rahul.user.id }
    const asked = await as(kavita)('POST', '/api/reviews', body)
    expect([path, asked.status]).toEqual([path, entity?.reviewed ? 201 : 404])
    if (!entity?.reviewed) continue
    const review: Review = await asked.json()
    expect(review.name).toBe(input[entity.nameColumn] ?? expect.any(String))
    // As the database returns it: PostgreSQL orders the keys of JSON.
    expect(await answer(rahul, review)).toMatchObject({ isPresent: true, words: 0 })
  }
})

test('the acts of a review follow from its state and the caller', async () => {
  const post = await write(priya)
  const asked = await ask(priya, post._id, viewer)
  const people: Record<string, SignedIn> = {
    asker: priya,
    asked: viewer,
    publisher: kavita,
    writer: await site.asStaff({ role: 'writer' }),
    sales: await site.asStaff({ role: 'sales' }),
  }
  const open: Record<string, string[]> = {
    asker: ['withdraw'],
    asked: ['answer'],
    publisher: ['answer', 'withdraw'],
    writer: [],
    sales: [],
  }
  for (const state of reviewStates) {
    await site.database.db.updateTable('reviews').set({ state }).where('id', '=', asked._id).execute()
    for (const [who, person] of Object.entries(people)) {
      const acts = state === 'asked' ? (open[who] ?? []) : []
      const [found] = await ofRecord(post._id, person)
      expect([state, who, found?.acts]).toEqual([state, who, acts])
      if (state === 'asked' && acts.length > 0) continue
      const answers = await answered(person, asked)
      const expected = state === 'asked' || (who !== 'asked' && who !== 'publisher') ? [403, 409] : [409]
      expect(expected, `${who} answers a review that is ${state}`).toContain(answers.status)
    }
  }
})

test('nobody asks themselves, a trainer, someone without access, or for an unknown record', async () => {
  const post = await write(priya)
  const trainer = await site.asStaff({ role: 'trainer' })
  const left = await site.asStaff({ role: 'editor' })
  await as(kavita)('PUT', `/api/users/${left.user.id}`, { active: false })
  const guest = { name: 'R. Kulkarni', email: 'rk@example.org' }
  const refused: [of: unknown, path: string][] = [
    [priya.user.id, 'of'],
    [trainer.user.id, 'of'],
    [left.user.id, 'of'],
    ['x', 'of'],
    ['', 'of'],
    [{}, 'of'],
    [null, 'of'],
    [{ name: ' ' }, 'of.name'],
    [{ ...guest, email: 'nobody' }, 'of.email'],
    [{ ...guest, name: 'a'.repeat(201) }, 'of.name'],
  ]
  for (const [of, path] of refused) {
    const answer = await requested(priya, post._id, of)
    expect([of, answer.status, (await answer.json()).issues?.[0].path]).toEqual([of, 422, path])
  }
  const long = await requested(priya, post._id, guest, { note: 'a'.repeat(5_001) })
  expect([long.status, (await long.json()).issues[0].path]).toEqual([422, 'note'])
  for (const body of [
    { entity: 'blogs', id: 'x' },
    { entity: 'products', id: post._id },
    { entity: 'users', id: priya.user.id },
    { entity: '__proto__', id: post._id },
  ])
    expect((await as(priya)('POST', '/api/reviews', { ...body, of: guest })).status).toBe(404)
  for (const path of ['entity=blogs&id=x', 'entity=products&id=x'])
    expect((await as(priya)('GET', `/api/reviews?${path}`)).status).toBe(404)
  for (const path of ['', 'entity=blogs', 'id=x'])
    expect((await as(priya)('GET', `/api/reviews?${path}`)).status).toBe(422)
  expect((await as(priya)('POST', '/api/reviews/x/answer', { state: 'approved' })).status).toBe(404)
  expect((await as(priya)('DELETE', '/api/reviews/x')).status).toBe(404)
  expect(await ofRecord(post._id)).toEqual([])
})

test('only who may write a kind asks for a review of it', async () => {
  const post = await write(priya)
  for (const role of ['viewer', 'sales', 'trainer'] as const)
    expect((await requested(await site.asStaff({ role }), post._id, kavita.user.id)).status, role).toBe(403)
})

test('those who request changes say which', async () => {
  const post = await write(priya)
  const made = await ask(priya, post._id, kavita)
  for (const note of [undefined, '', ' \n']) {
    const refused = await answered(kavita, made, { state: 'changes', note })
    expect([refused.status, (await refused.json()).issues[0].path]).toEqual([422, 'note'])
  }
  expect((await answered(kavita, made, { state: 'withdrawn', note: 'x' })).status).toBe(422)
  const changes = await answer(kavita, made, { state: 'changes', note: 'Shorter.' })
  expect(changes).toMatchObject({ state: 'changes', answer: 'Shorter.', counts: false })
  const late = await answered(rahul, made)
  expect(late.status).toBe(409)
  const { message, code, conflict } = await late.json()
  expect([message, code]).toEqual(['Kavita has already requested changes.', 'review_settled'])
  expect(conflict).toMatchObject({
    changedBy: 'Kavita',
    current: { _id: made._id, state: 'changes', answer: 'Shorter.' },
  })
})

test('of two answers at once, one is stored and the other learns of it', async () => {
  const post = await write(priya)
  const made = await ask(priya, post._id, kavita)
  const both = await Promise.all([answered(kavita, made), answered(rahul, made, { state: 'changes', note: 'No.' })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const [first, { message, conflict }] = (await Promise.all(
    both.toSorted((one, other) => one.status - other.status).map((one) => one.json()),
  )) as [Review, { message: string; conflict: { current: Review } }]
  expect(message).toContain(first.settledBy)
  expect(conflict.current.state).toBe(first.state)
})

test('someone who is asked twice at once has one open review', async () => {
  const post = await write(priya)
  await Promise.all([ask(priya, post._id, kavita), ask(priya, post._id, kavita), ask(rahul, post._id, kavita)])
  const states = (await ofRecord(post._id)).map(({ state }) => state)
  expect(states.sort()).toEqual(['asked', 'withdrawn', 'withdrawn'])
})

test('several persons are asked at once, and each again', async () => {
  const post = await write(priya)
  const guest = { name: 'R. Kulkarni', email: 'Rk@Example.org' }
  const [first, byMail] = [await ask(priya, post._id, kavita), await ask(priya, post._id, guest)]
  const unnamed = await ask(priya, post._id, { name: 'S. Rao' })
  expect(first.link).toBeUndefined()
  expect(byMail.link).toMatch(/^\/preview\/[\w-]{40,}$/)
  expect(unnamed.link).not.toBe(byMail.link)
  await answer(kavita, first, { state: 'changes', note: 'Shorter.' })
  const again = [
    await ask(priya, post._id, kavita),
    await ask(priya, post._id, { name: 'Ravi', email: 'rk@example.ORG' }),
    await ask(priya, post._id, { name: 's. rao' }),
    await ask(priya, post._id, { name: 'S. Rao', email: 'other@example.org' }),
    await ask(priya, post._id, { name: 'S. Rao', email: 'third@example.org' }),
  ]
  const { db } = site.database
  const rows = await db
    .selectFrom('reviews')
    .select(['id', 'afterId', 'state'])
    .where('recordId', '=', post._id)
    .execute()
  const chain = (id: string) => rows.find((row) => row.id === id)
  expect(again.map(({ _id }) => chain(_id)?.afterId)).toEqual([first._id, byMail._id, unnamed._id, again[2]?._id, null])
  expect([first, byMail, unnamed].map(({ _id }) => chain(_id)?.state)).toEqual(['changes', 'withdrawn', 'withdrawn'])
  const links = await db.selectFrom('previewLinks').select('reviewId').where('recordId', '=', post._id).execute()
  expect(links).toHaveLength(6)
})

test('a review is of one version: words since, schedule and publication', async () => {
  const post = await write(priya)
  const made = await ask(priya, post._id, kavita)
  await answer(kavita, made)
  const only = async () => (await ofRecord(post._id))[0]
  await save(priya, post, { publishAt: '2031-03-01T10:00:00Z', published: true })
  expect(await only()).toMatchObject({ state: 'approved', isPresent: true, words: 0 })
  await setPublished(priya, post._id, false)
  expect(await only()).toMatchObject({ isPresent: true, words: 0 })
  await save(priya, post, { content: 'One two 3 four five six.' })
  expect(await only()).toMatchObject({ isPresent: false, words: 2 })
  await save(priya, post, { content: post.content, publishAt: null })
  expect(await only()).toMatchObject({ isPresent: true, words: 0 })

  await setPublished(priya, post._id, true)
  await save(priya, post, { content: 'One two three four five six seven.' }, '/working-copy')
  expect(await only()).toMatchObject({ isPresent: false, words: 2 })
  const copy = await ask(priya, post._id, rahul)
  expect(copy).toMatchObject({ isPresent: true })
  await answer(rahul, copy)
  const fields = { content: 'One two three four five six seven.', published: true }
  await as(priya)('PUT', `/api/blogs/${post._id}?workingCopy=publish`, { ...post, ...fields })
  expect((await ofRecord(post._id))[0]).toMatchObject({ _id: copy._id, isPresent: true, words: 0 })
  const duplicate = await as(priya)('POST', `/api/blogs/${post._id}/duplicate`)
  expect(await ofRecord((await duplicate.json())._id)).toEqual([])
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

test('an answer with If-Match is about the version that was read', async () => {
  const post = await write(priya)
  const made = await ask(priya, post._id, kavita)
  const { version } = await save(rahul, post, { content: 'One two three four.' })
  const outdated = await answered(kavita, made, { state: 'approved' }, { 'if-match': `"${post.version}"` })
  expect([outdated.status, (await outdated.json()).code]).toEqual([409, 'version_conflict'])
  const settled = await answer(kavita, made, { state: 'approved' }, { 'if-match': `"${version}"` })
  expect(settled).toMatchObject({ isPresent: true, words: 0, counts: true })

  const other = await ask(priya, post._id, rahul)
  await save(priya, post, { content: 'One two.' })
  expect(await answer(rahul, other)).toMatchObject({ isPresent: false, words: 2, counts: false })
  const late = await requested(priya, post._id, kavita.user.id, {}, { 'if-match': '"1"' })
  expect([late.status, (await late.json()).code]).toEqual([409, 'version_conflict'])
})

test('only the approval of someone who may publish and has not written the version counts', async () => {
  const approve = async (written: SignedIn, asker: SignedIn, by: SignedIn) => {
    const post = await write(written)
    return answer(by, await ask(asker, post._id, by.user.id === asker.user.id ? viewer : by))
  }
  expect((await approve(priya, priya, kavita)).counts).toBe(true)
  expect((await approve(kavita, priya, kavita)).counts).toBe(false)
  expect((await approve(priya, priya, viewer)).counts).toBe(false)

  // Who sets a flag, or restores a former state, has not written the text.
  const post = await write(kavita)
  await setPublished(priya, post._id, true)
  expect((await answer(kavita, await ask(rahul, post._id, kavita))).counts).toBe(false)
  expect((await answer(priya, await ask(rahul, post._id, priya))).counts).toBe(true)
  const record = { table: site.entities[0]?.table as never, id: post._id }
  expect((await presentVersion(site.database.db, record))?.writtenById).toBe(kavita.user.id)
})

test('a withdrawn review can no longer be answered, and its link ends', async () => {
  const post = await write(priya)
  const made = await ask(priya, post._id, { name: 'R. Kulkarni' })
  expect((await as(viewer)('DELETE', `/api/reviews/${made._id}`)).status).toBe(403)
  const writer = await site.asStaff({ role: 'writer' })
  expect((await as(writer)('DELETE', `/api/reviews/${made._id}`)).status).toBe(403)
  const gone: Review = await (await as(priya)('DELETE', `/api/reviews/${made._id}`)).json()
  expect(gone).toMatchObject({ state: 'withdrawn', settledBy: 'Priya', acts: [] })
  expect((await as(priya)('DELETE', `/api/reviews/${made._id}`)).status).toBe(409)
  const late = await answered(kavita, made)
  expect([late.status, (await late.json()).message]).toEqual([409, 'Priya has withdrawn this review.'])
  const { db } = site.database
  expect(await db.selectFrom('previewLinks').select('id').where('reviewId', '=', made._id).execute()).toEqual([])
})

test('a record in the trash is neither asked for nor approved, and its reviews come back with it', async () => {
  const post = await write(priya)
  const made = await ask(priya, post._id, kavita)
  await as(priya)('DELETE', `/api/blogs/${post._id}`)
  const calls = [
    await answered(kavita, made),
    await as(priya)('DELETE', `/api/reviews/${made._id}`),
    await requested(priya, post._id, kavita.user.id),
  ]
  for (const refused of calls)
    expect([refused.status, (await refused.json()).message]).toEqual([
      409,
      'This blog post is in the trash. Restore it first.',
    ])
  expect((await mine(kavita)).map(({ _id }) => _id)).not.toContain(made._id)
  await as(priya)('POST', `/api/trash/blogs/${post._id}/restore`)
  expect((await answer(kavita, made)).state).toBe('approved')
  await as(priya)('DELETE', `/api/blogs/${post._id}`)
  await as(priya)('DELETE', `/api/trash/blogs/${post._id}`)
  const { db } = site.database
  expect(await db.selectFrom('reviews').select('id').where('recordId', '=', post._id).execute()).toEqual([])
})

test('a colleague who leaves gives open reviews back, and their own requests stay', async () => {
  const post = await write(priya)
  for (const leave of ['deactivate', 'delete']) {
    const leaver = await site.asStaff({ name: `Leaver ${leave}`, role: 'editor' })
    const given = await ask(priya, post._id, leaver)
    const own = await ask(leaver, post._id, viewer)
    const user = `/api/users/${leaver.user.id}`
    if (leave === 'delete') await as(kavita)('DELETE', user)
    else await as(kavita)('PUT', user, { active: false })
    const found = await ofRecord(post._id)
    expect(found.find(({ _id }) => _id === given._id)).toMatchObject({
      state: 'returned',
      of: { name: leaver.user.name },
    })
    expect(found.find(({ _id }) => _id === own._id)).toMatchObject({ state: 'asked', askedBy: leaver.user.name })
    const late = await answered(rahul, given)
    expect([late.status, (await late.json()).message]).toEqual([
      409,
      `${leaver.user.name} has left, so this review has ended.`,
    ])
    expect((await mine(priya)).map(({ _id }) => _id)).toContain(given._id)
    await answer(viewer, own)
    await ask(priya, post._id, rahul)
    expect((await mine(priya)).map(({ _id }) => _id)).not.toContain(given._id)
  }
})

test('an answer waits for the one who asked until they act', async () => {
  const waits = async ({ _id }: Review) => (await mine(priya)).some((one) => one._id === _id)
  const settledOf = async (state: 'approved' | 'changes') => {
    const post = await write(priya)
    const made = await ask(priya, post._id, kavita)
    await answer(kavita, made, { state, note: 'Words.' })
    expect(await waits(made)).toBe(true)
    return { post, made }
  }
  const published = await settledOf('approved')
  await setPublished(priya, published.post._id, true)
  expect(await waits(published.made)).toBe(false)
  for (const state of ['approved', 'changes'] as const) {
    const changed = await settledOf(state)
    await save(priya, changed.post, { content: 'Others.' })
    expect(await waits(changed.made)).toBe(false)
    const again = await settledOf(state)
    await ask(priya, again.post._id, kavita)
    expect(await waits(again.made)).toBe(false)
    const old = await settledOf(state)
    const settledAt = new Date(site.database.clock() - 15 * 24 * 60 * 60_000).toISOString()
    await site.database.db.updateTable('reviews').set({ settledAt }).where('id', '=', old.made._id).execute()
    expect(await waits(old.made)).toBe(false)
  }
})

test('names and notes stay as typed, whatever they are', async () => {
  const post = await write(priya)
  const plain = hostile.filter((text) => /^[\x20-\x7e]*$/.test(text)).join('\n')
  const notes = [
    plain.slice(0, 5_000),
    plain.slice(-5_000),
    ...naughtyTexts.filter((text) => /^[^\0]{30,5000}$/s.test(text)),
  ]
  for (const [index, note] of notes.entries()) {
    const made = await ask(priya, post._id, kavita, { note })
    const [found] = await ofRecord(post._id)
    expect(found?.note).toBe(made.note)
    if (index < 2) expect(found?.note).toBe(note)
  }
  for (const body of [{ id: 'a\0b' }, { of: 'a\0b' }, { of: { name: 'a\0b' } }, { note: 'a\0b' }, { entity: '\0' }])
    expect([404, 422]).toContain((await requested(priya, post._id, kavita.user.id, body)).status)
})

test('a record with a thousand reviews is as quick as another', async () => {
  const post = await write(priya)
  const made = await ask(priya, post._id, kavita)
  const { db } = site.database
  const row = reviews.decode(
    await db.selectFrom('reviews').selectAll().where('id', '=', made._id).executeTakeFirstOrThrow(),
  )
  const rows = Array.from({ length: 1_000 }, (_, number) =>
    reviews.encode({
      ...row,
      id: `${number}`.padStart(36, '0'),
      state: 'withdrawn' as const,
      digest: `other ${number}`,
      askedAt: new Date(Date.parse(row.askedAt) - number).toISOString(),
    }),
  )
  for (let at = 0; at < rows.length; at += 100)
    await db
      .insertInto('reviews')
      .values(rows.slice(at, at + 100))
      .execute()
  const query = `entity=blogs&id=${post._id}`
  const first = await list(priya, query)
  expect([first.reviews.length, first.more]).toEqual([50, true])
  const last = await list(priya, `${query}&page=21`)
  expect([last.reviews.length, last.more]).toEqual([1, false])
  const ids = new Set([...first.reviews, ...(await list(priya, `${query}&page=2`)).reviews].map(({ _id }) => _id))
  expect(ids.size).toBe(100)
  expect((await answer(kavita, made)).state).toBe('approved')
})
