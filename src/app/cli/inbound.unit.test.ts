import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { inbound } from './inbound.ts'

beforeEach(() => {
  vi.stubEnv('MAIL_INBOUND_SECRET', 'a secret of more than sixteen')
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const message = Buffer.from('From: asha@example.net\r\nTo: info@example.com\r\n\r\nHello\r\n')

/** Answers every call, as a site, a proxy or another program does. */
async function startServer(status: number, body: string, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ofSite = (code: string, text = 'Said by the site.') => JSON.stringify({ message: text, code })
const away = { location: 'https://www.example.net/' }

test.each<[status: number, body: string, cause: RegExp, headers?: Record<string, string>]>([
  [401, ofSite('unauthenticated'), /Said by the site. MAIL_INBOUND_SECRET must be that of the site/],
  [404, ofSite('not_found'), /the site has no MAIL_INBOUND_SECRET/],
  [404, '<h1>Not Found</h1>', /not the address of the site/],
  [301, '', /redirects to https:\/\/www\.example\.net/, away],
  [308, '', /redirects to https:\/\/www\.example\.net/, away],
  [200, '<h1>Welcome</h1>', /answered with 200: not an answer of the site/],
  [204, '', /answered with 204/],
  [400, 'The plain HTTP request was sent to HTTPS port', /answered with 400/],
  [403, '<h1>Blocked</h1>', /answered with 403/],
  [413, '<h1>Request Entity Too Large</h1>', /answered with 413/],
  [429, ofSite('rate_limited'), /answered with 429: Said by the site/],
  [502, '', /answered with 502/],
  [503, ofSite('unavailable'), /answered with 503: Said by the site/],
])('a message is handed in later after %i %s', async (status, body, cause, headers) => {
  await expect(inbound(message, await startServer(status, body, headers))).rejects.toThrow(cause)
})

test.each<[status: number, body: string]>([
  [201, JSON.stringify({ message: 'Said by the site.' })],
  [404, ofSite('no_request')],
  [409, ofSite('conflict')],
  [413, ofSite('too_large')],
  [422, ofSite('invalid')],
])('a message is settled after %i %s', async (status, body) => {
  expect(await inbound(message, await startServer(status, body))).toBe('Said by the site.')
})

test('says why the site cannot be reached, and which setting is missing', async () => {
  const url = await startServer(200, '')
  await expect(inbound(message, url.replace('http:', 'https:'))).rejects.toThrow(/cannot be reached at https.*SSL/is)
  await expect(inbound(message, 'http://no-such-host.invalid')).rejects.toThrow(
    /cannot be reached at .*(NOTFOUND|AGAIN)/,
  )
  await expect(inbound(message, 'http://127.0.0.1:9')).rejects.toThrow(/cannot be reached at .*(ECONNREFUSED|bad port)/)
  await expect(inbound(message, undefined)).rejects.toThrow('PUBLIC_URL')
  vi.stubEnv('MAIL_INBOUND_SECRET', undefined)
  await expect(inbound(message, url)).rejects.toThrow('MAIL_INBOUND_SECRET')
})
