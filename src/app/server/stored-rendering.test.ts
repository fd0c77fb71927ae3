import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeContent } from '#server/database/content-version.ts'
import { addCourse, addPost, courseInput } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

/** Every entity with a rich text: how to create it, the field of the text, and the values that make it public. */
const kinds = [
  {
    path: '/api/blogs',
    field: 'content',
    html: 'contentHtml',
    flag: 'published',
    table: 'blogs',
    input: { title: 'A post', excerpt: 'Short.', category: 'Cloud' },
  },
  {
    path: '/api/courses',
    field: 'syllabus',
    html: 'syllabusHtml',
    flag: 'active',
    table: 'courses',
    input: {
      title: 'A course',
      ...courseInput,
    },
  },
] as const

const tooIntricate = `${'* '.repeat(200)}platypus`
const refusal = 'This text is too intricate to show. Simplify it, or save it as a draft.'

let site: TestApp
let staff: SignedIn
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  site = await startTestApp()
  staff = await site.asStaff()
  call = callAs(site, staff)
})
afterAll(() => site.close())

describe.each(kinds)('$path', ({ path, field, html, flag, table, input }) => {
  const body = (slug: string, text: string, isPublic: boolean) => ({ ...input, slug, [field]: text, [flag]: isPublic })
  const read = async (slug: string) => (await site.get(`${path}/${slug}`)).json()

  test('saves a text that cannot be rendered, returns it for editing, and refuses to publish it before', async () => {
    const made = await call('POST', path, body('draft', tooIntricate, false))
    expect(made.status).toBe(201)
    const { _id } = await made.json()
    expect(await (await call('GET', `${path}/id/${_id}`)).json()).toMatchObject({ [field]: tooIntricate })

    const untouched = { ...input, slug: 'draft', [flag]: true }
    for (const again of [
      () => call('PUT', `${path}/${_id}`, body('draft', tooIntricate, true)),
      () => call('PUT', `${path}/${_id}`, untouched),
    ]) {
      const refused = await again()
      expect(refused.status).toBe(422)
      expect(await refused.json()).toEqual({
        message: refusal,
        code: 'too_intricate',
        issues: [{ path: field, message: refusal }],
      })
    }
    expect((await call('POST', path, body('at-once', tooIntricate, true))).status).toBe(422)
    expect((await site.get(`${path}/draft`)).status).toBe(404)
    // Staff who open the draft see its text.
    expect((await (await call('GET', `${path}/draft`)).json())[html]).toMatch(/^<ul><li>\* \* .*platypus<\/li><\/ul>$/)

    expect((await call('PUT', `${path}/${_id}`, body('draft', 'A *platypus*', true))).status).toBe(200)
    expect((await read('draft'))[html]).toBe('<p>A <em>platypus</em></p>')
  })

  test('shows visitors the stored rendering', async () => {
    await call('POST', path, body('stored', '## One\n\n[ours](http://localhost:0/x)', true))
    expect(await read('stored')).toMatchObject({
      [html]: expect.stringMatching(/<a href="http:\/\/localhost:0\/x">ours<\/a>/),
      headings: [{ text: 'One' }],
    })
    await changeContent(site.database, (trx) =>
      trx.updateTable(table).set({ renderedHtml: '<p>as stored</p>' }).where('slug', '=', 'stored').execute(),
    )
    expect((await read('stored'))[html]).toBe('<p>as stored</p>')
  })
})

test('refuses to activate a course with a syllabus that cannot be rendered', async () => {
  const { input } = kinds[1]
  const { _id } = await (
    await call('POST', '/api/courses', { ...input, slug: 'off', active: false, syllabus: tooIntricate })
  ).json()
  const refused = await call('PATCH', `/api/courses/${_id}`, { active: true })
  expect(refused.status).toBe(422)
  expect((await refused.json()).issues).toEqual([{ path: 'syllabus', message: refusal }])
  expect((await call('PATCH', `/api/courses/${_id}`, { featured: true })).status).toBe(200)
})

test('shows the stored rendering in the feed, and recognises links to the own site', async () => {
  const content =
    '[ours](http://localhost:0/blog) [a path](/courses) [theirs](https://o.test)\n\n![x](/media/0123456789abcdef-800x600.webp)'
  await addPost(site.database, { title: 'Newest', content, createdAt: '2199-01-01T00:00:00.000Z' })
  const [, item = ''] = (await (await site.get('/rss.xml')).text()).split('<item>')
  expect(item).toContain('Newest')
  expect(item.match(/opens in a new tab/g)).toHaveLength(1)
  expect(item.match(/_blank/g)).toHaveLength(1)
  for (const address of ['/blog', '/courses'])
    expect(item).toContain(`href=&quot;http://localhost:0${address}&quot;&gt;`)
  expect(item).not.toMatch(/(src|href|srcset)=&quot;\//)
})

test('renders texts of an older renderer again at the start, and shows the old ones until then', async () => {
  const old = await startTestApp()
  try {
    const content = '## One\n\n[ours](https://moved.example.com/x)'
    const none = { renderedHtml: undefined, renderedHeadings: undefined, renderedBy: undefined }
    const [post, course, broken] = [
      await addPost(old.database, { content, ...none }),
      await addCourse(old.database, {
        syllabus: content,
        renderedBy: '0 https://example.com',
        renderedHtml: '<p>old</p>',
      }),
      await addPost(old.database, { content: tooIntricate, ...none }),
    ]
    const at = async (site: TestApp, path: string) => (await site.get(path)).json()
    expect(await at(old, `/api/blogs/${post.slug}`)).toMatchObject({
      contentHtml: '<p>## One</p>\n<p>[ours](https://moved.example.com/x)</p>',
      headings: [],
    })
    expect(await at(old, `/api/courses/${course.slug}`)).toMatchObject({ syllabusHtml: '<p>old</p>' })

    // Two processes that start together with another address.
    const moved = { database: old.config.database, publicUrl: 'https://moved.example.com' }
    const [first, second] = await Promise.all([startTestApp(moved), startTestApp(moved)])
    try {
      const rendered = expect.stringMatching(
        /^<div class="heading"><h2 .*<a href="https:\/\/moved\.example\.com\/x">ours<\/a>/s,
      )
      await expect
        .poll(() => at(first, `/api/blogs/${post.slug}`))
        .toMatchObject({ contentHtml: rendered, headings: [{ text: 'One' }] })
      await expect.poll(() => at(second, `/api/courses/${course.slug}`)).toMatchObject({ syllabusHtml: rendered })
      expect(await at(first, `/api/blogs/${broken.slug}`)).toMatchObject({
        contentHtml: expect.stringContaining('platypus'),
      })
      // New renderings do not change the post.
      expect(
        (await old.database.db.selectFrom('blogs').select('version').execute()).map(({ version }) => version),
      ).toEqual([1, 1])
    } finally {
      await Promise.all([first.close(), second.close()])
    }
    expect(
      await old.database.db.selectFrom('settings').select('name').where('name', 'like', 'rendering%').execute(),
    ).toEqual([])
  } finally {
    await old.close()
  }
})
