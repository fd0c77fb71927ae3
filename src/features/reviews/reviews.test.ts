// On both databases: those who ask and answer at once take turns by the locks of each, and each orders the keys of JSON in its own way.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Review, reviewStates } from '#contract/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { reviews } from '#server/record/records.table.ts'
import { describedResources } from '#testing/described-resources.ts'
import { hostile } from '#testing/hostile-content.ts'
import { naughtyTexts } from '#testing/naughty-texts.ts'
import { reviewCalls } from '#testing/review-calls.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
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

const { as, write, tryAsking, ask, tryAnswering, answer, list, reviewsOf, mine } = reviewCalls(() => site)

test('a colleague is asked, answers, and both see it', async () => {
  const post = await write(priya)
  const made = await ask(priya, post, kavita, { note: 'Please look at <b>the figures</b>.' })
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
  expect(await reviewsOf(priya, post)).toEqual([settled])
})

test('every kind with an editor is reviewed, and no other', sameOnBoth, async () => {
  const kinds = site.entities.filter(({ reviewed }) => reviewed).map(({ table }) => table.name)
  expect(kinds.sort()).toEqual(['blogs', 'cases', 'courses', 'newsletters', 'openings', 'pages'])
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

test('the acts of a review follow from its state and the caller', sameOnBoth, async () => {
  const post = await write(priya)
  const asked = await ask(priya, post, viewer)
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
      const [found] = await reviewsOf(person, post)
      expect([state, who, found?.acts]).toEqual([state, who, acts])
      if (state === 'asked' && acts.length > 0) continue
      const answers = await tryAnswering(person, asked)
      expect(answers.status, `${who} answers a review that is ${state}`).toBe(state === 'asked' ? 403 : 409)
    }
  }
})

test('nobody asks themselves, a trainer, someone without access, or for an unknown record', sameOnBoth, async () => {
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
    const answer = await tryAsking(priya, post._id, of)
    expect([of, answer.status, (await answer.json()).issues?.[0].path]).toEqual([of, 422, path])
  }
  const long = await tryAsking(priya, post._id, guest, { note: 'a'.repeat(5_001) })
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
  expect(await reviewsOf(priya, post)).toEqual([])
})

test('only who may write a kind asks for a review of it', async () => {
  const post = await write(priya)
  for (const role of ['viewer', 'sales', 'trainer'] as const)
    expect((await tryAsking(await site.asStaff({ role }), post._id, kavita.user.id)).status, role).toBe(403)
  expect((await tryAsking(await site.asStaff({ role: 'writer' }), post._id, kavita.user.id)).status).toBe(201)
})

test('those who request changes say which', async () => {
  const post = await write(priya)
  const made = await ask(priya, post, kavita)
  for (const note of [undefined, '', ' \n']) {
    const refused = await tryAnswering(kavita, made, { state: 'changes', note })
    expect([refused.status, (await refused.json()).issues[0].path]).toEqual([422, 'note'])
  }
  expect((await tryAnswering(kavita, made, { state: 'withdrawn', note: 'x' })).status).toBe(422)
  const changes = await answer(kavita, made, { state: 'changes', note: 'Shorter.' })
  expect(changes).toMatchObject({ state: 'changes', answer: 'Shorter.', counts: false })
  const late = await tryAnswering(rahul, made)
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
  const made = await ask(priya, post, kavita)
  const both = await Promise.all([
    tryAnswering(kavita, made),
    tryAnswering(rahul, made, { state: 'changes', note: 'No.' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const [first, { message, conflict }] = (await Promise.all(
    both.toSorted((one, other) => one.status - other.status).map((one) => one.json()),
  )) as [Review, { message: string; conflict: { current: Review } }]
  expect(message).toContain(first.settledBy)
  expect(conflict.current.state).toBe(first.state)
})

test('someone who is asked twice at once has one open review', async () => {
  const post = await write(priya)
  await Promise.all([ask(priya, post, kavita), ask(priya, post, kavita), ask(rahul, post, kavita)])
  const states = (await reviewsOf(priya, post)).map(({ state }) => state)
  expect(states.sort()).toEqual(['asked', 'withdrawn', 'withdrawn'])
})

test('several persons are asked at once, and each again', async () => {
  const post = await write(priya)
  const guest = { name: 'R. Kulkarni', email: 'Rk@Example.org' }
  const [first, byMail] = [await ask(priya, post, kavita), await ask(priya, post, guest)]
  const unnamed = await ask(priya, post, { name: 'S. Rao' })
  expect(first.link).toBeUndefined()
  expect(byMail.link).toMatch(/^\/preview\/[\w-]{40,}$/)
  expect(unnamed.link).not.toBe(byMail.link)
  await answer(kavita, first, { state: 'changes', note: 'Shorter.' })
  const again = [
    await ask(priya, post, kavita),
    await ask(priya, post, { name: 'Ravi', email: 'rk@example.ORG' }),
    await ask(priya, post, { name: 's. rao' }),
    await ask(priya, post, { name: 'S. Rao', email: 'other@example.org' }),
    await ask(priya, post, { name: 'S. Rao', email: 'third@example.org' }),
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

test('a withdrawn review can no longer be answered, and its link ends', async () => {
  const post = await write(priya)
  const made = await ask(priya, post, { name: 'R. Kulkarni' })
  expect((await as(viewer)('DELETE', `/api/reviews/${made._id}`)).status).toBe(403)
  const writer = await site.asStaff({ role: 'writer' })
  expect((await as(writer)('DELETE', `/api/reviews/${made._id}`)).status).toBe(403)
  const gone: Review = await (await as(priya)('DELETE', `/api/reviews/${made._id}`)).json()
  expect(gone).toMatchObject({ state: 'withdrawn', settledBy: 'Priya', acts: [] })
  expect((await as(priya)('DELETE', `/api/reviews/${made._id}`)).status).toBe(409)
  const late = await tryAnswering(kavita, made)
  expect([late.status, (await late.json()).message]).toEqual([409, 'Priya has withdrawn this review.'])
  const preview = await site.get(`/api/previews/blogs/${made.link?.slice('/preview/'.length)}`)
  expect([preview.status, (await preview.json()).was]).toEqual([404, { withdrawnBy: 'Priya' }])
})

test('a record in the trash is neither asked for nor approved, and its reviews come back with it', async () => {
  const post = await write(priya)
  const made = await ask(priya, post, kavita)
  await as(priya)('DELETE', `/api/blogs/${post._id}`)
  const calls = [
    await tryAnswering(kavita, made),
    await as(priya)('DELETE', `/api/reviews/${made._id}`),
    await tryAsking(priya, post._id, kavita.user.id),
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

test('names and notes stay as typed, whatever they are', async () => {
  const post = await write(priya)
  const plain = hostile.filter((text) => /^[\x20-\x7e]*$/.test(text)).join('\n')
  const notes = [
    plain.slice(0, 5_000),
    plain.slice(-5_000),
    ...naughtyTexts.filter((text) => /^[^\0]{30,5000}$/s.test(text)),
  ]
  for (const [index, note] of notes.entries()) {
    const made = await ask(priya, post, kavita, { note })
    const [found] = await reviewsOf(priya, post)
    expect(found?.note).toBe(made.note)
    if (index < 2) expect(found?.note).toBe(note)
  }
  for (const body of [{ id: 'a\0b' }, { of: 'a\0b' }, { of: { name: 'a\0b' } }, { note: 'a\0b' }, { entity: '\0' }])
    expect([404, 422]).toContain((await tryAsking(priya, post._id, kavita.user.id, body)).status)
})

test('a record with a thousand reviews is as quick as another', async () => {
  const post = await write(priya)
  const made = await ask(priya, post, kavita)
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
