import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pauseHooks } from '#features/connections/hooks/hook-state.shared.server.ts'
import { tellFailed } from '#features/system/backup.event.ts'
import {
  type BackupReason,
  type BackupState,
  backupFolder,
  cleanBackups,
  listBackups,
  newBackupPath,
  readBackupState,
  whileBackupRuns,
  writeBackupState,
} from '#server/backup/backup-status.ts'
import { BackupError, type Manifest } from '#server/backup/manifest.ts'
import { holdsSite } from '#server/backup/open-snapshot.ts'
import { openBackup } from '#server/backup/read-backup.ts'
import { nameOf, requireStopped, restoreBackup } from '#server/backup/restore-backup.ts'
import { verifyBackup } from '#server/backup/verify-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import type { Config, DatabaseConfig } from '#server/config/config.ts'
import { connect, type Database, nowIn, type Transaction } from '#server/database/connect.ts'

const count = (value: number, what: string) => `${value.toLocaleString('en')} ${what}${value === 1 ? '' : 's'}`
const rowsOf = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0)
const size = (bytes: number) =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
const summary = (manifest: Manifest) => `${count(rowsOf(manifest), 'row')} of ${count(manifest.tables.length, 'table')}`

async function requireSite(config: Config) {
  if (!(await holdsSite(config.database))) throw new BackupError(`${nameOf(config.database)} contains no site`)
}

export async function backup(config: Config, file?: string): Promise<string> {
  await requireSite(config)
  const path = file === undefined ? newBackupPath(config.dataDir, 'manual') : resolve(file)
  if (await stat(path).catch(() => null)) throw new BackupError(`${path} exists already`)
  return writeTo(config, path)
}

/** A backup that later upgrades clear away, with or without automatic backups. */
export async function backupForUpgrade(config: Config): Promise<string> {
  await requireSite(config)
  const written = await writeTo(config, newBackupPath(config.dataDir, 'upgrade'))
  await cleanBackups(config.dataDir)
  return written
}

async function writeTo(config: Config, path: string): Promise<string> {
  const manifest = await writeBackup(config.database, path)
  return `${path}: ${summary(manifest)}, ${size((await stat(path)).size)}`
}

/** The file that is meant: a path, or a name that `atrium list` shows. */
function findBackup({ dataDir }: Config, file: string): string {
  const places = [resolve(file), ...(basename(file) === file ? [join(backupFolder(dataDir), file)] : [])]
  const found = places.find((place) => existsSync(place))
  if (found === undefined) throw new BackupError(`There is no ${places.join(' and no ')} (atrium list shows all)`)
  return found
}

export async function verify(config: Config, file: string): Promise<string> {
  const manifest = await tryOut(config, findBackup(config, file))
  return `${file} is whole: made on ${manifest.createdAt} by version ${manifest.version}, ${summary(manifest)}; every row was restored and compared`
}

async function tryOut(config: Config, file: string): Promise<Manifest> {
  const folder = backupFolder(config.dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Only this part needs the whole site.
  const { renderPages } = await import('./render-pages.ts')
  return verifyBackup(file, folder, (scratch) => renderPages(config, scratch))
}

export async function restore(config: Config, file: string, replace: boolean): Promise<string> {
  const lines: string[] = []
  const path = findBackup(config, file)
  using opened = await openBackup(path)
  await requireStopped(config.database)
  if (replace && (await holdsSite(config.database))) {
    const former = newBackupPath(config.dataDir, 'replaced')
    await writeBackup(config.database, former)
    lines.push(`The previous site is in ${former}`)
  }
  // Only this part needs the features.
  const { findErasures } = await import('./leave-out-erased.ts')
  const { manifest } = opened
  const erasures = await findErasures(config, manifest)
  // All of it has been read, and stored again.
  const restored = { goodAt: manifest.createdAt, file: path, bytes: (await stat(path)).size, rows: rowsOf(manifest) }
  let paused = 0
  let hooks = 0
  await restoreBackup(config.database, opened, {
    replace,
    after: async (trx) => {
      paused = await pauseNotifications(trx)
      hooks = await pauseHooks(trx)
      await erasures.apply(trx)
      await writeBackupState({ db: trx }, restored)
    },
  })
  lines.push(`${nameOf(config.database)} now holds the site of ${manifest.createdAt}: ${summary(manifest)}`)
  lines.push(...(await erasures.report()))
  if (paused > 0)
    lines.push(
      `${count(paused, 'notification')} not yet sent to everyone when the backup was made. Paused, because subscribers may have received it since. Resume or cancel under Blogs.`,
    )
  if (hooks > 0)
    lines.push(
      `${count(hooks, 'webhook')} paused, so that no program is told twice. Turn them on again under Connections.`,
    )
  return lines.join('\n')
}

/** Messages pending at the time of the backup may have been sent since, so people decide. */
async function pauseNotifications(trx: Transaction): Promise<number> {
  const unsent = trx
    .selectFrom('deliveries')
    .select('subjectId')
    .where('kind', '=', 'newsletter')
    .where('state', 'in', ['waiting', 'sending'])
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set({ pausedAt: nowIn(trx) })
    .where('pausedAt', 'is', null)
    .where(({ eb, or }) => or([eb('fixedAt', 'is', null), eb('id', 'in', unsent)]))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function list(config: Config): Promise<string> {
  const backups = await listBackups(config.dataDir)
  if (backups.length === 0) return `No backups in ${backupFolder(config.dataDir)}`
  return backups
    .map(({ name, at, bytes }) => `${at.toISOString().slice(0, 16)}Z  ${size(bytes).padStart(8)}  ${name}`)
    .join('\n')
}

export async function move(config: Config, to: string): Promise<string> {
  const target: DatabaseConfig = { kind: 'postgres', url: to }
  await requireSite(config)
  await requireStopped(config.database)
  const file = newBackupPath(config.dataDir, 'manual')
  try {
    await writeBackup(config.database, file)
    using opened = await openBackup(file)
    await restoreBackup(target, opened, { replace: false })
    return `${nameOf(target)} now holds the site: ${summary(opened.manifest)}. Start the site with DATABASE_URL set to it.`
  } finally {
    await rm(file, { force: true })
  }
}

/** The nightly backup, or all its steps on request. Its result is stored in the database. */
export async function nightly(config: Config, reason: BackupReason = 'nightly'): Promise<string> {
  await requireSite(config)
  await using database = await connect(config.database, config.hasPublicUrl ? { publicUrl: config.publicUrl } : {})
  const attempt = await whileBackupRuns(database, async () => {
    const made = await makeNightly(config, database, reason).catch((error: Error) => error)
    const attemptAt = nowIn(database.db)
    const former = await readBackupState(database)
    const { error: _, onlyCopyFailed: __, ...before } = former
    const state = made instanceof Error ? { ...before, error: made.message.split('\n')[0] } : { ...before, ...made }
    const after = { ...state, attemptAt }
    await database.transaction(async (trx) => {
      await writeBackupState({ db: trx }, after)
      await tellFailed(trx, former, after, attemptAt)
    })
    return made
  })
  if (attempt === undefined) throw new BackupError('Another backup is being made')
  if (attempt instanceof Error) throw attempt
  if (attempt.error) throw new BackupError(attempt.error)
  return `${attempt.file} is whole`
}

async function makeNightly(config: Config, { db }: Database, reason: BackupReason): Promise<BackupState> {
  const file = newBackupPath(config.dataDir, reason)
  const folder = backupFolder(config.dataDir)
  // Until it is verified, it does not have the name of a backup.
  const trial = join(folder, `verify-${basename(file)}`)
  const manifest = await writeBackup(config.database, trial)
  await tryOut(config, trial).catch(async (error) => {
    // It is unreliable, and there is another attempt each hour: only the last one stays, for diagnosis.
    await rename(trial, join(folder, 'failed.zip'))
    throw error
  })
  await rename(trial, file)
  await cleanBackups(config.dataDir)
  const good = { goodAt: manifest.createdAt, file, bytes: (await stat(file)).size, rows: rowsOf(manifest) }
  const { command } = config.backup
  if (command === undefined) return good
  const code = await runCommand(command, file)
  if (code === undefined) return { ...good, copiedAt: nowIn(db) }
  const error = `The copy has failed (BACKUP_COMMAND has ended with ${code}); the backup itself is good`
  return { ...good, error, onlyCopyFailed: true }
}

/** @returns how the command has ended, if not well */
async function runCommand(command: string, file: string): Promise<string | undefined> {
  const child = spawn(command, { shell: true, stdio: 'inherit', env: { ...process.env, BACKUP_FILE: file } })
  const [code, signal] = await once(child, 'exit')
  return code === 0 ? undefined : (signal ?? `code ${code}`)
}
