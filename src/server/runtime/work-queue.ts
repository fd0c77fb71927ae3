import type { FastifyReply } from 'fastify'
import { disconnectSignal, HttpError } from './http-error.ts'

type QueueLimits = {
  /** How many tasks run at the same time. */
  concurrency: number
  /** How many urgent tasks may wait, and how many others. */
  queueLimit: number
  /** The message of the 503 for a task that cannot wait. */
  busyMessage: string
}

/** Limits how many tasks run at a time; urgent ones start before all others. @returns runs a task, or throws HttpError 503 */
export function createWorkQueue({ concurrency, queueLimit, busyMessage }: QueueLimits) {
  const urgentQueue: (() => void)[] = []
  const otherQueue: (() => void)[] = []
  let running = 0

  return async function run<Result>(task: () => Promise<Result>, urgent = false): Promise<Result> {
    const queue = urgent ? urgentQueue : otherQueue
    if (running < concurrency) running++
    else if (queue.length < queueLimit) await new Promise<void>((start) => queue.push(start))
    else throw new HttpError(503, busyMessage)
    try {
      return await task()
    } finally {
      // The next task in the queue takes over this one's slot, so that a new task cannot take it first.
      const next = urgentQueue.shift() ?? otherQueue.shift()
      if (next) next()
      else running--
    }
  }
}

type SemaphoreLimits = {
  /** How many permits there are, and how many of them one owner may hold. */
  permits: number
  permitsPerOwner: number
  /** How many calls of one owner may wait for a permit, and for how long, in milliseconds. */
  queuePerOwner: number
  timeout: number
  /** The message of the 503 for a call that gets no permit. */
  busyMessage: string
}

type Waiter = { owner: string; admit(): void }

/**
 * A semaphore for work that takes much memory or time. A free permit goes to the owner who got one longest ago, so that one owner with many
 * calls does not delay the others. A call is answered with 503 when its owner has too many waiting, or when it waits too long.
 */
export function createFairSemaphore({
  permits,
  permitsPerOwner,
  queuePerOwner,
  timeout,
  busyMessage,
}: SemaphoreLimits) {
  const permitsByOwner = new Map<string, number>()
  const lastAdmission = new Map<string, number>()
  const waiters = new Set<Waiter>()
  let free = permits
  let admissions = 0

  const permitsOf = (owner: string) => permitsByOwner.get(owner) ?? 0
  const lastAdmissionOf = ({ owner }: Waiter) => lastAdmission.get(owner) ?? 0

  function admitNext() {
    while (free > 0) {
      const [next] = [...waiters]
        .filter(({ owner }) => permitsOf(owner) < permitsPerOwner)
        .sort((one, other) => lastAdmissionOf(one) - lastAdmissionOf(other))
      if (!next) return
      waiters.delete(next)
      free--
      permitsByOwner.set(next.owner, permitsOf(next.owner) + 1)
      lastAdmission.set(next.owner, ++admissions)
      next.admit()
    }
  }

  function release(owner: string) {
    free++
    permitsByOwner.set(owner, permitsOf(owner) - 1)
    admitNext()
  }

  /**
   * Waits for a permit.
   * @returns how to release it, to be called once
   * @throws HttpError 503, or the signal's reason
   */
  async function acquire(owner: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if ([...waiters].filter((other) => other.owner === owner).length >= queuePerOwner)
      throw new HttpError(503, busyMessage)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { owner, admit: resolve }
    const giveUp = (reason: unknown) => waiters.delete(waiter) && reject(reason)
    const onAbort = () => giveUp(signal.reason)
    const timer = setTimeout(giveUp, timeout, new HttpError(503, busyMessage))
    signal.addEventListener('abort', onAbort, { once: true })
    waiters.add(waiter)
    admitNext()
    await promise.finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    })
    return () => release(owner)
  }

  /** Waits for a permit and holds it until the call is answered or its connection closes. */
  async function acquireFor(owner: string, reply: FastifyReply): Promise<void> {
    const releasePermit = await acquire(owner, disconnectSignal(reply))
    if (reply.raw.destroyed) releasePermit()
    else reply.raw.once('close', releasePermit)
  }

  return { acquire, acquireFor }
}

/** Turns for the forms with files of one reader, which has them in memory. Further ones stay with their senders. */
export const createFileTurns = () =>
  createFairSemaphore({
    permits: 4,
    permitsPerOwner: 2,
    queuePerOwner: 6,
    timeout: 30_000,
    busyMessage: 'Many files are being sent. Please try again in a moment.',
  })
