// On both databases: they are stored as JSON, in the transaction of the save.
import '#testing/property-seed.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Revision, RevisionSummary } from '#contract/revisions.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addCourse, addPost } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import { revisions } from './records.table.ts'

/** How far the clock of the site is ahead, in milliseconds. */
let later = 0
let site: TestApp
let asha: SignedIn
let call: ReturnType<typeof callAs>
let callAsVikram: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({}, { clock: () => Date.now() + later })
  asha = await site.asStaff({ name: 'Asha Rao' })
  call = callAs(site, asha)
  callAsVikram = callAs(site, await site.asStaff({ name: 'Vikram Shah' }))
})
afterAll(() => site.close())

const input = { title: 'A post', excerpt: 'Short.', category: 'Cloud', content: 'First words.', published: false }
let slugs = 0
const newPost = async (fields: object = {}) => {
  const answer = await call('POST', '/api/blogs', { ...input, slug: `history-${++slugs}`, ...fields })
  return (await answer.json()) as { _id: string; slug: string }
}
const save = (id: string, fields: object, by = call) => by('PUT', `/api/blogs/${id}`, { ...input, ...fields })

const list = async (id: string, entity = 'blogs', query = ''): Promise<RevisionSummary[]> =>
  (await (await call('GET', `/api/${entity}/${id}/revisions${query}`)).json()).revisions
const show = async (id: string, version: number, entity = 'blogs'): Promise<Revision> =>
  (await call('GET', `/api/${entity}/${id}/revisions/${version}`)).json()

test('lists who changed what and when, and shows each state', async () => {
  const { _id, slug } = await newPost()
  await save(_id, { slug, title: 'Published', published: true })
  await save(_id, { slug, title: 'Published', content: 'Second words.', published: true }, callAsVikram)
  await save(_id, { slug, title: 'Published', content: 'Second words.', published: false })
  const found = await list(_id)
  expect(found.map(({ version, by, kind, live, changed }) => ({ version, by, kind, live, changed }))).toEqual([
    { version: 4, by: 'Asha Rao', kind: 'unpublish', live: false, changed: ['published'] },
    { version: 3, by: 'Vikram Shah', kind: 'save', live: true, changed: ['content'] },
    { version: 2, by: 'Asha Rao', kind: 'publish', live: true, changed: ['title', 'published'] },
    { version: 1, by: 'Asha Rao', kind: 'save', live: false, changed: expect.arrayContaining(['title', 'content']) },
  ])
  expect(await show(_id, 2)).toMatchObject({ by: 'Asha Rao', fields: { title: 'Published', content: 'First words.' } })
  expect(await show(_id, 3)).toMatchObject({ by: 'Vikram Shah', fields: { content: 'Second words.' } })
  expect(await list(_id, 'blogs', '?limit=2&before=4')).toEqual(found.slice(1, 3))
  expect((await call('GET', `/api/blogs/${_id}/revisions/9`)).status).toBe(404)
})

test('a record that is older than the history keeps the state before its first change', async () => {
  const course = await addCourse(site.database, { title: 'As it was', syllabus: '## Old' })
  expect(await list(course.id, 'courses')).toEqual([])
  await call('PATCH', `/api/courses/${course.id}`, { featured: true })
  const [now, before] = await list(course.id, 'courses')
  expect(now).toMatchObject({ version: 2, by: 'Asha Rao', changed: ['featured'] })
  expect(before).toMatchObject({ version: 1, kind: 'found', live: true })
  const { fields } = await show(course.id, 1, 'courses')
  expect(fields).toMatchObject({ title: 'As it was', syllabus: '## Old', instructor: { _id: course.instructorId } })
})

test('saves of one person fold into one revision, until it is published, another person saves or ten minutes are over', async () => {
  const { _id, slug } = await newPost()
  const write = (content: string, by = call, published = false) => save(_id, { slug, content, published }, by)
  await write('One.')
  await write('Two.')
  await write('Two.')
  expect(await list(_id)).toHaveLength(1)
  expect((await show(_id, 1)).fields['content']).toBe('Two.')
  await write('Three.', callAsVikram)
  await write('Four.')
  expect(await list(_id)).toHaveLength(3)
  await setTimes(_id, 3, { startedAt: ago(11 / (24 * 60)) })
  await write('Five.')
  await write('Six.', call, true)
  await write('Seven.', call, true)
  expect((await list(_id)).map(({ live }) => live)).toEqual([true, true, false, false, false, false])
})

const day = 24 * 60 * 60_000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
const setTimes = (id: string, number: number, times: object) =>
  site.database.db.updateTable('revisions').set(times).where('recordId', '=', id).where('number', '=', number).execute()

test('old revisions are thinned: the last of each day for a year, and all live states', async () => {
  const { _id, slug } = await newPost()
  const row = await site.database.db
    .selectFrom('revisions')
    .selectAll()
    .where('recordId', '=', _id)
    .executeTakeFirstOrThrow()
  const noon = (days: number, hour: number) => `${ago(days).slice(0, 10)}T${hour}:00:00.000Z`
  const kept = [
    { at: noon(500, 10), live: true },
    { at: noon(100, 12), live: false },
    { at: noon(10, 10), live: false },
    { at: noon(10, 11), live: false },
  ]
  const thinned = [
    { at: noon(400, 12), live: false },
    { at: noon(100, 10), live: false },
    { at: noon(100, 11), live: false },
  ]
  const rows = [...kept, ...thinned].sort((a, b) => a.at.localeCompare(b.at))
  await site.database.db.deleteFrom('revisions').where('recordId', '=', _id).execute()
  await site.database.db
    .insertInto('revisions')
    .values(
      rows.map(({ at, live }, index) => ({
        ...row,
        ...revisions.encode({ live, at, startedAt: at }),
        number: index + 1,
      })),
    )
    .execute()
  await save(_id, { slug, content: 'New.' })
  expect((await list(_id)).slice(1).map(({ at, live }) => ({ at, live }))).toEqual(kept.reverse())
})

test('the history ages by the clock of the site', async () => {
  const day = 24 * 60 * 60_000
  // Noon, so that all revisions are of one day.
  later = day - (Date.now() % day) + day / 2
  const { _id, slug } = await newPost()
  await save(_id, { slug, content: 'Second.' }, callAsVikram)
  await save(_id, { slug, content: 'Third.' })
  expect((await list(_id)).map(({ version }) => version)).toEqual([3, 2, 1])
  later += 100 * day
  await save(_id, { slug, content: 'Fourth.' }, callAsVikram)
  const [newest, before, ...others] = await list(_id)
  later = 0
  expect([newest?.version, before?.version, others]).toEqual([4, 3, []])
  expect(Date.parse(newest?.at ?? '') - Date.parse(before?.at ?? '')).toBeGreaterThanOrEqual(100 * day)
})

test('a stranger sees no history, and an impossible version is refused', async () => {
  const { _id } = await newPost()
  for (const path of [`/api/blogs/${_id}/revisions`, `/api/blogs/${_id}/revisions/1`])
    expect((await site.get(path)).status).toBe(401)
  expect((await call('GET', `/api/blogs/${_id}/revisions/zero`)).status).toBe(404)
  expect((await call('GET', `/api/blogs/${_id}/revisions?limit=1000`)).status).toBe(422)
})

/** The actions of a person on a post. */
const act = fc.record({
  published: fc.boolean(),
  content: fc.constantFrom('a', 'b', 'c'),
  title: fc.constantFrom('One', 'Two'),
  who: fc.boolean(),
})

test('any state that was ever live can be shown again', sameOnBoth, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
      const { slug, id: _id } = await addPost(site.database, {
        slug: `any-${++slugs}`,
        content: 'found',
        title: 'Found',
      })
      const live = new Set([JSON.stringify(['Found', 'found'])])
      for (const { who, ...fields } of acts) {
        await save(_id, { slug, ...fields }, who ? call : callAsVikram)
        const shown = await site.get(`/api/blogs/${slug}`)
        if (shown.status !== 200) continue
        const { title, content } = await shown.json()
        live.add(JSON.stringify([title, content]))
      }
      const found = await list(_id, 'blogs', '?limit=200')
      const kept = await Promise.all(found.filter(({ live }) => live).map(({ version }) => show(_id, version)))
      const states = new Set(kept.map(({ fields }) => JSON.stringify([fields['title'], fields['content']])))
      expect([...live].filter((state) => !states.has(state))).toEqual([])
      const [newest] = found
      if (newest) {
        const { fields } = await show(_id, newest.version)
        expect(await (await call('GET', `/api/blogs/id/${_id}`)).json()).toMatchObject({
          title: fields['title'],
          content: fields['content'],
        })
      }
    }),
    { numRuns: 5 },
  )
})
