import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { internalHeaders } from '#server/http/rate-limits.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({ requestTimeout: 300 })
})
afterAll(() => site.close())

/** Sends bytes and nothing more; resolves with the whole answer once the server has closed the connection. */
const sendAndWait = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })

test.each([
  [
    'a body that does not end',
    'POST /api/contact HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    408,
    'timeout',
  ],
  ['headers that do not end', 'GET / HTTP/1.1\r\nhost: x\r\nx-a: b\r\n', 408, 'timeout'],
  ['headers that are too long', `GET / HTTP/1.1\r\nhost: x\r\nx-a: ${'b'.repeat(200_000)}\r\n\r\n`, 431, 'too_large'],
  ['bytes that are not HTTP', 'hello\r\n\r\n', 400, 'malformed'],
])('%s: the connection is answered and closed', async (_name, bytes, status, code) => {
  const [head = '', body = ''] = (await sendAndWait(bytes)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('no-store')
  expect(JSON.parse(body)).toEqual({ message: expect.any(String), code })
})

/** Sends a request and reads nothing until all of it is sent, as simple clients do; resolves with the answer, or the error of the connection. */
const sendThenRead = (url: string, head: string, body: string[]) =>
  new Promise<string>((resolve) => {
    let answer = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause()
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('close', () => resolve(answer)).on('error', ({ message }) => resolve(message))
    socket.write(`POST /api/contact HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${head}\r\n\r\n`)
    for (const part of body) socket.write(part)
    socket.write('', () => socket.resume())
  })

test('a client that keeps sending a body that is too large receives the reason, for a while', async () => {
  // More than the buffers of a connection take.
  const parts = Array.from({ length: 256 }, () => 'x'.repeat(65_536))
  const chunks = parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
  // The others are cut off by the time for a request.
  const patient = await startTestApp()
  try {
    const sent = Array.from({ length: 2 }, () => [
      sendThenRead(patient.url, `content-length: ${256 * 65_536}`, parts),
      sendThenRead(patient.url, 'transfer-encoding: chunked', [...chunks, '0\r\n\r\n']),
    ])
    for (const answer of await Promise.all(sent.flat())) {
      expect(answer).toMatch(/^HTTP\/1.1 413 /)
      expect(answer).toContain('"code":"too_large"')
      expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    }

    // One that never ends is not listened to for long.
    const port = Number(new URL(patient.url).port)
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
    socket.write('POST /api/contact HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
    socket.write('content-length: 99999999\r\n\r\n')
    const sending = setInterval(() => socket.writable && socket.write('x'.repeat(1_000)), 50)
    const begun = performance.now()
    await new Promise((resolve) => socket.resume().on('close', resolve))
    clearInterval(sending)
    expect(performance.now() - begun).toBeLessThan(60_000)
  } finally {
    await patient.close()
  }
})

test.each([
  ['a read', 'GET /healthz', 'transfer-encoding: chunked', 200, 2_000_000],
  ['a read of a declared size', 'GET /api/products', 'content-length: 99999999999', 200, 2_000_000],
  ['an unknown address', 'POST /api/unknown', 'content-length: 99999999999', 404, 2_000_000],
  ['a call without a session', 'PUT /api/products/x', 'transfer-encoding: chunked', 401, 60_000_000],
])('a body that nobody needs and that does not end is not read for long: %s', async (_, line, head, status, most) => {
  const patient = await startTestApp()
  try {
    const socket = connect(Number(new URL(patient.url).port), '127.0.0.1').on('error', () => {})
    socket.write(`${line} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${head}\r\n\r\n`)
    const piece = 'x'.repeat(262_144)
    const sending = setInterval(
      () => socket.writable && socket.write(head.includes('chunked') ? `40000\r\n${piece}\r\n` : piece),
      5,
    )
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    await new Promise((resolve) => socket.on('close', resolve))
    clearInterval(sending)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(socket.bytesWritten).toBeLessThan(most)
  } finally {
    await patient.close()
  }
})

test('a call that this process makes to itself leaves no timer', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  for (let calls = 0; calls < 20; calls++) {
    const answer = await site.app.inject({
      ...{ method: 'POST', url: '/api/contact', payload: { name: 'x' } },
      headers: internalHeaders,
    })
    expect(answer.statusCode).toBe(422)
  }
  // Timers of other tests may end meanwhile, and one of a job begin.
  expect(timers() - before).toBeLessThan(10)
})

test('answers at each address of localhost, where the settings name that', async () => {
  const { port } = new URL(site.url)
  for (const { address, family } of await lookup('localhost', { all: true })) {
    const url = `http://${family === 6 ? `[${address}]` : address}:${port}/healthz`
    const status = () =>
      fetch(url).then(
        (answer) => answer.status,
        () => 'closed',
      )
    await expect.poll(status).toBe(200)
  }
})
