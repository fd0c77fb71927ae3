import { expect, test } from 'vitest'
import { ghostExport, ghostPost, ghostSettings, readGhost, recordOfGhost, recordsIn } from '#testing/ghost-export.ts'
import { entriesIn, sourceFiles } from '#testing/source-files.ts'
import { readerOf } from '../open-source.server.ts'
import { ghostReader } from './read-ghost.server.ts'

test('a post has its fields, its tags and authors in their order, and its texts with the address of the site', async () => {
  const values = {
    slug: '%C3%BCbung',
    title: 'Übung 👩🏽‍💻 macht\0 den Meister',
    html: '<p><img src="__GHOST_URL__/content/images/size/w600/2024/a.png"> <a href="__GHOST_URL__/b/">b</a></p>',
    feature_image: '__GHOST_URL__/content/images/2024/cover.png',
    custom_excerpt: 'Kurz gesagt',
    codeinjection_head: '<style>p { color: red }</style>',
    canonical_url: 'https://else.example/uebung',
    og_title: 'In the post',
  }
  const record = await recordOfGhost(values, {
    posts_meta: [
      {
        post_id: '1',
        og_title: 'For Facebook',
        twitter_description: 'For X',
        og_image: '__GHOST_URL__/content/images/og.png',
        meta_title: null,
        feature_image_alt: 'A kite',
        feature_image_caption: 'By <a href="x">Ann &amp; Bob</a>',
      },
    ],
    tags: [
      { id: 't1', name: 'News', slug: 'news', visibility: 'public' },
      { id: 't2', name: '#hidden', slug: 'hash-hidden', visibility: 'internal' },
      { id: 't3', name: 'योग', slug: 'yoga', visibility: 'public' },
    ],
    posts_tags: [
      { post_id: '1', tag_id: 't1', sort_order: 2 },
      { post_id: '1', tag_id: 't3', sort_order: 1 },
      { post_id: '1', tag_id: 't2', sort_order: 0 },
    ],
    users: [
      { id: 'a1', name: 'Ann', slug: 'ann', bio: 'Writes.', profile_image: '__GHOST_URL__/content/images/ann.png' },
      { id: 'a2', name: 'Bo', slug: 'bo' },
      { id: 'a3', name: 'Nobody', slug: 'nobody' },
    ],
    posts_authors: [
      { post_id: '1', author_id: 'a2', sort_order: 1 },
      { post_id: '1', author_id: 'a1', sort_order: 0 },
    ],
    settings: ghostSettings({ title: 'Old site', url: 'https://old.example/news/', timezone: 'Asia/Kolkata' }),
  })
  expect(record).toMatchObject({
    is: 'post',
    sourceId: 'post/1',
    title: 'Übung 👩🏽‍💻 macht den Meister',
    slug: 'übung',
    text: '<p><img src="https://old.example/news/content/images/2024/a.png"> <a href="https://old.example/news/b/">b</a></p>',
    facts: { site: 'https://old.example/news', address: 'https://old.example/news/übung/' },
    excerpt: 'Kurz gesagt',
    status: 'public',
    at: '2024-05-01T08:30:00.000Z',
    author: 'author/a1',
    categories: ['योग'],
    tags: ['News'],
    picture: { address: 'https://old.example/news/content/images/2024/cover.png', alt: 'A kite' },
    seo: { title: 'For Facebook', description: 'For X', picture: 'https://old.example/news/content/images/og.png' },
    addresses: ['https://old.example/news/übung/', 'https://old.example/news/p/u-1/'],
    sentences: [
      'Bo is an author too. A post has one author here.',
      'The caption of the featured image, “By Ann & Bob”, is left out.',
      'Its canonical URL https://else.example/uebung is left out.',
      'The code injected into its page is left out.',
    ],
  })
  const entries = await readGhost({
    posts: [
      ghostPost({ author_id: 'a1' }),
      ghostPost({ id: '2', author_id: 2 }),
      ghostPost({ id: '3', author_id: 'a1' }),
      ghostPost({ id: '4', author_id: 'gone' }),
    ],
    users: [
      { id: 'a1', name: 'Ann', slug: 'ann', bio: 'Writes.', profile_image: '__GHOST_URL__/content/images/ann.png' },
      { id: 2, slug: 'no-name' },
    ],
    settings: ghostSettings({ title: 'Old site', timezone: 'Mars/Base' }),
  })
  expect(entries.map(({ is }) => is)).toEqual([
    'site',
    'author',
    'post',
    'author',
    'post',
    'post',
    'post',
    ...Array(3).fill('redirect'),
  ])
  expect(recordsIn(entries).map(({ author }) => author)).toEqual(['author/a1', 'author/2', 'author/a1', undefined])
  expect(entries.filter(({ is }) => is === 'site' || is === 'author')).toEqual([
    { is: 'site', title: 'Old site', timeZone: 'Etc/UTC' },
    { is: 'author', sourceId: 'author/a1', name: 'Ann', bio: 'Writes.', picture: '/content/images/ann.png' },
    expect.objectContaining({
      sourceId: 'author/2',
      name: 'no-name',
      notes: [expect.objectContaining({ kind: 'author' })],
    }),
  ])
})

test.each([
  [{ status: 'draft', published_at: null }, 'draft', []],
  [{ status: 'scheduled' }, 'scheduled', []],
  [{ status: 'sent' }, 'draft', ['It was only sent as an email, so it becomes a draft.']],
  [{ status: 'lost' }, 'draft', ['Its status “lost” is not known here, so it becomes a draft.']],
  [{ visibility: 'members' }, 'draft', ['Only members could read it, so it becomes a draft.']],
  [{ visibility: 'paid', status: 'scheduled' }, 'draft', ['Only paying members could read it, so it becomes a draft.']],
  [{ visibility: 'tiers' }, 'draft', ['Only some members could read it, so it becomes a draft.']],
  [{ visibility: 'paid', status: 'draft' }, 'draft', []],
])('%j becomes %s', async (values, status, sentences) => {
  expect(await recordOfGhost(values)).toMatchObject({ status, sentences })
})

test.each([
  ['2017-09-01 12:30:00', '2017-09-01T12:30:00.000Z'],
  [1_388_318_311_015, '2013-12-29T11:58:31.015Z'],
  ['0000-00-00 00:00:00', undefined],
  ['9999-12-31T23:59:59.000Z', undefined],
  ['1950-01-02T03:04:05.000Z', '1950-01-02T03:04:05.000Z'],
  ['yesterday', undefined],
])('the date %s is %s', async (published_at, at) => {
  const record = await recordOfGhost({ published_at })
  expect(record.at).toBe(at)
  expect(record.sentences).toEqual(at ? [] : [`Its date “${published_at}” cannot be used.`])
})

test('exports of all versions are read', async () => {
  const old = JSON.stringify({
    meta: { exported_on: 1_388_318_311_015, version: '003' },
    data: {
      posts: [
        ghostPost({
          id: 7,
          uuid: null,
          page: 1,
          image: '/content/images/x.png',
          type: undefined,
          visibility: undefined,
          author_id: 1,
        }),
        ghostPost({ id: 8, html: null, markdown: '# Hi' }),
      ],
      users: [{ id: 1, name: 'Ann', slug: 'ann', image: '/content/images/ann.png' }],
      settings: ghostSettings({ permalinks: '/:year/:month/:slug/', activeTimezone: 'Pacific/Auckland' }),
    },
  })
  const [site, author, page, other] = await entriesIn(ghostReader, { 'export.json': `\uFEFF${old}` })
  expect(site).toMatchObject({ timeZone: 'Pacific/Auckland' })
  expect(author).toMatchObject({ sourceId: 'author/1', picture: '/content/images/ann.png' })
  expect(page).toMatchObject({
    is: 'page',
    path: 'a-title',
    sourceId: 'post/7',
    author: 'author/1',
    addresses: ['/a-title/'],
  })
  expect(page).toMatchObject({ picture: { address: '/content/images/x.png' }, status: 'public' })
  expect(other).toMatchObject({ is: 'post', sourceId: 'post/8', text: expect.stringContaining('# Hi') })
  expect(other).toMatchObject({ addresses: ['/2024/05/a-title/', '/p/u-1/'] })
  const lexical = '{"root":{"children":[{"type":"email","html":"x"}]}}'
  expect(await recordOfGhost({ html: null, lexical })).toMatchObject({ text: lexical, sentences: [] })
  expect(await recordOfGhost({ lexical })).toMatchObject({
    text: '<p>Words</p>',
    sentences: ['A part that only emails showed is left out.'],
  })
  expect((await recordOfGhost({ html: null })).text).toBe('')
})

test('the same post of two files comes once, and one that cannot be read is named', async () => {
  const broken = ghostExport({
    posts: [ghostPost(), ghostPost({ id: '2', title: 'Broken "one"' }), ghostPost({ id: '3' })],
  }).replace('"u-1","title":"Broken', 'u-1,"title":"Broken')
  const entries = await entriesIn(ghostReader, { 'a.json': broken, 'b.json': ghostExport({ posts: [ghostPost()] }) })
  expect(recordsIn(entries).map(({ sourceId }) => sourceId)).toEqual(['post/1', 'post/3'])
  expect(entries.filter(({ is }) => is === 'rest')).toEqual([
    { is: 'rest', sourceId: 'post/2', title: 'Broken "one"', reason: 'It cannot be read, since its JSON is damaged.' },
  ])
})

test('an export is recognised by how it begins', async () => {
  expect((await readerOf(sourceFiles({ 'x.json': ghostExport({ posts: [] }), 'a.png': '' }))).kind).toBe('ghost')
  for (const other of ['{"data":{"posts":[]}}', '[]', '', '{"db":"x"}'])
    expect(await ghostReader.recognises(sourceFiles({ 'x.json': other, 'redirects.json': '[]' }))).toBe(false)
})

test('reading ends when it is asked to', async () => {
  const entries = ghostReader.read(
    sourceFiles({ 'a.json': ghostExport({ posts: [ghostPost()] }) }),
    AbortSignal.abort(),
  )
  await expect(Array.fromAsync(entries)).rejects.toThrow('aborted')
})
