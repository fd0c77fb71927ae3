import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContentVersion } from '#server/database/content-version.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'
import { coverFile } from '#ui/drawing/cover.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
})
afterAll(() => site.close())

const page = async (path: string) => {
  const answer = await site.get(path)
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

test('a name has a page with its cover, which no search engine lists', async () => {
  const { status, headers, html } = await page('/cover/Asha%20Rao')
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
  const drawn = /<path.*(?=<\/svg>)/.exec(coverFile({ slug: 'Asha Rao', category: '' }))?.[0]
  expect(html).toContain(drawn)
  expect(html).toContain('<bdi data-drawn-name="true">Asha Rao</bdi></h1>')
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(/<title>(.*)<\/title>/.exec(html)?.[1]).toBe('Draw yours · Acme Cloud')
  expect(html).not.toContain('rel="canonical"')
  expect((await page('/sitemap.xml')).html).not.toContain('/cover')
  // The form and the file work without scripts.
  expect(html).toMatch(/<form [^>]*action="\/cover"[^>]*>/)
  expect(html).toContain('href="/cover/Asha%20Rao.svg" download=""')
})

test('the card of the page shows the cover of the name', async () => {
  const card = async (name: string) =>
    /property="og:image" content="[^"]*(\/cards\/[^"]+)"/.exec((await page(`/cover/${name}`)).html)?.[1] ?? ''
  const address = await card('Asha')
  const answer = await site.get(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(await card('Asha')).toBe(address)
  expect(await card('Ashu')).not.toBe(address)
})

test.each([
  ['/cover?name=Asha+Rao', '/cover/Asha%20Rao'],
  ['/cover/%41sha', '/cover/Asha'],
  ['/cover/Asha?name=Meera', '/cover/Meera'],
  ['/cover/a%2Fb', '/cover/a%20b'],
  ['/cover/A&B', '/cover/A%26B'],
  [`/cover/${'x'.repeat(300)}`, `/cover/${'x'.repeat(60)}`],
  ['/cover/%E2%80%AEgnp.exe', '/cover/gnp.exe'],
  ['/cover/%20', '/cover'],
  ['/cover/%00', '/cover'],
])('%s leads to %s', async (path, to) => {
  const answer = await site.get(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([301, to])
  expect((await site.get(to)).status).toBe(200)
})

test.each(['/cover/a/b', '/cover/%E0%A4%A'])('%s is no page', async (path) => {
  expect((await site.get(path)).status).toBe(404)
})

test('a name is text and nothing else, in the page and in the file', async () => {
  for (const name of [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</title><b>',
    '{{7*7}}',
    "O'Brien & Söhne",
  ]) {
    const address = `/cover/${encodeURIComponent(name.replaceAll('/', ' '))}`
    const { status, html } = await page(address)
    expect(status).toBe(200)
    expect(html).not.toMatch(/<script>alert|<img src=x|<\/title><b>/)
    expect((await page(`${address}.svg`)).html).toMatch(/^<svg [^<]*(<(path|circle|g|rect) [^<>]*>|<\/g>)+<\/svg>$/)
  }
})

test('the cover is also a file', async () => {
  const answer = await site.get('/cover/Asha%20Rao.svg')
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).toBe(coverFile({ slug: 'Asha Rao', category: '' }))
  expect((await site.get('/cover/%20.svg')).status).toBe(404)
})

test('a drawing leaves nothing behind, and nothing can be sent', async () => {
  const before = await readContentVersion(site.database)
  const counted = async () => (await site.database.db.selectFrom('activity').selectAll().execute()).length
  const entries = await counted()
  await page('/cover/Nobody%20remembers')
  await page('/cover/Nobody%20remembers.svg')
  expect((await site.post('/cover/Asha', {})).status).toBe(404)
  expect([await readContentVersion(site.database), await counted()]).toEqual([before, entries])
})

test('the page of an unknown address offers to draw a name', async () => {
  const { html } = await page('/nowhere')
  expect(html).toMatch(/<form [^>]*action="\/cover"[^>]*>/)
  // Nothing of it is loaded before the field has the focus.
  expect(html).not.toMatch(/<(script|link)[^>]*draw\.js/)
  const script = await site.get('/draw.js')
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'application/javascript; charset=utf-8'])
  expect(await script.text()).toMatch(/export\s*\{.*press/)
})
