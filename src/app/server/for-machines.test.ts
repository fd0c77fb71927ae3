import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Validator from '@adobe/structured-data-validator'
import type { Nodes } from 'mdast'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '#app/pages.ts'
import { parseMarkdown } from '#content/markup/splice-addresses.ts'
import { markdownAddress } from '#server/http/markdown-form.ts'
import { fillSite } from '#testing/full-site.ts'
import { letters, publicAddresses, textOfMarkdown, visibleText } from '#testing/page-text.ts'
import { addCourse } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { problemsOf, structuredDataIn } from '#testing/structured-data.ts'
import { addCohort } from '#testing/training-rows.ts'

const publicUrl = 'https://www.acme.example'
let site: TestApp
let call: ReturnType<typeof callAs>

beforeAll(async () => {
  site = await startTestApp({ publicUrl, rateLimit: false }, { built: true })
  const { staff } = await fillSite(site)
  call = callAs(site, staff)
  const course = await addCourse(site.database, { title: 'Two dates', slug: 'two-dates' })
  await addCohort(site.database, course.id, { startsOn: '2999-01-04', timetable: 'Mon, Wed 18:30–20:30' })
  await addCohort(site.database, course.id, { startsOn: '2999-02-08', mode: 'online', price: 90 })
  for (const [path, body] of [
    ['/pages', { title: 'Quiet', path: 'quiet', sections: [{ kind: 'text', content: 'In no list.' }], active: true }],
    ['/blogs', { ...rich, published: true }],
    ['/openings', { ...opening, title: 'Anywhere', place: 'Remote (India)' }],
    ['/openings', { ...opening, title: 'Elsewhere', place: 'Remote or Chennai' }],
  ] as const) {
    const answer = await call('POST', `/api${path}`, body)
    expect(answer.status, await answer.clone().text()).toBe(201)
  }
}, 120_000)
afterAll(() => site.close())

const opening = { kind: 'Contract', description: 'Work **with** us.\n\n- here', closesOn: '2999-01-01' }
const rich = {
  title: 'Everything that a text can have: <b> & "more" 🪷',
  slug: 'rich',
  excerpt: 'Short.',
  category: 'Cloud',
  content: `नमस्ते पुणे। مرحبا بالعالم 👩🏽‍💻 and un**believ**able, a [link](/services#cloud), [ours](#place), <https://example.com/?a=1&b=2> and \`code\`.[^n]

## Place

- [x] done
- item
  1. nested

| Left | Right |
| :-- | --: |
| a \\| b | **2** |

\`\`\`ts
const a = '<b>' // *not* bold
\`\`\`

> [!NOTE]
> Mind the _gap_.

<details><summary>More</summary>

Folded.

</details>

<dl><dt>Term</dt><dd>What it means</dd></dl>

<ul>Before<li>One</li>between<li>Two</li></ul>

https://www.youtube.com/watch?v=dQw4w9WgXcQ

1\\. not a list, # not a heading, * not a point, <not-a-tag> &amp; snake_case_words

[^n]: A note with a [link](/about).`,
}

const html = async (path: string) => (await site.get(path)).text()
const markdown = async (path: string) => {
  const answer = await site.get(path, { headers: { accept: 'text/markdown' } })
  expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, 'text/markdown; charset=utf-8'])
  return answer.text()
}
const head = async (path: string, headers: Record<string, string> = {}) => {
  const { status, headers: given } = await site.get(path, { headers })
  const names = ['content-type', 'vary', 'link', 'location', 'x-robots-tag', 'cache-control']
  return { status, ...Object.fromEntries(names.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : []))) }
}

test('each says what its page says, in the same order, and nothing else', async () => {
  const addresses = await publicAddresses(site, '/blog?page=2', '/blog?category=Cloud', '/quiet', '/cover/Asha')
  expect(addresses.length).toBeGreaterThan(50)
  for (const path of addresses) {
    const source = await markdown(path)
    expect(letters(textOfMarkdown(source)), path).toBe(letters(visibleText(await html(path))))
    expect(source, path).toMatch(/^# \S/)
    const targets: string[] = []
    const visit = (node: Nodes) => {
      if ('url' in node) targets.push(node.url)
      if ('children' in node) node.children.forEach(visit)
    }
    visit(parseMarkdown(source))
    for (const target of targets) expect(target, path).toMatch(/^(?:https?:\/\/|mailto:|tel:)/)
  }
})

test('a text keeps its form', async () => {
  const source = await markdown('/blog/rich')
  for (const part of [
    '# Everything that a text can have: \\<b> & "more" 🪷\n',
    'un**believ**able',
    `[link](${publicUrl}/services#cloud)`,
    `[ours](${publicUrl}/blog/rich#c-place)`,
    '[^n]: A note',
    '- [x] done',
    '| a \\| b | **2** |',
    "```ts\nconst a = '<b>' // *not* bold\n```",
    '> **Note**',
    'नमस्ते पुणे। مرحبا بالعالم 👩🏽‍💻',
  ])
    expect(source).toContain(part)
  expect(await markdown('/blog/first-renamed')).toMatch(
    /!\[Hills\]\(https:\/\/www\.acme\.example\/media\/[\w-]+\.webp\)/,
  )
})

test('a course says the facts of the date that is chosen, and all dates', async () => {
  const source = await markdown('/courses/two-dates')
  expect(source.match(/^- \d.*(?:Jan|Feb)/gm)).toHaveLength(2)
  expect(source.match(/original price|₹[\d,.]+/g)?.length).toBeLessThanOrEqual(3)
})

test('has the same bytes at its address with .md and for requests that ask, cached like the page', async () => {
  for (const path of ['/', '/blog', '/blog?page=2', '/blog/rich', '/all/renamed']) {
    const asked = await site.get(path, { headers: { accept: 'text/markdown, */*;q=0.1' } })
    const named = await site.get(markdownAddress(path), { headers: { accept: '*/*' } })
    expect(await named.text(), path).toBe(await asked.text())
    const etag = asked.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"/)
    expect(named.headers.get('etag')).toBe(etag)
    expect(await head(path, { accept: 'text/markdown' })).toMatchObject({
      status: 200,
      vary: 'accept, accept-encoding',
      link: `<${publicUrl}${path}>; rel="canonical"`,
      'cache-control': (await site.get(path)).headers.get('cache-control'),
    })
    expect((await head(markdownAddress(path), { 'if-none-match': etag })).status).toBe(304)
    const page = await site.get(path)
    expect(page.headers.get('vary')).toBe('accept, accept-encoding')
    expect(page.headers.get('etag')).not.toBe(etag)
    expect(await page.text()).toContain(`<link rel="alternate" type="text/markdown" href="${markdownAddress(path)}">`)
  }
})

test.each([
  ['/blog/first.md', {}, '/blog/first-renamed.md'],
  ['/blog/first', { accept: 'text/markdown' }, '/blog/first-renamed.md'],
  ['/blog/first', {}, '/blog/first-renamed'],
  ['/Blog/Rich.md', {}, '/blog/Rich.md'],
  ['/all/sections.md', {}, '/all/renamed.md'],
  ['/blog.md/', {}, '/blog.md'],
  ['/2019/05/first.md', {}, '/blog/first-renamed.md'],
  ['/2019/05/first', {}, '/blog/first-renamed'],
])('%s with %j leads to %s', async (path, headers, location) => {
  expect(await head(path, headers)).toMatchObject({ status: 301, location })
})

test.each([
  '/blog/%00',
  '/blog/a%2Fb',
  '/blog/..%2f..%2fetc',
  '/%E0%A4%A',
  '/blog/__proto__',
  '/constructor',
  `/${'x'.repeat(900)}`,
])('an address that is none is missing in Markdown too: %.30s', async (path) => {
  const answer = await site.get(`${path}.md`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/markdown; charset=utf-8'])
})

test('a page that is not listed asks search engines to leave its Markdown out', async () => {
  expect(await head('/quiet.md')).toMatchObject({ status: 200, 'x-robots-tag': 'noindex' })
  expect(await html('/quiet')).not.toContain('text/markdown')
})

test('the pages of one person have HTML only', async () => {
  const personal = pages.filter((page) => page.personal).map(({ path }) => path.replace(/:\w+/g, 'x'))
  expect(personal.length).toBeGreaterThan(8)
  for (const path of personal) {
    const named = await site.get(`${path}.md`)
    expect([path, named.status]).toEqual([path, 404])
    expect((await site.get(path, { headers: { accept: 'text/markdown' } })).status, path).toBe(406)
    const both = await site.get(path, { headers: { accept: 'text/markdown, text/html;q=0.5' } })
    expect(both.headers.get('content-type'), path).toMatch(/^text\/html/)
    expect(await both.text()).not.toContain('text/markdown')
  }
  for (const path of ['/admin.md', '/api/blogs.md', '/rss.xml.md', '/sitemap.xml.md'])
    expect((await head(path)).status, path).toBe(404)
})

test('the address of the Markdown of Home is nobody else’s', async () => {
  const answer = await call('POST', '/api/pages', { title: 'Index', path: 'index', sections: [] })
  expect(answer.status).toBe(409)
  expect((await answer.json()).code).toBe('reserved')
})

test('files of the company’s own folder stay what they are', async () => {
  const siteDir = await mkdtemp(join(tmpdir(), 'atrium-own-'))
  await mkdir(join(siteDir, 'public/blog'), { recursive: true })
  for (const name of ['llms.txt', 'about.md', 'blog/own.md'])
    await writeFile(join(siteDir, 'public', name), `Our ${name}`)
  const own = await startTestApp({ siteDir, publicUrl }, { built: true })
  try {
    for (const path of ['/llms.txt', '/about.md', '/blog/own.md'])
      expect(await (await own.get(path)).text()).toBe(`Our ${path.slice(1)}`)
    expect(await (await own.get('/about', { headers: { accept: 'text/markdown' } })).text()).toMatch(/^# /)
  } finally {
    await own.close()
    await rm(siteDir, { recursive: true })
  }
})

describe('structured data', () => {
  test('has what Google requires, on every public page', async () => {
    const found = new Map<string, object[]>()
    for (const path of await publicAddresses(site, '/blog?page=2', '/quiet')) {
      const data = structuredDataIn(await html(path))
      expect(
        data.flatMap(problemsOf).map((problem) => `${path}: ${problem}`),
        path,
      ).toEqual([])
      for (const one of data) found.set(one['@type'], [...(found.get(one['@type']) ?? []), one])
      if (!/^\/(?:\?|$|cover|newsletter)/.test(path))
        expect(
          data.map((one) => one['@type']),
          path,
        ).toContain('BreadcrumbList')
    }
    expect([...found.keys()].sort()).toEqual(
      [
        'Article',
        'BlogPosting',
        'BreadcrumbList',
        'Course',
        'Event',
        'FAQPage',
        'ItemList',
        'JobPosting',
        'Organization',
        'WebSite',
      ].sort(),
    )
    const problems = await new Validator().validate({ jsonld: Object.fromEntries(found) })
    expect(problems.filter(({ severity }) => severity === 'ERROR')).toEqual([])
  })

  test('an event has the words of its page', async () => {
    const source = await html('/all/renamed')
    const event = structuredDataIn(source).find((one) => one['@type'] === 'Event')
    const [, description = ''] = /<meta property="og:description" content="([^"]+)">/.exec(source) ?? []
    expect(event).toMatchObject({ description })
  })

  test('a course that costs nothing is free', async () => {
    const { slug } = await addCourse(site.database, { price: 0 })
    const data = structuredDataIn(await html(`/courses/${slug}`))
    expect(data.flatMap(problemsOf)).toEqual([])
    expect(data).toContainEqual(
      expect.objectContaining({ offers: expect.objectContaining({ category: 'Free', price: 0 }) }),
    )
  })

  test('an opening names its town, or that it is remote', async () => {
    const posting = async (slug: string) =>
      structuredDataIn(await html(`/careers/${slug}`)).find((one) => one['@type'] === 'JobPosting')
    expect(await posting('anywhere')).toMatchObject({
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: 'IN' },
    })
    expect(await posting('elsewhere')).toMatchObject({
      jobLocation: { address: { addressLocality: 'Remote or Chennai' } },
    })
    expect(await posting('a-b-tester')).toMatchObject({
      jobLocation: { address: { addressLocality: 'Pune', addressCountry: 'IN', streetAddress: expect.any(String) } },
    })
  })
})

describe('/llms.txt', () => {
  const put = (settings: object) => call('PUT', '/api/settings/connections', settings)

  test('lists what is public, the most important first, with links to Markdown that answer', async () => {
    const text = await (await site.get('/llms.txt')).text()
    expect(text).toMatch(/^# \S.*\n\n> \S.*\n\n\S.*\n\n## Services\n\n- \[/)
    const sections = [...text.matchAll(/^## (.*)$/gm)].map(([, name]) => name)
    expect(sections).toEqual([
      'Services',
      'Products',
      'Courses',
      'Case studies',
      'Pages',
      'Articles',
      'Careers',
      'Company',
      'Optional',
    ])
    for (const line of text.split('\n').slice(6))
      expect(line).toMatch(/^(?:|## .*|- \[(?:[^[\]\\]|\\.)+\]\(https:\S+\)(?:: .+)?)$/)
    const links = [...text.matchAll(/\]\((https:[^)\s]*)\)/g)].map(([, link = '']) => link.replace(publicUrl, ''))
    expect(links.length).toBeGreaterThan(30)
    for (const link of new Set(links)) {
      const answer = await site.get(link)
      expect([link, answer.status]).toEqual([link, 200])
      if (link.includes('.md')) expect(answer.headers.get('content-type'), link).toMatch(/^text\/markdown/)
    }
    for (const missing of [
      '/quiet',
      '/draft-page',
      '/blog/draft',
      '/blog/scheduled',
      '/blog/trashed',
      '/newsletter',
      '/cover',
    ])
      expect(links).not.toContain(`${missing}.md`)
    expect(links).toContain('/all/renamed.md')
    expect(links.indexOf('/courses/two-dates.md')).toBeLessThan(links.indexOf('/blog/rich.md'))
    expect(text).toContain(
      `[Anywhere](${publicUrl}/careers/anywhere.md): Contract, Remote (India), open until 1 Jan 2999\n`,
    )
    expect(text).toMatch(/\[Two dates\]\(\S+\): .*starts 4 Jan 2999\./)
  })

  test('is cached like a page, and changes with the settings', async () => {
    const first = await site.get('/llms.txt')
    const etag = first.headers.get('etag') ?? ''
    expect((await site.get('/llms.txt', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await put({ llmsText: 'We build.\n\n  Then we [teach](x) <b>.  ' })).status).toBe(200)
    expect(await (await site.get('/llms.txt')).text()).toContain('\n> We build. Then we \\[teach\\](x) \\<b\\>.\n')
    await put({ llms: false })
    expect((await site.get('/llms.txt')).status).toBe(404)
    await put({ llms: true, llmsText: '' })
    expect((await site.get('/llms.txt')).headers.get('etag')).toBe(etag)
  })

  test('only those who may manage settings change it', async () => {
    expect((await site.get('/api/settings/connections')).status).toBe(401)
    const marketing = callAs(site, await site.asStaff({ role: 'marketing' }))
    expect((await marketing('PUT', '/api/settings/connections', { llms: false })).status).toBe(403)
  })
})

describe('robots.txt', () => {
  const standard = `User-agent: *\nDisallow: /api/\nDisallow: /admin/\n\nSitemap: ${publicUrl}/sitemap.xml\n`
  const robots = async () => (await site.get('/robots.txt')).text()

  test('says as before what robots may read, until training is switched off', async () => {
    expect(await robots()).toBe(standard)
    await call('PUT', '/api/settings/connections', { noTraining: true })
    const text = await robots()
    expect(text).toContain('User-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=no\nDisallow: /api/')
    const [, all = '', training = ''] = /^(.*?\n)\n(.*?)\n\n/s.exec(text) ?? []
    expect(all.split('\n').filter((line) => /^User-agent/.test(line))).toEqual(['User-agent: *'])
    for (const name of [
      ...['GPTBot', 'ClaudeBot', 'Google-Extended', 'Applebot-Extended', 'CCBot', 'meta-externalagent', 'Amazonbot'],
      ...['Bytespider', 'Ai2Bot-Dolma', 'ICC-Crawler', 'SBIntuitionsBot', 'TerraCotta'],
    ])
      expect(training).toContain(`User-agent: ${name}\n`)
    expect(training).toMatch(/\nDisallow: \/$/)
    for (const name of [
      'OAI-SearchBot',
      'ChatGPT-User',
      'Claude-User',
      'Claude-SearchBot',
      'PerplexityBot',
      'Googlebot',
    ])
      expect(text).not.toContain(name)
    await call('PUT', '/api/settings/connections', { noTraining: false })
    expect(await robots()).toBe(standard)
  })
})

// A change empties the caches, so the tests that read every page are above.
test('a change of a record changes its Markdown', async () => {
  const { _id } = await (await call('GET', '/api/blogs/rich')).json()
  const change = (title: string) => call('PUT', `/api/blogs/${_id}`, { ...rich, title, published: true })
  expect((await change('Another title')).status).toBe(200)
  expect(await markdown('/blog/rich')).toMatch(/^# Another title\n/)
  await change(rich.title)
})

test('a page that is missing or gone says so in Markdown too', async () => {
  const { _id } = await (await call('GET', '/api/courses/two-dates')).json()
  for (const path of ['/blog/nowhere', '/nowhere', '/blog/draft', '/draft-page']) {
    expect(await head(`${path}.md`), path).toMatchObject({
      status: 404,
      'content-type': 'text/markdown; charset=utf-8',
      'x-robots-tag': 'noindex',
    })
    expect(await (await site.get(path, { headers: { accept: 'text/markdown' } })).text()).toMatch(/^# .*not found\n/)
  }
  await call('DELETE', `/api/courses/${_id}`)
  expect(await head('/courses/two-dates.md')).toMatchObject({ status: 410, 'x-robots-tag': 'noindex' })
  await call('POST', `/api/trash/courses/${_id}/restore`)
  expect((await head('/courses/two-dates.md')).status).toBe(200)
})
