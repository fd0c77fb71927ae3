import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPost } from '#testing/sample-rows.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

/** More pages at once than may be rendered and wait. */
const flood = 60

describe('without a limit by address', () => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp({ rateLimit: false }, { built: true })
    await addPost(site.database, { slug: 'there' })
  })
  afterAll(() => site.close())

  const many = (path: (index: number) => string) =>
    Promise.all(Array.from({ length: flood }, (_, index) => site.get(path(index))))
  const bodyOf = async (path: string) => (await site.get(path)).text()
  const tagOf = async (path: string) => (await site.get(path)).headers.get('etag')

  test('limits the pages that are rendered or wait; the others get a plain document that says to come back', async () => {
    // The connections are open, so that all requests arrive at once.
    await Promise.all((await many(() => '/healthz')).map((answer) => answer.text()))
    const answers = await many((index) => `/blog?search=word${index}`)
    const refused = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(flood)
    expect(refused.length).toBeGreaterThan(0)
    const [first] = refused
    expect(Number(first?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(first?.headers.get('cache-control')).toBe('no-store')
    expect(first?.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await first?.text()).toMatch(/<h1>One moment, please<\/h1>.*Back to Home/s)
    expect((await site.get('/blog?search=afterwards')).status).toBe(200)
  })

  test('renders a page once for concurrent requests', async () => {
    const answers = await many(() => '/courses?search=the-same')
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test.each([
    [
      '/blog',
      ['/blog?page=abc', '/blog?page=1', '/blog?page=-2', '/blog?page=1e3', '/blog?category=', '/blog?search=%20'],
    ],
    ['/blog?category=Foo', ['/blog?category=Bar', `/blog?category=${'x'.repeat(500)}`]],
    ['/courses?level=Foo&category=Cloud+Computing', ['/courses?category=Cloud+Computing&level=Bar']],
    ['/blog?search=cloud', ['/blog?search=++cloud+', '/blog?x=1&search=cloud']],
    [`/blog?search=${'a'.repeat(200)}`, [`/blog?search=${'a'.repeat(5_000)}`]],
    [`/contact?subject=${'a'.repeat(300)}`, [`/contact?subject=${'a'.repeat(5_000)}`]],
    [
      '/contact?message=We+are+10.',
      ['/contact?message=We+are&message=10&message=.', '/contact?message=We+are+10.&x=1'],
    ],
    [`/contact?message=${'a'.repeat(2_000)}`, [`/contact?message=${'a'.repeat(9_000)}`]],
    ['/contact?sent=1', ['/contact?sent=yes']],
    ['/newsletter?subscribed=1', ['/newsletter?subscribed=yes']],
  ])('renders all spellings of %s as one page', async (path, others) => {
    const tag = await tagOf(path)
    expect(tag).toBeTruthy()
    for (const other of others) expect(await tagOf(other), other).toBe(tag)
  })

  test('fills the contact form in as text', async () => {
    const html = await bodyOf('/contact?subject=%22Ledger%22&message=We+need&message=%3C/textarea%3E%3Cb%3E')
    expect(html).toContain('value="&quot;Ledger&quot;"')
    expect(html).toContain('>We need &lt;/textarea&gt;&lt;b&gt;</textarea>')
  })

  test('finds nothing for an unknown filter value', async () => {
    expect(await bodyOf('/blog?category=Foo')).toContain('No posts found')
    expect(await bodyOf('/courses?level=Foo')).toContain('No courses found')
  })

  test.each([
    ['/blog/no-such-1', '/blog/no-such-2', 'Blog post not found'],
    ['/courses/no-such-1', '/courses/no-such-2', 'Course not found'],
    ['/newsletter/unsubscribe?token=no-such-1', '/newsletter/unsubscribe?token=no-such-2', 'This link does not work'],
    ['/newsletter/confirm?token=no-such-1', '/newsletter/confirm?token=no-such-2', 'This link does not work'],
  ])('renders what is missing once for all addresses: %s', async (path, other, message) => {
    const answer = await site.get(path)
    const html = await answer.text()
    expect(answer.status).toBe(404)
    expect(html).toContain(message)
    expect(html).not.toContain('no-such')
    expect(await bodyOf(other)).toBe(html)
  })
})

describe('with the limit by address', () => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp({ trustProxy: 1 }, { built: true })
  })
  afterAll(() => site.close())

  const visit = (path: string, address: string, headers: Record<string, string> = {}) =>
    fetch(site.url + path, { headers: { 'x-forwarded-for': address, ...headers } })

  test('limits the rendering of new pages by network, and still serves cached ones', async () => {
    const cached = await visit('/about', '198.51.100.7')
    const statuses: number[] = []
    for (let index = 0; index < 62; index++)
      statuses.push((await visit(`/blog/none-${index}`, `2001:db8::${index}`)).status)
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([404]))
    expect(statuses.slice(60)).toEqual([429, 429])

    const refused = await visit('/blog?search=more', '2001:db8::1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('<h1>Too many requests</h1>')

    expect((await visit('/about', '2001:db8::1')).status).toBe(200)
    const again = await visit('/about', '2001:db8::1', { 'if-none-match': cached.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect((await visit('/blog?search=more', '2001:db8:0:1::1')).status).toBe(200)
  })

  test('answers a form that is posted too often without rendering, and loses nothing that was typed', async () => {
    const typed = { name: 'Asha', email: 'asha@example.net', subject: 'Hello', message: 'We "need" <help>' }
    const post = () =>
      fetch(`${site.url}/contact`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-forwarded-for': '203.0.113.9' },
        body: new URLSearchParams(typed),
      })
    let last = await post()
    for (let count = 1; count < 12; count++) last = await post()
    const html = await last.text()
    expect(last.status).toBe(429)
    expect(html.length).toBeLessThan(4_000)
    expect(html).toContain('Too many requests')
    expect(html).toContain('<form method="post" action="/contact">')
    expect(html).toContain('We &quot;need&quot; &lt;help&gt;</textarea>')
  })
})
