import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Config, DatabaseConfig } from '#server/config/config.ts'
import { ConfigError } from '#server/config/environment.ts'
import { programVersion } from '#server/config/program-files.ts'
import { tell } from '#server/runtime/tell.ts'
import { emptyComment, sealArchive } from './archive.ts'
import { cleanBackups, newBackupPath } from './backup-status.ts'
import {
  BackupError,
  type Manifest,
  type Snapshot,
  type SnapshotTable,
  type StoredRow,
  type TableEntry,
  tableFile,
} from './manifest.ts'
import { openSnapshot } from './open-snapshot.ts'

/** Lines are passed on in pieces of this many characters. */
const pieceSize = 64 * 1024
/** Pictures are compressed already, and the rest shrinks as much at a low level. */
const compressionLevel = 3

/**
 * Writes a backup under a temporary name, and under its own once all of it is on the disk. The site may go on writing: the backup is the
 * database at one moment.
 * @throws when the database cannot be read, or the file cannot be written
 */
export async function writeBackup(config: DatabaseConfig, file: string): Promise<Manifest> {
  const part = `${file}.part`
  await using snapshot = await openSnapshot(config)
  try {
    const manifest = await writeArchive(part, (zip) => addEntries(zip, snapshot, config.kind))
    await flush(part)
    await rename(part, file)
    await flush(dirname(file))
    return manifest
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw unwritable(file, error as NodeJS.ErrnoException)
  }
}

/** The error about a file that cannot be written; other errors unchanged. A full disk is reported separately. */
function unwritable(file: string, error: NodeJS.ErrnoException): Error {
  const ofFile = error.syscall !== undefined && error.path !== undefined
  return ofFile ? new BackupError(`${file} cannot be written (${error.code})`, { cause: error }) : error
}

/** Writes what `fill` adds, and fails as soon as either the adding or the writing does. */
async function writeArchive<Result>(file: string, fill: (zip: ZipFile) => Promise<Result>): Promise<Result> {
  const zip = new ZipFile()
  const stopped = new AbortController()
  // It repeats the errors of the streams that are added, which `fill` receives from them.
  zip.on('error', () => {})
  const output = createWriteStream(file, { mode: 0o600 })
  const written = pipeline(zip.outputStream, sealArchive(), output, { signal: stopped.signal })
  try {
    const result = await Promise.race([fill(zip), written.then(() => Promise.reject(new Error('The file has ended')))])
    zip.end({ comment: emptyComment, forceZip64Format: false })
    await written
    return result
  } catch (error) {
    stopped.abort()
    await written.catch(() => {})
    throw error
  }
}

async function addEntries(zip: ZipFile, snapshot: Snapshot, source: Manifest['source']): Promise<Manifest> {
  const tables: TableEntry[] = []
  // One after the other, since a snapshot has one connection.
  for (const table of snapshot.tables) {
    const { name, columns, bytes } = table
    const hash = createHash('sha256')
    const entry: TableEntry = { name, columns, bytes, rows: 0, sha256: '' }
    const lines = Readable.from(linesOf(table, entry, hash), { objectMode: false })
    zip.addReadStream(lines, tableFile(name), { mtime: new Date(), mode: 0o100600, compressionLevel })
    await once(lines, 'end')
    tables.push({ ...entry, sha256: hash.digest('hex') })
  }
  const createdAt = new Date().toISOString()
  const manifest: Manifest = { format: 1, version: programVersion, createdAt, source, schema: snapshot.schema, tables }
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json', { mode: 0o100600 })
  return manifest
}

/** The lines of a table in pieces. Counts and hashes them. */
async function* linesOf(table: SnapshotTable, entry: TableEntry, hash: ReturnType<typeof createHash>) {
  let piece = ''
  const take = () => {
    const bytes = Buffer.from(piece)
    hash.update(bytes)
    piece = ''
    return bytes
  }
  for await (const row of table.rows()) {
    piece += lineOf(row, table)
    entry.rows++
    if (piece.length >= pieceSize) yield take()
  }
  if (piece !== '') yield take()
}

/** A row as a line: columns in the order of their names, flags as 0 and 1, bytes as base64. */
export function lineOf(row: StoredRow, { columns, bytes }: Pick<TableEntry, 'columns' | 'bytes'>): string {
  const line: StoredRow = {}
  for (const column of columns) {
    const value = row[column]
    if (typeof value === 'boolean') line[column] = value ? 1 : 0
    else if (value instanceof Uint8Array && bytes.includes(column)) line[column] = Buffer.from(value).toString('base64')
    else line[column] = value
  }
  return `${JSON.stringify(line)}\n`
}

/** Waits until a file or a folder is on the disk. */
export async function flush(path: string): Promise<void> {
  const isFolder = (await stat(path)).isDirectory()
  // Windows cannot open a folder, and flushes only a file that can be written.
  if (isFolder && process.platform === 'win32') return
  await using handle = await open(path, isFolder ? 'r' : 'r+')
  await handle.sync()
}

/**
 * Makes a backup of a site that is about to be migrated, unless `BACKUP_AT=off`.
 * @throws ConfigError if the backup fails; then nothing is migrated
 */
export async function backupBeforeMigration({ backup, dataDir, database }: Config, next: string): Promise<void> {
  if (backup.at === undefined) return
  try {
    const file = newBackupPath(dataDir, 'migration')
    await writeBackup(database, file)
    tell([`Before the migration "${next}" a backup was made: ${file}`])
    await cleanBackups(dataDir)
  } catch (cause) {
    throw new ConfigError(
      `the database has to be migrated, but the backup before the migration could not be made (${(cause as Error).message}); BACKUP_AT=off skips it`,
      { cause },
    )
  }
}
