import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthor } from '#features/blog/blog.shared.server.ts'
import { createInstructor } from '#features/courses/instructors/instructors.server.ts'
import { changeContent } from '#server/database/content-version.ts'
import { addCourse, addPost } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
})
afterAll(() => site.close())

const people = async () => (await (await site.get('/api/people')).json()).people

test('About without people leads to the profile', async () => {
  const html = await (await site.get('/about')).text()
  expect(html).toMatch(/To print or share:.{0,20}<a [^>]*href="\/profile"/)
  expect(html).not.toContain('aria-labelledby="people"')
})

test('each person with a public record is listed once, with the newest one', async () => {
  const { database, config } = site
  expect(await people()).toEqual([])

  const add = (name: string, bio: string) => changeContent(database, (trx) => createAuthor(trx, { name, bio }))
  const teach = (name: string, bio: string) =>
    changeContent(database, (trx) => createInstructor(trx, { name, bio, isDefault: false }))
  const [kavita, arjun, silent] = [
    await add('Kavita Rao', 'Kavita leads security. She writes about access.'),
    await add('Arjun Deshpande', 'Spent 1.5 years at Acme Inc. on data.'),
    await add('Nobody Yet', 'Has only drafts.'),
  ]
  const [rohan, both, company, idle] = [
    await teach('Rohan Patil', ''),
    await teach('arjun deshpande', 'Teaches too.'),
    await teach(config.company.brand, ''),
    await teach('Idle Teacher', 'Has no active course.'),
  ]
  const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString()
  await addPost(database, { authorId: kavita.id, title: 'Old', slug: 'old', createdAt: at(1) })
  await addPost(database, { authorId: arjun.id, title: 'Middle', slug: 'middle', createdAt: at(2) })
  await addPost(database, { authorId: kavita.id, title: 'New', slug: 'new-one', createdAt: at(3) })
  await addPost(database, { authorId: kavita.id, title: 'Draft', published: false, createdAt: at(4) })
  await addPost(database, { authorId: silent.id, published: false })
  await addCourse(database, { instructorId: rohan.id, title: 'Clouds', slug: 'clouds' })
  for (const { id } of [both, company]) await addCourse(database, { instructorId: id })
  await addCourse(database, { instructorId: idle.id, active: false })

  expect(await people()).toEqual([
    { name: 'Kavita Rao', intro: 'Kavita leads security.', latest: { kind: 'post', title: 'New', slug: 'new-one' } },
    {
      name: 'Arjun Deshpande',
      intro: 'Spent 1.5 years at Acme Inc. on data.',
      latest: { kind: 'post', title: 'Middle', slug: 'middle' },
    },
    { name: 'Rohan Patil', intro: '', latest: { kind: 'course', title: 'Clouds', slug: 'clouds' } },
  ])

  const call = callAs(site, await site.asStaff())
  const changed = await call('PUT', `/api/instructors/${rohan.id}`, { name: 'Rohan Patil', bio: 'Runs clusters.' })
  expect(changed.status).toBe(200)
  expect(await people()).toContainEqual(expect.objectContaining({ name: 'Rohan Patil', intro: 'Runs clusters.' }))
})

test('people of the settings are shown instead, with the fields of the section of pages', async () => {
  const call = callAs(site, await site.asStaff())
  const entered = [
    { name: 'Asha Rao', role: 'Founder', imageUrl: `/media/${'ab'.repeat(16)}-480x480.webp`, text: 'Began it.' },
    { name: '<b>Vikram</b>', role: 'Cloud' },
  ]
  const bad = await call('PUT', '/api/settings/about', { people: [{ name: 'Asha Rao' }] })
  expect([bad.status, (await bad.json()).issues]).toEqual([
    422,
    [{ path: 'people.0.role', message: 'Role is required' }],
  ])
  expect((await call('PUT', '/api/settings/about', { people: entered })).status).toBe(200)
  const answer = await (await site.get('/api/people')).json()
  expect(answer).toEqual({ people: expect.any(Array), entered })
  const html = await (await site.get('/about')).text()
  expect(html).toContain('Began it.')
  expect(html).toContain('&lt;b&gt;Vikram&lt;/b&gt;')
  expect(html).not.toContain('They write our articles')

  for (const people of [[], null]) {
    expect((await call('PUT', '/api/settings/about', { people: entered })).status).toBe(200)
    expect((await call('PUT', '/api/settings/about', { people })).status).toBe(200)
    expect(await (await site.get('/api/people')).json()).toEqual({ people: answer.people })
  }
  expect(await (await site.get('/about')).text()).toContain('They write our articles')
})
