import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OutsideError } from '#server/http/fetch-outside.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let staff: SignedIn
beforeAll(async () => {
  site = await startTestApp()
  staff = await site.asStaff()
})
afterAll(() => site.close())
const preview = (body: unknown, person = staff) => site.post('/api/content/preview', body, { headers: person.headers })

test('renders like the public page', async () => {
  const source = '## Why\n\nTwo words.\n\n<script>alert(1)</script>\n\n| a |\n|---|\n| b |'
  const answer = await (await preview({ source })).json()
  expect(answer).toEqual({
    html: expect.not.stringContaining('script'),
    headings: [{ id: expect.any(String), text: 'Why', depth: 2 }],
    words: 5,
    readTime: 1,
    missingPictures: 0,
  })
  const { slug } = await (
    await site.post(
      '/api/blogs',
      { title: 'T', slug: 'previewed', excerpt: 'E', category: 'Cloud', content: source, published: true },
      { headers: staff.headers },
    )
  ).json()
  expect((await (await site.get(`/api/blogs/${slug}`)).json()).contentHtml).toBe(answer.html)
})

test('names the links that lead nowhere, and no site that only refuses or stays silent', async () => {
  const asked: string[] = []
  const other = await startTestApp(
    {},
    {
      fetchOutside: async (url, { method = 'GET' }) => {
        asked.push(`${method} ${url}`)
        if (url.endsWith('/unknown')) throw new OutsideError('The site of this address was not found.', true)
        if (url.endsWith('/silent')) throw new OutsideError('The site took too long to answer.')
        const status = url.endsWith('/gone') || (url.endsWith('/no-head') && method === 'HEAD') ? 404 : 200
        return { status: url.endsWith('/private') ? 403 : status, body: Buffer.from('') }
      },
    },
  )
  const { headers } = await other.asStaff()
  const urls = ['here', 'gone', 'unknown', 'silent', 'private', 'no-head'].map((name) => `https://o.test/${name}`)
  const answer = await other.post('/api/content/links', { urls }, { headers })
  expect(await answer.json()).toEqual({ dead: ['https://o.test/gone', 'https://o.test/unknown'] })
  // Some sites answer a HEAD request with 404 although they have the page.
  expect(asked.filter((call) => call.startsWith('GET'))).toEqual([
    'GET https://o.test/gone',
    'GET https://o.test/no-head',
  ])
  expect((await other.post('/api/content/links', { urls })).status).toBe(401)
  expect((await other.post('/api/content/links', { urls: Array(21).fill(urls[0]) }, { headers })).status).toBe(422)
  await other.close()
})

test('renders an empty text as nothing, and refuses other types', async () => {
  for (const body of [{ source: '' }, {}])
    expect(await (await preview(body)).json()).toEqual({
      html: '',
      headings: [],
      words: 0,
      readTime: 1,
      missingPictures: 0,
    })
  expect((await preview({ source: 7 })).status).toBe(400)
  expect((await preview({ source: 'x'.repeat(1_000_001) })).status).toBe(422)
  expect((await site.post('/api/content/preview', { source: '' })).status).toBe(401)
})

/** So many headings that rendering would take minutes. */
const endless = 'a\n-\n'.repeat(40_000)
const busyHelpers = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length

test('renders ordinary texts of any length', async () => {
  const chapter = (index: number) =>
    `## Part ${index}\n\n${'word '.repeat(99)}[end](/blog/${index}).\n\n- *one*\n- \`two\`\n\n`
  const source = Array.from({ length: 340 }, (_, index) => chapter(index)).join('')
  expect(source.length).toBeGreaterThan(180_000)
  expect(await (await preview({ source })).json()).toMatchObject({ words: 340 * 104, readTime: 177 })
})

test.each([
  ['a table of thousands of columns', `|${'a|'.repeat(3331)}\n|${'-|'.repeat(3331)}\n${'|\n'.repeat(3331)}`],
  ['lists in lists', `${'* '.repeat(10_000)}a`],
  ['the same, and longer', `${'* '.repeat(75_000)}a`],
  ['emphasis in emphasis', '*_'.repeat(10_000)],
  ['numbered lists in lists', '1. '.repeat(6666)],
  ['quotations in quotations', '>'.repeat(20_000)],
  ['elements in elements', '<div>'.repeat(4_000)],
])('refuses a text that is too intricate: %s', async (_, source) => {
  const answer = await preview({ source })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toEqual({ message: 'This text is too intricate to show', code: 'too_intricate' })
})

test('refuses a text that takes too long, and answers other requests meanwhile', { tags: 'all' }, async () => {
  let answered = false
  const colleague = await site.asStaff()
  const slow = preview({ source: endless }).finally(() => {
    answered = true
  })
  const others = [
    () => site.get('/healthz'),
    () => preview({ source: 'Words.' }, colleague),
    () => site.get('/api/products'),
  ]
  for (const ask of others) expect((await ask()).status).toBe(200)
  expect(answered).toBe(false)
  expect((await slow).status).toBe(422)
})

test('stops rendering when the caller disconnects', async () => {
  const leaving = new AbortController()
  const left = site.post(
    '/api/content/preview',
    { source: endless },
    { headers: staff.headers, signal: leaving.signal },
  )
  await expect.poll(busyHelpers).toBe(1)
  leaving.abort()
  await expect(left).rejects.toThrow()
  // Its limits would end it after more than five seconds of the processor.
  await expect.poll(busyHelpers, { timeout: 5_000 }).toBe(0)
})

test('draws a link card, and names the letters that no font has', async () => {
  const path = '/blog/x'
  const ask = (body: object, headers = staff.headers) => site.post('/api/content/card', body, { headers })
  const texts = { title: 'A \u{10fffd}\u{10fffc} क्लाउड', author: '\u{10fffb}' }
  const { picture, missing } = await (await ask({ path, ...texts })).json()
  expect(missing).toEqual(['\u{10fffd}\u{10fffc}', '\u{10fffb}'])
  const read = await sharp(Buffer.from(picture, 'base64')).metadata()
  expect(read).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  for (const wrong of [{}, { path: 'x' }, { path, drawing: {} }, { path, cover: { family: 99, ground: 0, seed: 1 } }])
    expect((await ask(wrong)).status, JSON.stringify(wrong)).toBe(422)
  expect((await site.post('/api/content/card', { path, ...texts })).status).toBe(401)
})
