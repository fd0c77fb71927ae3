import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseImageUrl } from '#contract/media.ts'
import type { MediaItem } from '#contract/media-library.ts'
import type { PublicCohort } from '#features/courses/ground/cohorts.contract.ts'
import type { FirstSteps } from '#features/dashboard/dashboard.contract.ts'
import { readContentVersion } from '#server/database/content-version.ts'
import { addPost } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { loadSampleContent } from './load.ts'

const site = { publicUrl: 'https://www.example.com' }

describe('the first start', () => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp({ sampleContent: true })
  })
  afterAll(() => site.close())
  const ask = async (path: string) => (await site.get(path)).json()
  const of = (list: Record<string, unknown>[], field: string) => new Set(list.map((entry) => entry[field])).size

  test('brings products, services, posts and courses across their categories', async () => {
    const products = await ask('/api/products')
    expect(products.length).toBeGreaterThanOrEqual(6)
    expect(of(products, 'category')).toBe(4)
    expect((await ask('/api/services')).length).toBeGreaterThanOrEqual(6)
    const { blogs } = await ask('/api/blogs?limit=100')
    expect(blogs.length).toBeGreaterThanOrEqual(14)
    expect(of(blogs, 'category')).toBe(5)
    const { courses } = await ask('/api/courses?limit=100')
    expect(courses.length).toBeGreaterThanOrEqual(8)
    expect(of(courses, 'level')).toBe(3)
    expect(
      of(
        courses.map(({ instructor }: { instructor: object }) => instructor),
        'name',
      ),
    ).toBe(3)
    expect((await ask('/api/courses?featured=true')).courses.length).toBeGreaterThanOrEqual(2)
    expect(courses.some(({ discountedPrice }: { discountedPrice?: number }) => discountedPrice)).toBe(true)
    expect(courses.some(({ startDate }: { startDate?: string | undefined }) => startDate)).toBe(true)
  })

  test('brings future dates, a nearly full one and a full one among them', async () => {
    const { courses } = await ask('/api/courses?limit=100')
    const dates = courses.flatMap(({ cohorts = [] }: { cohorts?: PublicCohort[] }) => cohorts)
    expect(dates.map(({ state }: PublicCohort) => state)).toEqual(expect.arrayContaining(['few', 'full', 'open']))
    const today = new Date().toISOString().slice(0, 10)
    for (const { startsOn, enrolBy = startsOn } of dates) expect(enrolBy > today && startsOn >= enrolBy).toBe(true)
  })

  test('brings a date with participants, of whom some have no name yet, and its joining details', async () => {
    const call = callAs(site, await site.asStaff())
    const all = await (await call('GET', '/api/course-requests')).json()
    const ids = new Set(all.map(({ cohort }: { cohort: { _id: string } }) => cohort._id))
    expect(ids.size).toBe(1)
    const found = await (await call('GET', `/api/cohorts/${[...ids][0]}/participants`)).json()
    expect(found.date).toMatchObject({ joinText: expect.any(String), booked: found.participants.length })
    const named = found.participants.filter(({ name }: { name?: string }) => name)
    expect(named.length).toBeGreaterThan(3)
    expect(named.length).toBeLessThan(found.participants.length)
  })

  test('brings every picture that a post, a course or a person shows', async () => {
    const { blogs } = await ask('/api/blogs?limit=100')
    const posts = await Promise.all(blogs.map(({ slug }: { slug: string }) => ask(`/api/blogs/${slug}`)))
    const { courses } = await ask('/api/courses?limit=100')
    const shown = JSON.stringify([posts, courses]).match(/\/media\/[\w-]+\.(webp|avif)/g) ?? []
    expect(shown.length).toBeGreaterThan(30)
    for (const address of new Set(shown)) expect((await site.get(address)).status, address).toBe(200)
    expect(JSON.stringify(posts)).not.toContain('image:')
    for (const { imageUrl, author } of posts) {
      if (imageUrl) expect(parseImageUrl(imageUrl)).not.toBeNull()
      expect(author.bio).toBeTruthy()
    }
  })

  test('describes every picture of the library, but for those that only decorate', async () => {
    const { headers } = await site.asStaff()
    const items: MediaItem[] = await (await site.get('/api/media', { headers })).json()
    expect(items.filter(({ alt, decorative }) => (alt === '') !== decorative)).toEqual([])
    expect(items.filter(({ alt }) => alt).map(({ name }) => name.split(' ')[0])).toContain('Figure')
  })

  test('is among the first steps of an owner until it is changed or deleted', async () => {
    const { headers } = await site.asStaff()
    const { steps } = (await (await site.get('/api/users/me/first-steps', { headers })).json()) as FirstSteps
    const { blogs } = await ask('/api/blogs?limit=100')
    const counts = await Promise.all(['/api/products', '/api/services'].map(async (path) => (await ask(path)).length))
    const { courses } = await ask('/api/courses?limit=100')
    expect(steps.find(({ id }) => id === 'samples')?.text).toBe(
      `${blogs.length} articles, ${courses.length} courses, ${counts[0]} products and ${counts[1]} services are samples. Edit or delete them.`,
    )
  })

  test('makes everything findable', async () => {
    const { blogs } = await ask('/api/blogs?limit=100')
    for (const { title } of blogs) {
      const found = await ask(`/api/blogs?search=${encodeURIComponent(title)}`)
      expect(found.blogs[0].title).toBe(title)
    }
  })
})

test('it is loaded once: deleted content stays deleted', async () => {
  const { database, close } = await openTestDatabase()
  await loadSampleContent(database, site)
  const version = await readContentVersion(database)
  await database.db.deleteFrom('blogs').execute()
  await loadSampleContent(database, site)
  expect(await database.db.selectFrom('blogs').select('id').execute()).toEqual([])
  expect(await readContentVersion(database)).toBe(version)
  await close()
})

test('a database with other content is not changed', async () => {
  const { database, close } = await openTestDatabase()
  await addPost(database)
  await loadSampleContent(database, site)
  expect(await database.db.selectFrom('blogs').select('id').execute()).toHaveLength(1)
  expect(await database.db.selectFrom('products').select('id').execute()).toEqual([])
  await close()
})

test('of several starts at once, only one loads', async () => {
  const { database, close } = await openTestDatabase()
  await Promise.all([
    loadSampleContent(database, site),
    loadSampleContent(database, site),
    loadSampleContent(database, site),
  ])
  expect(
    await database.db.selectFrom('settings').where('name', '=', 'sampleContent').select('name').execute(),
  ).toHaveLength(1)
  expect((await database.db.selectFrom('products').select('id').execute()).length).toBeLessThan(12)
  await close()
})

describe('a file that cannot be used is named, and nothing is kept', () => {
  // Each of them leaves it empty.
  let shared: Awaited<ReturnType<typeof openTestDatabase>>
  beforeAll(async () => {
    shared = await openTestDatabase()
  })
  afterAll(() => shared.close())
  const demo = resolve(import.meta.dirname, '../../../content/demo')
  const head = (fields: string) =>
    `---\ntitle: T\nslug: t\nexcerpt: E\ncategory: Cloud\nauthor: meera\npublishedAt: 2026-01-01\n${fields}\n---\nText`

  test.each([
    ['posts/99-bad.md', 'No head', /posts\/99-bad\.md cannot be loaded: it has to start with a head/],
    ['posts/99-bad.md', head('colour: red'), /posts\/99-bad\.md .*colour/],
    ['posts/99-bad.md', head('image: nowhere'), /posts\/99-bad\.md .*no picture "nowhere"/],
    ['posts/99-bad.md', `${head('')}\n![x](image:nowhere)`, /posts\/99-bad\.md .*no picture "nowhere"/],
    ['posts/99-bad.md', head('').replace('Cloud', 'Gardening'), /posts\/99-bad\.md .*category/],
    ['posts/99-bad.md', head('').replace('meera', 'nobody'), /posts\/99-bad\.md .*"nobody"/],
    ['products.yaml', '- name: P', /products\.yaml .*0\.category/],
  ])('%s: %j', async (file, text, message) => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-demo-'))
    await cp(demo, folder, { recursive: true })
    await writeFile(join(folder, file), text)
    const { database } = shared
    await expect(loadSampleContent(database, site, folder)).rejects.toThrow(message)
    expect(await database.db.selectFrom('products').select('id').execute()).toEqual([])
    expect(
      await database.db.selectFrom('settings').where('name', '=', 'sampleContent').select('name').execute(),
    ).toEqual([])
    await rm(folder, { recursive: true })
  })
})
