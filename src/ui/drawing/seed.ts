import { hashText } from '#contract/cover.ts'

/** A sequence of pseudo-random numbers that is the same for the same text everywhere, so that a drawing need not be stored. */
export type Random = {
  /** A number from `low` (included) to `high` (excluded). */
  between(low: number, high: number): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  /** An element of the list. */
  pick<T>(list: readonly [T, ...T[]]): T
  /** True with this probability, in percent. */
  chance(percent: number): boolean
}

/** A generator (xorshift over a scrambled hash), seeded by a text or its hash. */
export function randomFrom(seed: string | number): Random {
  let state = Math.imul((typeof seed === 'string' ? hashText(seed) : seed) ^ 0x5bd1e995, 0x2545f491) | 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  for (let i = 0; i < 8; i++) next()
  return {
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    chance: (percent) => next() * 100 < percent,
  }
}
