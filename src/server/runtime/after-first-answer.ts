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

/**
 * Does background work after the first answer, and then regularly, unless it is still at work. The server waits for it when it closes.
 * @param every in milliseconds
 * @param work never rejects
 */
export function workRegularly(app: FastifyInstance, every: number, work: () => Promise<unknown>): void {
  let working: Promise<unknown> | undefined
  const begin = () => {
    working ??= work().finally(() => {
      working = undefined
    })
    return working
  }
  const timer = setInterval(begin, every).unref()
  afterFirstAnswer(app, begin)
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await working
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

/** Work whose next time is known: `wake` does it earlier. */
export type TimedWork = { wake(): void }

/** Bounds of the pause between two times, in milliseconds. The longest is short, since another process may have planned something meanwhile. */
const pauses = { longest: 20_000, shortest: 50 }

/**
 * Does background work after the first answer, and then whenever it is due. The server waits for it when it closes.
 * @param failure what the log says when the work rejects; it is done again later
 * @param work returns when it is due again, ISO 8601, or null when nothing is planned
 */
export function workOnTime(
  app: FastifyInstance,
  { clock }: { clock: () => number },
  failure: string,
  work: () => Promise<string | null>,
): TimedWork {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<unknown> = Promise.resolve()
  let stopped = false
  const run = () => {
    clearTimeout(timer)
    working = working
      .then(work)
      .catch((error) => {
        app.log.error(error, failure)
        return null
      })
      .then((next) => {
        clearTimeout(timer)
        const pause = next === null ? pauses.longest : Math.max(pauses.shortest, Date.parse(next) - clock())
        if (!stopped) timer = setTimeout(run, Math.min(pauses.longest, pause)).unref()
      })
    return working
  }
  afterFirstAnswer(app, run)
  app.addHook('onClose', async () => {
    stopped = true
    clearTimeout(timer)
    await working
  })
  return { wake: () => void run() }
}
