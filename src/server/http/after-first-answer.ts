import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long work waits where nobody asks for anything, in milliseconds. */
const longestWait = 1_000

const answered = new WeakMap<FastifyInstance['server'], Promise<unknown>>()

/**
 * Begins work in the background once the server is ready and has answered its first request, or a second after it is ready: whoever waits for
 * the first page after a start does not wait for this too. Does not begin when the server closes before.
 * @param begin may return a promise, which the server waits for when it closes
 */
export function afterFirstAnswer(app: FastifyInstance, begin: () => unknown): void {
  let closed = false
  let work: unknown
  app.addHook('onReady', async () => {
    void firstAnswer(app).then(() => {
      if (!closed) work = begin()
    })
  })
  app.addHook('onClose', async () => {
    closed = true
    await work
  })
}

/** When the first request is answered, or a second has gone by. */
export function firstAnswer({ server }: FastifyInstance): Promise<unknown> {
  const known = answered.get(server)
  if (known) return known
  const first = new Promise((resolve) => server.once('request', (_request, reply) => reply.once('close', resolve)))
  const either = Promise.race([first, wait(longestWait, undefined, { ref: false })])
  answered.set(server, either)
  return either
}
