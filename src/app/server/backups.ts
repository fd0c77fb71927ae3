import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { claimBackup, createdAt, isBackupRunning, readBackupState, scheduleOf } from '#server/backup/backup-status.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import type { Backups } from '#server/feature.ts'
import { HttpError } from '#server/runtime/http-error.ts'

/** How often this process looks at whether a backup is due, in milliseconds. */
const lookEvery = 60_000
/** How often a call looks at whether its backup has begun, and for how long, in milliseconds. On a busy machine visitors go first. */
const askEvery = 100
const askUntil = 5_000

export type RunningBackups = Backups & {
  /** Makes a backup each night. A missed one, because the machine was off, is made after the next start, once `answered`. */
  startNightly(answered: Promise<unknown>): void
}
type Options = { config: Config; database: Database; log: FastifyInstance['log']; stopping: AbortSignal }

/**
 * Makes backups in a separate process (`atrium backup --nightly`, or `--now`), so that the site keeps answering: one at a time of all that share a database.
 * @param stopping ends a running one, and the nightly ones
 */
export function createBackups({ config, database, log, stopping }: Options): RunningBackups {
  const program = fileURLToPath(new URL('../cli/cli.ts', import.meta.url))
  const { dataDir, database: store } = config
  const own = { DATA_DIR: dataDir, ...(store.kind === 'postgres' && { DATABASE_URL: store.url }) }
  let child: ChildProcess | undefined
  stopping.addEventListener('abort', () => child?.kill())

  /** @returns once it has ended, why it failed */
  function run(option: '--nightly' | '--now'): Promise<string | undefined> {
    const started = spawn(process.execPath, ['--disable-sigusr1', program, 'backup', option], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...own },
    })
    child = started
    // Visitors go first.
    if (started.pid !== undefined) setPriority(started.pid, 10)
    let stderr = ''
    started.stderr.on('data', (chunk) => {
      if (stderr.length < 2_000) stderr += chunk
    })
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    started.on('error', (error) => resolve(`It could not be started: ${error.message}`))
    started.on('close', (code) => resolve(code === 0 || started.killed ? undefined : stderr.trim()))
    void promise.then((failure) => {
      child = undefined
      if (failure !== undefined) log.error(`Backup: ${failure}`)
    })
    return promise
  }

  async function makeTonight(at: string) {
    if (stopping.aborted || (await isRunning())) return
    const { last } = scheduleOf(at, config.timeZone, database.clock())
    const { goodAt } = await readBackupState(database)
    const latest = goodAt === undefined ? await createdAt(database) : Date.parse(goodAt)
    if (latest < last && (await claimBackup(database)) && !child) void run('--nightly')
  }
  const tryTonight = (at: string) =>
    void makeTonight(at).catch((error) => logFailure(log, error, 'The nightly backup could not be made'))

  const isRunning = async () => child !== undefined || (await isBackupRunning(database))
  return {
    async make() {
      if ((await isRunning()) || child) throw new HttpError(409, 'A backup is being made already.')
      let failure: string | undefined
      const ended = run('--now').then((found) => {
        failure = found
        return true
      })
      for (const end = performance.now() + askUntil; performance.now() < end; )
        if ((await Promise.race([ended, wait(askEvery)])) || (await isBackupRunning(database))) break
      if (failure !== undefined) throw new HttpError(503, `No backup was made. ${failure.replace(/^atrium: /, '')}`)
    },
    isMaking: () => child !== undefined,
    startNightly(answered) {
      const { at } = config.backup
      if (at === undefined) return
      const timer = setInterval(tryTonight, lookEvery, at).unref()
      stopping.addEventListener('abort', () => clearInterval(timer))
      void answered.then(() => tryTonight(at))
    },
  }
}
