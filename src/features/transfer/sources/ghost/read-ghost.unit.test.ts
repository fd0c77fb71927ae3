import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { entriesIn, sourceFiles } from '#testing/source-files.ts'
import { type SourceEntry, SourceError, type SourceRecord } from '../../ground/source.ts'
import { readerOf } from '../open-source.server.ts'
import { plainAddress } from './ghost-addresses.server.ts'
import { ghostReader } from './read-ghost.server.ts'
import { longestRow, tableRows } from './table-rows.server.ts'

type Tables = Record<string, Record<string, unknown>[]>

const exportOf = (data: Tables, version = '5.87.1') =>
  JSON.stringify({ db: [{ meta: { exported_on: 1_700_000_000_000, version }, data }] })

/** A post with the columns that exports have, and these values. */
const post = (values: Record<string, unknown> = {}) => ({
  id: '1',
  uuid: 'u-1',
  title: 'A title',
  slug: 'a-title',
  mobiledoc: null,
  lexical: null,
  html: '<p>Words</p>',
  feature_image: null,
  type: 'post',
  status: 'published',
  visibility: 'public',
  published_at: '2024-05-01T08:30:00.000Z',
  custom_excerpt: null,
  ...values,
})

const settings = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }))

const read = (data: Tables, others: Record<string, string> = {}) =>
  entriesIn(ghostReader, { 'my.ghost.2024-05-01.json': exportOf(data), ...others })

const recordsOf = (entries: SourceEntry[]) =>
  entries.filter((entry): entry is SourceRecord => entry.is === 'post' || entry.is === 'page')

async function recordOf(values: Record<string, unknown>, data: Tables = {}, others: Record<string, string> = {}) {
  const [record] = recordsOf(await read({ posts: [post(values)], ...data }, others))
  if (!record) throw new Error('There is no record')
  return { ...record, sentences: record.notes.map(({ sentence }) => sentence) }
}

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
  const record = await recordOf(values, {
    posts_meta: [
      {
        post_id: '1',
        og_title: 'For Facebook',
        twitter_description: 'For X',
        og_image: '__GHOST_URL__/content/images/og.png',
        meta_title: null,
        feature_image_alt: 'A kite',
        feature_image_caption: 'By <a href="x">Ann</a>',
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
    settings: settings({ title: 'Old site', url: 'https://old.example/news/', timezone: 'Asia/Kolkata' }),
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
      'Bo is another author of it. Posts have one author here.',
      'The featured image has no caption here: “By Ann”.',
      'It names https://else.example/uebung as its original address, which is left out.',
      'The code injected into its page is left out.',
    ],
  })
  const entries = await read({
    posts: [],
    users: [
      { id: 'a1', name: 'Ann', slug: 'ann', bio: 'Writes.', profile_image: '__GHOST_URL__/content/images/ann.png' },
      { id: 2, slug: 'no-name' },
    ],
    settings: settings({ title: 'Old site', timezone: 'Mars/Base' }),
  })
  expect(entries.slice(0, 3)).toEqual([
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
  expect(await recordOf(values)).toMatchObject({ status, sentences })
})

test.each([
  ['2017-09-01 12:30:00', '2017-09-01T12:30:00.000Z'],
  [1_388_318_311_015, '2013-12-29T11:58:31.015Z'],
  ['0000-00-00 00:00:00', undefined],
  ['9999-12-31T23:59:59.000Z', undefined],
  ['yesterday', undefined],
])('the date %s is %s', async (published_at, at) => {
  const record = await recordOf({ published_at })
  expect(record.at).toBe(at)
  expect(record.sentences).toEqual(at ? [] : [`Its date “${published_at}” is none that can be used.`])
})

test('exports of all versions are read', async () => {
  const old = JSON.stringify({
    meta: { exported_on: 1_388_318_311_015, version: '003' },
    data: {
      posts: [
        post({
          id: 7,
          uuid: null,
          page: 1,
          image: '/content/images/x.png',
          type: undefined,
          visibility: undefined,
          author_id: 1,
        }),
        post({ id: 8, html: null, markdown: '# Hi' }),
      ],
      users: [{ id: 1, name: 'Ann', slug: 'ann', image: '/content/images/ann.png' }],
      settings: settings({ permalinks: '/:year/:month/:slug/', activeTimezone: 'Pacific/Auckland' }),
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
  expect(await recordOf({ html: null, lexical })).toMatchObject({
    text: lexical,
    sentences: ['A part that only emails showed is left out.'],
  })
  expect((await recordOf({ html: null })).text).toBe('')
})

test('addresses follow routes.yaml', async () => {
  const routes = `
routes:
  /about-us/: about
collections:
  /news/:
    permalink: /news/{year}/{slug}/
    filter: primary_tag:news+featured:false
  /:
    permalink: /{primary_author}/{slug}/
taxonomies:
  tag: /topic/{slug}/
`
  const data = {
    tags: [{ id: 't1', name: 'News', slug: 'news', visibility: 'public' }],
    posts_tags: [{ post_id: '1', tag_id: 't1', sort_order: 0 }],
    users: [{ id: 'a1', name: 'Ann', slug: 'ann' }],
    posts_authors: ['1', '2'].map((post_id) => ({ post_id, author_id: 'a1', sort_order: 0 })),
  }
  // A new year begins earlier there.
  const posts = [post({ published_at: '2023-12-31T20:00:00.000Z' }), post({ id: '2', uuid: 'u-2', slug: 'b' })]
  const entries = await read(
    { posts, ...data, settings: settings({ timezone: 'Asia/Kolkata' }) },
    { 'settings/routes.yaml': routes },
  )
  expect(recordsOf(entries).map(({ addresses }) => addresses)).toEqual([
    ['/news/2024/a-title/', '/p/u-1/'],
    ['/ann/b/', '/p/u-2/'],
  ])
  expect(entries.filter(({ is }) => is === 'redirect')).toEqual(
    [
      ['/news/', '/blog'],
      ['/topic/news/', '/blog'],
      ['/rss/', '/rss.xml'],
    ].map(([from, to]) => ({ is: 'redirect', from, to })),
  )
  const page = await recordOf({ type: 'page' }, {}, { 'routes.yaml': routes })
  expect(page.addresses).toEqual(['/a-title/', '/p/u-1/'])
  expect((await recordOf({}, {}, { 'routes.yaml': 'collections: [' })).addresses).toEqual(['/a-title/', '/p/u-1/'])
})

test.each([
  ['^/old/?$', '/old/'],
  ['^\\/2019\\/a\\-b\\.html$', '/2019/a-b.html'],
  ['/old', '/old'],
  ['old/', '/old/'],
  ['^/a\\?p=12$', '/a?p=12'],
  ['/^\\/old\\/$/i', '/old/'],
  ['(?i)^/größe/$', '/größe/'],
  ['^/blog/(.*)$', undefined],
  ['^/tag/[a-z]+/$', undefined],
  ['/a|/b', undefined],
  ['^/a.b.*', undefined],
])('the redirect from %s is one from %s', (pattern, address) => {
  expect(plainAddress(pattern)).toBe(address)
})

test('redirects of single addresses are carried over, patterns are named', async () => {
  const redirects = (files: Record<string, string>) =>
    read({ posts: [] }, files).then((entries) =>
      entries.filter((entry) => entry.is === 'redirect' || entry.is === 'rest').slice(1),
    )
  const pattern = {
    is: 'rest',
    sourceId: 'redirect/^/blog/(.*)$',
    title: '^/blog/(.*)$',
    reason: 'It leads many addresses to /$1. Only redirects of single addresses are carried over.',
  }
  const json = [
    { from: '^/old/?$', to: '/new/', permanent: true },
    { from: '^/blog/(.*)$', to: '/$1' },
    { from: 5 },
    null,
  ]
  expect(await redirects({ 'redirects.json': JSON.stringify(json) })).toEqual([
    { is: 'redirect', from: '/old/', to: '/new/' },
    pattern,
  ])
  const yaml = '301:\n  /old/: /new/\n  ^/blog/(.*)$: /$1\n302:\n  /soon: https://else.example/\n'
  expect(await redirects({ 'data/redirects.yaml': yaml })).toEqual([
    { is: 'redirect', from: '/old/', to: '/new/' },
    pattern,
    { is: 'redirect', from: '/soon', to: 'https://else.example/' },
  ])
  expect(await redirects({ 'redirects.json': '[{' })).toEqual([
    expect.objectContaining({
      title: 'redirects.json',
      reason: 'The file cannot be read, so its redirects are left out.',
    }),
  ])
})

test('pictures and PDF files come along, and all else is counted', async () => {
  const entries = await read(
    { posts: [], members: [{ id: 1 }, { id: 2 }], snippets: [{ id: 1 }] },
    {
      'content/images/2024/ä b.png': '',
      'content/images/2024/ä b_o.png': '',
      'content/images/size/w600/2024/ä b.png': '',
      'content/themes/casper/assets/images/logo.png': '',
      'files/a.pdf': '',
      'media/tour.mp4': '',
    },
  )
  expect(entries.filter(({ is }) => is === 'file')).toEqual([
    {
      is: 'file',
      sourceId: 'file/images/2024/ä b.png',
      title: 'ä b.png',
      addresses: ['/content/images/2024/ä b.png', '/content/images/2024/%C3%A4%20b.png'],
      path: 'content/images/2024/ä b.png',
    },
    {
      is: 'file',
      sourceId: 'file/files/a.pdf',
      title: 'a.pdf',
      addresses: ['/content/files/a.pdf'],
      path: 'files/a.pdf',
    },
  ])
  expect(entries.flatMap((entry) => (entry.is === 'rest' ? [`${entry.title}: ${entry.reason}`] : []))).toEqual([
    'tour.mp4: Only pictures and PDF files are carried over.',
    'Members (2): Members are imported on Subscribers.',
    'Snippets (1): Snippets of the editor are left out.',
  ])
})

test('the same post of two files comes once, and one that cannot be read is named', async () => {
  const broken = exportOf({ posts: [post(), post({ id: '2', title: 'Broken "one"' }), post({ id: '3' })] }).replace(
    '"u-1","title":"Broken',
    'u-1,"title":"Broken',
  )
  const entries = await entriesIn(ghostReader, { 'a.json': broken, 'b.json': exportOf({ posts: [post()] }) })
  expect(recordsOf(entries).map(({ sourceId }) => sourceId)).toEqual(['post/1', 'post/3'])
  expect(entries.filter(({ is }) => is === 'rest')).toEqual([
    { is: 'rest', sourceId: 'post/2', title: 'Broken "one"', reason: 'It cannot be read, since its JSON is damaged.' },
  ])
})

test('a text that is too long is named by its title, and what follows is read', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  async function* source() {
    yield Buffer.from('{"data":{"posts":[{"id":"1","title":"Long","html":"')
    for (let count = 0; count <= longestRow / chunk.length; count++) yield chunk
    yield Buffer.from('"},{"id":"2"}]}}')
  }
  const [long, short] = await Array.fromAsync(tableRows(source(), 'a.json', () => true))
  expect(long).toMatchObject({ table: 'posts', tooLong: true })
  expect(long?.bytes?.length).toBeLessThan(10_000)
  expect(short?.bytes?.toString()).toBe('{"id":"2"}')
})

test('rows are found wherever chunks end', async () => {
  const rows = [{ id: '\\', html: '"}]{["' }, { id: 'ü', nested: [{ a: [1, 2] }, {}] }, {}]
  const bytes = Buffer.from(exportOf({ posts: rows, tags: [{ id: 'posts' }], empty: [] }))
  for (const size of [1, 2, 3, 7, 64, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    const found = await Array.fromAsync(tableRows(Readable.from(chunks), 'a.json', (table) => table === 'posts'))
    expect(found.map(({ table }) => table)).toEqual(['meta', 'posts', 'posts', 'posts', 'tags'])
    expect(found.flatMap(({ bytes }) => (bytes ? [JSON.parse(bytes.toString())] : []))).toEqual(rows)
  }
})

test.each([
  ['{"db":[{"meta":{"exported_on":1},"data":{"posts":[{"id":', 'a.json is incomplete: it ends in the middle.'],
  ['{"db":[{"meta":{"exported_on":1}]}', 'a.json is damaged: it is not the JSON of an export.'],
  ['{"db":[{"meta":{}}]}{}', 'a.json is damaged: it is not the JSON of an export.'],
  [`{"db":[{"data":{"posts":[{"a":${'['.repeat(600)}`, 'a.json is damaged: it is not the JSON of an export.'],
])('the damaged file %.60s is one sentence', async (content, sentence) => {
  await expect(entriesIn(ghostReader, { 'a.json': content })).rejects.toEqual(new SourceError(sentence))
})

test('an export is recognised by how it begins', async () => {
  expect((await readerOf(sourceFiles({ 'x.json': exportOf({ posts: [] }), 'a.png': '' }))).kind).toBe('ghost')
  for (const other of ['{"data":{"posts":[]}}', '[]', '', '{"db":"x"}'])
    expect(await ghostReader.recognises(sourceFiles({ 'x.json': other, 'redirects.json': '[]' }))).toBe(false)
})

test('reading ends when it is asked to', async () => {
  const entries = ghostReader.read(sourceFiles({ 'a.json': exportOf({ posts: [post()] }) }), AbortSignal.abort())
  await expect(Array.fromAsync(entries)).rejects.toThrow('aborted')
})
