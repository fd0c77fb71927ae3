import { existsSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { ConfigError } from '#server/config/environment.ts'
import { StorageError, type StorageFault, storageErrorKind } from '#server/database/storage-errors.ts'

/** With less free space than this, in bytes, the disk counts as full: the next picture would not fit. */
const leastSpace = 1024 * 1024

/** Larger files, in bytes, are checked while the site already runs: the check takes about 0.1 s for 100 MB, and longer on a slow disk. */
const checkAtOnceUpTo = 100 * 1024 * 1024

const markerOf = (file: string) => `${file}.created`

/**
 * Refuses to start with a new database where an earlier one is missing or empty: it was lost.
 * @throws ConfigError with advice
 */
export function refuseLostDatabase(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? -1
  if (size > 0 || !existsSync(markerOf(file))) return
  throw new ConfigError(
    `DATA_DIR: the database ${file} is ${size === 0 ? 'empty' : 'missing'}, although it held a site; restore a backup (npx atrium restore), or delete ${markerOf(file)} to start with an empty site`,
  )
}

/** Writes the marker file that `refuseLostDatabase` looks for. If that fails (a full disk, for example), the next start tries again. */
export function markAsCreated(file: string): void {
  try {
    writeFileSync(
      markerOf(file),
      'The database next to this file holds a site. If the database is lost, Atrium creates a new one only after this file is deleted.\n',
      { flag: 'wx', mode: 0o600 },
    )
  } catch {}
}

/**
 * Remembers the open files. Writes to a deleted or replaced file would be lost without an error.
 * @returns throws a StorageError when a file is missing or replaced; takes some microseconds
 */
export function watchPlace(file: string): () => void {
  const watched = [file, `${file}-wal`].flatMap((path) => {
    const opened = identify(path)
    return opened === null ? [] : [{ path, opened }]
  })
  return () => {
    for (const { path, opened } of watched) {
      const found = identify(path)
      if (found !== opened) {
        const message = found === null ? `${path} is missing` : `${path} is another file than at the start`
        throw new StorageError({ kind: 'gone', message })
      }
    }
  }
}

function identify(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats ? `${stats.dev} ${stats.ino}` : null
}

/** Opens the file again and reads it, and checks that the disk has room. @throws the error that this finds */
export function reopenAndRead(file: string): void {
  using database = new DatabaseSync(file, { readOnly: true })
  database.prepare('select count(*) from sqlite_schema').get()
  requireRoom(file)
}

/** @throws StorageError when the disk is full, which SQLite does not always distinguish from a failing disk */
export function requireRoom(file: string): void {
  const { bavail, bsize, blocks } = statfsSync(dirname(file))
  // Some network disks report no sizes.
  if (blocks > 0 && bavail * bsize < leastSpace)
    throw new StorageError({ kind: 'full', message: `${bavail * bsize} bytes are free below ${dirname(file)}` })
}

/** Checks every page of the file. @returns the damage, or null */
export function findDamage(database: DatabaseSync): StorageFault | null {
  try {
    const [found] = Object.values(database.prepare('pragma quick_check(1)').get() ?? {})
    return found === 'ok' ? null : { kind: 'damaged', message: String(found).replaceAll(/\s*\n\s*/g, ' ') }
  } catch (error) {
    return { kind: storageErrorKind(error) ?? 'failing', message: (error as Error).message }
  }
}

/**
 * Checks a small file at once, and a large one in a worker thread.
 * @returns the damage or null, once the check is complete; `stop` ends the check
 */
export function checkFile(
  file: string,
  database: DatabaseSync,
): { damage: StorageFault | null | Promise<StorageFault | null>; stop(): void } {
  if (statSync(file).size <= checkAtOnceUpTo) return { damage: findDamage(database), stop: () => {} }
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { workerData: file, env: {} })
  worker.unref()
  const damage = new Promise<StorageFault | null>((resolve) => {
    worker.once('message', resolve)
    worker.once('error', (error: Error) =>
      resolve({ kind: storageErrorKind(error) ?? 'failing', message: error.message }),
    )
    worker.once('exit', () => resolve(null))
  })
  return { damage, stop: () => void worker.terminate() }
}
