import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/connect.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { shareCounts } from './rate-limits.ts'
import { RateStore } from './rate-store.ts'

let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ database, close } = await openTestDatabase())
})
afterAll(() => close())

/** The stores of as many processes. */
const processes = (count: number, name: string) =>
  Array.from({ length: count }, () => new RateStore(shareCounts(database), name))

type Counted = { current: number; ttl: number }
const call = (store: RateStore | undefined, key: string, max: number) =>
  new Promise<Counted>((resolve, reject) =>
    store?.incr(key, (error, counted) => (counted ? resolve(counted) : reject(error)), 60_000, max),
  )
/** As a request for a cached answer is counted: by the fast path, or by Fastify where that cannot. */
const callCached: typeof call = async (store, key, max) =>
  store?.countNow(key, 60_000, max) ?? (await call(store, key, max))

/** How many of some calls, spread over all stores, are within the limit. */
async function admitted(stores: RateStore[], max: number, calls: number, atOnce: number, count = call) {
  const key = '203.0.113.1'
  let within = 0
  for (let done = 0; done < calls; done += atOnce) {
    const some = Array.from({ length: atOnce }, (_, index) => count(stores[(done + index) % stores.length], key, max))
    for (const { current } of await Promise.all(some)) if (current <= max) within++
  }
  return within
}

test('the limit of a form is exact over three processes, also for calls at the same time', async () => {
  expect(await admitted(processes(3, 'form'), 10, 30, 30)).toBe(10)
  expect(await admitted(processes(3, 'form one by one'), 10, 30, 1)).toBe(10)
})

test.each([
  ['reads', call],
  ['reads from the cache', callCached],
])('a high limit of %s holds within one batch of each process', async (name, count) => {
  const [max, batch] = [600, 30]
  const within = await admitted(processes(3, name), max, 1_500, 5, count)
  expect(within).toBeGreaterThanOrEqual(max)
  expect(within).toBeLessThanOrEqual(max + 3 * batch)
})

test('callers and limits are counted separately, and stored without an address', async () => {
  const [store] = processes(1, 'alone')
  for (let calls = 1; calls <= 3; calls++) {
    expect(await call(store, '203.0.113.7', 10)).toEqual({ current: calls, ttl: expect.any(Number) })
    expect((await call(store, '2001:db8:1::', 10)).current).toBe(calls)
    expect((await call(processes(1, `other ${calls}`)[0], '203.0.113.7', 10)).current).toBe(1)
  }
  const rows = await database.db.selectFrom('counters').select('subject').execute()
  expect(rows.length).toBeGreaterThan(4)
  for (const { subject } of rows) expect(subject).toMatch(/^rate:[\w-]{22}$/)
})

test('each process counts separately while the database does not answer', async () => {
  const other = await openTestDatabase()
  const store = new RateStore(shareCounts(other.database), 'form')
  expect((await call(store, '203.0.113.1', 10)).current).toBe(1)
  await other.database.close()
  for (let calls = 2; calls <= 12; calls++) expect((await call(store, '203.0.113.1', 10)).current).toBe(calls)
  await other.close()
})
