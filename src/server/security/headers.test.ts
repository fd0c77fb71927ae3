import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({}, { built: true })
})
afterAll(() => site.close())

const directives = (headers: Headers) =>
  new Map(
    (headers.get('content-security-policy') ?? '')
      .split(';')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
  )

test.each(['/', '/blog', '/nowhere', '/api/products', '/api/contact.csv', '/healthz', '/api/nothing'])(
  '%s',
  async (path) => {
    const { headers } = await site.get(path)
    const policy = directives(headers)
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('require-trusted-types-for')).toBe("'script'")
    // No `default` policy, which would let every string pass, and no name twice.
    expect(policy.get('trusted-types')).toBe('atrium ProseMirrorClipboard')
    expect(policy.get('img-src')).toBe("'self' blob:")
    expect(policy.get('frame-src')).toBe('https://www.youtube-nocookie.com https://player.vimeo.com')
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('report-to')).toBe('csp')
    expect(policy.get('report-uri')).toBe('/api/reports')
    expect(headers.get('reporting-endpoints')).toBe('csp="/api/reports"')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const permissions = headers.get('permissions-policy')?.split(', ')
    expect(permissions).toEqual(
      expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()', 'payment=()', 'usb=()']),
    )
    expect(permissions).toEqual(expect.arrayContaining(['browsing-topics=()', 'clipboard-write=(self)']))
  },
)

test('other sites may embed pictures, icons and assets only', async () => {
  const html = await (await site.get('/')).text()
  const asset = /data-client="\S+ (\S+\.js)/.exec(html)?.[1] ?? ''
  expect(asset).toMatch(/^\/assets\//)
  for (const path of [asset, '/favicon.svg', '/icon-512.png']) {
    const { status, headers } = await site.get(path)
    expect(path).toEqual(path)
    expect(status).toBe(200)
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  }
})

test('the files of the client have short forms and stay in caches, and no other file is among them', async () => {
  const html = await (await site.get('/')).text()
  const asset = /data-client="\S+ (\S+\.js)/.exec(html)?.[1] ?? ''
  for (const encoding of ['br', 'gzip']) {
    const { status, headers } = await site.get(asset, { headers: { 'accept-encoding': encoding } })
    const given = ['content-encoding', 'cache-control'].map((name) => headers.get(name))
    expect([status, ...given]).toEqual([200, encoding, 'public, max-age=31536000, immutable'])
  }
  expect((await site.get(asset, { method: 'HEAD' })).status).toBe(200)
  const name = asset.replace('/assets/', '')
  for (const other of ['nothing.js', '', '..%2f..%2fversion.json', '..%2fcopy.js', `.%2f${name}`, `${name}%00`])
    expect((await site.get(`/assets/${other}`)).status, other).toBe(404)
})
