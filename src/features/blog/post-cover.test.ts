import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs, formOf } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
  call = callAs(site, await site.asStaff())
})
afterAll(() => site.close())

let number = 0
const input = { title: 'Slow clouds', excerpt: 'On patience.', category: 'Cloud', published: true }
const send = (changes: object) => call('POST', '/api/blogs', { ...input, slug: `covered-${++number}`, ...changes })
const create = async (changes = {}) => (await send(changes)).json()
const cover = { family: 3, ground: 5, seed: 4_294_967_295 }
const shown = async (slug: string) => (await site.get(`/api/blogs/${slug}`)).json()

test('stores a cover, keeps it, and removes it; a post without one answers as before', async () => {
  const plain = await create()
  for (const answer of [plain, await shown(plain.slug)]) expect(answer).not.toHaveProperty('cover')

  const post = await create({ cover })
  expect(post.cover).toEqual(cover)
  expect((await shown(post.slug)).cover).toEqual(cover)
  expect((await shown(plain.slug)).related.find(({ _id }: { _id: string }) => _id === post._id).cover).toEqual(cover)
  for (const path of ['/api/blogs', '/api/blog-highlights', '/api/blogs/adminblogs']) {
    const { blogs } = await (await call('GET', path)).json()
    expect(blogs.find(({ _id }: { _id: string }) => _id === post._id).cover, path).toEqual(cover)
  }

  const { cover: _, ...others } = post
  const put = async (body: object) => (await call('PUT', `/api/blogs/${post._id}`, body)).json()
  expect((await put({ ...others, title: 'Slower' })).cover).toEqual(cover)
  const first = { family: 0, ground: 0, seed: 1 }
  expect((await put(formOf({ ...others, cover: JSON.stringify(first) }))).cover).toEqual(first)
  expect(await put(formOf({ ...others, cover: undefined }))).toHaveProperty('cover')
  expect(await put(formOf({ ...others, cover: '' }))).not.toHaveProperty('cover')
  await put(post)
  expect(await put({ ...others, cover: null })).not.toHaveProperty('cover')
})

test.each([
  [{ family: 9, ground: 0, seed: 0 }, 422, 'cover.family'],
  [{ family: 0, ground: 6, seed: 0 }, 422, 'cover.ground'],
  [{ family: 0, ground: 0, seed: -1 }, 422, 'cover.seed'],
  [{ family: 0, ground: 0, seed: 4_294_967_296 }, 422, 'cover.seed'],
  ['mesh', 400, 'cover'],
])('refuses the cover %j', async (wrong, status, path) => {
  const answer = await send({ cover: wrong })
  expect(answer.status).toBe(status)
  expect((await answer.json()).issues[0].path).toBe(path)
})

test('the history, a working copy, a preview link and a duplicate have the cover', async () => {
  const post = await create({ cover })
  const path = `/api/blogs/${post._id}`
  const other = { family: 1, ground: 2, seed: 3 }
  const copied = await call('PUT', `${path}/working-copy`, { ...post, cover: other })
  expect((await copied.json()).workingCopy.fields.cover).toEqual(other)
  expect((await shown(post.slug)).cover).toEqual(cover)
  const link = await (await call('POST', `${path}/preview-links`, { days: 7 })).json()
  expect((await (await site.get(link.path.replace('/preview', '/api/previews/blogs'))).json()).post.cover).toEqual(
    other,
  )
  await call('PUT', `${path}?workingCopy=publish`, { ...post, cover: null })
  expect(await shown(post.slug)).not.toHaveProperty('cover')

  const { revisions } = await (await call('GET', `${path}/revisions`)).json()
  const first = await (await call('GET', `${path}/revisions/${revisions.at(-1).version}`)).json()
  expect(first.fields.cover).toEqual(cover)

  const again = await create({ cover })
  const copy = await (await call('POST', `/api/blogs/${again._id}/duplicate`, {})).json()
  expect((await (await call('GET', `/api/blogs/id/${copy._id}`)).json()).cover).toEqual(cover)
})

test('the page, the link card, the message and the feed show the chosen cover', async () => {
  const post = await create({ title: 'With a cover' })
  const page = async () => (await site.get(`/blog/${post.slug}`)).text()
  const card = (html: string) => /property="og:image" content="[^"]*(\/cards\/[^"]+)"/.exec(html)?.[1] ?? ''
  const message = async (chosen: object | null) => {
    const { title, slug, excerpt, category } = post
    const body = { title, slug, excerpt, category, cover: chosen }
    const { html } = await (await call('POST', '/api/newsletters/preview/post', body)).json()
    return /src="[^"]*(\/cards\/cover\/[^"]+)"/.exec(html)?.[1] ?? ''
  }
  const feed = async () => /\/cards\/cover\/[^"]+/.exec(await (await site.get('/rss.xml')).text())?.[0]
  const before = await page()
  expect(await message(null)).toBe(await feed())

  await call('PUT', `/api/blogs/${post._id}`, { ...post, cover })
  const after = await page()
  // The ground of the cover.
  expect(after).toContain('h1800v800H-300z" fill="#F0A52A"')
  expect(card(after)).not.toBe(card(before))
  expect(await message(cover)).toMatch(/^\/cards\/cover\/3-5-4294967295\.[\w-]{22}\.jpg$/)
  expect(await message(cover)).toBe(await feed())

  for (const address of [card(after), await message(cover)]) {
    const answer = await site.get(address)
    expect([answer.status, answer.headers.get('content-type')], address).toEqual([200, 'image/jpeg'])
  }
  // No one can request other drawings.
  for (const address of [(await message(cover)).replace('3-5-', '3-4-'), '/cards/cover/3-5-1.jpg', '/cards/cover/x'])
    expect((await site.get(address)).status, address).toBe(404)
})
