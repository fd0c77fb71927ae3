import { statfs } from 'node:fs/promises'
import { basename } from 'node:path'
import { sql } from 'kysely'
import { hooksOff } from '#features/connections/hooks/hook-state.shared.server.ts'
import { createdAt, isBackupRunning, listBackups, readBackupState, scheduleOf } from '#server/backup/backup-status.ts'
import type { Config } from '#server/config/config.ts'
import { programVersion } from '#server/config/program-files.ts'
import type { Database } from '#server/database/connect.ts'
import { databaseTime, kindOf } from '#server/database/dialect.ts'
import { failedRecords } from '#server/database/each-record.ts'
import { readerFor } from '#server/database/long-reads.ts'
import type { AppContext } from '#server/feature.ts'
import { readMailServerState } from '#server/mail/server-state.ts'
import { readRetentions } from '#server/record/retention.ts'
import { lostPages } from '#server/record/whole-paths.ts'
import { day } from '#server/security/counters.ts'
import { type Alarm, alarmsOf, type Facts, noBackup } from './alarms.server.ts'
import { readHeartbeat } from './heartbeat.server.ts'
import type { System } from './system.contract.ts'

const startedAt = new Date(Date.now() - performance.now()).toISOString()

export async function readState(config: Config, database: Database): Promise<{ facts: Facts; alarms: Alarm[] }> {
  const [backup, created, mail, bytes, disk, databaseNow, heartbeat] = await Promise.all([
    readBackup(config, database),
    createdAt(database),
    readMail(config, database),
    readSize(database),
    readDisk(config.dataDir),
    readClock(database),
    readHeartbeat(config, database),
  ])
  const own = Date.now()
  const facts: Facts = {
    version: programVersion,
    startedAt,
    publicUrl: config.publicUrl,
    backup,
    database: { kind: kindOf(database.db), bytes },
    ...(disk && { disk }),
    mail,
    ...(heartbeat && { heartbeat }),
    clock: {
      now: new Date(own).toISOString(),
      timeZone: config.timeZone,
      databaseAhead: Math.round(databaseNow - own),
    },
  }
  return { facts, alarms: alarmsOf(facts, { config, created, now: database.clock() }) }
}

type Context = Pick<AppContext, 'config' | 'database' | 'entities' | 'jobs' | 'pathOwner' | 'retentions' | 'site'>

export async function readSystem(context: Context): Promise<System> {
  const { config, database } = context
  const { facts, alarms } = await readState(config, database)
  const warnings = alarms.flatMap(({ sentences }) => sentences)
  const jobs = await context.jobs.read()
  const lacks = [
    ...lacksOf(facts),
    ...(await hooksOff(database.db)),
    ...jobs.flatMap(({ name, failed }) => (failed ? [`“${name}” has failed: ${failed.reason}.`] : [])),
  ]
  return {
    ...facts,
    jobs,
    retentions: await readRetentions(context, context.retentions),
    warnings,
    lacks: lacks.filter((lack) => !warnings.includes(lack)),
    lostPages: await lostPages(context),
  }
}

function lacksOf({ backup, mail, heartbeat }: Facts): string[] {
  const lacks: string[] = []
  if (!backup.good) lacks.push(backup.at ? noBackup(backup) : 'Automatic backups are off.')
  if (!mail.server) lacks.push('Emails are not being sent: no mail server is set up.')
  if (mail.failed > 0)
    lacks.push(`${mail.failed} ${mail.failed === 1 ? 'email' : 'emails'} could not be sent in the last 7 days.`)
  lacks.push(...failedRecords())
  if (heartbeat?.error) lacks.push(`The uptime service does not receive the heartbeat. ${heartbeat.error}`)
  if (!backup.copied) lacks.push('Backups are not copied to another machine.')
  return lacks
}

async function readBackup({ backup, dataDir, timeZone }: Config, database: Database): Promise<System['backup']> {
  const files = await listBackups(dataDir)
  const stored = Map.groupBy(files, ({ reason }) => reason)
  const state = await readBackupState(database)
  const { goodAt, file = '', bytes = 0, rows = 0, attemptAt, error, onlyCopyFailed: onlyCopy = false } = state
  const [newest] = files
  return {
    ...(backup.at !== undefined && {
      at: backup.at,
      nextAt: new Date(scheduleOf(backup.at, timeZone, database.clock()).next).toISOString(),
    }),
    copied: backup.command !== undefined,
    running: await isBackupRunning(database),
    stored: [...stored].map(([reason, list]) => ({
      reason,
      count: list.length,
      bytes: list.reduce((sum, one) => sum + one.bytes, 0),
    })),
    ...(newest && { newest: { at: newest.at.toISOString(), name: newest.name, bytes: newest.bytes } }),
    ...(goodAt !== undefined && { good: { at: goodAt, name: basename(file), bytes, rows } }),
    ...(error !== undefined && attemptAt !== undefined && { failed: { at: attemptAt, reason: error, onlyCopy } }),
  }
}

async function readMail({ mail }: Config, database: Database): Promise<System['mail']> {
  const db = await readerFor(database, 'deliveries')
  const now = database.now()
  const weekAgo = new Date(database.clock() - 7 * day).toISOString()
  const waiting = await db
    .selectFrom('deliveries')
    .where('state', 'in', ['waiting', 'sending'])
    .where('kind', '<>', 'hook')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('dueAt', '<=', now).as('due'),
      fn.countAll<number>().filterWhere('dueAt', '>', now).as('later'),
      fn.min('dueAt').as('oldest'),
    ])
    // A paused notification is not a problem.
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('notifications')
            .select('notifications.id')
            .whereRef('notifications.id', '=', 'deliveries.subjectId')
            .where('pausedAt', 'is not', null),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  const { failed } = await db
    .selectFrom('deliveries')
    .where('state', '=', 'failed')
    .where('kind', '<>', 'hook')
    .where('settledAt', '>', weekAgo)
    .select(({ fn }) => fn.countAll<number>().as('failed'))
    .executeTakeFirstOrThrow()
  const { due, later, oldest } = waiting
  return {
    server: mail.smtpUrl !== undefined,
    due,
    ...(due > 0 && oldest !== null && { dueSince: oldest }),
    later,
    failed,
    ...(await readMailServerState(database.db)),
  }
}

async function readSize({ db }: Database): Promise<number> {
  const query =
    kindOf(db) === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as "bytes"`
      : sql<{
          bytes: number
        }>`select "page_count" * "page_size" as "bytes" from pragma_page_count(), pragma_page_size()`
  return (await query.execute(db)).rows[0]?.bytes ?? 0
}

async function readDisk(folder: string): Promise<System['disk']> {
  const { bavail, blocks, bsize } = await statfs(folder)
  // Some network disks report no sizes.
  return blocks > 0 ? { free: bavail * bsize, size: blocks * bsize } : undefined
}

/** The present time by the clock of the database, in milliseconds since 1970. */
async function readClock({ db }: Database): Promise<number> {
  const { rows } = await sql<{ now: string }>`select ${databaseTime(db)} as "now"`.execute(db)
  return Date.parse(rows[0]?.now ?? '')
}
