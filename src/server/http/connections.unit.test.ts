import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { endConnections } from './connections.ts'

/** Another thread, since this one does not come to read what has arrived: sends a request and says when the system has it. */
const client = `
  const { parentPort, workerData } = require('node:worker_threads')
  const socket = require('node:net').connect(workerData.port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n\\r\\n', () => {
      Atomics.store(workerData.sent, 0, 1)
      Atomics.notify(workerData.sent, 0)
    }))
  let answer = ''
  socket.on('data', (data) => { answer += data })
  socket.on('error', (error) => parentPort.postMessage(error.code))
  socket.on('end', () => parentPort.postMessage(answer.split('\\r\\n')[0]))
`

test('a request that arrived before the end, but was not read yet, is answered', async () => {
  const app = Fastify({ serverFactory: (handler) => createServer(handler) })
  app.get('/', async () => 'ok')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const { port } = app.server.address() as AddressInfo
  const visitor = new Worker(client, { eval: true, workerData: { port, sent } })
  const answered = once(visitor, 'message')
  expect(Atomics.wait(sent, 0, 0, 10_000)).toBe('ok')
  await Promise.all([endConnections(app), answered])
  expect(await answered).toEqual(['HTTP/1.1 200 OK'])
  await Promise.all([visitor.terminate(), app.close()])
})
