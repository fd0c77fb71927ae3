// On both databases: transactions of items, and jsonb.

import { randomBytes } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallersRole } from '#contract/roles.ts'
import { insertRow, whileClaimed } from '#server/database/rows.ts'
import { hooks } from '#server/hooks/hooks.table.ts'
import { eraseMentions } from '#server/record/personal-data.ts'
import { sameOnBoth } from '#testing/same-on-both.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { entry, oldSite, readEntries, settled, upload } from '#testing/transfer-reader.ts'
import type { ContentItem } from '../ground/transfer.contract.ts'
import { contentImports } from '../ground/transfer.table.ts'
import { applyImport, beginToApply } from './apply-import.server.ts'
import { contentImportPersonalData } from './import-personal-data.server.ts'
import { ownerProfile } from './import-store.server.ts'
import { contentImportJob, contentImportRetentions, contextOf, workClaim } from './jobs.server.ts'
import { ImportEnded } from './save-record.server.ts'
import { beginToUndo } from './undo-import.server.ts'

let site: TestApp
let call: ReturnType<typeof callAs>
let headers: Record<string, string>
const outside = new Map<string, Buffer>()
let readExports: () => void
beforeAll(async () => {
  readExports = readEntries()
  const fetchOutside = async (url: string) => {
    const body = outside.get(url)
    return body ? { status: 200, body } : { status: 404, body: Buffer.alloc(0) }
  }
  site = await startTestApp({}, { fetchOutside })
  const staff = await site.asStaff({ name: 'Asha Rao' })
  headers = staff.headers
  call = callAs(site, staff)
})
afterAll(async () => {
  readExports()
  await site.close()
})

const read = async (...entries: Parameters<typeof upload>[2] & object[]) => {
  const answer = await upload(site, headers, [oldSite, ...(entries as never[])])
  expect(answer.status).toBe(201)
  return settled(call, (await answer.json())._id)
}
const listed = async (id: string, query = ''): Promise<ContentItem[]> =>
  (await (await call('GET', `/api/content-imports/${id}/items?${query}`)).json()).items
/** In the order of the source. */
// biome-ignore lint/suspicious/noExplicitAny: as the call answers them
const itemsOf = async (id: string, query = ''): Promise<any[]> =>
  (await listed(id, query)).toSorted((one, other) => one.place - other.place)
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
  const kinds = (await listed(report._id)).map((item) => item.kind)
  expect(kinds).toEqual(['post', 'post', 'page', 'author', 'author', 'other'])
  const items = await itemsOf(report._id)
  expect(items.map((one: { outcome: string }) => one.outcome)).toEqual(['here', 'new', 'new', 'new', 'new', 'leftOut'])
  expect(items[3]).toMatchObject({ title: 'Eight words are more than enough for a title.', status: 'draft' })
  expect(items[2].notes.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
    'The link to https://old.example/nowhere/ stays as it is, since this import has no page for it.',
    'A post has one category, so “News” is left out.',
    'The tags “a” and “b” are left out.',
  ])
  const { kind, subject } = items[2].notes.at(-1)
  const withNote = (name: string) => itemsOf(report._id, new URLSearchParams({ note: kind, subject: name }).toString())
  expect(await withNote(subject)).toEqual([items[2]])
  expect(await withNote(`${subject}'"`)).toEqual([])

  const result = await apply(report._id)
  expect(result).toMatchObject({ state: 'applied', undoUntil: expect.any(String) })
  const { content, ...post } = await (await call('GET', '/api/blogs/one')).json()
  expect(post).toMatchObject({
    title: 'Title of one',
    category: 'Cloud',
    createdAt: '2021-03-04T05:06:07.000Z',
    published: true,
  })
  // An import is an edit of today, whatever date readers see.
  expect(post.updatedAt > report.at).toBe(true)
  expect(content).toMatch(
    /\[two\]\(\/go\/blogs\/[\w-]+\/[\w-]+#c-end\), \[team\]\(\/go\/pages\/[\w-]+\/title-of-team\) and \[gone\]\(https:\/\/old.example\/nowhere\/\)/,
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
  expect((await itemsOf(again._id, 'kind=post')).map((one: { outcome: string }) => one.outcome)).toEqual([
    'here',
    'changed',
  ])
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

const notesOf = ({ notes }: { notes: { sentence: string }[] }) => notes.map(({ sentence }) => sentence)

test('says what cannot be, and imports the rest', sameOnBoth, async () => {
  await call('POST', '/api/blogs', { title: 'Mine', slug: 'taken', excerpt: 'x', content: 'x', category: 'Cloud' })
  const report = await read(
    entry({ sourceId: 'a', slug: 'taken' }),
    entry({ sourceId: 'b', slug: 'taken' }),
    entry({ sourceId: 'c', slug: 'größe-und-übung' }),
    entry({ sourceId: 'd', slug: 'new' }),
    entry({ sourceId: 'e', slug: '', title: '你好 мир' }),
    entry({ sourceId: 'f', is: 'page', slug: 'x', path: 'about/us/contact', addresses: [] }),
    entry({ sourceId: 'g', is: 'page', slug: 'blog', path: 'blog', addresses: [] }),
    entry({ sourceId: 'h', slug: 'later', at: '2199-01-01T00:00:00.000Z' }),
    entry({ sourceId: 'i', slug: 'year', at: '9999-12-31T00:00:00.000Z' }),
    entry({ sourceId: 'j', slug: 'bomb', text: 'BOMB' }),
    entry({
      sourceId: 'k',
      slug: 'long',
      title: 'Wörter '.repeat(100),
      text: 'a\0b \ud800 c',
      seo: { title: 'x '.repeat(300) },
    }),
    entry({ sourceId: 'l', is: 'page', slug: 'huge', text: 'x'.repeat(100_001) }),
    entry({ sourceId: 'm', is: 'page', slug: 'empty', text: '' }),
  )
  const items = await itemsOf(report._id)
  expect(items.map(({ outcome, status, to }: Record<string, string>) => [outcome, status, to])).toEqual([
    ['new', 'public', '/blog/taken-2'],
    ['new', 'public', '/blog/taken-3'],
    ['new', 'public', '/blog/grosse-und-ubung'],
    ['new', 'public', '/blog/new-2'],
    ['new', 'public', '/blog/ni-hao-mir'],
    ['new', 'public', '/us/contact'],
    ['new', 'public', '/blog-2'],
    ['new', 'scheduled', '/blog/later'],
    ['new', 'draft', '/blog/year'],
    ['failed', undefined, undefined],
    ['new', 'public', '/blog/long'],
    ['failed', undefined, undefined],
    ['new', 'draft', '/empty'],
  ])
  expect(items.map(notesOf)).toEqual([
    ['The slug “taken” is taken, so it becomes “taken-2”.'],
    ['The slug “taken” is taken, so it becomes “taken-3”.'],
    ['The slug “größe-und-übung” becomes “grosse-und-ubung”.'],
    ['The slug “new” is reserved, so it becomes “new-2”.'],
    [],
    ['A path has at most two parts, so “about/us/contact” becomes “us/contact”.'],
    ['/blog belongs to the page Blog, so the path becomes “blog-2”.'],
    [],
    ['Its date cannot be, so it becomes a draft.'],
    [],
    ['The title is cut to 300 characters.', 'The meta title is cut to 200 characters.'],
    [],
    ['It has no text, so it becomes a draft.'],
  ])
  expect(items[9].reason).toBe('Its text cannot be read.')
  expect(items[11].reason).toBe('Its text is too long: 100,001 characters. At most 100,000 can be stored.')
  expect(await itemsOf(report._id, 'outcome=failed&search=BOMB')).toMatchObject([{ place: 10 }])
  expect(await itemsOf(report._id, 'kind=page&noted=true&limit=1')).toMatchObject([{ place: 6 }])
  const csv = await (await call('GET', `/api/content-imports/${report._id}/report.csv`)).text()
  expect(csv).toContain('"Its text is too long: 100,001 characters. At most 100,000 can be stored."')
  const result = await apply(report._id)
  expect(result.counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(13)
  expect((await itemsOf(report._id)).filter((one: { record?: object }) => one.record)).toHaveLength(11)
  expect((await site.get('/api/blogs/later')).status).toBe(404)
  expect((await undo(report._id)).kept).toEqual([])
})

test('keeps what was edited here, at a repeated import and at an undo', async () => {
  const list = ['edit', 'trash', 'gone', 'stay'].map((slug) => entry({ slug, addresses: [] }))
  const first = await read(...list)
  await apply(first._id)
  const posts = Object.fromEntries(
    await Promise.all(
      list.map(async (_, at) => {
        const slug = ['edit', 'trash', 'gone', 'stay'][at] as string
        return [slug, await (await call('GET', `/api/blogs/${slug}`)).json()]
      }),
    ),
  )
  await call('PUT', `/api/blogs/${posts['edit']._id}`, { title: 'Mine', slug: 'edit', excerpt: 'x', category: 'Cloud' })
  await call('DELETE', `/api/blogs/${posts['trash']._id}`)
  await call('DELETE', `/api/blogs/${posts['gone']._id}`)
  await call('DELETE', `/api/trash/blogs/${posts['gone']._id}`)
  const again = await read(
    ...['edit', 'trash', 'gone', 'stay'].map((slug) => entry({ slug, text: 'Other words.', addresses: [] })),
  )
  expect((await itemsOf(again._id)).map(({ outcome, reason }: Record<string, string>) => [outcome, reason])).toEqual([
    ['here', 'It was edited here after its import, so it stays as it is.'],
    [
      'leftOut',
      'It was imported before and is in the trash now. Restore it, or delete it for good to import it again.',
    ],
    ['new', undefined],
    ['changed', undefined],
  ])
  const undone = await undo(first._id)
  expect(undone.kept).toEqual([{ entity: 'blogs', _id: posts['edit']._id, name: 'Mine' }])
  expect((await call('GET', '/api/blogs/stay')).status).toBe(404)
  expect((await call('POST', `/api/content-imports/${first._id}/undo`)).status).toBe(409)
})

test('copies pictures and files once, and names those that it cannot', sameOnBoth, async () => {
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
  outside.set('https://old.example/wp-content/a.png', png)
  const report = await read(
    {
      is: 'file',
      sourceId: '1',
      title: 'A',
      addresses: ['https://old.example/wp-content/a.png'],
      alt: 'Blue',
      caption: 'A blue field',
    },
    { is: 'file', sourceId: '2', title: 'Unused', addresses: ['https://old.example/wp-content/unused.png'] },
    entry({
      slug: 'pictures',
      picture: { address: 'https://old.example/wp-content/a-300x200.png', alt: 'Cover' },
      text: '![One](/wp-content/a-150x150.png) ![Two](https://old.example/wp-content/lost.png) ![Three](./near.png) [B](http://www.old.example/wp-content/a.png)',
    }),
  )
  expect(report.pictures).toEqual({ needed: 3, given: 0 })
  expect(
    (await itemsOf(report._id, 'kind=file')).map(({ outcome, title }: Record<string, string>) => [title, outcome]),
  ).toEqual([
    ['A', 'new'],
    ['Unused', 'leftOut'],
    ['lost.png', 'new'],
    ['near.png', 'new'],
  ])
  await apply(report._id)
  const post = await (await call('GET', '/api/blogs/pictures')).json()
  expect(post.imageUrl).toMatch(/^\/media\/[0-9a-f]{32}-60x40\.webp$/)
  expect(post.content).toBe(
    `![One](${post.imageUrl}) ![Two](https://old.example/wp-content/lost.png) ![Three](https://old.example/2021/03/pictures/near.png) [B](${post.imageUrl})`,
  )
  const [{ notes }] = await itemsOf(report._id, 'kind=post')
  expect(notesOf({ notes })).toEqual([
    'The image https://old.example/wp-content/lost.png is not copied. The old site answers with 404. A link to it stays.',
    'The image https://old.example/2021/03/pictures/near.png is not copied. The old site answers with 404. A link to it stays.',
  ])
  const id = post.imageUrl.slice(7, 39)
  expect(await (await call('GET', `/api/media/${id}`)).json()).toMatchObject({
    alt: 'Blue',
    caption: 'A blue field',
    used: 1,
  })
  await undo(report._id)
  expect((await call('GET', `/api/media/${id}`)).status).toBe(404)
})

test('an undo keeps images and profiles that others use, and names them', sameOnBoth, async () => {
  const png = await sharp({ create: { width: 61, height: 41, channels: 3, background: '#639' } })
    .png()
    .toBuffer()
  outside.set('https://old.example/wp-content/shared.png', png)
  const report = await read(
    { is: 'author', sourceId: 'shared', name: 'Shared Author' },
    { is: 'author', sourceId: 'lone', name: 'Lone Author' },
    { is: 'file', sourceId: 'shared', title: 'Shared', addresses: ['https://old.example/wp-content/shared.png'] },
    entry({ slug: 'sharing', author: 'shared', picture: { address: '/wp-content/shared.png' } }),
    entry({ slug: 'alone', author: 'lone' }),
  )
  await apply(report._id)
  const { imageUrl } = await (await call('GET', '/api/blogs/sharing')).json()
  const profiles = () =>
    site.database.db.selectFrom('authorProfiles').select(['id', 'name']).where('name', 'like', '% Author').execute()
  const authorId = (await profiles()).find(({ name }) => name === 'Shared Author')?.id
  const own = { title: 'Mine', slug: 'users', excerpt: 'x', content: 'x', category: 'Cloud', published: true }
  const post = await call('POST', '/api/blogs', { ...own, imageUrl, imageAlt: 'x', authorId })
  expect(post.status).toBe(201)
  const { kept } = await undo(report._id)
  expect(kept).toEqual([
    { entity: 'mediaItems', _id: imageUrl.slice(7, 39), name: 'Shared' },
    { entity: 'authorProfiles', _id: authorId, name: 'Shared Author' },
  ])
  expect((await site.get(imageUrl)).status).toBe(200)
  expect(await profiles()).toEqual([{ id: authorId, name: 'Shared Author' }])
})

test('leads the archives of categories to the posts of ours', sameOnBoth, async () => {
  const archive = (slug: string, name: string) => ({
    ...{ is: 'redirect' as const, from: `/category/${slug}/`, to: `/blog?category=${encodeURIComponent(name)}` },
  })
  const report = await read(
    entry({ slug: 'filed', categories: ['Tech › Cyber security'] }),
    archive('sec', 'Tech › Cyber security'),
    archive('empty', 'Empty'),
  )
  await apply(report._id)
  const redirects = await (await call('GET', '/api/redirects?search=category')).json()
  expect(redirects.map(({ from, to }: { from: string; to: string }) => `${from} ${to}`).sort()).toEqual([
    '/category/empty /blog',
    '/category/sec /blog?category=Security',
  ])
  await undo(report._id)
})

test('takes the address of the old site where the export does not say it', sameOnBoth, async () => {
  const png = await sharp({ create: { width: 50, height: 40, channels: 3, background: '#396' } })
    .png()
    .toBuffer()
  outside.set('https://ghost.example/news/content/a.png', png)
  outside.set('https://www.ghost.example/news/content/b.png', png)
  const answer = await upload(site, headers, [
    { is: 'site', title: 'Ghost' },
    { is: 'redirect', from: '/feed-of-old/', to: '/blog' },
    entry({
      slug: 'first-of-ghost',
      addresses: ['/first-of-ghost/'],
      text: '![A](/content/a.png) ![B](https://www.ghost.example/news/content/b.png) [second](https://ghost.example/news/second-of-ghost/) [PDF](https://ghost.example/news/a.pdf) [gone](/gone/)',
    }),
    entry({ slug: 'second-of-ghost', addresses: ['/second-of-ghost/'], picture: { address: '/content/a.png' } }),
  ])
  const report = await settled(call, (await answer.json())._id)
  // An upload that nobody imports is kept for a week.
  expect(Date.parse(report.keptUntil) - Date.parse(report.at)).toBe(7 * 24 * 60 * 60_000)
  expect(report).not.toHaveProperty('commandLine')
  const choose = (site: unknown) => call('PUT', `/api/content-imports/${report._id}`, { site })
  expect([report.choices.site, report.site, report.pictures.needed]).toEqual(['', { title: 'Ghost' }, 2])
  for (const wrong of ['old', 'ftp://old.example', 'https://a:b@old.example', 'https://old.example/?a=b'])
    expect((await choose(wrong)).status).toBe(422)
  const chosen = await (await choose(' https://ghost.example/news/ ')).json()
  expect([chosen.choices.site, chosen.site]).toEqual(['https://ghost.example/news/', { title: 'Ghost' }])
  // The PDF is one of the site now. Chosen again, and removed, it is the same as before.
  expect(chosen.pictures).toEqual({ needed: 3, given: 0 })
  const files = async () => (await itemsOf(report._id, 'kind=file')).map(({ title }: { title: string }) => title).sort()
  expect(await files()).toEqual(['a.pdf', 'a.png', 'b.png'])
  expect((await (await choose('')).json()).pictures.needed).toBe(2)
  expect((await (await choose('https://ghost.example/news')).json()).pictures.needed).toBe(3)
  expect((await itemsOf(report._id, 'kind=post')).map(notesOf)).toEqual([
    ['The link to https://ghost.example/news/gone/ stays as it is, since this import has no page for it.'],
    [],
  ])
  await apply(report._id)
  const post = await (await call('GET', '/api/blogs/first-of-ghost')).json()
  expect(post.content).toMatch(
    /^!\[A\]\(\/media\/\w+-50x40\.webp\) !\[B\]\(\/media\/\w+-50x40\.webp\) \[second\]\(\/go\/blogs\/[^)]+\) \[PDF\]\(https:\/\/ghost\.example\/news\/a\.pdf\) \[gone\]\(https:\/\/ghost\.example\/news\/gone\/\)$/,
  )
  expect((await (await call('GET', '/api/blogs/second-of-ghost')).json()).imageUrl).toMatch(/^\/media\//)
  const redirects = await (await call('GET', '/api/redirects?search=of-')).json()
  expect(redirects.map(({ from }: { from: string }) => from).sort()).toEqual([
    '/news/feed-of-old',
    '/news/first-of-ghost',
    '/news/second-of-ghost',
  ])
  await undo(report._id)

  const named = await read(entry({ slug: 'named' }))
  const refused = await call('PUT', `/api/content-imports/${named._id}`, { site: 'https://other.example' })
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { issues: [{ path: 'site', message: 'The export says that its site is https://old.example' }] },
  ])
  expect((await call('PUT', `/api/content-imports/${named._id}`, { site: 'https://old.example/' })).status).toBe(200)
})

test(
  'takes pictures of the upload that the export does not list, by the ends of their addresses',
  sameOnBoth,
  async () => {
    const png = await sharp({ create: { width: 33, height: 44, channels: 3, background: '#936' } })
      .png()
      .toBuffer()
    const files = Object.fromEntries(['u.png', 'cover.png'].map((name) => [name, new Uint8Array(png)]))
    for (const [slug, first] of [
      ['ends', oldSite],
      ['ends-nowhere', { is: 'site' as const }],
    ] as const) {
      const text = '![U](/wp-content/uploads/2021/03/u-300x200.png) ![Other](https://other.example/x/u.png)'
      const entries = [first, entry({ slug, text, picture: { address: '/wp-content/uploads/2021/03/cover.png' } })]
      const report = await settled(call, (await (await upload(site, headers, entries, files)).json())._id)
      expect(report.pictures).toEqual({ needed: 3, given: 2 })
      await call('PUT', `/api/content-imports/${report._id}`, {
        pictures: 'given',
        ...(slug === 'ends-nowhere' && { site: 'https://later.example' }),
      })
      await apply(report._id)
      const post = await (await call('GET', `/api/blogs/${slug}`)).json()
      expect(post.imageUrl).toMatch(/^\/media\/\w+-33x44/)
      expect(post.content).toBe(`![U](${post.imageUrl}) ![Other](https://other.example/x/u.png)`)
      await undo(report._id)
    }
  },
)

test('takes pictures from the upload', sameOnBoth, async () => {
  const png = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#963' } })
    .png()
    .toBuffer()
  const entries = [
    oldSite,
    { is: 'file' as const, sourceId: '1', title: 'A', addresses: ['/img/up.png'], path: 'up.png' },
    entry({ slug: 'uploaded', text: '![One](/img/up.png)' }),
  ]
  const answer = await upload(site, headers, entries, { 'up.png': new Uint8Array(png) })
  const report = await settled(call, (await answer.json())._id)
  expect(report.pictures).toEqual({ needed: 1, given: 1 })
  await call('PUT', `/api/content-imports/${report._id}`, { pictures: 'given' })
  await apply(report._id)
  expect(await (await call('GET', '/api/blogs/uploaded')).json()).toMatchObject({
    content: expect.stringMatching(/^!\[One\]\(\/media\/\w+-30x30/),
  })
  expect(await site.database.db.selectFrom('contentFiles').selectAll().execute()).toEqual([])
})

test('takes choices, and names wrong ones', sameOnBoth, async () => {
  const report = await read(
    { is: 'author', sourceId: '1', name: 'Old Hand' },
    entry({ slug: 'chosen', author: '1', categories: ['Odd'] }),
    entry({ slug: 'draft' }),
  )
  const { _id: path } = report
  const put = (body: object) => call('PUT', `/api/content-imports/${path}`, body)
  const wrong = await put({
    categories: [{ source: 'None', category: 'Cloud' }],
    authors: [{ source: '1', profile: 'x' }],
  })
  expect(wrong.status).toBe(422)
  expect((await wrong.json()).issues).toEqual([
    { path: 'categories.0.source', message: 'The export has no post in the category “None”' },
    { path: 'authors.0.profile', message: 'This profile does not exist' },
  ])
  expect((await put({ category: 'Cooking' })).status).toBe(422)
  const profiles = await (await call('GET', '/api/authors')).json()
  const [profile] = profiles
  const chosen = await (
    await put({
      categories: [{ source: 'Odd', category: 'Security' }],
      authors: [{ source: '1', profile: profile._id }],
      status: 'drafts',
    })
  ).json()
  expect(chosen.choices).toMatchObject({
    categories: [{ category: 'Security' }],
    authors: [{ profile: profile._id }],
    status: 'drafts',
  })
  expect((await itemsOf(path, 'kind=post')).map(({ status }: { status: string }) => status)).toEqual(['draft', 'draft'])
  await apply(path)
  expect(await (await call('GET', '/api/blogs/chosen')).json()).toMatchObject({
    published: false,
    category: 'Security',
    author: { name: profile.name },
  })
  expect((await put({ status: 'same' })).status).toBe(409)
  expect((await call('DELETE', `/api/content-imports/${path}`)).status).toBe(409)
})

test('refuses what is no export, and deletes an upload', sameOnBoth, async () => {
  const failed = await settled(call, (await (await upload(site, headers, '{')).json())._id)
  expect(failed).toMatchObject({ state: 'failed', reason: 'entries.json is damaged.' })
  expect((await call('POST', `/api/content-imports/${failed._id}/apply`)).status).toBe(409)
  expect((await call('DELETE', `/api/content-imports/${failed._id}`)).status).toBe(200)
  expect((await call('GET', `/api/content-imports/${failed._id}`)).status).toBe(404)
  const empty = await fetch(`${site.url}/api/content-imports`, { method: 'POST', body: new FormData(), headers })
  expect([400, 422]).toContain(empty.status)
  expect((await call('POST', '/api/content-imports', {})).status).toBe(415)
  expect(await readdir(join(site.config.dataDir, 'imports'))).toEqual([])
})

test('leaves one entry in the activity log, mails nobody, and tells no webhook', sameOnBoth, async () => {
  const hook = { url: 'https://127.0.0.1:9/', form: 'generic', active: true, personal: false, secret: 'x' } as const
  const events = ['post.published', 'page.published', 'record.deleted']
  const told = async () =>
    (await site.database.db.selectFrom('hookDeliveries').select('event').execute()).map(({ event }) => event)
  await site.database.transaction((trx) => insertRow(trx, hooks, { ...hook, events }))
  const before = await site.database.db.selectFrom('activity').select('id').execute()
  const report = await read(entry({ slug: 'quiet-1' }), entry({ slug: 'quiet-2', is: 'page', path: 'quiet-2' }))
  await apply(report._id)
  await undo(report._id)
  const entries = await site.database.db
    .selectFrom('activity')
    .select('what')
    .where(
      'id',
      'not in',
      before.map(({ id }) => id),
    )
    .execute()
  expect(entries.map(({ what }) => what).sort()).toEqual(['Import content', 'Undo an import of content'])
  expect(
    await site.database.db.selectFrom('deliveries').select('kind').where('kind', '=', 'newsletter').execute(),
  ).toEqual([])
  expect(await told()).toEqual([])
  // A page that is made by hand is told of.
  const page = { title: 'Loud', path: 'loud', sections: [{ kind: 'text', content: 'Words.' }] }
  expect((await call('POST', '/api/pages', page)).status).toBe(201)
  expect(await told()).toEqual(['page.published'])
  await site.database.db.deleteFrom('hooks').execute()
})

test('says of a reading whose process was killed that it failed, and keeps reports for their time', async () => {
  const row = {
    id: 'killed',
    at: site.database.now(),
    by: 'x',
    fileName: 'x',
    state: 'reading' as const,
    choices: {},
    done: 0,
  }
  await site.database.db
    .insertInto('contentImports')
    .values(contentImports.encode(row) as never)
    .execute()
  await mkdir(join(site.config.dataDir, 'imports', 'killed'), { recursive: true })
  await site.jobs.wake(contentImportJob)
  expect(await settled(call, 'killed')).toMatchObject({
    state: 'failed',
    reason: 'The server was stopped while it read the file. Upload it again.',
  })
  expect(await readdir(join(site.config.dataDir, 'imports'))).toEqual([])
  const [uploads] = contentImportRetentions
  expect(await site.eraseOld(uploads as (typeof contentImportRetentions)[0])).toBe(0)
  await site.database.db
    .updateTable('contentImports')
    .set({ at: '2020-01-01T00:00:00.000Z' })
    .where('id', '=', 'killed')
    .execute()
  expect(await site.eraseOld(uploads as (typeof contentImportRetentions)[0])).toBe(1)
})

test('an export that was uploaded twice is imported once', async () => {
  const list = [entry({ slug: 'twice', author: 'unlisted' })]
  const [one, other] = [await read(...list), await read(...list)]
  expect(one.choices.authors).toMatchObject([{ source: 'unlisted', name: 'unlisted', profile: 'new' }])
  await apply(one._id)
  expect(await (await call('GET', '/api/blogs/twice')).json()).toMatchObject({ author: { name: 'unlisted' } })
  const second = await apply(other._id)
  expect(second.counts).toEqual(expect.arrayContaining([{ kind: 'post', outcome: 'here', count: 1 }]))
  expect((await call('GET', '/api/blogs/twice-2')).status).toBe(404)
})

test('a fault of the program costs one item, and a stop none', async () => {
  const report = await read(...['fault', 'well-1', 'well-2', 'stop', 'rest-1', 'rest-2'].map((slug) => entry({ slug })))
  const context = contextOf({
    ...(site as unknown as Parameters<typeof contextOf>[0]),
    pathOwner: async () => undefined,
    pagePaths: async () => [],
  })
  const blogs = context.resources.get('blogs')
  if (!blogs) throw new Error('There are no posts')
  const stop = new AbortController()
  const prepare: typeof blogs.prepare = async (input, of) => {
    if (input.slug === 'fault') throw new TypeError('a fault')
    if (input.slug === 'stop') stop.abort(new Error('stopped'))
    return blogs.prepare(input, of)
  }
  const faulty = { ...context, resources: new Map(context.resources).set('blogs', { ...blogs, prepare }) }
  const { user } = await site.asStaff()
  const actor = {
    id: user.id,
    uid: '',
    name: 'Asha Rao',
    email: user.email,
    role: 'owner' as CallersRole,
    profileId: await ownerProfile(site.database.db, undefined),
  }
  await whileClaimed(site.database, workClaim, 60_000, async () => {
    await beginToApply(context, report._id, actor, () => {})
    await expect(applyImport(faulty, report._id, { signal: stop.signal })).rejects.toThrow('stopped')
    expect(await (await call('GET', `/api/content-imports/${report._id}`)).json()).toMatchObject({ state: 'applying' })
  })
  await site.jobs.wake(contentImportJob)
  expect(await settled(call, report._id)).toMatchObject({ state: 'applied' })
  expect((await itemsOf(report._id)).map(({ outcome, reason }: Record<string, string>) => [outcome, reason])).toEqual([
    ['failed', 'It cannot be saved, because of a fault of this program.'],
    ...Array.from({ length: 5 }, () => ['new', undefined]),
  ])
})

test('a fault that each attempt meets ends an import, and its undo, with a reason', async () => {
  const report = await read(entry({ slug: 'faulted' }), { is: 'redirect', from: '/not-reached/', to: '/blog' })
  const id = report._id
  const fault = async () => {
    throw new TypeError('a fault')
  }
  const entities = site.entities.map((one) => (one.table.name === 'blogs' ? { ...one, erase: fault } : one))
  const mailService = { stopping: new AbortController().signal }
  const context = { ...site, entities, mailService, pathOwner: async () => undefined, pagePaths: fault }
  const attempt = async () => {
    await contentImportJob.work(context as never, { error: () => {} })
    return (await call('GET', `/api/content-imports/${id}`)).json()
  }
  const { user } = await site.asStaff()
  const actor = { ...user, profileId: await ownerProfile(site.database.db, undefined) }
  await beginToApply(site, id, actor as never, () => {})
  expect([(await attempt()).state, (await attempt()).state]).toEqual(['applying', 'applying'])
  const stopped = await attempt()
  expect(stopped).toMatchObject({ state: 'applied', undoUntil: expect.any(String) })
  expect(stopped.reason).toMatch(/^The import stopped early/)
  expect((await itemsOf(id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['new', undefined],
    ['failed', 'The import stopped before it.'],
  ])
  expect((await call('GET', '/api/blogs/faulted')).status).toBe(200)

  await beginToUndo(site, id)
  expect([(await attempt()).state, (await attempt()).state]).toEqual(['undoing', 'undoing'])
  const kept = await attempt()
  expect(kept).toMatchObject({ state: 'applied', appliedAt: stopped.appliedAt, undoUntil: stopped.undoUntil })
  expect(kept.reason).toMatch(/^The undo stopped early/)
  const undone = await undo(id)
  expect(undone).toMatchObject({ state: 'undone', kept: [] })
  expect(undone.reason).toBeUndefined()
  expect((await call('GET', '/api/blogs/faulted')).status).toBe(404)
})

test('an undo that begins while the redirects are stored is not lost', async () => {
  const { _id } = await read(entry({ slug: 'undone-late' }))
  let begun: Promise<void> | undefined
  const pagePaths = async () => {
    begun ??= beginToUndo(site, _id)
    return []
  }
  const context = contextOf({ ...site, pathOwner: async () => undefined, pagePaths } as never)
  const { user } = await site.asStaff()
  const actor = { ...user, profileId: await ownerProfile(site.database.db, undefined) }
  // The server's own job leaves it alone meanwhile.
  await whileClaimed(site.database, workClaim, 60_000, async () => {
    await beginToApply(site, _id, actor as never, () => {})
    const { signal } = new AbortController()
    // The import may have ended before the undo gets a connection.
    await applyImport(context, _id, { signal }).catch((error) => expect(error).toBeInstanceOf(ImportEnded))
    await begun
  })
  await site.jobs.wake(contentImportJob)
  expect(await settled(call, _id)).toMatchObject({ state: 'undone', kept: [] })
  expect((await call('GET', '/api/blogs/undone-late')).status).toBe(404)
})

test('old addresses lead to the imported records', sameOnBoth, async () => {
  const report = await read(
    entry({ slug: 'moved', addresses: ['https://old.example/2021/03/moved/', '/?p=77'] }),
    { is: 'redirect', from: '/very-old/', to: '/2021/03/moved/' },
    { is: 'redirect', from: '/blog', to: 'https://old.example/x' },
  )
  await apply(report._id)
  const redirects = async () =>
    (await site.database.db.selectFrom('redirects').select('from').where('importId', '=', report._id).execute()).map(
      ({ from }) => from,
    )
  expect(await redirects()).toEqual(expect.arrayContaining(['/2021/03/moved', '/?p=77', '/very-old']))
  expect(
    (await itemsOf(report._id, 'kind=redirect')).map(({ outcome, reason }: Record<string, string>) => [
      outcome,
      reason,
    ]),
  ).toEqual([
    ['new', undefined],
    ['leftOut', '/blog is a page of this site.'],
  ])
  await undo(report._id)
  expect(await redirects()).toEqual([])
})

test('takes ids of any length and fields of any name, which a database could not index or store', async () => {
  const long = () => randomBytes(5_000).toString('hex')
  const [author, category] = [long(), long()]
  const texts = { text: `![A](/wp-content/uploads/${long()}.png)`, categories: [category] }
  const entries = [
    { ...oldSite, is: 'site', title: long(), address: undefined },
    { is: 'author', sourceId: author, name: 'Ada' },
    entry({ slug: 'long-one', sourceId: `post/${author}1`, author, addresses: [`/${long()}`], ...texts }),
    entry({ slug: 'long-two', sourceId: `post/${author}2`, author: long() }),
    { is: 'redirect', from: `/${long()}`, to: `/blog?category=${category}` },
    {
      ...{ is: 'record', entity: 'faqs', sourceId: `faqs/${long()}`, title: 'Odd', stored: {}, notes: [] },
      fields: { 'a\0\ud800': 1, deep: JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) },
    },
  ] as Parameters<typeof upload>[2]
  const { _id: id } = await (await upload(site, headers, entries)).json()
  const report = await settled(call, id)
  expect(report).toMatchObject({ state: 'open' })
  expect(report.choices.authors[0]).toMatchObject({ name: 'Ada', items: 1 })
  const { choices } = report
  expect((await call('PUT', `/api/content-imports/${id}`, choices)).status).toBe(200)
  expect((await apply(id)).state).toBe('applied')
  expect((await itemsOf(id, 'kind=post')).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['new', 'new'])
  const [redirect] = await itemsOf(id, 'kind=redirect')
  expect(redirect.to).toBe(`/blog?category=${encodeURIComponent(choices.categories[0].category)}`)
  const again = await settled(call, (await (await upload(site, headers, entries)).json())._id)
  expect(again.counts).toContainEqual({ kind: 'post', outcome: 'here', count: 2 })
  expect((await undo(id)).state).toBe('undone')
})

test('nothing of an erased person is left in imports and redirects', async () => {
  const [email, other] = ['zq.moved@people.example', 'not.zq.moved@people.example']
  const entries = [
    { ...oldSite, is: 'site', title: email },
    { is: 'author', sourceId: `login ${email}`, name: email },
    entry({ slug: 'by-person', author: `login ${email}`, sourceId: `post/${email}`, addresses: [`/by/${email}`] }),
    entry({ slug: 'about-person', sourceId: `${email}/2`, title: `About ${email}`, text: `Ask ${email} or ${other}.` }),
    { is: 'rest', sourceId: 'c', title: `Comment of ${email}`, reason: 'Comments are left out.' },
  ] as Parameters<typeof upload>[2]
  const { _id: applied } = await (await upload(site, headers, entries)).json()
  await settled(call, applied)
  await apply(applied)
  const { _id: open } = await (await upload(site, headers, entries)).json()
  await settled(call, open)
  // Its former text stays for the undo.
  const changed = await read(entry({ slug: 'about-person', sourceId: `${email}/2`, text: 'Ask nobody.' }))
  expect((await apply(changed._id)).counts).toEqual([{ kind: 'post', outcome: 'changed', count: 1 }])
  const { erase, mentions = [] } = contentImportPersonalData
  await site.database.transaction(async (trx) => {
    await erase(trx, email)
    for (const texts of mentions) await eraseMentions(trx, texts, email)
  })
  const rest = JSON.stringify(
    await Promise.all(
      (['contentImports', 'contentItems', 'importedFrom', 'redirects'] as const).map((name) =>
        site.database.db.selectFrom(name).selectAll().execute(),
      ),
    ),
  )
  expect(rest.replaceAll(other, '')).not.toContain(email)
  expect(rest).toContain(`Ask [erased] or ${other}`)
  // Both imports still work.
  expect((await apply(open)).state).toBe('applied')
  expect((await undo(open)).state).toBe('undone')
  expect((await undo(changed._id)).state).toBe('undone')
  expect((await (await call('GET', '/api/blogs/about-person')).json()).content).toBe(`Ask [erased] or ${other}.`)
  expect((await undo(applied)).state).toBe('undone')
})

test('an author becomes a new profile after another was chosen', async () => {
  const { _id: id, choices } = await read({ is: 'author', sourceId: 'rana', name: 'Rana' }, entry({ author: 'rana' }))
  const choose = (profile: string) =>
    call('PUT', `/api/content-imports/${id}`, { authors: [{ source: 'rana', profile }] })
  expect((await choose(choices.author)).status).toBe(200)
  expect((await choose('new')).status).toBe(200)
  expect((await apply(id)).state).toBe('applied')
  const profiles = site.database.db.selectFrom('authorProfiles').selectAll().where('name', '=', 'Rana')
  expect(await profiles.execute()).toHaveLength(1)
  expect((await undo(id)).state).toBe('undone')
})
