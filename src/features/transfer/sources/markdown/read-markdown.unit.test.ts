import { expect, test } from 'vitest'
import type { SourceEntry, SourceRecord } from '#features/transfer/ground/source.ts'
import { processorTime } from '#testing/processor-time.ts'
import { entriesIn, sourceFiles } from '#testing/source-files.ts'
import { isRead } from '../archives.server.ts'
import { readMarkdownText } from './markdown-text.server.ts'
import { markdownReader } from './read-markdown.server.ts'

type Contents = Record<string, string | Uint8Array>
const read = (contents: Contents) => entriesIn(markdownReader, contents)
const isRecord = (entry: SourceEntry): entry is SourceRecord => entry.is === 'post' || entry.is === 'page'
const recordsIn = async (contents: Contents) => (await read(contents)).filter(isRecord)
const onlyIn = async (contents: Contents): Promise<SourceRecord> => {
  const [only] = await recordsIn(contents)
  if (!only) throw new Error('No record')
  return only
}
const front = (facts: string, text = 'Text') => `---\n${facts}\n---\n${text}\n`
const notesOf = ({ notes }: SourceRecord) => notes.map(({ sentence }) => sentence)

/** The kind and the main address of each text. */
const placesIn = async (contents: Contents) =>
  Object.fromEntries(
    (await recordsIn(contents)).map(({ is, sourceId, addresses }) => [sourceId, `${is} ${addresses[0] ?? 'none'}`]),
  )

const hugo = { 'hugo.toml': 'baseURL = "https://old.example/"\ntitle = "Old site"\ntimeZone = "Asia/Kolkata"\n' }
const jekyll = { '_config.yml': 'title: Old\nurl: https://old.example\nbaseurl: /blog\ntimezone: Asia/Kolkata\n' }
const picture = new Uint8Array([1, 2, 3])

test('Hugo: sections, bundles, languages and files that are no texts', async () => {
  const entries = await read({
    ...hugo,
    'content/_index.md': front('title: Home'),
    'content/about.md': front('title: About\ndate: 2020-01-01'),
    'content/posts/_index.md': front('title: Posts'),
    'content/posts/Hello World.md': front('title: Hello\ndate: 2024-03-01T10:00:00'),
    'content/posts/trip/index.md': front('title: Trip', '![The sea](sea.jpg)'),
    'content/posts/trip/sea.jpg': picture,
    'content/posts/trip/unused.png': picture,
    'content/posts/trip/index.fr.md': front('title: Voyage'),
    'README.md': '# About this repository',
    'themes/fine/README.md': '# Fine',
    'themes/fine/exampleSite/content/posts/x.md': front('title: X'),
    'layouts/index.html': '<html></html>',
    'archetypes/default.md': front('title: "{{ .Name }}"'),
  })
  expect(entries[0]).toEqual({
    is: 'site',
    title: 'Old site',
    address: 'https://old.example',
    timeZone: 'Asia/Kolkata',
  })
  expect(entries.filter(isRecord).map(({ is, title, addresses }) => [is, title, addresses])).toEqual([
    ['page', 'About', ['https://old.example/about/']],
    ['post', 'Hello', ['https://old.example/posts/hello-world/']],
    ['post', 'Voyage', ['https://old.example/fr/posts/trip/']],
    ['post', 'Trip', ['https://old.example/posts/trip/']],
  ])
  expect(entries.filter(isRecord).map(({ at }) => at)).toContain('2024-03-01T04:30:00.000Z')
  expect(entries.find(({ is }) => is === 'file')).toMatchObject({ path: 'content/posts/trip/sea.jpg' })
  const rest = entries.flatMap((entry) => (entry.is === 'rest' ? `${entry.title}: ${entry.reason}` : []))
  expect(rest).toEqual([
    'README.md: It is about the files, not a page of the site.',
    'content/_index.md: It is the head of a section of Hugo, which lists other pages.',
    'content/posts/_index.md: It is the head of a section of Hugo, which lists other pages.',
    'archetypes/ (1 text): It is a part of the design.',
    'layouts/ (1 text): It is a part of the design.',
    'themes/ (2 texts): It belongs to a theme.',
    '1 picture or PDF: No text uses them.',
  ])
})

test.each([
  ['', 'posts/hello.md', 'slug: greeting', '/posts/greeting/'],
  ['', 'posts/hello.md', 'url: /old/path.html', '/old/path.html'],
  [
    '[permalinks]\nposts = "/:year/:month/:slug/"',
    'posts/hello.md',
    'date: 2021-03-09\ntitle: Größe & Übung',
    '/2021/03/gr%C3%B6%C3%9Fe-%C3%BCbung/',
  ],
  ['[permalinks.page]\nposts = "/:year/:filename"', 'posts/hello.md', 'date: 2021-03-09', '/2021/hello'],
  ['uglyURLs = true', 'posts/hello.md', '', '/posts/hello.html'],
  ['defaultContentLanguage = "de"\n[languages.de]\n[languages.en]', 'posts/hello.en.md', '', '/en/posts/hello/'],
  ['defaultContentLanguage = "de"\n[languages.de]\n[languages.en]', 'posts/hello.de.md', '', '/posts/hello/'],
  ['contentDir = "texts"', '../texts/posts/hello.md', '', '/posts/hello/'],
])('an address of Hugo: %j %s', async (settings, path, facts, address) => {
  const file = `content/${path}`.replace('content/../', '')
  expect(
    await onlyIn({
      'hugo.toml': `baseURL = "https://old.example"\n${settings}`,
      'content/x.txt': '',
      [file]: front(`x: 1\n${facts}`),
    }),
  ).toMatchObject({
    addresses: [`https://old.example${address}`],
  })
})

test('Jekyll: posts, drafts, pages, collections and settings for folders', async () => {
  const contents = {
    '_config.yml': `${jekyll['_config.yml']}permalink: pretty\ncollections:\n  guides:\n    output: true\n  staff:\n    output: false\ndefaults:\n  - scope:\n      path: ""\n      type: posts\n    values:\n      author: mei\n      tags: [all]\n`,
    '_data/authors.yml': 'mei:\n  name: Mei Lin\n  bio: Writes.\n  avatar: /assets/mei.png\n',
    'assets/mei.png': picture,
    '_posts/2024-03-01-hello.md': front('title: Hello\ncategories: news pune'),
    'travel/_posts/2023-01-02-rome.markdown': front('title: Rome\nredirect_from:\n  - /old-rome\n  - /r.html'),
    '_drafts/idea.md': front('title: Idea'),
    '_guides/start.md': front('title: Start'),
    '_staff/mei.md': front('title: Mei'),
    '_includes/x.md': 'part',
    'about.md': front('title: About'),
    'contact.md': front('title: Contact\npermalink: /reach/us/'),
    'CHANGELOG.md': '# 1.0',
  }
  expect(await placesIn(contents)).toEqual({
    '_posts/2024-03-01-hello.md': 'post https://old.example/blog/news/pune/2024/03/01/hello/',
    'travel/_posts/2023-01-02-rome.markdown': 'post https://old.example/blog/travel/2023/01/02/rome/',
    '_drafts/idea.md': 'post none',
    '_guides/start.md': 'page https://old.example/blog/guides/start/',
    'about.md': 'page https://old.example/blog/about/',
    'contact.md': 'page https://old.example/blog/reach/us/',
  })
  const records = await recordsIn(contents)
  const [hello, rome] = ['_posts/2024-03-01-hello.md', 'travel/_posts/2023-01-02-rome.markdown'].map((id) =>
    records.find(({ sourceId }) => sourceId === id),
  )
  expect(hello).toMatchObject({
    author: 'mei',
    categories: ['news', 'pune'],
    tags: ['all'],
    at: '2024-02-29T18:30:00.000Z',
    status: 'public',
  })
  expect(rome).toMatchObject({
    categories: ['travel'],
    addresses: [expect.anything(), 'https://old.example/blog/old-rome', 'https://old.example/blog/r.html'],
  })
  expect(records.find(({ title }) => title === 'Idea')?.status).toBe('draft')
  expect((await read(contents)).find(({ is }) => is === 'author')).toEqual({
    is: 'author',
    sourceId: 'mei',
    name: 'Mei Lin',
    bio: 'Writes.',
    picture: 'https://old.example/blog/assets/mei.png',
  })
  const reasons = (await read(contents)).flatMap((entry) => (entry.is === 'rest' ? entry.reason : []))
  expect(reasons).toContain('The collection “staff” has no pages of its own.')
})

test.each([
  ['', '/2024/03/01/hello.html'],
  ['permalink: /:year/:title/', '/2024/hello/'],
  ['permalink: none', '/hello.html'],
  ['permalink: ordinal', '/2024/061/hello.html'],
  ['permalink: /:constructor/:title', '/:constructor/hello'],
  ['permalink: /:categories/:i_month/:title', '/news/3/hello'],
])('an address of Jekyll with %j', async (settings, address) => {
  const record = await onlyIn({
    '_config.yml': `url: https://old.example\n${settings}`,
    '_posts/2024-03-01-hello.md': front(`title: Other\n${settings.includes('cat') ? 'category: News' : ''}`),
  })
  expect(record.addresses).toEqual([`https://old.example${address}`])
})

test.each<[string, Contents, Record<string, string>]>([
  [
    'Astro',
    {
      'astro.config.mjs': "export default defineConfig({ site: 'https://old.example', base: '/news' })",
      'src/content/blog/first.mdx': front('title: First\npubDate: 2024-03-01'),
      'src/content/blog/nested/index.md': front('title: Nested'),
      'src/pages/about.md': front('title: About'),
      'src/content/authors/jo.json': '{"name": "Jo"}',
    },
    {
      'src/content/blog/first.mdx': 'post https://old.example/news/blog/first/',
      'src/content/blog/nested/index.md': 'post https://old.example/news/blog/nested/',
      'src/pages/about.md': 'page https://old.example/news/about/',
    },
  ],
  [
    'Eleventy',
    {
      '.eleventy.js': 'module.exports = () => ({ dir: { input: "content" } })',
      'content/blog/blog.json': '{ "tags": "posts", "author": "Jo" }',
      'content/blog/2024-03-01-first.md': front('title: First'),
      'content/blog/second/second.md': front('title: Second\npermalink: /{{ page.fileSlug }}/index.html'),
      'content/third.md': front('title: Third\npermalink: false'),
      'content/blog/fourth/fourth.md': front('title: Fourth'),
    },
    {
      'content/blog/2024-03-01-first.md': 'post /blog/first/',
      'content/blog/second/second.md': 'post /second/',
      'content/blog/fourth/fourth.md': 'post /blog/fourth/',
      'content/third.md': 'page none',
    },
  ],
  [
    'Docusaurus, in a folder of an archive',
    {
      'site-main/website/docusaurus.config.ts':
        "const config = { title: 'D', url: 'https://old.example', baseUrl: '/' }",
      'site-main/website/blog/2024-03-01-first.md': front('title: First'),
      'site-main/website/blog/2024-03-02-second/index.mdx': front('slug: two', '# Second'),
      'site-main/website/docs/01-guide/02-start.md': '# Start here',
      'site-main/website/docs/guide/guide.md': '# Guide',
      'site-main/website/docs/README.md': '# Docs',
      'site-main/website/src/pages/terms.md': '# Terms',
      'site-main/website/versioned_docs/version-1/x.md': '# Old',
    },
    {
      'blog/2024-03-01-first.md': 'post https://old.example/blog/2024/03/01/first',
      'blog/2024-03-02-second/index.mdx': 'post https://old.example/blog/two',
      'docs/01-guide/02-start.md': 'page https://old.example/docs/guide/start',
      'docs/guide/guide.md': 'page https://old.example/docs/guide',
      'docs/README.md': 'page https://old.example/docs',
      'src/pages/terms.md': 'page https://old.example/terms',
    },
  ],
  [
    'VitePress',
    {
      'docs/.vitepress/config.mts': "export default { title: 'V' }",
      'docs/index.md': '# Home',
      'docs/guide/start.md': '# Start',
      'docs/posts/one.md': front('date: 2024-01-01', '# One'),
    },
    { 'index.md': 'page /', 'guide/start.md': 'page /guide/start.html', 'posts/one.md': 'post /posts/one.html' },
  ],
  [
    'Zola',
    {
      'config.toml': 'base_url = "https://old.example"\n',
      'content/_index.md': '+++\n+++\n',
      'content/blog/2024-03-01-first.md':
        '+++\ntitle = "First"\n[taxonomies]\ntags = ["a"]\n[extra]\nauthor = "Jo"\n+++\nText',
      'content/pages/about.md': '+++\ntitle = "About"\npath = "about-us"\n+++\nText',
    },
    {
      'content/blog/2024-03-01-first.md': 'post https://old.example/blog/first/',
      'content/pages/about.md': 'page https://old.example/about-us',
    },
  ],
  [
    'Hexo',
    {
      '_config.yml': 'url: https://old.example\npermalink: :year/:month/:title/\n',
      'source/_posts/first.md': front('title: 第一\ndate: 2024-03-01 10:00:00'),
      'source/about/index.md': front('title: 关于'),
    },
    {
      'source/_posts/first.md': 'post https://old.example/2024/03/first/',
      'source/about/index.md': 'page https://old.example/about/',
    },
  ],
  [
    'Gatsby',
    {
      'gatsby-config.js': 'module.exports = { siteMetadata: { title: `G`, siteUrl: `https://old.example/` } }',
      'content/blog/first/index.md': front('title: First\ndate: "2024-03-01"'),
    },
    { 'content/blog/first/index.md': 'post https://old.example/first/' },
  ],
  [
    'Next.js',
    { 'next.config.js': 'module.exports = {}', '_posts/first.md': front('title: First\ndate: 2024-03-01') },
    { '_posts/first.md': 'post /posts/first' },
  ],
  [
    'Obsidian',
    { '.obsidian/app.json': '{}', 'Blog/One.md': front('aliases: [Uno]', '# One'), 'templates/Two.md': '# Two' },
    { 'Blog/One.md': 'post /Blog/One', 'templates/Two.md': 'post /templates/Two' },
  ],
  [
    'a folder of notes',
    { 'vault/One.md': '# One', 'vault/About.md': 'About us', 'vault/Größe und Übung.md': 'Words' },
    {
      'About.md': 'page /About',
      'Größe und Übung.md': 'post /Gr%C3%B6%C3%9Fe%20und%20%C3%9Cbung',
      'One.md': 'post /One',
    },
  ],
])('addresses and kinds of %s', async (_, contents, places) => {
  // A file that archives and folders leave out tells nothing.
  expect(Object.keys(contents).filter((path) => !isRead(path))).toEqual([])
  expect(await placesIn(contents)).toEqual(places)
})

test('the words of a text say whether it is a post or a page', async () => {
  const contents = {
    ...hugo,
    'content/posts/a.md': front('title: A\ntype: page'),
    'content/b.md': front('title: B\nlayout: post'),
    'content/talks/c.md': front('title: C\ndate: 2024-01-01\ntags: [x]'),
    'content/talks/d.md': front('title: D'),
  }
  expect((await recordsIn(contents)).map(({ title, is }) => `${title} ${is}`)).toEqual([
    'B post',
    'A page',
    'C post',
    'D page',
  ])
})

test.each([
  ['draft: true', 'draft'],
  ['published: false', 'draft'],
  ['hidden: yes', 'draft'],
  ['status: private', 'draft'],
  ['date: 2099-01-01', 'scheduled'],
  ['publishDate: 2099-01-01\ndate: 2020-01-01', 'scheduled'],
  ['date: 2020-01-01\nexpiryDate: 2021-01-01', 'draft'],
  ['date: 2020-01-01\nexpiryDate: 2099-01-01', 'public'],
  ['published: 2020-01-01', 'public'],
  ['published: true', 'public'],
])('a text with %j is %s', async (facts, status) => {
  expect(await onlyIn({ 'posts/a.md': front(facts) })).toMatchObject({ status })
})

test.each([
  ['cover: ../images/My%20Picture.PNG', ''],
  ['cover: /images/my picture.png', ''],
  ['image:\n  src: images/my picture.png\n  alt: A picture', 'A picture'],
  ['cover:\n  image: "images/my picture.png"\n  alt: A picture\n  relative: false', 'A picture'],
  ['images: ["images/my picture.png", "b.png"]', ''],
  ['featuredImage: ../images/my picture.png?w=300\nfeaturedImageAlt: A picture', 'A picture'],
  ['header:\n  teaser: /images/my picture.png', ''],
  ['heroImage: "@/../images/my picture.png"', ''],
  ['cover: "[[my picture.png]]"', ''],
])('the picture %j is found', async (facts, alt) => {
  const contents = { 'posts/a.md': front(facts), 'images/my picture.png': picture }
  const found = (await onlyIn(contents)).picture
  expect(found).toEqual({ address: '/images/my%20picture.png', ...(alt && { alt }) })
  expect((await read(contents)).find(({ is }) => is === 'file')).toMatchObject({
    path: 'images/my picture.png',
    addresses: ['/images/my%20picture.png'],
  })
})

test('pictures and links of a text lead to the files that their programs mean', async () => {
  const text = `![a](../../static/img/a.png) ![a](/img/a.png) ![b](b%20c.png "Title") ![b](<b c.png>) <img src="B C.png">
[one](../one/index.md#part) [one](/posts/one/) [one](https://old.example/posts/one/?x=1#y) [one]({{< ref "one" >}}) [ref]
[file](/files/plan.pdf) [archive](plan.zip) [gone](gone.md) ![gone](gone.png) [out](../../../../etc/passwd) [web](https://example.com/x.md)

\`![code](/img/code.png)\`

[ref]: ../one/
`
  const contents = {
    ...hugo,
    'content/posts/two/index.md': front('title: Two', text),
    'content/posts/two/b c.png': picture,
    'content/posts/two/plan.zip': picture,
    'content/posts/one/index.md': front('title: One'),
    'static/img/a.png': picture,
    'static/img/code.png': picture,
    'static/files/plan.pdf': picture,
  }
  const two = (await recordsIn(contents)).find(({ title }) => title === 'Two')
  const files = Object.fromEntries(
    Object.entries(two?.facts.files ?? {}).map(([typed, { address }]) => [
      typed,
      address.replace('https://old.example', ''),
    ]),
  )
  expect(files).toEqual({
    '../../static/img/a.png': '/img/a.png',
    '/img/a.png': '/img/a.png',
    'b%20c.png': '/posts/two/b%20c.png',
    'b c.png': '/posts/two/b%20c.png',
    'B C.png': '/posts/two/b%20c.png',
    '../one/index.md#part': '/posts/one/#part',
    '/posts/one/': '/posts/one/',
    'https://old.example/posts/one/?x=1#y': '/posts/one/?x=1#y',
    'atrium-ref:one': '/posts/one/',
    '../one/': '/posts/one/',
    '/files/plan.pdf': '/files/plan.pdf',
    'plan.zip': '/posts/two/plan.zip',
  })
  expect(two && notesOf(two)).toEqual([
    'The file plan.zip is not carried over; its link stays.',
    'gone.md leads to no page among the files.',
    'gone.png is not among the files.',
  ])
  const paths = (await read(contents)).flatMap((entry) => (entry.is === 'file' ? entry.path : []))
  expect(paths).toEqual(['static/img/a.png', 'content/posts/two/b c.png', 'static/files/plan.pdf'])
})

test('Zola links from its folder of texts, and Hexo has pictures in a folder with the name of the post', async () => {
  const zola = await recordsIn({
    'config.toml': 'base_url = "https://old.example"',
    'content/docs/page.md': '+++\n+++\nText',
    'content/docs/other.md': '+++\n+++\n[x](@/docs/page.md#part)',
  })
  expect(zola[0]?.facts.files).toEqual({ '@/docs/page.md#part': { address: 'https://old.example/docs/page/#part' } })
  const hexo = await onlyIn({
    '_config.yml': 'url: https://old.example',
    'source/_posts/one.md': front('title: 一', '{% asset_img 1.png 直った！ %}'),
    'source/_posts/one/1.png': picture,
  })
  expect(hexo.facts.files).toEqual({ '1.png': { address: 'https://old.example/_posts/one/1.png' } })
})

test('a design is no text, and a text without a page of its own is no target', async () => {
  const entries = await read({
    ...jekyll,
    'index.md': front('layout: home', ''),
    '_drafts/idea.md': front('title: Idea'),
    'about.md': front('title: About', '[idea](_drafts/idea.md)'),
  })
  expect(entries).toContainEqual({
    is: 'rest',
    sourceId: 'index.md',
    title: 'Home',
    reason: 'It has no text of its own: its design makes the page.',
  })
  expect(entries.filter(isRecord).find(({ title }) => title === 'About')?.facts.files).toEqual({})
})

test('a text of 2,000 texts that link to each other is read in time', { tags: 'all' }, async () => {
  const contents: Contents = { ...hugo, 'static/a.png': picture }
  for (let at = 0; at < 2_000; at++)
    contents[`content/posts/post-${at}.md`] = front(
      `title: Post ${at}`,
      `[x](/posts/post-${at + 1}/) ![](/a.png) [y](post-${at + 2}.md)`,
    )
  const begin = process.cpuUsage()
  expect(await recordsIn(contents)).toHaveLength(2_000)
  expect(processorTime(begin)).toBeLessThan(30_000)
})

test('authors are texts, lists, tables and keys of data; each is given once', async () => {
  const contents = {
    'data/authors/jo.yaml': 'name: Jo Chen\nbio: Writes.\n',
    'posts/a.md': front('author: jo'),
    'posts/b.md': front('authors: [Jo Chen, Mei Lin]'),
    'posts/c.md': front('author:\n  name: Asha\n  image_url: https://x.example/a.png'),
    'posts/d.md': front('author: ""'),
    'posts/e.md': front('author: { url: x }'),
  }
  const entries = await read(contents)
  expect(entries.flatMap((entry) => (entry.is === 'author' ? entry.name : []))).toEqual(['Jo Chen', 'Asha'])
  const records = entries.filter(isRecord)
  expect(records.map(({ author }) => author)).toEqual(['jo', 'jo', 'asha', undefined, undefined])
  expect(records[1] && notesOf(records[1])).toEqual(['A post has one author, so Mei Lin is left out.'])
  expect(records[4] && notesOf(records[4])).toEqual(['Its author has no name.'])
})

test('facts give the excerpt, what search engines show, and notes of what is left', async () => {
  const facts =
    'title: A\nSummary: Short\ndescription: For search\nmetaTitle: Search title\ntoc: true\nweight: 3\nlang: fr\nkeywords: a, b\ncategory: Cloud'
  const record = await onlyIn({ 'posts/a.md': front(facts) })
  expect(record).toMatchObject({
    excerpt: 'Short',
    seo: { title: 'Search title', description: 'For search' },
    tags: ['a', 'b'],
    categories: ['Cloud'],
  })
  expect(notesOf(record)).toEqual(['toc', 'weight', 'lang'].map((name) => `The field “${name}” is not carried over.`))
  const more = await onlyIn({ 'posts/a.md': '# A\n\nThe *first* [words](/x).\n\n<!--more-->\n\nThe rest' })
  expect(more).toMatchObject({ title: 'A', excerpt: 'The first words.' })
})

test('bad files get a sentence, and the others are read', async () => {
  const entries = await read({
    'posts/damaged.md': front('title: A: b: c\ndate: 2024-01-01'),
    'posts/date.md': front('title: Date\ndate: 9999-12-31'),
    'posts/latin.md': new Uint8Array(Buffer.from('# Caf\xe9', 'latin1')),
    'posts/utf16.md': new Uint8Array(Buffer.from('\uFEFF# Größe', 'utf16le')),
    'posts/large.md': new Uint8Array(10 * 1024 * 1024 + 1),
    'posts/other.adoc': '= Title',
    'posts/null.md': 'A\0B',
    'posts/empty.md': '',
  })
  const records = entries.filter(isRecord)
  expect(records.map(({ title }) => title)).toEqual(['A: b: c', 'Date', 'Empty', 'Café', 'Null', 'Größe'])
  expect(records[0]).toMatchObject({ status: 'draft', at: '2024-01-01T00:00:00.000Z' })
  expect(records[0] && notesOf(records[0])[0]).toMatch(/^The front matter cannot be read: .* line 2.*draft\.$/)
  expect(records[1]?.at).toBeUndefined()
  expect(records[1] && notesOf(records[1])).toEqual([
    '“9999-12-31” cannot be a date of publication. The date is left out.',
  ])
  expect(records[4]?.text).toBe('AB')
  expect(entries.flatMap((entry) => (entry.is === 'rest' ? `${entry.title}: ${entry.reason}` : []))).toEqual([
    'posts/large.md: The file is larger than 10 MB.',
    'posts/other.adoc: It is written in adoc, not in Markdown.',
  ])
})

test.each([
  '{ "slug": "a\\ud800b", "title": "\\ud800", "cover": "\\ud800.png", "aliases": ["/\\ud800"] }',
  '---\ntitle: [a, {b: c}]\ndate: {a: b}\ntags: {a: b}\ncover: [[]]\nauthor: [[x]]\nslug: [a]\n---',
  '---\nurl: "http://[bad"\naliases: ["http://[bad", "%zz", "/%zz"]\nimage: "%zz.png"\npermalink: ":x{{ y }}"\n---',
])('facts of strange values stop nothing: %j', async (facts) => {
  const text = `${facts}\n[x](%zz.md) [y](atrium-ref:%zz) ![z](//[bad) {{< ref "%zz" >}} [w](http://[bad)`
  for (const [settings, count] of [
    [hugo, 1],
    [jekyll, 2],
    [{}, 2],
  ] as const) {
    const records = await recordsIn({ ...settings, 'content/posts/a.md': text, '_posts/2024-01-01-a.md': text })
    expect(records).toHaveLength(count)
    for (const record of records) expect(readMarkdownText(record.text, record.facts)).toHaveProperty('markdown')
  }
})

test('files without a text in Markdown are none of its', async () => {
  await expect(read({ 'a.txt': 'x', 'b.html': '<p>x</p>' })).rejects.toThrow(
    'There is no text in Markdown among these files.',
  )
  expect(await markdownReader.recognises(sourceFiles({ 'a.txt': 'x', 'b/README.mdb': 'x' }))).toBe(false)
  expect(await markdownReader.recognises(sourceFiles({ 'a/b.mdx': 'x' }))).toBe(true)
})

test('a text that leads elsewhere is a redirect', async () => {
  expect(
    await read({ ...jekyll, 'old.md': front('redirect_to: https://new.example/'), 'new.md': front('title: New') }),
  ).toContainEqual({
    is: 'redirect',
    from: 'https://old.example/blog/old.html',
    to: 'https://new.example/',
  })
})

test('an import that is stopped stops', async () => {
  const stop = new AbortController()
  stop.abort()
  await expect(markdownReader.read(sourceFiles({ 'a.md': 'x' }), stop.signal).next()).rejects.toThrow()
})
