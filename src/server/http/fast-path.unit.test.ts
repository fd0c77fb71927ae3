import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { serverWith } from './fast-path.ts'

const connectionTimeout = 150
const longBody = Buffer.alloc(64 * 1024 * 1024)

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A connection to a server whose fast path answers `/fast` and whose other answers are those of a handler. It has sent a request. */
async function request(target: string, body: string | Buffer, handler: RequestListener) {
  const answer = ({ url }: { url?: string | undefined }, reply: Parameters<RequestListener>[1]) => {
    if (url === '/fast') reply.end(body)
    return url === '/fast'
  }
  server = serverWith(answer, '127.0.0.1')(handler, { connectionTimeout, keepAliveTimeout: 60_000 }) as Server
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`)
  return socket
}
const connections = () => new Promise<number>((resolve) => server?.getConnections((_error, count) => resolve(count)))

test.each([
  ['whose answer of the fast path is not read', '/fast', () => {}],
  [
    'whose answer of the framework is not read',
    '/',
    ((_request, reply) => void reply.end(longBody)) as RequestListener,
  ],
  ['that is never answered', '/', () => {}],
])('closes a connection %s', async (_name, target, handler) => {
  await request(target, longBody, handler)
  await expect.poll(connections).toBe(1)
  await expect.poll(connections).toBe(0)
})

test.each(['/fast', '/'])('keeps a connection open after an answer that was sent at once (%s)', async (target) => {
  const socket = await request(target, 'ok', (_request, reply) => void reply.end('ok'))
  await once(socket, 'data')
  await wait(3 * connectionTimeout)
  socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`)
  const [again] = await once(socket, 'data')
  expect(String(again)).toMatch(/^HTTP\/1.1 200 /)
})
