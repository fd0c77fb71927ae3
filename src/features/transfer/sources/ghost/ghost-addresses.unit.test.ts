import { expect, test } from 'vitest'
import { ghostPost, ghostSettings, readGhost, recordOfGhost, recordsIn } from '#testing/ghost-export.ts'
import { plainAddress } from './ghost-addresses.server.ts'

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
  const posts = [
    ghostPost({ published_at: '2023-12-31T20:00:00.000Z' }),
    ghostPost({ id: '2', uuid: 'u-2', slug: 'b' }),
  ]
  const entries = await readGhost(
    { posts, ...data, settings: ghostSettings({ timezone: 'Asia/Kolkata' }) },
    { 'settings/routes.yaml': routes },
  )
  expect(recordsIn(entries).map(({ addresses }) => addresses)).toEqual([
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
  const page = await recordOfGhost({ type: 'page' }, {}, { 'routes.yaml': routes })
  expect(page.addresses).toEqual(['/a-title/', '/p/u-1/'])
  expect((await recordOfGhost({}, {}, { 'routes.yaml': 'collections: [' })).addresses).toEqual(['/a-title/', '/p/u-1/'])
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
    readGhost({ posts: [] }, files).then((entries) =>
      entries.filter((entry) => entry.is === 'redirect' || entry.is === 'rest').slice(1),
    )
  const pattern = {
    is: 'rest',
    sourceId: 'redirect/^/blog/(.*)$',
    title: '^/blog/(.*)$',
    reason: 'It is a pattern for many addresses. Only redirects of single addresses are imported.',
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
  const entries = await readGhost(
    { posts: [], members: [{ id: 1 }, { id: 2 }], snippets: [{ id: 1 }] },
    {
      'content/images/2024/ä b.png': '',
      'content/images/2024/ä b_o.png': '',
      'content/images/size/w600/2024/ä b.png': '',
      'content/themes/casper/assets/images/logo.png': '',
      'files/a.pdf': '',
      'data/members-2024.csv': '',
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
    'data/members-2024.csv: Members are imported on Subscribers.',
    'tour.mp4: Only images and PDF files are imported.',
    'Members (2): Members are imported on Subscribers.',
    'Snippets (1): Snippets of the editor are left out.',
  ])
})
