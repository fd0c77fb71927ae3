import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long work waits without any request, in milliseconds. */
const longestWait = 1_000

type Start = { answered: Promise<unknown>; work: unknown[] }

const starts = new WeakMap<FastifyInstance['server'], Start>()

/**
 * Starts background work once the server is ready and has answered its first request, or a second after it is ready, so
 * that it does not delay the first page. Does not start if the server closes before.
 * @param begin may return a promise, which the server waits for when it closes
 */
export function afterFirstAnswer(app: FastifyInstance, begin: () => unknown): void {
  let closed = false
  let work: unknown
  app.addHook('onReady', async () => {
    const start = startOf(app)
    void start.answered.then(() => {
      if (closed) return
      work = begin()
      start.work.push(work)
    })
  })
  app.addHook('onClose', async () => {
    closed = true
    await work
  })
}

/** Resolves when the first request is answered, or after a second. */
export const firstAnswer = (app: FastifyInstance): Promise<unknown> => startOf(app).answered

/** Resolves when the work that began after the first answer, and has an end, has ended. */
export async function backgroundWork(app: FastifyInstance): Promise<void> {
  const { answered, work } = startOf(app)
  await answered
  await Promise.allSettled(work)
}

const startOf = ({ server }: FastifyInstance): Start =>
  starts.getOrInsertComputed(server, () => {
    const first = new Promise((resolve) => server.once('request', (_request, reply) => reply.once('close', resolve)))
    return { answered: Promise.race([first, wait(longestWait, undefined, { ref: false })]), work: [] }
  })
