import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RateStore } from './rate-store.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a window ends on time when the clock is set back, and limits count independently', () => {
  const store = new RateStore()
  const count = (key: string, counted = store) => {
    let result: { current: number; ttl: number } | undefined
    counted.incr(
      key,
      (_error, found) => {
        result = found
      },
      60_000,
    )
    return result
  }
  expect(count('visitor')).toEqual({ current: 1, ttl: 60_000 })
  vi.advanceTimersByTime(20_000)
  vi.setSystemTime(Date.now() - 2 * 24 * 3_600_000)
  expect(count('visitor')).toEqual({ current: 2, ttl: 40_000 })
  expect(count('another')).toEqual({ current: 1, ttl: 60_000 })
  expect(count('visitor', store.child({}))).toEqual({ current: 1, ttl: 60_000 })
  vi.advanceTimersByTime(40_000)
  expect(count('visitor')).toEqual({ current: 1, ttl: 60_000 })
})
