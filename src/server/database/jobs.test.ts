// On both databases: processes share the claims and the last runs.
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { backgroundWork } from '#server/runtime/after-first-answer.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { createJobs, type Job } from './jobs.ts'

const minute = 60_000
const hour = 60 * minute

/** Processes that share a database, whose clock the test moves. */
async function startProcesses(count: number, job: Omit<Job<unknown>, 'name'>, clock?: () => number) {
  let now = Date.parse('2026-03-31T12:00:00Z')
  const {
    database: { db },
    close,
  } = await openTestDatabase()
  onTestFinished(close)
  const named: Job<unknown> = { name: 'Test', ...job }
  const site = { now: async () => ({ timeZone: 'Asia/Kolkata' }) }
  const processes = await Promise.all(
    Array.from({ length: count }, async () => {
      const app = Fastify()
      onTestFinished(() => app.close())
      const jobs = createJobs(app, [named], () => ({ database: { db, clock: clock ?? (() => now) }, site }))
      await app.ready()
      await backgroundWork(app)
      return { app, jobs }
    }),
  )
  return {
    processes,
    read: async () => (await processes[0]?.jobs.read())?.[0],
    /** All processes look, after some time. */
    async look(after: number) {
      now += after
      await Promise.all(processes.map(({ jobs }) => jobs.wake(named)))
      return new Date(now).toISOString()
    },
  }
}

test('one of several processes does the work of the site, and all know the last run', async () => {
  let runs = 0
  const { look, processes } = await startProcesses(3, { once: 'site', every: hour, work: async () => ++runs })
  expect(runs).toBe(1)
  await look(50 * minute)
  expect(runs).toBe(1)
  const lastAt = await look(10 * minute)
  expect(runs).toBe(2)
  for (const { jobs } of processes) expect(await jobs.read()).toMatchObject([{ name: 'Test', lastAt }])
  // The clock was ahead, and was put right.
  await look(-2 * hour)
  expect(runs).toBe(3)
})

test('nightly work is done once a night, and again within the hour when it has failed', async () => {
  let runs = 0
  let fails = false
  const work = async () => {
    runs++
    if (fails) throw new Error('The disk is full')
  }
  const { look, read } = await startProcesses(2, { once: 'site', every: hour, at: 3, work })
  // It is half past five in the afternoon: the last night counts too.
  expect(runs).toBe(1)
  const lastAt = (await read())?.lastAt
  await look(9 * hour)
  expect(runs).toBe(1)
  fails = true
  const failedAt = await look(hour)
  expect(await read()).toMatchObject({ lastAt, failed: { at: failedAt, reason: 'The disk is full' } })
  await look(30 * minute)
  expect(runs).toBe(2)
  fails = false
  const again = await look(30 * minute)
  expect(runs).toBe(3)
  expect(await read()).toMatchObject({ lastAt: again })
  expect((await read())?.failed).toBeUndefined()
})

test('work never runs twice at once in a process, which waits for it and does the last part when it closes', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  const work = () => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  }
  const app = Fastify()
  const job: Job<unknown> = { name: 'Test', once: 'process', every: 50, atClose: true, work }
  const database = { clock: () => Date.now(), db: undefined as never }
  const jobs = createJobs(app, [job], () => ({ database, site: undefined as never }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  await expect.poll(() => runs.length).toBe(1)
  void jobs.wake(job)
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(runs.length).toBe(1)
  runs[0]?.reject(new Error('Once'))
  await expect.poll(() => runs.length).toBe(2)
  expect((await jobs.read())[0]?.failed?.reason).toBe('Once')
  let closed = false
  const closing = app.close().then(() => {
    closed = true
  })
  await expect.poll(() => app.server.listening).toBe(false)
  expect([runs.length, closed]).toEqual([2, false])
  await expect
    .poll(() => {
      for (const run of runs) run.resolve()
      return closed
    })
    .toBe(true)
  await closing
  expect(runs.length).toBeGreaterThan(2)
})

test('what becomes due during a run is done right after it', async () => {
  let now = Date.parse('2026-03-31T12:00:00Z')
  const due = [now + 5]
  const done: number[] = []
  await startProcesses(
    1,
    {
      once: 'process',
      every: hour,
      async work() {
        if (due[0] !== undefined && due[0] <= now) done.push(...due.splice(0))
        // The run takes a while.
        now += 10
      },
      async next(_, after) {
        const [next] = due.filter((time) => time > Date.parse(after))
        return next === undefined ? null : new Date(next).toISOString()
      },
    },
    () => now,
  )
  await expect.poll(() => done).toHaveLength(1)
})

test('work whose next time is known is done at that time', async () => {
  let runs = 0
  const next = async () => (runs === 1 ? new Date(Date.parse('2026-03-31T12:00:00Z') + 100).toISOString() : null)
  await startProcesses(1, { once: 'process', every: hour, work: async () => ++runs, next })
  await expect.poll(() => runs).toBe(2)
})
