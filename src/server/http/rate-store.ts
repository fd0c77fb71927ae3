import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'

/** The most callers that each limit keeps count of. */
const maxCallers = 5_000

/** Processes share their counts after this fraction of a limit. */
const sharedPart = 1 / 20

/** `counted` is what all processes are known to have counted; `pending` are the calls here since then, which are shared when they reach `shareAt`. */
type Window = { counted: number; pending: number; shareAt: number; endsAt: number }

/**
 * Adds to what all processes have counted.
 * @returns the count of all of them, and the milliseconds until the window ends
 */
export type ShareCount = (
  subject: string,
  amount: number,
  timeWindow: number,
) => Promise<{ count: number; ttl: number }>

/** Bounds the callers by their sizes, since with `max` each limit would allocate the memory for all of them at once. */
export const createWindows = () => new LRUCache<string, Window>({ maxSize: maxCallers, sizeCalculation: () => 1 })

/**
 * The store of the rate limits. The plugin's own store uses the time of day: when the clock is set back, a window lasts until the clock has
 * caught up. This one uses the monotonic `performance.now()`, and shares its counts with other processes, if there can be any.
 */
export class RateStore implements FastifyRateLimitStore {
  #windows: ReturnType<typeof createWindows> | undefined
  #share: ShareCount | undefined
  #name: string

  /**
   * @param name what is limited, the same in all processes
   * @param windows given to stores that count together
   */
  constructor(share?: ShareCount, name = '', windows?: ReturnType<typeof createWindows>) {
    this.#windows = windows
    this.#share = share
    this.#name = name
  }

  incr(
    key: string,
    done: Parameters<FastifyRateLimitStore['incr']>[1],
    timeWindow: number,
    max = Number.POSITIVE_INFINITY,
  ): void {
    const batch = Math.ceil(max * sharedPart)
    const window = this.#windowOf(key, timeWindow, batch)
    window.pending++
    const current = window.counted + window.pending
    const answer = (count: number) => {
      done(null, { current: count, ttl: Math.max(0, Math.ceil(window.endsAt - performance.now())) })
    }
    // A caller who is over the limit costs the database nothing.
    if (!this.#share || window.pending < window.shareAt || window.counted >= max) answer(current)
    else this.#exchange(this.#share, key, window, batch, timeWindow).then(answer, () => answer(current))
  }

  /**
   * Counts a call at once.
   * @returns null, without counting it, when the limit is reached or the other processes have to be asked, which `incr` does
   */
  countNow(key: string, timeWindow: number, max: number): { current: number; ttl: number } | null {
    const window = this.#windowOf(key, timeWindow, Math.ceil(max * sharedPart))
    const pending = window.pending + 1
    const current = window.counted + pending
    if (current > max || (this.#share && pending >= window.shareAt)) return null
    window.pending = pending
    return { current, ttl: Math.ceil(window.endsAt - performance.now()) }
  }

  #windowOf(key: string, timeWindow: number, shareAt: number): Window {
    const now = performance.now()
    // Made at the first call, since most of the routes, which have a limit each, are not called at all.
    this.#windows ??= createWindows()
    const current = this.#windows.get(key)
    if (current && current.endsAt > now) return current
    const window = { counted: 0, pending: 0, shareAt, endsAt: now + timeWindow }
    this.#windows.set(key, window)
    return window
  }

  /** Hands the pending calls over. @returns the count of all processes, these calls included */
  async #exchange(share: ShareCount, key: string, window: Window, batch: number, timeWindow: number): Promise<number> {
    const amount = window.pending
    window.pending = 0
    try {
      const { count, ttl } = await share(`${this.#name}:${key}`, amount, timeWindow)
      window.counted = Math.max(window.counted, count)
      window.shareAt = batch
      window.endsAt = performance.now() + Math.min(timeWindow, ttl)
      return count
    } catch (error) {
      // Without the database each process counts separately, and tries again after as many calls.
      window.pending += amount
      window.shareAt = window.pending + batch
      throw error
    }
  }

  /** A separate limit for a route. The plugin's types do not know the route that it passes. */
  child(options: object): RateStore {
    const { method = '', url = '' } =
      (options as { routeInfo?: { method?: string; url?: string | undefined } }).routeInfo ?? {}
    return new RateStore(this.#share, `${this.#name} ${method} ${url}`)
  }
}
