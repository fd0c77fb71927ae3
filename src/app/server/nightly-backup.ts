import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { claimBackup, createdAt, readBackupState, scheduleOf } from '#server/backup/backup-status.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { logFailure } from '#server/database/storage-errors.ts'
import { firstAnswer } from '#server/runtime/after-first-answer.ts'

/** How often this process looks at whether a backup is due, in milliseconds. */
const lookEvery = 60_000

/**
 * Makes the nightly backup in a separate process (`atrium backup --nightly`), so that the site keeps answering. If
 * several processes share a database, one makes it. A missed backup, because the machine was off, is made after the
 * next start.
 * @returns ends a running one
 */
export function startNightlyBackups(config: Config, database: Database, app: FastifyInstance): () => void {
  const { log } = app
  const { at } = config.backup
  if (at === undefined) return () => {}
  let child: ChildProcess | undefined

  async function look(time: string) {
    if (child) return
    const { last } = scheduleOf(time, config.timeZone)
    const { goodAt } = await readBackupState(database)
    const latest = goodAt === undefined ? await createdAt(database) : Date.parse(goodAt)
    if (latest >= last || !(await claimBackup(database))) return
    const program = fileURLToPath(new URL('../cli/cli.ts', import.meta.url))
    const started = spawn(process.execPath, ['--disable-sigusr1', program, 'backup', '--nightly'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = started
    // Visitors go first.
    if (started.pid !== undefined) setPriority(started.pid, 10)
    let stderr = ''
    started.stderr.on('data', (chunk) => {
      if (stderr.length < 2_000) stderr += chunk
    })
    started.on('error', (error) => log.error(error, 'The nightly backup could not be started'))
    started.on('close', (code) => {
      child = undefined
      if (code !== 0 && !started.killed) log.error(`Nightly backup: ${stderr.trim()}`)
    })
  }

  const tryToLook = () => void look(at).catch((error) => logFailure(log, error, 'The nightly backup could not be made'))
  const timer = setInterval(tryToLook, lookEvery).unref()
  let stopped = false
  void firstAnswer(app).then(() => {
    if (!stopped) tryToLook()
  })
  return () => {
    stopped = true
    clearInterval(timer)
    child?.kill()
  }
}
