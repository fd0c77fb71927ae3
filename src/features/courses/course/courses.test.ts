import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#server/database/list-pages.ts'
import { addCourse, courseInput } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { publicCourses } from '../ground/course-queries.server.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

async function list(query = '') {
  const answer = await site.get(`/api/courses${query}`)
  expect(answer.status, query).toBe(200)
  return (await answer.json()) as { courses: { title: string }[]; totalPages: number }
}
const titles = async (query: string) => (await list(query)).courses.map(({ title }) => title)

test('answers an empty list without pages when there are no courses', async () => {
  expect(await list()).toEqual({ courses: [], totalPages: 0 })
})

describe('the catalogue', () => {
  beforeAll(async () => {
    const { database } = site
    const at = (hour: number) => `2026-01-01T0${hour}:00:00.000Z`
    await addCourse(database, { title: 'Web basics', category: 'Web Development', level: 'Beginner', createdAt: at(1) })
    await addCourse(database, {
      title: 'Web depths',
      category: 'Web Development',
      level: 'Advanced',
      featured: true,
      createdAt: at(2),
    })
    await addCourse(database, {
      title: 'Delivery',
      category: 'DevOps',
      level: 'Advanced',
      syllabus: '## Café pipelines',
      createdAt: at(3),
    })
    await addCourse(database, {
      title: 'Models',
      category: 'AI & ML',
      learningOutcomes: ['Write a lemur'],
      createdAt: at(4),
    })
    await addCourse(database, { title: 'Hidden', active: false, featured: true, createdAt: at(5) })
  })

  test('lists active courses, newest first, page by page', async () => {
    expect(await titles('')).toEqual(['Models', 'Delivery', 'Web depths', 'Web basics'])
    expect(await list('?limit=3&page=2')).toMatchObject({ totalPages: 2, courses: [{ title: 'Web basics' }] })
    expect(await list('?limit=3&page=3')).toEqual({ courses: [], totalPages: 2 })
  })

  test('filters by category, level and featured, and by all of them', async () => {
    expect(await titles('?category=Web%20Development')).toEqual(['Web depths', 'Web basics'])
    expect(await titles('?level=Advanced')).toEqual(['Delivery', 'Web depths'])
    expect(await titles('?featured=true')).toEqual(['Web depths'])
    expect(await titles('?featured=false&level=Advanced')).toEqual(['Delivery'])
    expect(await titles('?category=Web%20Development&level=Beginner&search=basics')).toEqual(['Web basics'])
    expect(await titles('?category=&level=')).toHaveLength(4)
    expect(await list('?level=Expert')).toEqual({ courses: [], totalPages: 0 })
    expect(await list('?category=Cloud')).toEqual({ courses: [], totalPages: 0 })
  })

  test('finds words of the title, description, category, level, outcomes and syllabus, but no inactive courses', async () => {
    expect(await titles('?search=cafe')).toEqual(['Delivery'])
    expect(await titles('?search=lemur')).toEqual(['Models'])
    expect(await titles('?search=web%20adv')).toEqual(['Web depths'])
    expect(await titles('?search=hidden')).toEqual([])
    expect(await titles('?search=*')).toEqual([])
  })

  test('refuses an invalid query', async () => {
    expect((await site.get('/api/courses?featured=maybe')).status).toBe(400)
    expect((await site.get('/api/courses?page=abc')).status).toBe(400)
    expect((await site.get('/api/courses?limit=101')).status).toBe(422)
  })
})

describe('one course', () => {
  test('is found by slug and by id, rendered, with its instructor', async () => {
    const course = await addCourse(site.database, {
      price: 21_999.5,
      discountedPrice: 17_999,
      startDate: '2126-12-01',
      prerequisites: ['Patience', ''],
      syllabus: '## Week 1\n\n- [x] done',
    })
    const body = await (await site.get(`/api/courses/${course.slug}`)).json()
    expect(body).toEqual({
      _id: course.id,
      title: course.title,
      slug: course.slug,
      description: 'What it teaches.',
      duration: '8 weeks',
      price: 21_999.5,
      discountedPrice: 17_999,
      category: 'DevOps',
      level: 'Beginner',
      prerequisites: ['Patience', ''],
      learningOutcomes: [],
      instructor: { name: 'Rohan Patil', bio: 'Teaches.' },
      enrollmentUrl: 'https://example.com/enroll',
      startDate: '2126-12-01',
      upcoming: true,
      active: true,
      featured: false,
      updatedAt: expect.any(String),
      syllabus: '## Week 1\n\n- [x] done',
      syllabusHtml: expect.stringContaining('Week 1'),
      headings: [{ id: expect.any(String), text: 'Week 1', depth: 2 }],
      next: { slug: expect.any(String), title: 'Models', level: 'Beginner', duration: '8 weeks' },
    })
    expect(await (await site.get(`/api/courses/${course.id}`)).json()).toEqual(body)
  })

  test('is not found when it is inactive or unknown', async () => {
    const { slug, id } = await addCourse(site.database, { active: false })
    for (const name of [slug, id, 'nothing-here', '%00']) {
      const answer = await site.get(`/api/courses/${name}`)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual({ message: 'Course not found', code: 'not_found' })
    }
  })

  test('redirects a former slug to the current one', async () => {
    const { id } = await addCourse(site.database, { slug: 'old-name' })
    const call = callAs(site, await site.asStaff())
    const change = (changes: object) =>
      call('PUT', `/api/courses/${id}`, { ...courseInput, title: 'Renamed', slug: 'new-name', ...changes })
    await change({})
    const answer = await site.get('/api/courses/old-name')
    expect(answer.status).toBe(301)
    expect(answer.headers.get('location')).toBe('/api/courses/new-name')
    await change({ active: false })
    expect((await site.get('/api/courses/old-name')).status).toBe(404)
  })
})

test('gives the sitemap only active courses', async () => {
  const rows = await Array.fromAsync(readRows<{ slug: string }>(site.database, publicCourses, ['slug']))
  const slugs = rows.flat().map(({ slug }) => slug)
  expect(slugs).toHaveLength(5)
  expect(slugs).not.toContain('new-name')
})
