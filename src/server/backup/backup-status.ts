import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/database/connect.ts'
import { claimWork, readStoredValue, storeValue } from '#server/database/rows.ts'

const state = z.object({
  /** The last verified backup. Times are ISO 8601. */
  goodAt: z.optional(z.string()),
  file: z.optional(z.string()),
  bytes: z.optional(z.int()),
  rows: z.optional(z.int()),
  /** The end of the last attempt and, if it failed, its error. */
  attemptAt: z.optional(z.string()),
  error: z.optional(z.string()),
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

/** When a backup was or is to be made: the last such moment at or before `now`, and the next one. Milliseconds since 1970. */
export function scheduleOf(at: string, timeZone: string, now = Date.now()): { last: number; next: number } {
  const [hour, minute] = at.split(':').map(Number)
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const today = local.toPlainDate().toZonedDateTime({ timeZone, plainTime: { hour, minute } })
  const last = today.epochMilliseconds <= now ? today : today.subtract({ days: 1 })
  return { last: last.epochMilliseconds, next: last.add({ days: 1 }).epochMilliseconds }
}

/** Whether the site is without a good backup for longer than it should. Never true for sites with `BACKUP_AT=off`. */
export const isOverdue = ({ goodAt }: BackupState, { at }: Config['backup'], created: number, now = Date.now()) =>
  at !== undefined && now - (goodAt === undefined ? created : Date.parse(goodAt)) > overdueAfter

/**
 * Claims the nightly backup for this process. The claim stays when it has failed, so that the next attempt is made an hour later.
 * @returns false when another process has it
 */
export const claimBackup = ({ db }: Pick<Database, 'db'>): Promise<boolean> => claimWork(db, claimName, claimTime)
