// `generated-requests.test.ts` sends some of each kind to every call.
// @module-tag all
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

/** Values that no form would send. */
const odd = [
  null,
  7,
  -1,
  1e308,
  0.1,
  '',
  ' ',
  '\0',
  '\ud800',
  'x'.repeat(3_000),
  true,
  [],
  {},
  ['\0'],
  [1],
  [[]],
  '2026-13-45',
  '../..',
  '%00',
  '__proto__',
]

const item = { description: 'D', features: ['One'], active: true }
const calls = [
  ['/products', { ...item, name: 'N', category: 'AI & Automation Solutions' }],
  ['/services', { ...item, title: 'T', category: 'Cloud', icon: 'Code' }],
  [
    '/blogs',
    {
      title: 'T',
      slug: 's',
      excerpt: 'E',
      content: 'C',
      category: 'Cloud',
      imageUrl: '',
      imageAlt: '',
      published: true,
      sendNotification: false,
      readTime: 1,
      author: 'A',
      image: 'i',
      _id: 'x',
    },
  ],
  [
    '/courses',
    {
      title: 'T',
      slug: 's',
      description: 'D',
      syllabus: 'S',
      duration: '1 week',
      price: 10,
      discountedPrice: 5,
      imageUrl: '',
      imageAlt: '',
      category: 'DevOps',
      level: 'Beginner',
      prerequisites: ['P'],
      learningOutcomes: ['L'],
      instructor: 'i',
      enrollmentUrl: 'https://example.com',
      startDate: '2027-01-01',
      active: true,
      featured: false,
    },
  ],
  ['/instructors', { name: 'N', bio: 'B', avatarUrl: '', isDefault: false }],
  ['/content/preview', { source: 'S' }],
  [
    '/newsletters/preview/post',
    { title: 'T', slug: 's', excerpt: 'E', category: 'Cloud', imageUrl: '', imageAlt: '', authorId: 'x', readTime: 1 },
  ],
] as const

let site: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  site = await startTestApp()
  headers = (await site.asStaff()).headers
})
afterAll(() => site.close())

test.each(calls)('%s accepts valid values and refuses all others', async (path, body) => {
  let number = 0
  const fresh = () => ('slug' in body ? { slug: `slug-${++number}` } : {})
  const send = async (sent: object | FormData) =>
    site.get(`/api${path}`, {
      method: 'POST',
      ...(sent instanceof FormData
        ? { body: sent, headers }
        : { body: JSON.stringify(sent), headers: { ...headers, 'content-type': 'application/json' } }),
    })
  expect((await send({ ...body, ...fresh() })).status).toBeLessThan(300)
  for (const field of Object.keys(body)) {
    for (const value of odd) {
      const sent = { ...body, ...fresh(), [field]: value }
      const form = new FormData()
      for (const [name, part] of Object.entries(sent))
        form.append(name, typeof part === 'string' ? part : JSON.stringify(part))
      for (const answer of [await send(sent), await send(form)]) {
        const message = `${field}: ${JSON.stringify(value)?.slice(0, 40)}`
        expect([200, 201, 400, 409, 415, 422], message).toContain(answer.status)
        if (answer.status === 422)
          expect((await answer.json()).issues[0], message).toEqual({
            path: expect.any(String),
            message: expect.any(String),
          })
      }
    }
  }
})

test('no query causes an internal error', async () => {
  for (const path of [
    '/blogs',
    '/blogs/adminblogs',
    '/courses',
    '/courses/adminCourses',
    '/contact',
    '/newsletter/subscribers',
    '/users',
    '/instructors',
  ]) {
    for (const name of ['page', 'limit', 'search', 'status', 'category', 'level', 'featured']) {
      for (const value of [
        '',
        '0',
        '-1',
        '1e9',
        'NaN',
        '%',
        "'",
        '"',
        '\\',
        '%00',
        '😀',
        'a'.repeat(5_000),
        '1000',
        '2',
      ]) {
        const answer = await site.get(`/api${path}?${name}=${value === '%00' ? value : encodeURIComponent(value)}`, {
          headers,
        })
        expect([200, 400, 422], `${path}?${name}=${value.slice(0, 20)}`).toContain(answer.status)
      }
    }
  }
})
