import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthor } from '#features/blog/blog.shared.server.ts'
import { changeContent } from '#server/database/content-version.ts'
import { addCourse, addPost } from '#testing/sample-rows.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

/** One file has 25,000 addresses at most. */
const posts = 25_010

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const read = async (path: string, init?: RequestInit) => {
  const answer = await site.get(path, init)
  const text = await answer.text()
  return { answer, text, found: [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address) }
}

test('a small site has one file', async () => {
  await addPost(site.database, { slug: 'one-post' })
  await addPost(site.database, { slug: 'a-draft', published: false })
  await addCourse(site.database, { slug: 'one-course' })
  const { answer, text, found } = await read('/sitemap.xml')
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n<url>/)
  expect(text).toMatch(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod><\/url>\n<\/urlset>\n$/)
  const { publicUrl } = site.config
  expect(found.slice(-2)).toEqual([`${publicUrl}/blog/one-post`, `${publicUrl}/courses/one-course`])
  expect(found).toContain(`${publicUrl}/contact`)
  for (const name of ['pages', 'posts-1', 'courses-1'])
    expect((await read(`/sitemap-${name}.xml`)).answer.status).toBe(404)
})

test('a large one has an index of files that together have every address once', async () => {
  await changeContent(site.database, async (trx) => {
    const { id } = await createAuthor(trx, { name: 'Asha Rao', bio: '' })
    const time = '2026-01-01T00:00:00.000Z'
    await sql`
      with recursive "n" ("n") as (select 1 union all select "n" + 1 from "n" where "n" < ${sql.lit(posts)})
      insert into "blogs" ("id", "title", "slug", "excerpt", "category", "authorId", "published", "sendNotification", "readTime", "version", "createdAt", "updatedAt", "content")
      select 'id-' || "n", 'A', 'post-' || "n", 'A', 'Cloud', ${id}, ${true}, ${false}, 1, 1, ${time}, ${time}, '' from "n"
    `.execute(trx)
  })
  const { publicUrl } = site.config
  const { text, found: files } = await read('/sitemap.xml')
  expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<sitemapindex /)
  expect(files).toEqual(['pages', 'posts-1', 'posts-2', 'courses-1'].map((name) => `${publicUrl}/sitemap-${name}.xml`))

  const all: string[] = []
  for (const file of files) {
    const { answer, found } = await read(file.slice(publicUrl.length))
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(found.length).toBeLessThanOrEqual(25_000)
    all.push(...found)
  }
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((address) => address.startsWith(`${publicUrl}/blog/`))).toHaveLength(posts + 1)
  expect(all).toContain(`${publicUrl}/courses/one-course`)
  expect(all).not.toContain(`${publicUrl}/blog/a-draft`)

  const plain = await read('/sitemap-courses-1.xml', { headers: { 'accept-encoding': 'identity' } })
  expect(plain.answer.headers.get('content-encoding')).toBeNull()
  const etag = plain.answer.headers.get('etag') ?? ''
  expect((await site.get('/sitemap-courses-1.xml', { headers: { 'if-none-match': etag } })).status).toBe(304)
  for (const name of ['posts-3', 'posts-0', 'other', 'courses'])
    expect((await read(`/sitemap-${name}.xml`)).answer.status).toBe(404)
})
