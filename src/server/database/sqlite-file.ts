import { existsSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { ConfigError } from '#server/config.ts'
import { StorageError, type StorageFault, storageTroubleOf } from './storage-trouble.ts'

/** Below so much free space, in bytes, the disk counts as full: the next picture would not find room. */
const leastSpace = 1024 * 1024

/** A bigger file than this, in bytes, is checked while the site already runs: the check takes about 0.1 s for 100 MB, and a slow disk more. */
const checkAtOnceUpTo = 100 * 1024 * 1024

const markerOf = (file: string) => `${file}.created`

/**
 * A database that was there once and is missing or empty now is lost, and no new site.
 * @throws ConfigError that says what to do
 */
export function refuseLostDatabase(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? -1
  if (size > 0 || !existsSync(markerOf(file))) return
  throw new ConfigError(
    `DATA_DIR: the database ${file} is ${size === 0 ? 'empty' : 'missing'}, although a site was kept there; put a copy in its place, or delete ${markerOf(file)} to begin anew`,
  )
}

/** Leaves a sign that there is a database, for `refuseLostDatabase`. Where it cannot be written (a full disk), the next start writes it. */
export function markAsCreated(file: string): void {
  try {
    writeFileSync(
      markerOf(file),
      'The database beside this file holds a site. Should it be lost, Atrium begins no new one until this file is deleted.\n',
      { flag: 'wx', mode: 0o600 },
    )
  } catch {}
}

/**
 * Remembers which files are open. Deleted or replaced, they would go on taking writes that nobody ever sees again.
 * @returns throws a StorageError when another file, or none, is in the place of one; costs some microseconds
 */
export function watchPlace(file: string): () => void {
  const watched = [file, `${file}-wal`].flatMap((path) => {
    const known = identify(path)
    return known === null ? [] : [{ path, known }]
  })
  return () => {
    for (const { path, known } of watched) {
      const found = identify(path)
      if (found !== known) {
        const message = found === null ? `${path} is missing` : `${path} is another file than at the start`
        throw new StorageError({ trouble: 'gone', message })
      }
    }
  }
}

function identify(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats ? `${stats.dev} ${stats.ino}` : null
}

/** Reads the file as a program would that opens it now, and looks whether there is room. @throws what is wrong with it */
export function readAnew(file: string): void {
  const newcomer = new DatabaseSync(file, { readOnly: true })
  try {
    newcomer.prepare('select count(*) from sqlite_schema').get()
  } finally {
    newcomer.close()
  }
  requireRoom(file)
}

/** @throws StorageError when the disk is full, which SQLite does not always tell from one that fails */
export function requireRoom(file: string): void {
  const { bavail, bsize, blocks } = statfsSync(dirname(file))
  // Some network disks tell no sizes at all.
  if (blocks > 0 && bavail * bsize < leastSpace)
    throw new StorageError({ trouble: 'full', message: `${bavail * bsize} bytes are free below ${dirname(file)}` })
}

/** Looks at every page of the file. @returns what is wrong with it, or null */
export function findDamage(database: DatabaseSync): StorageFault | null {
  try {
    const [found] = Object.values(database.prepare('pragma quick_check(1)').get() ?? {})
    return found === 'ok' ? null : { trouble: 'damaged', message: String(found) }
  } catch (error) {
    return { trouble: storageTroubleOf(error) ?? 'failing', message: (error as Error).message }
  }
}

/**
 * Checks a small file at once, and a big one in a thread of its own.
 * @returns the damage, once it is known, or null; and how to give up the search
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
      resolve({ trouble: storageTroubleOf(error) ?? 'failing', message: error.message }),
    )
    worker.once('exit', () => resolve(null))
  })
  return { damage, stop: () => void worker.terminate() }
}
