import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changeContent } from '#server/database/content-version.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
})
afterAll(() => site.close())

/** Sends raw bytes, and reads the answer until the server closes the connection. */
const exchange = (bytes: string, { port }: URL = new URL(site.url)) =>
  new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('end', () => resolve(answer)).on('error', reject)
  })
const line = (requestLine: string) =>
  exchange(`${requestLine} HTTP/1.1\r\nhost: x\r\naccept: text/html\r\nconnection: close\r\n\r\n`)

const nothingInside = /ECONNREFUSED|FST_|statusCode|ERR_|127\.0\.0\.1|destroyed|"stack"/

test.each([
  '//',
  '//[',
  '//%00/',
  '//a:b@c:99999/',
  '//evil.example/blog',
  '//blog',
  '/\\evil.example',
  '/blog\\x',
  '/./blog',
  '/x/../blog',
  '/%3Cx%3E%0D%0Ay',
  '/%00',
  '/admin/../x',
])('answers GET %s with 404', async (path) => {
  const log = vi.spyOn(site.app.log, 'error')
  const answer = await line(`GET ${path}`)
  expect(answer).toMatch(/^HTTP\/1.1 404 /)
  expect(answer).toContain('Page not found')
  expect(answer).not.toMatch(nothingInside)
  expect(log).not.toHaveBeenCalled()
})

test.each([
  ['/blog/?page=2', '/blog?page=2'],
  ['/Blog?page=2', '/blog?page=2'],
  ['/BLOG/There', '/blog/There'],
  ['/nowhere//', '/nowhere'],
])('redirects %s to %s', async (path, target) => {
  const answer = await site.get(path)
  expect(answer.status).toBe(301)
  expect(answer.headers.get('location')).toEqual(target)
})

test('accepts the host in the request line, as a proxy may send it', async () => {
  expect(await line('GET http://www.acme.example/about')).toMatch(/^HTTP\/1.1 200 /)
})

test.each([['PUT /'], ['DELETE /about'], ['PROPFIND /'], ['POST /nowhere']])(
  'answers %s in the shape of the API for a program',
  async (what) => {
    const [method = '', path = ''] = what.split(' ')
    const answer = await site.get(path, { method })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({ message: 'There is nothing here.', code: 'not_found' })
  },
)

test('answers a form posted to an unknown address with a page', async () => {
  const answer = await site.get('/nowhere', {
    method: 'POST',
    body: new URLSearchParams({ a: '1' }),
    headers: { accept: 'text/html' },
  })
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('Page not found')
})

test.each([
  [413, 'That is too large', new URLSearchParams({ message: 'x'.repeat(2_000_000) })],
  [415, 'That did not work', new Blob(['<x/>'], { type: 'text/xml' })],
])('answers an invalid form post with %i and a document', async (status, title, body) => {
  const answer = await site.get('/contact', { method: 'POST', body })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const html = await answer.text()
  expect(html).toContain(`<h1>${title}</h1>`)
  expect(html).not.toMatch(nothingInside)
})

test('logs nothing for requests on a closed connection', async () => {
  const log = vi.spyOn(site.app.log, 'error')
  const closed = new Promise((resolve) => site.app.server.once('connection', (socket) => socket.once('close', resolve)))
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () => {
    socket.write('GET /api/products HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(60))
    socket.resetAndDestroy()
  })
  await closed
  expect((await site.get('/api/products')).status).toBe(200)
  expect(log).not.toHaveBeenCalled()
})

test('serves cached pages while the database is unavailable, and says so for the others without internal details', async () => {
  const other = await startTestApp({}, { built: true })
  try {
    const before = await (await other.get('/about')).text()
    expect((await other.get('/rss.xml')).status).toBe(200)
    // From here on the content version has to be read again.
    await changeContent(other.database, async () => {})
    await other.database.close()
    const log = vi.spyOn(other.app.log, 'error')
    expect(await (await other.get('/about')).text()).toBe(before)
    expect((await other.get('/rss.xml')).status).toBe(200)
    for (const path of ['/blog', '/blog/some-post', '/sitemap.xml', '/newsletter/unsubscribe?token=x', '/nowhere']) {
      const answer = await other.get(path)
      const html = await answer.text()
      expect(path).toEqual(path)
      expect(answer.status).toBe(503)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(html).toContain('<h1>One moment, please</h1>')
      expect(html).not.toMatch(nothingInside)
    }
    // The mail service also logs the outage, in separate lines.
    expect(log.mock.calls.filter(([, message]) => /served from memory/.test(String(message)))).toHaveLength(1)
  } finally {
    await other.close()
  }
})
