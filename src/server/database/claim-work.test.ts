// On both databases: work is claimed under the locks of each.
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '#testing/test-database.ts'
import { claimWork } from './rows.ts'

const minute = 60_000

test('one process at a time claims work, until its claim ends, also when their clocks differ a little', async () => {
  const { database, close } = await openTestDatabase()
  onTestFinished(close)
  const start = Date.now()
  const claimAt = (now: number) => claimWork(database.db, 'the work', 10 * minute, now)
  expect(await claimAt(start)).toBe(true)
  // These read their clocks before the first one, and claim after it.
  expect(await claimAt(start - 1)).toBe(false)
  expect(await claimAt(start - minute)).toBe(false)
  expect(await claimAt(start + 9 * minute)).toBe(false)
  expect(await claimAt(start + 11 * minute)).toBe(true)
  // The clock was ahead, and was put right.
  expect(await claimAt(start)).toBe(true)
  expect(await claimWork(database.db, 'other work', minute, start)).toBe(true)
})
