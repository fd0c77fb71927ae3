import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import QuickLRU from 'quick-lru'

/** The most callers that each limit keeps count of. */
const maxCallers = 5_000

type Window = { current: number; endsAt: number }

/**
 * The store of the rate limits. The plugin's own store uses the time of day: when the clock is set back, a window lasts until the clock has
 * caught up. This one uses the monotonic `performance.now()`.
 */
export class RateStore implements FastifyRateLimitStore {
  #windows = new QuickLRU<string, Window>({ maxSize: maxCallers })

  incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1], timeWindow: number): void {
    const now = performance.now()
    const current = this.#windows.get(key)
    const window = current && current.endsAt > now ? current : { current: 0, endsAt: now + timeWindow }
    window.current++
    this.#windows.set(key, window)
    done(null, { current: window.current, ttl: Math.ceil(window.endsAt - now) })
  }

  child(): RateStore {
    return new RateStore()
  }
}
