import type { FastifyInstance } from 'fastify'
import { afterFirstAnswer } from '#server/runtime/after-first-answer.ts'
import { clockSkew, dayIn } from '#server/runtime/clock.ts'
import type { Database } from './connect.ts'
import { readStoredValue, storeValue, whileClaimed } from './rows.ts'
import { type Log, logFailure } from './storage-errors.ts'

/** Work in the background that is done again and again while the server runs. `app/jobs.server.ts` lists all of it. */
export type Job<Context> = {
  /** As System shows it: 'Send newsletters'. */
  name: string
  /** Each process does it, or one of all processes that share the database. */
  once: 'process' | 'site'
  /** The pause between two runs, in milliseconds; with `at` that before another attempt when one has failed. */
  every: number
  /** The hour of the site's day from which it is done, once a day. For work of the site. */
  at?: number
  work(context: Context, log: Log): Promise<unknown>
  /**
   * When work of the process is due before the pause is over, ISO 8601; null when nothing is planned. Another process may plan something meanwhile.
   * @param after when the last run began, ISO 8601: what became due since then may have been too late for it
   */
  next?(context: Context, after: string): Promise<string | null>
  /** Whether each process does it a last time when it closes. */
  atClose?: boolean
}

type Run = {
  /** The end of the last run without an error. ISO 8601. */
  lastAt?: string
  /** The end of the last run, if it had an error. */
  failed?: { at: string; reason: string }
}

/** A job and its last run: that of any process for work of the site, else that of this process. */
type JobState = Pick<Job<unknown>, 'name' | 'once' | 'every' | 'at'> & Run

export type Jobs = {
  /** Does work of the process now, and work of the site if it is due. @returns when it is done; never rejects */
  wake(job: Job<never>): Promise<void>
  read(): Promise<JobState[]>
}

type JobContext = { database: Pick<Database, 'db' | 'clock'>; site: { now(): Promise<{ timeZone: string }> } }

/** How often a process looks whether work of the site is due, at most, and how long it claims the work. In milliseconds. */
const lookEvery = 60_000
const claimTime = 120_000
/** The shortest pause, in milliseconds. */
const shortest = 50
const longestReason = 300

/**
 * Does jobs after the first answer and then whenever they are due, each never twice at once. A failure is logged, and the job is done again later.
 * The server waits for them when it closes.
 * @param contextOf called when a job begins
 */
export function createJobs<Context extends JobContext>(
  app: FastifyInstance,
  list: Job<Context>[],
  contextOf: () => Context,
): Jobs {
  const started = new Map<unknown, ReturnType<typeof startJob>>(list.map((job) => [job, startJob(app, job, contextOf)]))
  return {
    wake: async (job) => started.get(job)?.wake(),
    read: () => Promise.all([...started.values()].map(({ read }) => read())),
  }
}

function startJob<Context extends JobContext>(app: FastifyInstance, job: Job<Context>, contextOf: () => Context) {
  const { name, once, every, at, next } = job
  const failure = `The job “${name}” has failed`
  const storedName = `job ${name}`
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()
  let stopped = false
  let ofProcess: Run = {}

  async function readLast(): Promise<Run> {
    if (once === 'process') return ofProcess
    return JSON.parse((await readStoredValue(contextOf().database.db, storedName)) ?? '{}')
  }

  async function run(last: Run): Promise<void> {
    const { database } = contextOf()
    const now = () => new Date(database.clock()).toISOString()
    try {
      await job.work(contextOf(), app.log)
      ofProcess = { lastAt: now() }
    } catch (error) {
      logFailure(app.log, error, failure)
      const reason = error instanceof Error ? error.message : String(error)
      ofProcess = { ...last, failed: { at: now(), reason: reason.slice(0, longestReason) } }
    }
    if (once === 'site') await storeValue(database.db, storedName, JSON.stringify(ofProcess))
  }

  async function look(): Promise<void> {
    const { database, site } = contextOf()
    if (once === 'process') return run(ofProcess)
    const runIfDue = async (act: (last: Run) => unknown) => {
      const last = await readLast()
      if (isDue(job, last, database.clock(), (await site.now()).timeZone)) await act(last)
    }
    // Another process may have done it between the look and the claim.
    await runIfDue(() => whileClaimed(database, `claim ${storedName}`, claimTime, () => runIfDue(run)))
  }

  async function pause(after: string): Promise<number> {
    if (once === 'site') return Math.min(every, lookEvery)
    const time = await next?.(contextOf(), after)
    return time ? Math.min(every, Math.max(shortest, Date.parse(time) - contextOf().database.clock())) : every
  }

  function wake(): Promise<void> {
    working = working.then(async () => {
      if (stopped) return
      clearTimeout(timer)
      let wait = Math.min(every, lookEvery)
      try {
        const begin = new Date(contextOf().database.clock()).toISOString()
        await look()
        wait = await pause(begin)
      } catch (error) {
        logFailure(app.log, error, failure)
      }
      if (!stopped) timer = setTimeout(wake, wait).unref()
    })
    return working
  }

  afterFirstAnswer(app, wake)
  app.addHook('onClose', async () => {
    stopped = true
    clearTimeout(timer)
    await working
    if (job.atClose) await run(ofProcess)
  })
  return {
    wake,
    read: async (): Promise<JobState> => ({
      name,
      once,
      every,
      ...(at !== undefined && { at }),
      ...(await readLast()),
    }),
  }
}

/** @param now by the clock of the database */
function isDue({ every, at }: Job<never>, last: Run, now: number, timeZone: string): boolean {
  // Timers may be a little early. A time in the future was stored while a clock was wrong.
  const isOver = (time: string | undefined) =>
    time === undefined || now - Date.parse(time) >= every * 0.9 || Date.parse(time) > now + clockSkew
  if (!isOver(last.failed?.at)) return false
  if (at === undefined) return isOver(last.lastAt)
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  return (
    local.hour >= at && (last.lastAt === undefined || dayIn(timeZone)(last.lastAt) !== local.toPlainDate().toString())
  )
}
