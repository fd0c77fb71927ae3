import { setTimeout as wait } from 'node:timers/promises'

/**
 * Lets callers through one after the other, evenly, at most `rate` per second. `pauseUntil` stops them until a moment on the clock of
 * `performance.now()`; `end` lets all of them through at once.
 */
export function createThrottle(rate: number) {
  const interval = 1_000 / rate
  const ended = new AbortController()
  let nextTurn = 0
  let pausedUntil = 0

  const throttle = async (): Promise<void> => {
    const now = performance.now()
    const turn = Math.max(now, nextTurn, pausedUntil)
    nextTurn = turn + interval
    if (turn > now) await wait(turn - now, undefined, { signal: ended.signal, ref: false }).catch(() => {})
    // A pause that began during the wait applies to this caller too.
    if (!ended.signal.aborted && pausedUntil > performance.now()) return throttle()
  }
  return Object.assign(throttle, {
    pauseUntil(moment: number) {
      pausedUntil = Math.max(pausedUntil, moment)
    },
    end: () => ended.abort(),
  })
}
