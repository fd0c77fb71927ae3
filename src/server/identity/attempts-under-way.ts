import type { Database } from '#server/database/connect.ts'
import { networksOf } from '#server/security/networks.ts'
import { type Attempt, countAttempt } from './sign-in-throttle.ts'

/** The attempts of this process that are counted and not decided yet, by the network that they come from. */
const underWay = new Map<string, Set<Promise<unknown>>>()

/**
 * Counts an attempt to sign in and does its work. An attempt that would have to wait is counted again once the pending
 * attempts from its network are decided, because a correct one removes its count. So several people can sign in at
 * once, and no more wrong attempts are checked than before.
 * @param work checks the password; with a `wait` above 0 it only refuses
 */
export async function duringAttempt<Result>(
  database: Database,
  { email, address, byMail }: { email: string; address: string; byMail: boolean },
  work: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  const place = networksOf(address).host
  for (;;) {
    const attempt = await countAttempt(database, email, address, { byMail })
    const others = underWay.get(place)
    if (attempt.wait === 0) return noteUnderWay(place, work(attempt))
    if (!others) return work(attempt)
    await Promise.all(others)
  }
}

async function noteUnderWay<Result>(place: string, work: Promise<Result>): Promise<Result> {
  const all = underWay.getOrInsertComputed(place, () => new Set())
  const decided = work.catch(() => {})
  all.add(decided)
  try {
    return await work
  } finally {
    all.delete(decided)
    if (all.size === 0) underWay.delete(place)
  }
}
