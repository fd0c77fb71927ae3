import { setTimeout as wait } from 'node:timers/promises'

/**
 * Lets callers through one after the other, evenly, at most `rate` a second.
 * `holdUntil` lets nobody through before a moment (on the clock of `performance.now()`); `end` lets everybody through at once.
 */
export function createThrottle(rate: number) {
  const step = 1_000 / rate
  const ended = new AbortController()
  let slot = 0
  let held = 0

  const throttle = async (): Promise<void> => {
    const now = performance.now()
    slot = Math.max(now, slot, held)
    const mine = slot
    slot += step
    if (mine > now) await wait(mine - now, undefined, { signal: ended.signal, ref: false }).catch(() => {})
    // Trouble that came up meanwhile holds those up too who had their turn.
    if (!ended.signal.aborted && held > performance.now()) return throttle()
  }
  return Object.assign(throttle, {
    holdUntil(moment: number) {
      held = Math.max(held, moment)
    },
    end: () => ended.abort(),
  })
}
