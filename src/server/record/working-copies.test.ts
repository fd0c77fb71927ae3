// On both databases: two people save at once.
import '#testing/property-seed.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContentVersion } from '#server/database/content-version.ts'
import { addCourse, addPost, courseInput } from '#testing/sample-rows.ts'
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

const input = { title: 'Live', excerpt: 'Short.', category: 'Cloud', content: 'Live words.', published: true }
let slugs = 0
const livePost = async () => {
  const slug = `copied-${++slugs}`
  const { id } = await addPost(site.database, { ...input, category: 'Cloud', slug })
  return { id, slug, body: { ...input, slug } }
}
const keep = (id: string, body: object, by = call, headers = {}) =>
  by('PUT', `/api/blogs/${id}/working-copy`, body, headers)
const read = async (id: string) => (await call('GET', `/api/blogs/id/${id}`)).json()
const shown = async (slug: string) => (await site.get(`/api/blogs/${slug}`)).json()

test('keeps changes apart from the live record until they are published', async () => {
  const { id, slug, body } = await livePost()
  const before = await shown(slug)
  const content = await readContentVersion(site.database)
  const kept = await (await keep(id, { ...body, title: 'Later', content: 'Later words.', imageUrl: '' })).json()
  expect(kept).toMatchObject({ title: 'Live', version: 2, workingCopy: { version: 2, by: 'Asha Rao' } })
  expect(kept.workingCopy.fields).toMatchObject({ title: 'Later', content: 'Later words.', slug })
  expect(kept.workingCopy.base).toMatchObject({ title: 'Live', content: 'Live words.' })
  expect(await shown(slug)).toEqual(before)
  expect(await readContentVersion(site.database)).toBe(content)
  const { blogs } = await (await call('GET', `/api/blogs/adminblogs?search=Live`)).json()
  expect(blogs.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({ changesWaiting: true })

  // A client without working copies still changes the live record.
  await call('PUT', `/api/blogs/${id}`, { ...body, excerpt: 'Changed.' })
  expect(await shown(slug)).toMatchObject({ title: 'Live', excerpt: 'Changed.' })
  expect(await read(id)).toMatchObject({ version: 3, workingCopy: { version: 2 } })

  const published = await call('PUT', `/api/blogs/${id}?workingCopy=publish`, { ...body, title: 'Later' })
  expect((await published.json()).workingCopy).toBeUndefined()
  expect(await shown(slug)).toMatchObject({ title: 'Later' })
  const { revisions } = await (await call('GET', `/api/blogs/${id}/revisions`)).json()
  expect(revisions.map(({ kind, live }: { kind: string; live: boolean }) => [kind, live])).toEqual([
    ['save', true],
    ['save', true],
    ['copy', false],
    ['found', true],
  ])
})

test('a form that does not know of a colleague’s working copy is refused, and receives the copy', async () => {
  const { id, body } = await livePost()
  await keep(id, { ...body, title: 'Kept by Asha' }, call, { 'if-match': '"1"' })
  for (const path of [`/api/blogs/${id}`, `/api/blogs/${id}/working-copy`]) {
    const answer = await callAsVikram('PUT', path, body, { 'if-match': '"1"' })
    expect(answer.status).toBe(409)
    const { code, conflict } = await answer.json()
    expect([code, conflict.changedBy, conflict.current.version]).toEqual(['version_conflict', 'Asha Rao', 2])
    expect(conflict.current.workingCopy.fields.title).toBe('Kept by Asha')
  }
  expect((await callAsVikram('DELETE', `/api/blogs/${id}/working-copy`, undefined, { 'if-match': '"1"' })).status).toBe(
    409,
  )
  const discarded = await callAsVikram('DELETE', `/api/blogs/${id}/working-copy`, undefined, { 'if-match': '"2"' })
  expect(await discarded.json()).toMatchObject({ title: 'Live', version: 3 })
  expect((await read(id)).workingCopy).toBeUndefined()
})

test('a flag is set at once, in the working copy too', async () => {
  const { id, slug } = await addCourse(site.database)
  const body = { ...courseInput, title: 'Later', slug }
  await call('PUT', `/api/courses/${id}/working-copy`, body)
  await call('PATCH', `/api/courses/${id}`, { featured: true })
  const { workingCopy, ...course } = await (await call('GET', `/api/courses/id/${id}`)).json()
  expect(course.featured).toBe(true)
  expect(workingCopy.fields).toMatchObject({
    title: 'Later',
    featured: true,
    instructor: { _id: course.instructor._id },
  })
})

test('a working copy is kept while the history is thinned', async () => {
  const { id, body } = await livePost()
  await keep(id, { ...body, title: 'Long ago' })
  const at = '2020-01-01T00:00:00.000Z'
  await site.database.db.updateTable('revisions').set({ at, startedAt: at }).where('recordId', '=', id).execute()
  await call('PUT', `/api/blogs/${id}`, { ...body, excerpt: 'Changed.' })
  expect((await read(id)).workingCopy).toMatchObject({ fields: { title: 'Long ago' }, base: { title: 'Live' } })
})

test('refuses records that are not live, invalid changes and strangers', async () => {
  const { id, body } = await livePost()
  expect((await keep(id, { ...body, title: '' })).status).toBe(422)
  for (const method of ['PUT', 'DELETE'])
    expect((await site.get(`/api/blogs/${id}/working-copy`, { method })).status).toBe(401)
  await call('PUT', `/api/blogs/${id}`, { ...body, published: false })
  expect((await keep(id, body)).status).toBe(409)
  expect((await keep('nobody', body)).status).toBe(404)
})

test('visitors see the last published state after any save as draft or discard', async () => {
  const acts = fc.array(fc.tuple(fc.constantFrom('keep', 'publish', 'live', 'discard'), fc.nat(5)), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(acts, async (all) => {
      const { id, slug, body } = await livePost()
      let live = 'Live'
      for (const [act, n] of all) {
        const title = `Title ${n}`
        if (act === 'keep') await keep(id, { ...body, title })
        else if (act === 'discard') await call('DELETE', `/api/blogs/${id}/working-copy`)
        else {
          await call('PUT', `/api/blogs/${id}${act === 'publish' ? '?workingCopy=publish' : ''}`, { ...body, title })
          live = title
        }
        expect((await shown(slug)).title).toBe(live)
      }
    }),
    { numRuns: 5 },
  )
})
