import { existsSync, mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { claimWork, isClaimed, readStoredValue, storeValue, whileClaimed } from '#server/database/rows.ts'

/**
 * Why a backup was made; part of its name. Those on request take all steps of the night and are cleared away with its own; manual ones stay until
 * someone removes them.
 */
const reasons = ['nightly', 'request', 'upgrade', 'migration', 'replaced', 'manual'] as const
export type BackupReason = (typeof reasons)[number]
export type StoredBackup = { file: string; name: string; reason: BackupReason; at: Date; bytes: number }

const pattern = new RegExp(String.raw`^atrium-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(${reasons.join('|')})\.zip$`)

export const backupFolder = (dataDir: string) => join(dataDir, 'backups')

/**
 * The path of a new backup, whose name says when in UTC: `atrium-20261121-210000-nightly.zip`. A second backup within a second has the name of
 * the next one, so that none replaces another. Creates the folder.
 */
export function newBackupPath(dataDir: string, reason: BackupReason, now = new Date()): string {
  const folder = backupFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const time = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  const path = join(folder, `atrium-${time}-${reason}.zip`)
  return existsSync(path) ? newBackupPath(dataDir, reason, new Date(now.getTime() + 1_000)) : path
}

/** The backups in the data folder, newest first. */
export async function listBackups(dataDir: string): Promise<StoredBackup[]> {
  const folder = backupFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  const found: StoredBackup[] = []
  for (const name of names) {
    const [, year, month, day, hour, minute, second, reason] = pattern.exec(name) ?? []
    if (!reason) continue
    const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    const { size } = await stat(join(folder, name))
    found.push({ file: join(folder, name), name, reason: reason as BackupReason, at, bytes: size })
  }
  return found.sort((a, b) => b.at.getTime() - a.at.getTime() || (a.name < b.name ? 1 : -1))
}

/** How many days, weeks and months have a nightly backup that is kept: the newest of each. */
const nights = { days: 7, weeks: 4, months: 6 }
/** The number of kept backups from before upgrades, migrations and restores, for each kind. */
const lastOfEach = 5

/** Chooses the automatic backups to delete, by reason. */
export function expired(backups: StoredBackup[]): StoredBackup[] {
  const automatic = backups.filter(({ reason }) => reason !== 'manual')
  return [...Map.groupBy(automatic, ({ reason }) => (reason === 'request' ? 'nightly' : reason))].flatMap(
    ([reason, list]) => {
      const newestFirst = list.toSorted((a, b) => b.at.getTime() - a.at.getTime())
      if (reason !== 'nightly') return newestFirst.slice(lastOfEach)
      const keep = keptNights(newestFirst)
      return newestFirst.filter((backup) => !keep.has(backup))
    },
  )
}

/** Days, weeks and months without a backup do not count, so that a site that was switched off for a while loses none. */
const keptNights = (newestFirst: StoredBackup[]) =>
  new Set([
    ...newestOf(newestFirst, nights.days, ({ at }) => at.toISOString().slice(0, 10)),
    // Weeks begin on Monday; 1970 began on a Thursday.
    ...newestOf(newestFirst, nights.weeks, ({ at }) => Math.floor((at.getTime() / 86_400_000 + 3) / 7)),
    ...newestOf(newestFirst, nights.months, ({ at }) => at.toISOString().slice(0, 7)),
  ])

function newestOf(newestFirst: StoredBackup[], count: number, period: (backup: StoredBackup) => unknown) {
  const newest = new Map<unknown, StoredBackup>()
  for (const backup of newestFirst) if (!newest.has(period(backup))) newest.set(period(backup), backup)
  return [...newest.values()].slice(0, count)
}

/** Deletes expired backups, and partial files of killed processes that are older than a day. */
export async function cleanBackups(dataDir: string, now = Date.now()): Promise<void> {
  // One that cannot be deleted is no reason to keep the others.
  for (const { file } of expired(await listBackups(dataDir))) await rm(file, { force: true }).catch(() => {})
  const folder = backupFolder(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/^atrium-.*\.part$|^verify-/.test(name)) continue
    const path = join(folder, name)
    const changed = (await stat(path).catch(() => undefined))?.mtimeMs ?? now
    if (now - changed > 86_400_000) await rm(path, { force: true, recursive: true }).catch(() => {})
  }
}

const state = z.object({
  /** The last verified backup. Times are ISO 8601. */
  goodAt: z.optional(z.string()),
  file: z.optional(z.string()),
  bytes: z.optional(z.int()),
  rows: z.optional(z.int()),
  /** The end of the last attempt and, if it failed, its error. */
  attemptAt: z.optional(z.string()),
  error: z.optional(z.string()),
  /** Whether only the copy by `BACKUP_COMMAND` failed. */
  onlyCopyFailed: z.optional(z.boolean()),
  /** The last time that `BACKUP_COMMAND` succeeded. */
  copiedAt: z.optional(z.string()),
})
export type BackupState = z.infer<typeof state>

const name = 'backup'
const claimName = 'backupClaim'
/** How long one process claims the nightly backup, and the pause after a failure, in milliseconds. */
const claimTime = 60 * 60_000
/** A backup is overdue when the last good one is this old, in milliseconds. */
const overdueAfter = 36 * 60 * 60_000

/** The outcome of the nightly backups. It is in the database, so that every process knows it. */
export async function readBackupState({ db }: Pick<Database, 'db'>): Promise<BackupState> {
  const stored = await readStoredValue(db, name)
  return stored === undefined ? {} : state.parse(JSON.parse(stored))
}

export async function writeBackupState({ db }: Pick<Database, 'db'>, value: BackupState): Promise<void> {
  await storeValue(db, name, JSON.stringify(value))
}

/** When the database was created. @returns milliseconds since 1970 */
export async function createdAt({ db }: Pick<Database, 'db'>): Promise<number> {
  const { rows } = await sql<{ at: string }>`select min("appliedAt") as "at" from "migrations"`.execute(db)
  return Date.parse(rows[0]?.at ?? '')
}

/** The times of the nightly backup: the last one at or before `now`, and the next one. Milliseconds since 1970. */
export function scheduleOf(at: string, timeZone: string, now: number): { last: number; next: number } {
  const [hour, minute] = at.split(':').map(Number)
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const today = local.toPlainDate().toZonedDateTime({ timeZone, plainTime: { hour, minute } })
  const last = today.epochMilliseconds <= now ? today : today.subtract({ days: 1 })
  return { last: last.epochMilliseconds, next: last.add({ days: 1 }).epochMilliseconds }
}

/** Whether the last good backup is too old. Never true for sites with `BACKUP_AT=off`. */
export const isOverdue = ({ goodAt }: BackupState, { at }: Config['backup'], created: number, now: number) =>
  at !== undefined && now - (goodAt === undefined ? created : Date.parse(goodAt)) > overdueAfter

/**
 * Claims the nightly backup for this process. The claim stays when it has failed, so that the next attempt is made an hour later.
 * @returns false when another process has it
 */
export const claimBackup = ({ db, clock }: Pick<Database, 'db' | 'clock'>): Promise<boolean> =>
  claimWork(db, claimName, claimTime, clock())

const runningName = 'backup running'
/** How long a backup whose process was killed counts as running, in milliseconds. */
const runningTime = 2 * 60_000

/** Makes a backup. @returns its result; undefined while another is being made */
export const whileBackupRuns = <Result>(database: Pick<Database, 'db' | 'clock'>, make: () => Promise<Result>) =>
  whileClaimed(database, runningName, runningTime, make)

/** Whether some process is making and verifying a backup. */
export const isBackupRunning = (database: Pick<Database, 'db' | 'clock'>): Promise<boolean> =>
  isClaimed(database, runningName)
