// On both databases: transactions of items, and jsonb.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { entry, oldSite, readEntries, settled, upload } from '#testing/transfer-reader.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
let headers: Record<string, string>
const outside = new Map<string, Buffer>()
beforeAll(async () => {
  readEntries()
  const fetchOutside = async (url: string) => {
    const body = outside.get(url)
    return body ? { status: 200, body } : { status: 404, body: Buffer.alloc(0) }
  }
  site = await startTestApp({}, { fetchOutside })
  const staff = await site.asStaff({ name: 'Asha Rao' })
  headers = staff.headers
  call = callAs(site, staff)
})
afterAll(() => site.close())

const read = async (...entries: Parameters<typeof upload>[2] & object[]) => {
  const answer = await upload(site, headers, [oldSite, ...(entries as never[])])
  expect(answer.status).toBe(201)
  return settled(call, (await answer.json())._id)
}
const itemsOf = async (id: string, query = '') =>
  (await (await call('GET', `/api/content-imports/${id}/items?${query}`)).json()).items
const apply = async (id: string) => {
  expect((await call('POST', `/api/content-imports/${id}/apply`)).status).toBe(202)
  return settled(call, id)
}
const undo = async (id: string) => {
  expect((await call('POST', `/api/content-imports/${id}/undo`)).status).toBe(202)
  return settled(call, id)
}

test('reads, reports and imports posts and pages with their links', async () => {
  const report = await read(
    { is: 'author', sourceId: '7', name: 'Ásha  Rao' },
    { is: 'author', sourceId: '8', name: 'Zoë Quill', bio: 'Writes.' },
    entry({
      slug: 'one',
      author: '7',
      text: 'See [two](https://www.old.example/2021/03/two/#end), [team](/about-us/team/) and [gone](/nowhere/).',
      categories: ['Cloud computing', 'News'],
      tags: ['a', 'b'],
    }),
    entry({
      slug: 'two',
      author: '8',
      title: ' ',
      text: 'Eight words are more than enough for a title.',
      at: '0000-00-00',
    }),
    entry({
      is: 'page',
      slug: 'team',
      path: 'about-us/team',
      addresses: ['/about-us/team/', '/?page_id=12'],
      text: '## Team',
    }),
    { is: 'rest', sourceId: 'c/1', title: 'Comment', reason: 'Comments are left out.' },
  )
  expect(report).toMatchObject({ state: 'open', source: 'wordpress', site: { address: 'https://old.example' } })
  expect(report.choices.categories).toEqual([{ source: 'Cloud computing', category: 'Cloud', items: 1 }])
  expect(report.choices.authors).toMatchObject([
    { source: '7', profile: expect.stringMatching(/^.{10,}/) },
    { source: '8', profile: 'new' },
  ])
  const items = await itemsOf(report._id)
  expect(items.map((one: { outcome: string }) => one.outcome)).toEqual(['here', 'new', 'new', 'new', 'new', 'leftOut'])
  expect(items[3]).toMatchObject({ title: 'Eight words are more than enough for a title.', status: 'draft' })
  expect(items[2].notes.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
    'The link to https://old.example/nowhere/ stays as it is, since this import has no page for it.',
    'A post has one category, so “News” is left out.',
    'The tags “a” and “b” are left out.',
  ])

  const result = await apply(report._id)
  expect(result).toMatchObject({ state: 'applied', undoUntil: expect.any(String) })
  const { content, ...post } = await (await call('GET', '/api/blogs/one')).json()
  expect(post).toMatchObject({
    title: 'Title of one',
    category: 'Cloud',
    createdAt: '2021-03-04T05:06:07.000Z',
    published: true,
  })
  expect(content).toMatch(
    /\[two\]\(\/go\/blogs\/[\w-]+\/[\w-]+#end\), \[team\]\(\/go\/pages\/[\w-]+\/title-of-team\) and \[gone\]\(https:\/\/old.example\/nowhere\/\)/,
  )
  expect((await site.get('/api/blogs/two')).status).toBe(404)
  expect(await (await call('GET', '/api/blogs/two')).json()).toMatchObject({
    author: { name: 'Zoë Quill' },
    title: 'Eight words are more than enough for a',
  })
  expect((await (await site.get('/api/pages/by-path/about-us%2Fteam')).json()).sections).toMatchObject([
    { kind: 'text' },
  ])

  const again = await read(
    entry({
      slug: 'one',
      author: '7',
      text: 'See [two](https://www.old.example/2021/03/two/#end), [team](/about-us/team/) and [gone](/nowhere/).',
      categories: ['Cloud computing', 'News'],
      tags: ['a', 'b'],
    }),
    entry({ slug: 'two', text: 'Other' }),
  )
  expect((await itemsOf(again._id)).map((one: { outcome: string }) => one.outcome)).toEqual(['here', 'changed'])
  await apply(again._id)
  expect(await (await call('GET', '/api/blogs/two')).json()).toMatchObject({ content: 'Other' })
  await undo(again._id)
  expect(await (await call('GET', '/api/blogs/two')).json()).toMatchObject({
    content: 'Eight words are more than enough for a title.',
  })

  const undone = await undo(report._id)
  expect(undone).toMatchObject({ state: 'undone' })
  expect((await call('GET', '/api/blogs/one')).status).toBe(404)
  expect(await site.database.db.selectFrom('importedFrom').selectAll().execute()).toEqual([])
})
