import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
