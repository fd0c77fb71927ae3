// On both databases: it represents all lists of staff: searched, sorted and paged.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { addPost } from '#testing/sample-rows.ts'
import { callAs, formOf } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  call = callAs(site, await site.asStaff({ name: 'Asha Rao' }))
})
afterAll(() => site.close())

let number = 0
const input = (changes = {}) => ({
  title: 'Slow clouds',
  slug: `slow-clouds-${++number}`,
  excerpt: 'On patience.',
  category: 'Cloud',
  content: '## Why\n\nWords.',
  ...changes,
})
const create = async (changes = {}) => {
  const answer = await call('POST', '/api/blogs', input(changes))
  expect(answer.status).toBe(201)
  return answer.json()
}
const photo = async (background: string) =>
  new File(
    [
      (await sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer()) as BlobPart,
    ],
    'photo.png',
    { type: 'image/png' },
  )

describe('writing a post', () => {
  test.each([
    ['<iframe src="https://x.example"></iframe> and <p onclick="x()">a</p>', ['<iframe>', '“onclick” at <p>']],
    ['a <script>let b</script> c <title>d</title>', ['<script> with its content', '<title> with its content']],
    ['<video src="/a.mp4"></video>\n\n[e](javascript:f)', ['<video>', 'the address javascript:f']],
    ['Words, s3://<bucket-name>, `<script>` and <script> too', undefined],
    ['**Bold** [link](/services)\n\n- list', undefined],
  ])('the answer says what pages will not show of %j', sameOnBoth, async (content, notShown) => {
    const post = await create({ content, published: true })
    expect(post.notShown).toEqual(notShown)
    const { _id, slug } = post
    expect((await (await call('PUT', `/api/blogs/${_id}`, input({ slug, content }))).json()).notShown).toEqual(notShown)
    const copied = await call('PUT', `/api/blogs/${_id}/working-copy`, input({ slug, content, published: true }))
    expect((await copied.json()).notShown).toEqual(notShown)
    expect(await (await call('GET', `/api/blogs/id/${_id}`)).json()).not.toHaveProperty('notShown')
  })

  test(
    'accepts a form in the format of the specification: texts for everything, and a picture',
    sameOnBoth,
    async () => {
      const sent = input({
        content: '<p>Rich &amp; plain</p>',
        published: true,
        sendNotification: false,
        author: 'Team',
        readTime: '',
        image: await photo('red'),
        imageUrl: 'undefined',
        createdAt: '',
      })
      const answer = await call('POST', '/api/blogs', formOf(sent))
      expect(answer.status).toBe(201)
      const post = await answer.json()
      expect(post).toEqual({
        _id: expect.any(String),
        authorId: expect.any(String),
        title: sent.title,
        slug: sent.slug,
        excerpt: sent.excerpt,
        category: 'Cloud',
        content: '<p>Rich &amp; plain</p>',
        published: true,
        sendNotification: false,
        readTime: 1,
        imageUrl: expect.stringMatching(/^\/media\/[0-9a-f]{32}-40x30\.webp$/),
        author: { name: 'Asha Rao', bio: '' },
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        updatedBy: 'Asha Rao',
        version: 1,
      })
      expect((await site.get(post.imageUrl)).headers.get('content-type')).toBe('image/webp')
      expect(await (await call('GET', `/api/blogs/id/${post._id}`)).json()).toEqual(post)
      const shown = await (await site.get(`/api/blogs/${sent.slug}`)).json()
      expect(shown).toMatchObject({ title: sent.title, contentHtml: expect.stringContaining('Rich') })
      expect(shown).not.toHaveProperty('version')
      expect(shown).not.toHaveProperty('updatedBy')
    },
  )

  test('accepts JSON, and makes a post a draft by default', sameOnBoth, async () => {
    const post = await create()
    expect(post).toMatchObject({ published: false, sendNotification: false, readTime: 1 })
    expect((await site.get(`/api/blogs/${post.slug}`)).status).toBe(404)
  })

  test('keeps fields that a change leaves out, and removes the picture for an empty address', sameOnBoth, async () => {
    const post = await create({
      published: true,
      imageUrl: 'https://example.com/a.jpg',
      imageAlt: 'A hill',
      readTime: 7,
    })
    expect(post).toMatchObject({ imageUrl: 'https://example.com/a.jpg', imageAlt: 'A hill', readTime: 7 })
    const { title, slug, excerpt, category } = post
    const changed = await (await call('PUT', `/api/blogs/${post._id}`, { title, slug, excerpt, category })).json()
    expect(changed).toEqual({ ...post, readTime: 1, version: 2, updatedAt: expect.any(String) })
    const cleared = await (
      await call(
        'PUT',
        `/api/blogs/${post._id}`,
        formOf({ title, slug, excerpt, category, imageUrl: '', imageAlt: '', published: 'false' }),
      )
    ).json()
    expect(cleared).toMatchObject({ published: false, content: post.content, version: 3 })
    expect(cleared).not.toHaveProperty('imageUrl')
    expect(cleared).not.toHaveProperty('imageAlt')
    const pictured = await (
      await call(
        'PUT',
        `/api/blogs/${post._id}`,
        formOf({ title, slug, excerpt, category, imageUrl: 'https://example.com/a.jpg', image: await photo('blue') }),
      )
    ).json()
    expect(pictured.imageUrl).toMatch(/^\/media\//)
  })

  test('keeps the author when another person changes a post', sameOnBoth, async () => {
    const post = await create()
    const other = await site.asStaff({ name: 'Vikram Shah' })
    const changed = await (
      await call('PUT', `/api/blogs/${post._id}`, { ...input(), author: 'Vikram Shah' }, other.headers)
    ).json()
    expect(changed).toMatchObject({ author: { name: 'Asha Rao' }, updatedBy: 'Vikram Shah' })
  })

  test('names another existing author, only for staff', sameOnBoth, async () => {
    const colleague = await site.asStaff({ name: 'Meera Iyer', email: 'meera.iyer@example.com' })
    // A profile is made at the first call.
    await callAs(site, colleague)('GET', '/api/authors')
    const authors: { _id: string; name: string }[] = await (await call('GET', '/api/authors')).json()
    const meera = authors.find(({ name }) => name === 'Meera Iyer')
    const { _id, slug, author } = await create({ authorId: meera?._id, published: true })
    expect(author.name).toBe('Meera Iyer')
    const asha = authors.find(({ name }) => name === 'Asha Rao')?._id
    const changed = await call('PUT', `/api/blogs/${_id}`, input({ slug, authorId: asha }))
    expect(await changed.json()).toMatchObject({ authorId: asha, author: { name: 'Asha Rao' } })
    expect((await (await site.get(`/api/blogs/${slug}`)).json()).author.name).toBe('Asha Rao')
    const refused = await callAs(site, colleague)('PUT', `/api/blogs/${_id}`, input({ slug, authorId: 'nobody' }))
    expect(refused.status).toBe(422)
    expect((await refused.json()).issues).toEqual([{ path: 'authorId', message: 'This author does not exist' }])
    expect((await site.get('/api/authors')).status).toBe(401)
  })

  test('updates the search index when a post is created, changed or deleted', async () => {
    const found = async (word: string) => (await (await site.get(`/api/blogs?search=${word}`)).json()).blogs.length
    const post = await create({ published: true, content: 'The quokka smiles.' })
    expect(await found('quokka')).toBe(1)
    const { title, slug, excerpt, category } = post
    await call('PUT', `/api/blogs/${post._id}`, { title: 'On axolotls', slug, excerpt, category })
    expect(await found('quokka')).toBe(1)
    expect(await found('axolotls')).toBe(1)
    await call('PUT', `/api/blogs/${post._id}`, { title, slug, excerpt, category, content: 'The wombat digs.' })
    expect(await found('quokka')).toBe(0)
    expect(await found('wombat')).toBe(1)
    expect((await call('DELETE', `/api/blogs/${post._id}`)).status).toBe(200)
    expect(await found('wombat')).toBe(0)
    expect((await site.get(`/api/blogs/${slug}`)).status).toBe(404)
  })

  test('calculates the read time when it is not given', sameOnBoth, async () => {
    const content = 'word '.repeat(900)
    expect(await create({ content })).toMatchObject({ readTime: 5 })
    expect(await create({ content, readTime: 0 })).toMatchObject({ readTime: 5 })
    expect(await create({ content, readTime: 3 })).toMatchObject({ readTime: 3 })
  })

  test.each([
    [{ title: ' ' }, 422, 'title'],
    [{ slug: '' }, 422, 'slug'],
    [{ slug: 'Two words' }, 422, 'slug'],
    [{ slug: 'a/b' }, 422, 'slug'],
    [{ slug: 'new' }, 422, 'slug'],
    [{ slug: 'adminblogs' }, 422, 'slug'],
    [{ excerpt: '' }, 422, 'excerpt'],
    [{ category: 'Gardening' }, 422, 'category'],
    [{ category: '' }, 422, 'category'],
    [{ readTime: -1 }, 422, 'readTime'],
    [{ readTime: 'soon' }, 400, 'readTime'],
    [{ published: 'maybe' }, 400, 'published'],
    [{ content: 'a\0b' }, 422, 'content'],
    [{ imageUrl: 'javascript:alert(1)' }, 422, 'imageUrl'],
    [{ imageUrl: '//evil.example' }, 422, 'imageUrl'],
  ])('%j is refused, as JSON and as a form', sameOnBoth, async (wrong, status, field) => {
    const body = { ...input(), ...wrong }
    for (const sent of [body, formOf(body)]) {
      const answer = await call('POST', '/api/blogs', sent)
      expect(answer.status).toBe(status)
      expect((await answer.json()).issues?.map(({ path }: { path: string }) => path)).toEqual([field])
    }
  })

  test('refuses a file that is not a picture, and saves nothing', sameOnBoth, async () => {
    const sent = input({ image: new File(['<svg/>'], 'a.png', { type: 'image/png' }) })
    const answer = await call('POST', '/api/blogs', formOf(sent))
    expect(answer.status).toBe(415)
    expect((await answer.json()).issues[0].path).toBe('image')
    expect((await call('GET', `/api/blogs/${sent.slug}`)).status).toBe(404)
  })

  test('saves a long text completely, and refuses one above the limit', sameOnBoth, async () => {
    // Above the default limit for a form's field.
    const long = `${'शब्द '.repeat(90_000)}end`
    const answer = await call('POST', '/api/blogs', formOf(input({ content: long })))
    expect(answer.status).toBe(201)
    expect((await answer.json()).content === long).toBe(true)
    expect((await call('POST', '/api/blogs', input({ content: 'x'.repeat(1_000_001) }))).status).toBe(422)
    const cut = await call('POST', '/api/blogs', formOf(input({ content: 'x'.repeat(5_000_000) })))
    expect(cut.status).toBe(413)
    expect((await cut.json()).code).toBe('too_large')
    expect((await call('POST', '/api/blogs', input({ content: 'x'.repeat(6_000_000) }))).status).toBe(413)
  })
})

describe('slugs', () => {
  test('refuses a slug that is already used, at its field', async () => {
    const { slug } = await create()
    const other = await create()
    for (const answer of [
      await call('POST', '/api/blogs', input({ slug })),
      await call('PUT', `/api/blogs/${other._id}`, input({ slug })),
    ]) {
      expect(answer.status).toBe(409)
      expect(await answer.json()).toEqual({
        message: 'This slug is already used by another post',
        code: 'conflict',
        issues: [{ path: 'slug', message: 'This slug is already used by another post' }],
      })
    }
    const together = await Promise.all(
      Array.from({ length: 4 }, () => call('POST', '/api/blogs', input({ slug: 'at-once' }))),
    )
    expect(together.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('trims a slug and converts it to lower case', sameOnBoth, async () => {
    expect(await create({ slug: ' Big-Words ' })).toMatchObject({ slug: 'big-words' })
  })

  test('redirects the former slug of a published post until another post uses it', async () => {
    const post = await create({ slug: 'first-address', published: true })
    await call('PUT', `/api/blogs/${post._id}`, input({ slug: 'second-address' }))
    const moved = await site.get('/api/blogs/first-address')
    expect(moved.status).toBe(301)
    expect(moved.headers.get('location')).toBe('/api/blogs/second-address')

    const taker = await create({ slug: 'first-address', title: 'Another', published: true })
    expect(await (await site.get('/api/blogs/first-address')).json()).toMatchObject({ _id: taker._id })
    await call('DELETE', `/api/blogs/${taker._id}`)
    expect((await site.get('/api/blogs/first-address')).status).toBe(301)

    await call('DELETE', `/api/trash/blogs/${taker._id}`)
    await call('PUT', `/api/blogs/${post._id}`, input({ slug: 'first-address' }))
    expect((await site.get('/api/blogs/first-address')).status).toBe(200)
    expect((await site.get('/api/blogs/second-address')).headers.get('location')).toBe('/api/blogs/first-address')
  })

  test('does not redirect the former slug of a draft', sameOnBoth, async () => {
    const post = await create({ slug: 'never-public' })
    await call('PUT', `/api/blogs/${post._id}`, input({ slug: 'now-public', published: true }))
    expect((await site.get('/api/blogs/never-public')).status).toBe(404)
  })
})

describe('reading as staff', () => {
  let other: TestApp
  let reader: SignedIn
  beforeAll(async () => {
    other = await startTestApp()
    reader = await other.asStaff()
    for (let index = 0; index < 8; index++)
      await addPost(other.database, {
        title: `Post ${index}`,
        slug: `post-${index}`,
        published: index % 2 === 0,
        category: index === 3 ? 'Security' : 'Cloud',
        createdAt: `2026-01-0${index + 1}T00:00:00.000Z`,
      })
    await addPost(other.database, { title: '100% ÉTÉ_ \\', slug: 'odd', createdAt: '2025-01-01T00:00:00.000Z' })
  })
  afterAll(() => other.close())
  const ask = (path: string, headers: Record<string, string> = reader.headers) => other.get(path, { headers })
  const titles = async (path: string) =>
    (await (await ask(path)).json()).blogs.map(({ title }: { title: string }) => title)

  test('lists all posts with drafts when no page is named, without caching', async () => {
    const answer = await ask('/api/blogs')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { blogs, totalPages } = await answer.json()
    expect(blogs).toHaveLength(9)
    expect(totalPages).toBe(1)
    expect(blogs[0].title).toBe('Post 7')
    expect(blogs[0].version).toBe(1)
    expect(blogs.filter(({ published }: { published: boolean }) => !published)).toHaveLength(4)
    expect(await (await ask('/api/blogs?page=2')).json()).toMatchObject({
      totalPages: 2,
      blogs: [{ title: 'Post 1' }, { title: 'Post 0' }, {}],
    })
    expect(await titles('/api/blogs?category=Security')).toEqual(['Post 3'])
    const visitors = await (await other.get('/api/blogs')).json()
    expect(visitors.blogs).toHaveLength(5)
    expect(visitors.totalPages).toBe(1)
  })

  test('shows a draft by slug and by id', sameOnBoth, async () => {
    const draft = await (await ask('/api/blogs/post-1')).json()
    expect(draft).toMatchObject({ published: false, contentHtml: expect.any(String), version: 1 })
    expect((await ask(`/api/blogs/${draft._id}`)).status).toBe(200)
    for (const name of ['post-1', draft._id]) expect((await other.get(`/api/blogs/${name}`)).status).toBe(404)
  })

  test('refuses an invalid token instead of giving the public answer', sameOnBoth, async () => {
    for (const path of ['/api/blogs', '/api/blogs/post-0'])
      expect((await ask(path, { authorization: 'Bearer nonsense' })).status).toBe(401)
  })

  test("the staff's list has all posts without parameters, and a part with the total with any", async () => {
    const all = await ask('/api/blogs/adminblogs')
    expect(all.headers.get('x-total-count')).toBeNull()
    const { blogs } = await all.json()
    expect(blogs).toHaveLength(9)
    expect(Object.keys(blogs[0])).not.toContain('content')
    const part = await ask('/api/blogs/adminblogs?page=2&limit=4')
    expect(part.headers.get('x-total-count')).toBe('9')
    expect((await part.json()).blogs).toHaveLength(4)
    expect(await titles('/api/blogs/adminblogs?search=SECUR')).toEqual(['Post 3'])
    expect(await titles('/api/blogs/adminblogs?search=ost%207')).toEqual(['Post 7'])
    expect(await titles('/api/blogs/adminblogs?search=%C3%A9t%C3%A9_')).toEqual(['100% ÉTÉ_ \\'])
    expect(await titles('/api/blogs/adminblogs?search=%25')).toEqual(['100% ÉTÉ_ \\'])
    expect(await titles('/api/blogs/adminblogs?search=%5C')).toEqual(['100% ÉTÉ_ \\'])
    expect(await titles('/api/blogs/adminblogs?status=draft&search=post')).toHaveLength(4)
    expect(await titles('/api/blogs/adminblogs?status=published')).toHaveLength(5)
    expect(await titles('/api/blogs/adminblogs?status=lost')).toEqual([])
    const sorted = (by: string) => titles(`/api/blogs/adminblogs?sort=${by}`)
    const posts = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => `Post ${number}`)
    expect(await sorted('title')).toEqual(['100% ÉTÉ_ \\', ...posts])
    expect(await sorted('-title&limit=3&page=2')).toEqual(['Post 4', 'Post 3', 'Post 2'])
    expect((await sorted('-category'))[0]).toBe('Post 3')
    expect(await sorted('createdAt')).toEqual((await sorted('-createdAt')).toReversed())
    expect((await ask('/api/blogs/adminblogs?sort=content')).status).toBe(400)
    expect((await ask('/api/blogs/adminblogs?limit=1001')).status).toBe(422)
    expect((await ask('/api/blogs/adminblogs?page=0')).status).toBe(422)
    expect((await ask('/api/blogs/adminblogs?search=%00')).status).not.toBe(500)
  })
})
