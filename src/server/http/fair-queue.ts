import type { FastifyReply } from 'fastify'
import { callerLeft } from './caller-left.ts'
import { HttpError } from './errors.ts'

type Limits = {
  /** How many places there are, and how many of them one person may hold. */
  size: number
  each: number
  /** How many calls of one person may wait for a place, and for how long, in milliseconds. */
  queue: number
  patience: number
  /** What is said to a call that gets none. */
  busy: string
}

type Waiting = { owner: string; enter(): void }

/**
 * Places for work that takes much memory or time. Whoever had one longest ago comes next, so that nobody waits for all that somebody else
 * has brought; a call that finds too many waiting, or waits too long, is answered 503.
 */
export function createPlaces({ size, each, queue, patience, busy }: Limits) {
  const held = new Map<string, number>()
  const entered = new Map<string, number>()
  const waiting = new Set<Waiting>()
  let free = size
  let entries = 0

  const heldBy = (owner: string) => held.get(owner) ?? 0
  const lastEntry = ({ owner }: Waiting) => entered.get(owner) ?? 0

  function letIn() {
    while (free > 0) {
      const [next] = [...waiting]
        .filter(({ owner }) => heldBy(owner) < each)
        .sort((one, other) => lastEntry(one) - lastEntry(other))
      if (!next) return
      waiting.delete(next)
      free--
      held.set(next.owner, heldBy(next.owner) + 1)
      entered.set(next.owner, ++entries)
      next.enter()
    }
  }

  function leave(owner: string) {
    free++
    held.set(owner, heldBy(owner) - 1)
    letIn()
  }

  /**
   * Waits for a place.
   * @returns how to leave it, to be called once
   * @throws HttpError 503, or the signal's reason
   */
  async function take(owner: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if ([...waiting].filter((other) => other.owner === owner).length >= queue) throw new HttpError(503, busy)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const call = { owner, enter: resolve }
    const giveUp = (reason: unknown) => waiting.delete(call) && reject(reason)
    const onAbort = () => giveUp(signal.reason)
    const timer = setTimeout(giveUp, patience, new HttpError(503, busy))
    signal.addEventListener('abort', onAbort, { once: true })
    waiting.add(call)
    letIn()
    await promise.finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    })
    return () => leave(owner)
  }

  /** Waits for a place, which is kept until the call is answered or its connection closes. */
  async function takeFor(owner: string, reply: FastifyReply): Promise<void> {
    const leavePlace = await take(owner, callerLeft(reply))
    if (reply.raw.destroyed) leavePlace()
    else reply.raw.once('close', leavePlace)
  }

  return { take, takeFor }
}
