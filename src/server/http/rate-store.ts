import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import QuickLRU from 'quick-lru'

/** Callers that are remembered for each limit. */
const remembered = 5_000

type Window = { current: number; endsAt: number }

/**
 * Where the rate limits count calls. The plugin's own store goes by the time of day: when the clock is set back, a window lasts until the
 * clock has caught up. This one goes by `performance.now()`, which only ever goes on.
 */
export class RateStore implements FastifyRateLimitStore {
  #windows = new QuickLRU<string, Window>({ maxSize: remembered })

  incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1], timeWindow: number): void {
    const now = performance.now()
    const known = this.#windows.get(key)
    const window = known && known.endsAt > now ? known : { current: 0, endsAt: now + timeWindow }
    window.current++
    this.#windows.set(key, window)
    done(null, { current: window.current, ttl: Math.ceil(window.endsAt - now) })
  }

  child(): RateStore {
    return new RateStore()
  }
}
