import { statfs } from 'node:fs/promises'
import { basename } from 'node:path'
import { sql } from 'kysely'
import { doneBody } from '#contract/fields.ts'
import { createdAt, isOverdue, listBackups, readBackupState, scheduleOf } from '#server/backup/backup-status.ts'
import type { Config } from '#server/config/config.ts'
import { programVersion } from '#server/config/program-files.ts'
import { afterCommit } from '#server/database/after-commit.ts'
import type { Database } from '#server/database/connect.ts'
import { databaseTime, kindOf } from '#server/database/dialect.ts'
import { failedRecords } from '#server/database/each-record.ts'
import { readerFor } from '#server/database/long-reads.ts'
import { readStoredValue } from '#server/database/rows.ts'
import { feature } from '#server/feature.ts'
import { staffOf } from '#server/identity/access.ts'
import { recordMailTest, sendTest } from '#server/mail/test-message.ts'
import { clockSkew } from '#server/runtime/clock.ts'
import { day, hour } from '#server/security/counters.ts'
import { type LastRetention, retentionName } from '#server/site-config/site-config.ts'
import { type System, system, systemChecks, systemChecksBody } from './system.contract.ts'
import { runChecks } from './system-checks.server.ts'

/** With less free space than this, in bytes, or than twice the database, a backup and its verification may not fit. */
const littleSpace = 1e9
/** How long a message may be due before a warning, in milliseconds. */
const stuckAfter = hour

const startedAt = new Date(Date.now() - performance.now()).toISOString()

/** System status, for the System screen and the line on the dashboard. */
export const systemRoutes = feature('System', async (app, context) => {
  const { config, database, mailService } = context
  app.get(
    '/system',
    {
      config: { access: 'manage' },
      schema: {
        summary: 'Get the state of the backups, the mail queue, the disk and the clock',
        response: { 200: system },
      },
    },
    async () => readSystem(config, database),
  )

  app.post(
    '/system/mail-test',
    {
      config: { access: 'manage', act: 'Send a test message' },
      schema: {
        summary: 'Send the caller a message, as a test of the mail server',
        description:
          'The answer is 200 once the mail server has accepted the message. Otherwise it is 503 and says why.',
        response: { 200: doneBody },
      },
    },
    async (request, reply) => {
      const { id: recipientId, email } = staffOf(request)
      await sendTest(context, 'mailTest', { recipientId }, reply)
      await afterCommit(request.log, 'The test message is not recorded', () => recordMailTest(database, config.mail))
      const written = `Written to a file for ${email}: no mail server is set`
      return { message: mailService.kind === 'smtp' ? `Sent to ${email}` : written }
    },
  )

  app.post(
    '/system/checks',
    {
      config: { access: 'manage', activity: 'step' },
      schema: {
        summary: 'Check mail DNS records and public reachability',
        body: systemChecksBody,
        response: { 200: systemChecks },
      },
    },
    async ({ body }) => {
      const { mail } = await context.site.now()
      return { checks: await runChecks(config, { mailFrom: mail.from, selector: body.dkimSelector }) }
    },
  )
})

const noBackup = 'No backup has been made yet.'

type State = Omit<System, 'warnings' | 'lacks'>

async function readSystem(config: Config, database: Database): Promise<System> {
  const [backup, created, mail, bytes, disk, databaseNow, retention] = await Promise.all([
    readBackup(config, database),
    createdAt(database),
    readMail(config, database),
    readSize(database),
    readDisk(config.dataDir),
    readClock(database),
    readRetention(database),
  ])
  const now = Date.now()
  const state: State = {
    version: programVersion,
    startedAt,
    publicUrl: config.publicUrl,
    backup,
    database: { kind: kindOf(database.db), bytes },
    ...(disk && { disk }),
    ...(retention && { retention }),
    mail,
    clock: {
      now: new Date(now).toISOString(),
      timeZone: config.timeZone,
      databaseAhead: Math.round(databaseNow - now),
    },
  }
  const warnings = warningsOf(state, config, created, now)
  return { ...state, warnings, lacks: lacksOf(state).filter((lack) => !warnings.includes(lack)) }
}

async function readRetention({ db }: Database): Promise<System['retention']> {
  const {
    at,
    resolved = 0,
    spam = 0,
  }: Partial<LastRetention> = JSON.parse((await readStoredValue(db, retentionName)) ?? '{}')
  return at === undefined ? undefined : { at, resolved, spam }
}

function warningsOf(
  { backup, database, disk, mail, clock }: State,
  config: Config,
  created: number,
  now: number,
): string[] {
  const warnings: string[] = []
  const goodAt = backup.good?.at
  if (isOverdue(goodAt === undefined ? {} : { goodAt }, config.backup, created, now))
    warnings.push(goodAt === undefined ? noBackup : `The last good backup is ${ageOf(now - Date.parse(goodAt))} old.`)
  if (backup.failed) warnings.push('The last attempt at a backup has failed.')
  if (disk && disk.free < Math.max(littleSpace, 2 * database.bytes)) warnings.push('The disk is nearly full.')
  if (mail.server && mail.dueSince !== undefined && now - Date.parse(mail.dueSince) > stuckAfter)
    warnings.push(`Messages have been waiting for ${ageOf(now - Date.parse(mail.dueSince))}.`)
  if (Math.abs(clock.databaseAhead) > clockSkew) warnings.push('The clocks of the server and the database differ.')
  return warnings
}

function lacksOf({ backup, mail }: State): string[] {
  const lacks: string[] = []
  if (!backup.good) lacks.push(backup.at ? noBackup : 'Automatic backups are off.')
  if (!mail.server) lacks.push('No mail is sent: no mail server is set.')
  if (mail.failed > 0)
    lacks.push(`In seven days ${mail.failed} ${mail.failed === 1 ? 'message was' : 'messages were'} given up.`)
  lacks.push(...failedRecords())
  if (!backup.copied) lacks.push('Backups are not copied to another machine.')
  return lacks
}

const ageOf = (milliseconds: number) =>
  milliseconds < 2 * day ? `${Math.round(milliseconds / hour)} hours` : `${Math.floor(milliseconds / day)} days`

async function readBackup({ backup, dataDir, timeZone }: Config, database: Database): Promise<System['backup']> {
  const stored = Map.groupBy(await listBackups(dataDir), ({ reason }) => reason)
  const { goodAt, file = '', bytes = 0, rows = 0, attemptAt, error } = await readBackupState(database)
  return {
    ...(backup.at !== undefined && {
      at: backup.at,
      nextAt: new Date(scheduleOf(backup.at, timeZone).next).toISOString(),
    }),
    copied: backup.command !== undefined,
    stored: [...stored].map(([reason, list]) => ({
      reason,
      count: list.length,
      bytes: list.reduce((sum, one) => sum + one.bytes, 0),
    })),
    ...(goodAt !== undefined && { good: { at: goodAt, name: basename(file), bytes, rows } }),
    ...(error !== undefined && attemptAt !== undefined && { failed: { at: attemptAt, reason: error } }),
  }
}

async function readMail({ mail }: Config, database: Database): Promise<System['mail']> {
  const db = await readerFor(database, 'deliveries')
  const now = new Date().toISOString()
  const weekAgo = new Date(Date.now() - 7 * day).toISOString()
  const waiting = await db
    .selectFrom('deliveries')
    .where('state', 'in', ['waiting', 'sending'])
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
