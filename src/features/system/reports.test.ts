import { afterAll, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
let log: MockInstance
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  site = await startTestApp({ rateLimit: false, logLevel: 'silent' })
  log = vi.spyOn(site.app.log, 'warn')
})
afterAll(async () => {
  await site.close()
  vi.useRealTimers()
})
/** Each test has a separate hour. */
beforeEach(async () => {
  vi.advanceTimersByTime(2 * 3_600_000)
  await send(modern('frame-src'))
  log.mockClear()
})

const send = async (body: string, type = 'application/reports+json') => {
  const answer = await fetch(`${site.url}/api/reports`, { method: 'POST', body, headers: { 'content-type': type } })
  expect(answer.status).toBe(204)
  expect(await answer.text()).toBe('')
  return answer
}
const modern = (effectiveDirective: string, more: object = {}) =>
  JSON.stringify([
    {
      type: 'csp-violation',
      url: 'https://www.example.com/blog',
      body: {
        documentURL: 'https://www.example.com/blog',
        blockedURL: 'https://evil.test/x.js',
        effectiveDirective,
        ...more,
      },
    },
  ])
const headers = { 'content-type': 'application/reports+json' }
const lines = () => log.mock.calls.map((call) => JSON.stringify(call))

test('logs a violation once, in whichever format it is reported', async () => {
  await send(modern('script-src-elem', { sourceFile: 'https://www.example.com/assets/a.js' }))
  await send(modern('script-src-elem', { sourceFile: 'https://www.example.com/assets/a.js' }))
  await send(
    JSON.stringify({
      'csp-report': {
        'document-uri': 'https://www.example.com/',
        'blocked-uri': 'https://evil.test/x.js',
        'violated-directive': 'script-src-elem',
        'source-file': 'https://www.example.com/assets/a.js',
      },
    }),
    'application/csp-report',
  )
  expect(log.mock.calls).toEqual([
    [
      {
        report: {
          directive: 'script-src-elem',
          blocked: 'https://evil.test/x.js',
          source: 'https://www.example.com/assets/a.js',
          page: 'https://www.example.com/blog',
        },
      },
      expect.any(String),
    ],
  ])
})

test('logs addresses without query, fragment and control characters', async () => {
  await send(
    modern('img-src', {
      documentURL: 'https://www.example.com/newsletter/unsubscribe?token=secret#part',
      blockedURL: `https://evil.test/\u001b[2J\n\u202e${'x'.repeat(5_000)}?leak=secret`,
    }),
  )
  expect(log.mock.calls[0]?.[0]).toEqual({
    report: expect.objectContaining({
      page: 'https://www.example.com/newsletter/unsubscribe',
      blocked: expect.stringMatching(/^https:\/\/evil\.test\/\[2Jx{100,190}$/),
    }),
  })
})

test.each([
  ['broken', '{', undefined],
  ['empty', '', undefined],
  ['null', 'null', undefined],
  ['a list of nothing', '[null,1,{"type":"csp-violation"}]', undefined],
  ['of another kind', '[{"type":"deprecation","body":{"effectiveDirective":"img-src"}}]', undefined],
  ['too large', modern('img-src', { sourceFile: 'x'.repeat(20_000) }), undefined],
  ['of another type', 'x=1', 'application/x-www-form-urlencoded'],
  ['of an extension', modern('img-src', { blockedURL: 'chrome-extension://abc/x.js' }), undefined],
  ['without a directive', modern('<script>'), undefined],
])('a report that is %s gets the same answer and is not logged', async (_, body, type) => {
  await send(body, type)
  expect(log).not.toHaveBeenCalled()
})

describe('many reports', () => {
  test('of different violations make a few lines and a total', async () => {
    for (let round = 0; round < 20; round++) {
      const batch = Array.from({ length: 50 }, (_, index) => ({
        type: 'csp-violation',
        body: { effectiveDirective: 'img-src', blockedURL: `https://evil.test/${round}-${index}` },
      }))
      await send(JSON.stringify(batch))
    }
    // One kind was reported before the test began.
    expect(log).toHaveBeenCalledTimes(9)
    log.mockClear()
    vi.advanceTimersByTime(3_700_000)
    await send(modern('img-src'))
    expect(lines().map((line) => /\d+ refusals/.exec(line)?.[0])).toEqual(['1001 refusals', undefined])
    expect(JSON.stringify(log.mock.calls[0]).length).toBeLessThan(2_000)
  })

  test('are not read beyond the limit per minute', async () => {
    vi.advanceTimersByTime(120_000)
    const payload = '{'
    const answers = Array.from({ length: 300 }, () =>
      site.app.inject({ method: 'POST', url: '/api/reports', headers, payload }),
    )
    expect(new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode))).toEqual(new Set([204]))
    await send(modern('font-src'))
    expect(log).not.toHaveBeenCalled()
    vi.advanceTimersByTime(61_000)
    await send(modern('font-src'))
    expect(log).toHaveBeenCalledTimes(1)
  })

  test('from one address have a separate limit', async () => {
    const limited = await startTestApp()
    const warn = vi.spyOn(limited.app.log, 'warn')
    const call = (count: number, remoteAddress: string) =>
      limited.app.inject({
        method: 'POST',
        url: '/api/reports',
        remoteAddress,
        headers,
        payload: modern('img-src', { blockedURL: `https://evil.test/${count % 22}` }),
      })
    for (let count = 0; count < 25; count++) expect((await call(0, '203.0.113.7')).statusCode).toBe(204)
    expect(warn).toHaveBeenCalledTimes(1)
    warn.mockClear()
    // The address has used up its part, another has not.
    await call(1, '203.0.113.7')
    await call(2, '203.0.113.8')
    expect(
      warn.mock.calls.map(([line]) => (line as unknown as { report: { blocked: string } }).report.blocked),
    ).toEqual(['https://evil.test/2'])
    await limited.close()
  })
})
