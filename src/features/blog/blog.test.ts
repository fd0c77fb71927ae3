// On both databases: it represents all lists of visitors: searched, filtered and paged.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { changeContent } from '#server/database/content-version.ts'
import { readRows } from '#server/database/list-pages.ts'
import { anyText } from '#testing/any-text.ts'
import { runs } from '#testing/property-seed.ts'
import { addPost } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { newestPosts, publicPosts } from './blog.shared.server.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

type Listed = { blogs: { _id: string; title: string; slug: string; createdAt: string }[]; totalPages: number }
async function list(query = ''): Promise<Listed> {
  const answer = await site.get(`/api/blogs${query}`)
  expect(answer.status, query).toBe(200)
  return answer.json()
}
const titles = async (query: string) => (await list(query)).blogs.map(({ title }) => title)
/** Saves a post in the back office. */
const save = async (id: string, changes: object) => {
  const fields = { title: 'Saved', excerpt: 'Short.', category: 'Cloud', published: true, ...changes }
  expect((await callAs(site, await site.asStaff())('PUT', `/api/blogs/${id}`, fields)).status).toBe(200)
}
const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00.000Z`

test('answers an empty list without pages when there are no posts', async () => {
  expect(await list()).toEqual({ blogs: [], totalPages: 0 })
})

describe('the list', () => {
  beforeAll(async () => {
    for (let number = 1; number <= 13; number++) {
      await addPost(site.database, {
        title: `Paged ${number}`,
        createdAt: day(number),
        category: number % 2 ? 'Cloud' : 'AI & ML',
      })
    }
    await addPost(site.database, { title: 'Paged draft', published: false, createdAt: day(20) })
  })

  test('shows six published posts, newest first', async () => {
    const { blogs, totalPages } = await list()
    expect(blogs.map(({ title }) => title)).toEqual([13, 12, 11, 10, 9, 8].map((number) => `Paged ${number}`))
    expect(totalPages).toBe(3)
  })

  test('is paged, and empty beyond the last page', async () => {
    expect(await titles('?page=3')).toEqual(['Paged 1'])
    expect(await list('?page=4')).toEqual({ blogs: [], totalPages: 3 })
    expect(await list('?page=1000000&limit=100')).toEqual({ blogs: [], totalPages: 1 })
    expect((await list('?limit=13')).totalPages).toBe(1)
    expect((await list('?limit=12')).totalPages).toBe(2)
    expect(await titles('?limit=1&page=13')).toEqual(['Paged 1'])
  })

  test('the highlights are the newest published posts, and the newest of each category', async () => {
    await addPost(site.database, { title: 'Paged 0', createdAt: day(1), category: 'Security' })
    const { blogs }: Listed = await (await site.get('/api/blog-highlights')).json()
    expect(blogs.map(({ title }) => title)).toEqual([13, 12, 11, 0].map((number) => `Paged ${number}`))
    await changeContent(site.database, async (trx) => {
      await trx.deleteFrom('blogs').where('title', '=', 'Paged 0').execute()
    })
  })

  test('filters by category; an unknown one has no posts, and a blank one is ignored', async () => {
    expect(await titles(`?category=${encodeURIComponent('AI & ML')}&limit=100`)).toEqual(
      [12, 10, 8, 6, 4, 2].map((n) => `Paged ${n}`),
    )
    expect(await list('?category=Gardening')).toEqual({ blogs: [], totalPages: 0 })
    expect(await list('?category=%00')).toEqual({ blogs: [], totalPages: 0 })
    expect((await list('?category=&search=')).totalPages).toBe(3)
  })

  test('has the fields of a card, and not the content', async () => {
    const [first] = (await list('?limit=1')).blogs
    expect(first).toEqual({
      _id: expect.any(String),
      title: 'Paged 13',
      slug: expect.any(String),
      excerpt: 'What it is about.',
      category: 'Cloud',
      author: { name: 'Meera Kulkarni', bio: 'Writes about clouds.' },
      published: true,
      createdAt: day(13),
      updatedAt: day(13),
      readTime: 1,
    })
  })

  test.each([
    ['?page=abc', 400, 'malformed', 'page'],
    ['?page=1.5', 400, 'malformed', 'page'],
    ['?page=0', 422, 'invalid', 'page'],
    ['?limit=-1', 422, 'invalid', 'limit'],
    ['?limit=101', 422, 'invalid', 'limit'],
    ['?limit=Infinity', 400, 'malformed', 'limit'],
    ['?search=a&search=b', 400, 'malformed', 'search'],
  ])('%s is refused with %i', async (query, status, code, field) => {
    const answer = await site.get(`/api/blogs${query}`)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({
      message: expect.any(String),
      code,
      issues: [{ path: field, message: expect.any(String) }],
    })
  })
})

describe('the search', () => {
  beforeAll(async () => {
    const content = 'A [link](https://example.com/zebra), `inline` and\n\n```js\nconst albatross = 1\n```'
    await addPost(site.database, { title: 'Found in the body', content, createdAt: day(21) })
    await addPost(site.database, { title: 'Albatross found in the title', createdAt: day(2) })
    await addPost(site.database, { title: 'Found in the excerpt', excerpt: 'On the Älbatröss', createdAt: day(3) })
    await addPost(site.database, { title: 'Albatross draft', published: false })
    await addPost(site.database, { title: 'Twins', excerpt: 'marmot', slug: 'older-twin', createdAt: day(1) })
    await addPost(site.database, { title: 'Twins', excerpt: 'marmot', slug: 'newer-twin', createdAt: day(5) })
  })

  test('finds beginnings of words in title, excerpt, category and content, best matches first, and no drafts', async () => {
    const ranked = ['Albatross found in the title', 'Found in the excerpt', 'Found in the body']
    for (const search of ['albatross', 'ALBATROSS', 'albatröss', 'albat', '"albatross"', ' albatross* ']) {
      expect(await titles(`?search=${encodeURIComponent(search)}`), search).toEqual(ranked)
    }
    expect(await titles('?search=zebra')).toEqual([])
    expect(await titles('?search=albatross%20title')).toEqual(['Albatross found in the title'])
    expect((await list('?search=ml%20paged&limit=100')).blogs).toHaveLength(6)
  })

  test('sorts equally good matches newest first', async () => {
    expect((await list('?search=marmot')).blogs.map(({ slug }) => slug)).toEqual(['newer-twin', 'older-twin'])
  })

  test('is paged and filtered like the list', async () => {
    expect(await list('?search=albatross&limit=2&page=2')).toMatchObject({
      total: 3,
      totalPages: 2,
      blogs: [{ title: 'Found in the body' }],
    })
    expect(await titles(`?search=paged&category=${encodeURIComponent('AI & ML')}&limit=2`)).toHaveLength(2)
    expect(await list('?search=albatross&category=Security')).toEqual({ blogs: [], totalPages: 0 })
  })

  test('is ignored when blank, and finds nothing without a search term', async () => {
    expect((await list('?search=%20%20')).totalPages).toBeGreaterThan(2)
    for (const search of ['%22', '*', '%F0%9F%9A%80', '%00', '...'])
      expect(await list(`?search=${search}`)).toEqual({ blogs: [], totalPages: 0 })
  })

  test('accepts 10,000 characters', async () => {
    expect(await titles(`?search=${'x'.repeat(10_000)}`)).toEqual([])
    expect(await titles(`?search=${encodeURIComponent('qä😀"* '.repeat(2_000))}`)).toEqual([])
    expect(await titles(`?search=${encodeURIComponent('albatross title '.repeat(600))}`)).toEqual([
      'Albatross found in the title',
    ])
  })

  test('accepts any text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (search) => {
        await list(`?search=${encodeURIComponent(search)}`)
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('one post', () => {
  test('is found by id and by slug, rendered, with three related posts', async () => {
    const content = '## Why *it* matters\n\n<script>alert(1)</script>\n\nText.'
    const post = await addPost(site.database, {
      category: 'Security',
      imageUrl: 'https://example.com/a.webp',
      imageAlt: 'A picture',
      content,
    })
    const same = await addPost(site.database, { category: 'Security', createdAt: day(1) })
    const [bySlug, byId] = await Promise.all([site.get(`/api/blogs/${post.slug}`), site.get(`/api/blogs/${post.id}`)])
    expect(bySlug.status).toBe(200)
    expect(byId.status).toBe(200)
    const body = await bySlug.json()
    expect(await byId.json()).toEqual(body)
    expect(body).toMatchObject({ _id: post.id, imageUrl: 'https://example.com/a.webp', imageAlt: 'A picture', content })
    expect(body.contentHtml).toContain('<em>it</em>')
    expect(body.contentHtml).not.toContain('<script')
    expect(body.headings).toEqual([{ id: expect.any(String), text: 'Why it matters', depth: 2 }])
    expect(body.related).toHaveLength(3)
    expect(body.related[0]._id).toBe(same.id)
    expect(body.related.map(({ _id }: { _id: string }) => _id)).not.toContain(post.id)
    expect(body.related[0]).not.toHaveProperty('content')
    expect(body).not.toHaveProperty('authorId')
  })

  test('is not found when it is a draft, or by an unknown or impossible slug', async () => {
    const draft = await addPost(site.database, { published: false })
    for (const name of [draft.slug, draft.id, 'nothing-here', '%00', '..%2f..%2fetc', 'x'.repeat(900), '😀']) {
      const answer = await site.get(`/api/blogs/${name}`)
      expect(answer.status, name).toBe(404)
      expect(await answer.json()).toEqual({ message: 'Blog post not found', code: 'not_found' })
    }
  })

  test('redirects a former slug to the current one', async () => {
    const { id } = await addPost(site.database, { slug: 'first-name' })
    const rename = (slug: string, published = true) => save(id, { slug, published })
    await rename('second-name')
    await rename('third-name')
    const warn = vi.spyOn(site.app.log, 'warn')
    const followed = ['first-name', 'second-name', 'first-name', 'first-name'].map(async (past) => {
      const answer = await site.get(`/api/blogs/${past}`)
      expect(answer.status).toBe(301)
      expect(answer.headers.get('location')).toBe('/api/blogs/third-name')
    })
    await Promise.all(followed)
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
    expect((await site.get('/api/blogs/third-name')).status).toBe(200)

    await addPost(site.database, { slug: 'first-name', title: 'A new owner' })
    expect(await (await site.get('/api/blogs/first-name')).json()).toMatchObject({ title: 'A new owner' })
    await rename('third-name', false)
    expect((await site.get('/api/blogs/second-name')).status).toBe(404)
  })

  test('is found by its new text after a change', async () => {
    const { id, slug } = await addPost(site.database, { title: 'Pangolin' })
    await save(id, { slug, title: 'Armadillo', content: 'about okapis' })
    expect(await titles('?search=pangolin')).toEqual([])
    expect(await titles('?search=armadillo%20okapis')).toEqual(['Armadillo'])
  })
})

test('gives feed and sitemap only published posts, newest first', async () => {
  const all = (await Array.fromAsync(readRows<{ slug: string }>(site.database, publicPosts, ['slug']))).flat()
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  )
  expect(all.some(({ slug }) => slug === 'newer-twin')).toBe(true)
  const latest = await newestPosts(site, 3)
  expect(latest.map(({ slug }) => slug)).toEqual(all.slice(0, 3).map(({ slug }) => slug))
  expect(latest[0]?.contentHtml).toMatch(/^<p>/)
})
