import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { serverWith } from '#server/http/fast-path.ts'
import { addCourse, addPost } from '#testing/sample-rows.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let staff: SignedIn
/** Fastify's handler without the fast path, on a server with the same settings. */
let framework: Server
/** How many requests Fastify has handled. */
let handled = 0
const count = () => void handled++

beforeAll(async () => {
  site = await startTestApp({ rateLimit: false }, { built: true })
  staff = await site.asStaff()
  await addPost(site.database, { slug: 'there' })
  await addPost(site.database, { slug: 'draft', published: false })
  await addCourse(site.database, { slug: 'there' })
  const { keepAliveTimeout } = site.app.server
  const handler = (request: IncomingMessage, reply: ServerResponse) => site.app.routing(request, reply)
  framework = serverWith(() => false, '127.0.0.1')(handler, {
    keepAliveTimeout,
    http: { maxHeaderSize: 160 * 1024 },
  }) as Server
  await once(framework.listen(0, '127.0.0.1'), 'listening')
  // The clock is stopped, so that the version in memory does not expire between two requests.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  subscribe('tracing:fastify.request.handler:start', count)
})
afterAll(async () => {
  vi.restoreAllMocks()
  unsubscribe('tracing:fastify.request.handler:start', count)
  framework.close()
  await site.close()
})

/** Sends raw bytes and reads until the server closes the connection. */
async function exchange(server: Server, bytes: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(bytes)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const answer = Buffer.concat(chunks).toString('latin1')
  const end = answer.indexOf('\r\n\r\n')
  const [status, ...lines] = answer.slice(0, end).split('\r\n')
  const headers = lines.filter((line) => !/^(date|server-timing|keep-alive|x-request-id):/i.test(line)).toSorted()
  return { status, headers, body: answer.slice(end + 4) }
}

const write = (target: string, headers: string[] = [], method = 'GET') =>
  [`${method} ${target} HTTP/1.1`, 'host: x', 'connection: close', ...headers, '', ''].join('\r\n')

/** Asks Fastify, which puts the answer into the cache, then the site. @returns the site's answer, and whether Fastify was needed for it */
async function ask(target: string, headers?: string[], method?: string) {
  const bytes = write(target, headers, method)
  await exchange(framework, write(target, headers))
  const expected = await exchange(framework, bytes)
  const before = handled
  const answer = await exchange(site.app.server, bytes)
  expect(answer).toEqual(expected)
  // Requests refused by hooks do not reach a handler.
  const found = /^HTTP\/1.1 (200|304) /.test(answer.status ?? '')
  return { ...answer, fast: found && handled === before }
}
const header = ({ headers }: { headers: string[] }, name: string) =>
  headers.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2)

const cached = [
  '/',
  '/blog',
  '/blog/there',
  '/blog?category=Cloud',
  '/courses',
  '/sitemap.xml',
  '/index.md',
  '/blog.md?page=2',
  '/llms.txt',
  '/rss.xml',
  '/api/products',
  '/api/services',
  '/api/blogs?page=1&limit=6',
  '/api/blogs/there',
  '/api/courses',
  '/api/courses/there',
]

test.each(cached)('%s is answered as by Fastify, without it', async (target) => {
  const first = await ask(target)
  expect(first.fast).toBe(true)
  expect(first.status).toBe('HTTP/1.1 200 OK')
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answer = await ask(target, [`accept-encoding: ${encoding}`])
    expect(answer.fast).toBe(true)
    expect(header(answer, 'content-encoding')).toBe(encoding === 'identity' ? undefined : encoding)
  }
  const head = await ask(target, ['accept-encoding: gzip'], 'HEAD')
  expect(head.fast).toBe(true)
  expect(head.body).toBe('')
  const etag = header(first, 'etag') ?? ''
  for (const tag of [etag, `"another", ${etag}`, etag.replace('W/', '')]) {
    const again = await ask(target, [`if-none-match: ${tag}`])
    expect(again.fast).toBe(true)
    expect(again.status).toBe('HTTP/1.1 304 Not Modified')
    expect(again.body).toBe('')
  }
  expect((await ask(target, ['if-none-match: "another"'])).status).toBe('HTTP/1.1 200 OK')
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;Q=0.5, BR;Q=0.1', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', undefined],
  ['identity;q=0', undefined],
  ['identity, br;q=0.5', undefined],
  ['br;q=nonsense', undefined],
  [`${'x, '.repeat(20_000)}br`, undefined],
])('negotiates the encoding: %.30s', async (accepted, encoding) => {
  for (const target of ['/blog', '/api/products']) {
    const answer = await ask(target, [`accept-encoding: ${accepted}`])
    expect(answer.fast).toBe(true)
    expect(header(answer, 'content-encoding')).toBe(encoding)
  }
})

test('sends the Markdown of a page where it is asked for, and HTML to all others', async () => {
  for (const [target, address] of [
    ['/blog', '/blog.md'],
    ['/', '/index.md'],
  ] as const) {
    const named = await ask(address)
    await ask(target)
    const asked = await ask(target, ['accept: text/markdown, text/html;q=0.9'])
    expect([asked.fast, header(asked, 'content-type')]).toEqual([true, 'text/markdown; charset=utf-8'])
    expect(asked.body).toBe(named.body)
    expect(header(asked, 'link')).toMatch(/rel="canonical"/)
    for (const accept of ['*/*', 'text/html, text/markdown', 'text/markdown;q=0, */*'])
      expect(header(await ask(target, [`accept: ${accept}`]), 'content-type')).toBe('text/html; charset=utf-8')
  }
  expect((await ask('/api/products', ['accept: text/markdown'])).status).toBe('HTTP/1.1 200 OK')
})

test('ignores a cookie and headers that nothing depends on', async () => {
  const odd = ['cookie: session=x', 'x-forwarded-for: 1.2.3.4', 'range: bytes=0-3', 'if-none-match: *', 'accept: x']
  expect((await ask('/blog', odd)).fast).toBe(true)
  expect((await ask('/api/blogs', ['accept-encoding: gzip', 'Accept-Encoding: br', ...odd])).fast).toBe(true)
})

test.each([
  ['a query that the page ignores', '/blog?x=1', []],
  ['the host in the request line', 'http://elsewhere.example/blog', []],
  ['another letter case', '/BLOG', []],
  ['a slash at the end', '/blog/', []],
  ['two slashes', '//blog', []],
  ['NUL', '/blog/%00', []],
  ['an unknown page', '/nowhere', ['accept: text/html']],
  ['an unknown post', '/blog/nowhere', []],
  ['a draft', '/blog/draft', []],
  ['a link in a message', '/newsletter/confirm?token=x', []],
  ['a token', '/', ['authorization: Bearer x']],
  ['a body', '/', ['content-length: 0']],
  ['a chunked body', '/', ['transfer-encoding: chunked', '', '0', '']],
  ['a call with a bad token', '/api/products', ['authorization: Bearer x']],
  ['a call that finds nothing', '/api/blogs/nowhere', []],
  ['a call for a draft', '/api/blogs/draft', []],
  ['a malformed call', '/api/blogs?page=x', []],
  ['a call with NUL', '/api/blogs/%00', []],
  ['a call for staff', '/api/users', []],
  ['a personal call', '/api/contact/token', []],
  ['a legal document, which is a file', '/api/legal/privacy', []],
])('leaves to Fastify: %s', async (_what, target, headers) => {
  expect((await ask(target, headers)).fast).toBe(false)
})

test.each(['/api/blogs/there', '/api/blogs/nowhere', '/nowhere', '/api/legal/privacy', '/about'])(
  'answers HEAD for %s as GET, without the body',
  async (target) => {
    const read = await ask(target, ['authorization: Basic x'])
    const head = await ask(target, ['authorization: Basic x'], 'HEAD')
    expect(read.body).not.toBe('')
    expect(head).toEqual({ ...read, body: '' })
  },
)

test('caches responses for visitors under the requested address', async () => {
  for (const target of ['/api/products?x', '/api/%70roducts', '//api/products', '/api/products#x'])
    expect((await ask(target)).status, target).toMatch(/200|404/)
  const [one, other] = [await ask('/api/blogs?limit=1&page=1'), await ask('/api/blogs?page=2&limit=1')]
  expect(one.body).not.toBe(other.body)
})

describe('staff', () => {
  const products = (headers = {}) => site.get('/api/products', { headers })
  const send = (method: string, path: string, body: object) =>
    site.get(path, {
      method,
      body: JSON.stringify(body),
      headers: { ...staff.headers, 'content-type': 'application/json' },
    })

  test('get their own answer, which no visitor gets, and visitors see each change at once', async () => {
    const product = { name: 'Hidden', category: 'AI & Automation Solutions', description: 'Does it.' }
    const { _id } = await (await send('POST', '/api/products', product)).json()
    expect(await (await products()).text()).toContain('Hidden')
    await send('PATCH', `/api/products/${_id}`, { active: false })
    for (let count = 0; count < 3; count++) {
      const own = await products(staff.headers)
      expect(own.headers.get('cache-control')).toBe('no-store')
      expect(await own.text()).toContain('Hidden')
      expect(await (await products()).text()).not.toContain('Hidden')
      expect(await (await site.get('/products')).text()).not.toContain('Hidden')
    }
    await send('PATCH', `/api/products/${_id}`, { active: true })
    expect(await (await products()).text()).toContain('Hidden')
    expect(await (await site.get('/products')).text()).toContain('Hidden')
  })

  test('see posts that visitors do not', async () => {
    const titles = async (headers = {}) => (await site.get('/api/blogs?page=1', { headers })).text()
    expect(await titles()).not.toContain('draft')
    expect(await titles(staff.headers)).toContain('draft')
    expect(await titles()).not.toContain('draft')
    expect((await site.get('/api/blogs/draft', { headers: staff.headers })).status).toBe(200)
    expect((await site.get('/api/blogs/draft')).status).toBe(404)
  })
})

test('reads the answer to many concurrent calls once', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => site.get('/api/courses?search=many')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const gone = await Promise.all(Array.from({ length: 5 }, () => site.get('/api/blogs/gone')))
  expect(gone.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
})

test('counts against the rate limit of reads, together with Fastify', async () => {
  const limited = await startTestApp({ trustProxy: 1 })
  try {
    const read = async (address: string) => {
      const answer = await fetch(`${limited.url}/api/products`, { headers: { 'x-forwarded-for': address } })
      return { status: answer.status, left: Number(answer.headers.get('x-ratelimit-remaining')), answer }
    }
    const lefts = [await read('9.9.9.9, 192.0.2.1'), await read('192.0.2.1:50123'), await read('::ffff:192.0.2.1')]
    expect(lefts.map(({ left }) => left)).toEqual([599, 598, 597])
    expect([(await read('no address')).left, (await read('none:7')).left]).toEqual([599, 598])
    expect(lefts[2]?.answer.headers.get('x-ratelimit-limit')).toBe('600')
    expect(Number(lefts[2]?.answer.headers.get('x-ratelimit-reset'))).toBeGreaterThan(0)
    expect((await read('192.0.2.2')).left).toBe(599)
    await limited.app.inject({ url: '/api/nothing', headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect((await read('192.0.2.1')).left).toBe(595)
    for (let left = 594; left >= 0; left--) await read('192.0.2.1')
    const refused = await read('192.0.2.1')
    expect(refused.status).toBe(429)
    expect(Number(refused.answer.headers.get('retry-after'))).toBeGreaterThan(0)
    const internal = await limited.get('/api/products', { headers: { 'x-forwarded-for': '192.0.2.1' } })
    expect(internal.status).toBe(200)
    expect(internal.headers.get('x-ratelimit-remaining')).toBe(null)
  } finally {
    await limited.close()
  }
})

test('closes the connections of the last requests before the end', async () => {
  const ending = await startTestApp()
  for (let count = 0; count < 3; count++) await exchange(ending.app.server, write('/api/products'))
  ending.drain()
  const { status, headers } = await exchange(ending.app.server, 'GET /api/products HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(status).toBe('HTTP/1.1 200 OK')
  expect(headers).toContain('connection: close')
  await ending.close()
})
