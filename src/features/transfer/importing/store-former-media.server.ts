import { buffer } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { maxFileBytes, maxUploadBytes } from '#contract/media-library.ts'
import { isPdf } from '#media/server/pdf.ts'
import { storeFile, storeFormerPicture } from '#media/server/store-upload.ts'
import type { Database } from '#server/database/connect.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { exportedFile } from '../ground/atrium-export.contract.ts'
import type { SourceFiles } from '../ground/source.ts'
import { contentFiles } from '../ground/transfer.table.ts'
import type { ImportContext } from './context.server.ts'
import { itemsOf } from './import-store.server.ts'
import { keyOf } from './storable.server.ts'

/** A record of an export of this program. `stored.file` says where the file of an item of the library is. */
export type ExportedRecord = { entity: string; fields: Record<string, unknown>; stored: Record<string, unknown> }

/** The bytes of a file of the export; undefined if it is missing. */
export type ReadFile = (path: string) => Promise<Buffer | undefined>

/** Stores a picture or a PDF under the id that it had. @returns why it cannot be stored, in words */
export async function storeFormerMedia(
  { database }: Pick<ImportContext, 'database'>,
  { fields, stored }: ExportedRecord,
  { actor, signal, readFile }: { actor: Staff; signal: AbortSignal; readFile: ReadFile },
): Promise<string | undefined> {
  const read = z.safeParse(exportedFile, stored['file'])
  if (!read.success) return `${filesName} does not say where it is`
  const { id, path, width, height, isOriginal, inLibrary } = read.data
  const bytes = await readFile(path)
  if (!bytes) return `Its file ${path} is missing`
  const upload = { bytes, owner: 'content import', signal, name: String(fields['name'] ?? ''), by: actor.name }
  if (isPdf(bytes)) await storeFile(database, upload, id)
  else if (width === undefined || height === undefined) return `${filesName} does not say how large it is`
  else await storeFormerPicture(database, { hash: id, width, height, isOriginal, inLibrary }, upload)
  return undefined
}

const filesName = 'data/files.json'

/** Keeps the files of an upload until the import is applied, one after the other. */
export async function keepExportedFiles(database: Database, importId: string, files: SourceFiles): Promise<void> {
  for await (const items of itemsOf(database.db, importId, ['record']))
    for (const { data } of items) {
      if (!data || !('entity' in data)) continue
      const read = z.safeParse(exportedFile, data.entity.stored['file'])
      const file = read.success ? await files.find(read.data.path) : undefined
      if (!file || file.size > Math.max(maxUploadBytes, maxFileBytes)) continue
      const row = contentFiles.encode({ importId, path: keyOf(file.path), bytes: await buffer(await file.open()) })
      await database.db
        .insertInto('contentFiles')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
}

/** Reads the files of an import: those that were kept, or those of the folder at the command line. */
export const exportedFiles =
  ({ db }: Database, importId: string, files: SourceFiles | undefined): ReadFile =>
  async (path) => {
    const rows = db.selectFrom('contentFiles').selectAll().where('importId', '=', importId)
    const kept = await rows.where('path', '=', keyOf(path)).executeTakeFirst()
    if (kept) return contentFiles.decode(kept).bytes
    const given = await files?.find(path)
    if (!given || given.size > Math.max(maxUploadBytes, maxFileBytes)) return undefined
    return buffer(await given.open())
  }
