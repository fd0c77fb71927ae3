import { rm } from 'node:fs/promises'
import type { Database } from '#server/database/connect.ts'
import { whileClaimed } from '#server/database/rows.ts'
import { storageErrorKind } from '#server/database/storage-errors.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { SourceError } from '../ground/source.ts'
import type { SourceKind } from '../ground/transfer.contract.ts'
import { type OpenOptions, openSource } from '../sources/open-source.server.ts'
import type { Sources } from '../sources/sources.server.ts'
import type { ImportContext } from './context.server.ts'
import { findFiles } from './find-files.server.ts'
import { changeImport, findImport } from './import-store.server.ts'
import { makePlan } from './make-plan.server.ts'
import { openMediaFolder } from './media-folder.server.ts'
import { readItems } from './read-source.server.ts'
import { keepExportedFiles } from './store-former-media.server.ts'

export const wasStopped = 'The server was stopped while it read the file. Upload it again.'
const cannotBeRead = 'The file cannot be read. Please tell the people who look after this program.'

/** The claim of the process that reads an import. A killed one loses it after this time, in milliseconds. */
export const readingClaim = (id: string) => `reading content ${id}`
export const claimTime = 20_000

type Reading = {
  paths: string[]
  names?: OpenOptions['names']
  kind?: SourceKind
  sources: Sources
  signal: AbortSignal
}

/** Claims an import that this process reads. @returns how to let it go */
export function claimReading(database: Database, id: string): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ended = whileClaimed(database, readingClaim(id), claimTime, () => promise)
  return async () => {
    resolve()
    await ended
  }
}

/** Reads the files of an import and makes its report. Its state says how that ended; an error that says nothing to people is thrown too. */
export async function readImport(
  context: ImportContext,
  id: string,
  { paths, names, kind, sources, signal }: Reading,
): Promise<void> {
  const { database } = context
  const { origin } = await findImport(database.db, id)
  try {
    signal.throwIfAborted()
    await using files = await openSource(paths, names ? { names } : {})
    await readItems(database, files, { id, sources, signal, kind })
    const media = origin?.media === undefined ? undefined : await openMediaFolder(origin.media)
    await findFiles(database, { row: await findImport(database.db, id), files, media, keep: origin === undefined })
    if (origin === undefined) await keepExportedFiles(database, id, files)
    await makePlan(context, id)
    await changeImport(database.db, id, { state: 'open' })
  } catch (error) {
    const reason = reasonOf(error, signal)
    // A database that cannot be written to keeps the state; the regular job says later that it was stopped.
    await changeImport(database.db, id, { state: 'failed', reason }).catch(() => {})
    await deleteItems(context, id).catch(() => {})
    if (reason === cannotBeRead || (error instanceof Error && storageErrorKind(error))) throw error
  }
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return wasStopped
  return error instanceof SourceError || error instanceof HttpError ? error.message : cannotBeRead
}

/** Nothing of a source that could not be read whole is kept. */
async function deleteItems({ database: { db } }: ImportContext, id: string): Promise<void> {
  for (const table of ['contentItems', 'contentFiles'] as const)
    await db.deleteFrom(table).where('importId', '=', id).execute()
}

type Waiting = {
  context: ImportContext
  id: string
  folder: string
  reading: Omit<Reading, 'signal'>
  release: () => Promise<void>
}

/** Reads uploads in the background, one at a time, and deletes their files in every case. */
export function createReadings(onError: (error: unknown) => void) {
  const stop = new AbortController()
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** How many are read or wait. */
    count: () => waiting,
    add({ context, id, folder, reading, release }: Waiting): void {
      waiting++
      last = last
        .then(() => readImport(context, id, { ...reading, signal: stop.signal }))
        .catch(onError)
        .finally(async () => {
          waiting--
          await rm(folder, { recursive: true, force: true }).catch(onError)
          await release().catch(onError)
        })
    },
    /** Ends the one that is read, and fails those that wait. */
    async close() {
      stop.abort()
      await last
    },
  }
}
