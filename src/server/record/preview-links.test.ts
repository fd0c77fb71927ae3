import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CreatedPreviewLink } from '#contract/unpublished.ts'
import { addCourse, addPost, courseInput } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  call = callAs(site, await site.asStaff({ name: 'Asha Rao' }))
})
afterAll(() => site.close())

const share = async (path: string, days = 7): Promise<CreatedPreviewLink> => {
  const answer = await call('POST', `/api${path}/preview-links`, { days })
  expect(answer.status).toBe(201)
  return answer.json()
}
const tokenOf = ({ path }: CreatedPreviewLink) => path.slice('/preview/'.length)
const open = (entity: string, token: string) => site.get(`/api/previews/${entity}/${token}`)

test('shows a draft only to people with the link', async () => {
  const { id, slug } = await addPost(site.database, { published: false, title: 'Not yet', content: 'For *you*.' })
  const link = await share(`/blogs/${id}`)
  const answer = await open('blogs', tokenOf(link))
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-robots-tag')).toContain('noindex')
  const { by, until, waiting, post } = await answer.json()
  expect([by, until, waiting]).toEqual(['Asha Rao', link.expiresAt, false])
  expect(post).toMatchObject({ title: 'Not yet', contentHtml: expect.stringContaining('<em>you</em>') })
  expect(post).not.toHaveProperty('updatedBy')

  for (const token of ['', 'x', tokenOf(link).slice(1), link._id])
    expect((await open('blogs', token)).status, token).toBe(404)
  expect((await open('courses', tokenOf(link))).status).toBe(404)
  expect((await site.get(`/api/blogs/${slug}`)).status).toBe(404)
  const stored = await site.database.db.selectFrom('previewLinks').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(tokenOf(link))
})

test('shows unpublished changes, and the record once they are discarded', async () => {
  const { id, slug } = await addCourse(site.database, { title: 'Live', imageUrl: '/cover.png' })
  const teacher = await (await call('POST', '/api/instructors', { name: 'Noor', bio: 'Builds.' })).json()
  const body = {
    ...courseInput,
    title: 'Later',
    slug,
    syllabus: '## New',
    imageUrl: '',
    startDate: '2126-12-01',
    instructor: teacher._id,
  }
  await call('PUT', `/api/courses/${id}/working-copy`, body)
  const token = tokenOf(await share(`/courses/${id}`, 1))
  const { waiting, course } = await (await open('courses', token)).json()
  expect([waiting, course.title, course.imageUrl]).toEqual([true, 'Later', undefined])
  expect(course.syllabusHtml).toContain('New</h2>')
  expect(course).toMatchObject({ instructor: { name: 'Noor', bio: 'Builds.' }, upcoming: true })
  await call('DELETE', `/api/courses/${id}/working-copy`)
  expect(await (await open('courses', token)).json()).toMatchObject({ waiting: false, course: { title: 'Live' } })

  const post = await addPost(site.database)
  const other = await addPost(site.database, { title: 'By another author' })
  const { title, excerpt, category } = post
  const changes = { title, slug: post.slug, excerpt, category, authorId: other.authorId, published: true }
  await site.database.db
    .updateTable('authorProfiles')
    .set({ name: 'Kiran Joshi' })
    .where('id', '=', other.authorId)
    .execute()
  await call('PUT', `/api/blogs/${post.id}/working-copy`, changes)
  expect(await (await open('blogs', tokenOf(await share(`/blogs/${post.id}`)))).json()).toMatchObject({
    waiting: true,
    post: { author: { name: 'Kiran Joshi' } },
  })
})

test('works until it ends, is revoked, or the record is deleted', async () => {
  const { id } = await addPost(site.database, { published: false })
  const [ended, revoked, kept] = [
    await share(`/blogs/${id}`, 1),
    await share(`/blogs/${id}`),
    await share(`/blogs/${id}`, 30),
  ]
  const listed = async () =>
    (await (await call('GET', `/api/blogs/${id}/preview-links`)).json()).links.map(({ _id }: { _id: string }) => _id)
  expect((await listed()).sort()).toEqual([ended._id, revoked._id, kept._id].sort())
  await site.database.db
    .updateTable('previewLinks')
    .set({ expiresAt: new Date(Date.now() - 1).toISOString() })
    .where('id', '=', ended._id)
    .execute()
  await call('DELETE', `/api/blogs/${id}/preview-links/${revoked._id}`)
  expect(await listed()).toEqual([kept._id])
  for (const link of [ended, revoked]) expect((await open('blogs', tokenOf(link))).status).toBe(404)
  expect((await open('blogs', tokenOf(kept))).status).toBe(200)
  await call('DELETE', `/api/blogs/${id}`)
  expect((await open('blogs', tokenOf(kept))).status).toBe(404)
})

test('only staff make, list and revoke links, for a time that is offered', async () => {
  const { id } = await addPost(site.database, { published: false })
  const { _id } = await share(`/blogs/${id}`)
  const path = `/api/blogs/${id}/preview-links`
  expect((await site.get(path)).status).toBe(401)
  expect((await site.post(path, { days: 7 })).status).toBe(401)
  expect((await site.get(`${path}/${_id}`, { method: 'DELETE' })).status).toBe(401)
  expect((await call('POST', path, { days: 365 })).status).toBe(422)
  expect((await call('POST', '/api/blogs/nobody/preview-links', { days: 7 })).status).toBe(404)
  expect((await call('DELETE', `/api/courses/${id}/preview-links/${_id}`)).status).toBe(404)
})
